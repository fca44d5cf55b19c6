"""COMBAT!: the state that characters and enemies share in a fight, and the enemy's short sheet."""

from typing import Annotated, NamedTuple

from rules_py.errors import ParameterError
from rules_py.notation import compute_bounds, parse
from rules_py.parameters import Choice, Flag, ListOf, Notation, Record, Text, Whole
from rules_py.play import CardFact, Condition, RollBinding, Sheet, Without, derived, open_question, warning
from rules_py.systems.combat.core_rules import MOST_SKILL
from rules_py.systems.combat.derived import attribute_score, initiative
from rules_py.systems.combat.fighting import (
    WHAT_A_STUN_DOES,
    WHAT_STATES_MEAN,
    Harm,
    attack,
    blow,
    blunt,
    find_state,
    life,
    stun,
    takedown,
)
from rules_py.systems.combat.sheets.layout import ENEMY
from rules_py.systems.combat.sheets.paper import ENEMY_PAPER

MOST_LIFE = 200

Bluntness = Annotated[
    str,
    Choice(
        ("unknown", "yes", "no"),
        "TGH helps against blunt attacks only; unknown: deadly attacks aren't blunt, and others are",
        label="Blunt",
    ),
]

DamageDice = Annotated[str, Notation("its damage dice", low=0, label="Damage dice")]


def is_blunt_attack(blunt: str, harm: str) -> bool:
    """Return True if an attack is blunt.

    Args:
        blunt: "yes", "no" or "unknown".
        harm: its kind of damage, "stunning" or "deadly".
    """
    return blunt == "yes" or (blunt == "unknown" and harm != "deadly")


def ask_about_blunt(names: str) -> str:
    """Return the sentence that asks whether attacks are blunt."""
    return (
        f"Blunt isn't set yet for {names}. TGH helps against blunt attacks only. "
        "Until then, deadly attacks aren't blunt, and others are."
    )


class Weapon(NamedTuple):
    """A weapon or other means of attack."""

    name: Annotated[str, Text("its name")] = "Fist"
    damage: DamageDice = "3d6"
    harm: Harm = "stunning"
    blunt: Bluntness = "unknown"

    @property
    def is_blunt(self) -> bool:
        """True if TGH reduces its damage."""
        return is_blunt_attack(self.blunt, self.harm)

    @property
    def card(self) -> tuple[CardFact, ...]:
        """The facts of its card: its damage and what that does."""
        return self.damage.upper(), self.harm

    @property
    def worth(self) -> int:
        """The rank of the weapon when a character chooses: its lowest and its highest damage, added."""
        return sum(compute_bounds(parse(self.damage)))


class EnemyAttack(NamedTuple):
    """One of several attacks of an enemy."""

    name: Annotated[str, Text("its name")] = "Bite"
    skill: Annotated[int, Whole(0, MOST_SKILL, "the skill it attacks with", label="Skill")] = 3
    damage: DamageDice = "3d6"
    harm: Harm = "stunning"
    blunt: Bluntness = "unknown"

    @property
    def weapon(self) -> Weapon:
        """The weapon that does the same damage."""
        return Weapon(self.name, self.damage, self.harm, self.blunt)

    @property
    def is_blunt(self) -> bool:
        """True if TGH reduces its damage."""
        return self.weapon.is_blunt

    @property
    def card(self) -> tuple[CardFact, ...]:
        """The facts of its card, as on that of a weapon."""
        return self.weapon.card

    @property
    def worth(self) -> int:
        """The rank of the attack when an enemy chooses, like that of a weapon."""
        return self.weapon.worth


class Fighter(Sheet):
    """The base of all combatants: damage of two kinds, and a stun that passes.

    Reading: damage beyond the LIF score is not recorded. When no LIF is left, deadly damage takes the place of stunning
    damage. A stun lasts until the end of the turn whose action it costs.

    Reading: as long as a sheet doesn't say if an attack is blunt, deadly attacks aren't, and others are.
    """

    conditions = (Condition("stunned", icon="skull"),)

    name: Annotated[str, Text("its name")] = ""
    stunning: Annotated[int, Whole(0, MOST_LIFE, "LIF that stunning damage took", label="Stunning damage")] = 0
    deadly: Annotated[int, Whole(0, MOST_LIFE, "LIF that deadly damage took", label="Deadly damage")] = 0
    stunned_turns: Annotated[int, Whole(0, 2, "turns until the stun is over", label="Stun, turns")] = 0
    acted: Annotated[bool, Flag("this turn's action is spent", label="Has acted")] = False

    @property
    def full_life(self) -> int:
        """The LIF score when unhurt."""
        raise NotImplementedError

    @derived(label="LIF left")
    def life_left(self) -> int:
        """Return the LIF that is left."""
        return max(0, self.full_life - self.stunning - self.deadly)

    @property
    def life_standing(self) -> int:
        """The LIF left for the roll of a blow, which requires at least 1."""
        return max(1, self.life_left)

    @property
    def deadly_standing(self) -> int:
        """The deadly damage that fits with `life_standing`."""
        return min(self.deadly, self.full_life - self.life_standing)

    @property
    def is_dead(self) -> bool:
        """True if the combatant is dead, whatever LIF is left."""
        return False

    @property
    def life_state(self) -> str:
        """The state by LIF: up, unconscious or dying."""
        return find_state(self.full_life, self.stunning, self.deadly)

    @derived
    def state(self) -> str:
        """Return the state: up, unconscious, dying or dead."""
        return "dead" if self.is_dead else self.life_state

    @derived
    def stunned(self) -> bool:
        """Return True while a stun lasts."""
        return self.stunned_turns > 0

    @property
    def has_acted(self) -> str:
        """The stun rule's answer to whether this turn's action is spent: "yes" or "no"."""
        return "yes" if self.acted else "no"

    @derived(label="Out of the fight")
    def out(self) -> bool:
        """Return True if no LIF is left, or if the combatant is dead."""
        return self.state != "up"

    @warning
    def how_bad(self) -> str | None:
        return WHAT_STATES_MEAN.get(self.state)

    @warning
    def reeling(self) -> str | None:
        return WHAT_A_STUN_DOES if self.stunned and self.state == "up" else None

    def check(self) -> None:
        if self.deadly > self.full_life:
            raise ParameterError(
                "deadly",
                self.deadly,
                f"at most {self.full_life}",
                note="the LIF score",
                plain=f"Deadly damage can't be more than the LIF score of {self.full_life}; you entered {self.deadly}.",
            )
        if self.stunning > (left := self.full_life - self.deadly):
            raise ParameterError(
                "stunning",
                self.stunning,
                f"at most {left}",
                note="the LIF that deadly damage leaves",
                plain=f"Deadly damage leaves {left or 'no'} LIF, so stunning damage can't take {self.stunning}.",
            )


OWN_NUMBERS = Without("attacks", fields={"skill": "skill", "damage": "damage", "harm": "harm", "blunt": "is_blunt"})
"""The numbers of an enemy that has no list of attacks."""

TO_HIT = Without("attacks", fields={"skill": "skill"})
TO_HURT = Without("attacks", fields={"harm": "harm", "blunt": "is_blunt"})

ROLLS = (
    RollBinding(initiative, reflexes="reflexes_now", intellect="intellect_now", bonus="initiative_bonus"),
    *(
        RollBinding(
            roll,
            OWN_NUMBERS,
            attribute="attribute",
            skill="attacks.skill",
            damage="attacks.damage",
            harm="attacks.harm",
            blunt="attacks.is_blunt",
        )
        for roll in (blow, takedown)
    ),
    RollBinding(attack, TO_HIT, attribute="attribute", skill="attacks.skill"),
    RollBinding(blunt, TO_HURT, harm="attacks.harm", blunt="attacks.is_blunt"),
    RollBinding(stun, by_intellect="intellect"),
    RollBinding(life, maximum="life", stunning="stunning", deadly="deadly"),
)
MET_BY = (
    *(
        RollBinding(
            roll,
            reflexes="reflexes",
            def_stays="def_bonus",
            stunned="stunned",
            toughness="toughness",
            life_max="life",
            life="life_standing",
            deadly_so_far="deadly_standing",
        )
        for roll in (blow, takedown)
    ),
    RollBinding(attack, reflexes="reflexes", def_stays="def_bonus", stunned="stunned"),
    RollBinding(blunt, toughness="toughness", life_max="life", life="life_left", deadly_so_far="deadly"),
    RollBinding(stun, intellect="intellect", acted="has_acted"),
)


class Enemy(Fighter, id="combat.enemy", title="Enemy", page="combat/derived/#blow"):
    """An enemy in short: its attack and its resistance."""

    attribute: Annotated[int, attribute_score("Attribute", "the attribute it attacks with")] = 3
    skill: Annotated[int, Whole(0, MOST_SKILL, "the skill it attacks with", label="Skill")] = 3
    damage: DamageDice = "3d6"
    harm: Harm = "stunning"
    blunt: Bluntness = "unknown"
    reflexes: Annotated[int, attribute_score("REF", "its REF")] = 3
    intellect: Annotated[int, attribute_score("INT", "its INT")] = 3
    def_bonus: Annotated[int, Whole(-30, 30, "added to its DEF even without its REF", label="DEF bonus")] = 0
    initiative_bonus: Annotated[int, Whole(-30, 30, "added to its INI", label="INI bonus")] = 0
    toughness: Annotated[int, Whole(0, 100, "its TGH", label="TGH")] = 3
    life: Annotated[int, Whole(1, MOST_LIFE, "its LIF when unhurt", label="LIF")] = 15
    attacks: Annotated[
        tuple[EnemyAttack, ...],
        ListOf(Record(EnemyAttack, "an attack"), "its attacks, in place of the numbers above", most=12),
    ] = ()

    @derived(label="REF now")
    def reflexes_now(self) -> int:
        """Return REF, which a stun takes."""
        return 0 if self.stunned else self.reflexes

    @derived(label="INT now")
    def intellect_now(self) -> int:
        """Return INT, which a stun takes."""
        return 0 if self.stunned else self.intellect

    @property
    def is_blunt(self) -> bool:
        """True if TGH reduces the damage of its attack."""
        return is_blunt_attack(self.blunt, self.harm)

    @property
    def full_life(self) -> int:
        return self.life

    @open_question
    def blunt_is_unknown(self) -> str | None:
        if self.attacks:
            names = [each.name or "an attack" for each in self.attacks if each.blunt == "unknown"]
            return ask_about_blunt(", ".join(names)) if names else None
        return ask_about_blunt("its attack") if self.blunt == "unknown" else None

    rolls, met_by = ROLLS, MET_BY
    layout = ENEMY
    paper = ENEMY_PAPER
    meter, glance = ("life_left", "life"), ("state", "deadly")
