"""COMBAT!'s character sheet: six attributes, bought points, and everything derived from them."""

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Annotated, Any, NamedTuple

from rules_py.errors import ParameterError
from rules_py.mechanic import Roll
from rules_py.parameters import Choice, ListOf, Record, RowOf, Text, Whole
from rules_py.play import Derived, RollBinding, Without, derived, open_question, warning
from rules_py.play.bindings import Source
from rules_py.systems.combat.characters import TRAIT_COSTS, check_raised, experience, lift, points
from rules_py.systems.combat.core_rules import BEST_SKILL, MOST_SKILL, attribute, skill
from rules_py.systems.combat.derived import (
    Campaign,
    attribute_score,
    bought_points,
    derived as derived_scores,
    initiative,
    move,
)
from rules_py.systems.combat.fighting import attack, blow, blunt, life, stun, takedown
from rules_py.systems.combat.sheets.combatants import Fighter, Weapon, ask_about_blunt
from rules_py.systems.combat.sheets.layout import CHARACTER
from rules_py.systems.combat.sheets.paper import CHARACTER_PAPER
from rules_py.tables import Row, table

HIGHEST = 15
"""The highest score that rolls accept."""

ATTRIBUTES = table("combat.attributes").keys
BOUGHT = tuple(f"bought_{name}" for name in table("combat.derived-attributes").keys)
LOST_WHEN_STUNNED = ("strength", "reflexes", "presence", "intellect")


def short_label_for(name: str) -> str:
    """Return the short label of an attribute on a sheet, such as STR."""
    return table("combat.attributes").row(name)["short"]


def describe_zero(row: Row) -> str:
    """Describe a score of 0 by the attribute's own words, or by the rule for all attributes."""
    return row["zero"] if row["zero"] != "–" else "Helpless in everything that it covers."


FIST = Weapon(blunt="yes")
"""The weapon of a new character."""


class Skill(NamedTuple):
    """A skill with the attribute that it is mostly used with."""

    name: Annotated[str, Text("its name")] = ""
    attribute: Annotated[str, RowOf("combat.attributes", "the attribute that it mostly goes with")] = "reflexes"
    level: Annotated[int, Whole(0, HIGHEST, "its score without what advantages add")] = 3
    bonus: Annotated[int, Whole(0, MOST_SKILL - HIGHEST, "what advantages add")] = 0

    @property
    def total(self) -> int:
        """The score with what advantages add."""
        return self.level + self.bonus


class Trait(NamedTuple):
    """An advantage, with the attribute that it raises, if any."""

    name: Annotated[str, Text("its name")] = ""
    cost: Annotated[int, Choice(TRAIT_COSTS, "its price in Character Points")] = TRAIT_COSTS[0]
    raises: Annotated[str, RowOf("combat.attributes", "the attribute that it raises", allow_none=True)] = "none"
    by: Annotated[int, Whole(0, 5, "by how much")] = 0


class Allegiance(NamedTuple):
    """A person, group or ideal that a character values."""

    kind: Annotated[str, RowOf("combat.allegiances", "its kind")] = "person"
    to: Annotated[str, Text("the person, group or ideal")] = ""


def effective_attribute(name: str) -> property:
    """Return a property with an attribute including traits' bonuses."""
    return property(lambda sheet: sheet.compute_with_traits(name))


def current_attribute(name: str) -> Derived[int]:
    """Return the current value of an attribute: including traits, but 0 while a stun takes it."""

    def compute(sheet: "Character") -> int:
        return 0 if sheet.stunned and name in LOST_WHEN_STUNNED else sheet.compute_with_traits(name)

    compute.__doc__ = f"{short_label_for(name)} now; a stun takes STR, REF, PRE and INT."
    return Derived(compute, f"{short_label_for(name)} now")


def derived_score(name: str) -> Derived[int]:
    """Return a derived attribute, from its formula and bought points."""
    row = table("combat.derived-attributes").row(name)

    def compute(sheet: "Character") -> int:
        return int(sheet.scores[name])

    compute.__doc__ = row.name
    return Derived(compute, row["short"])


def current_score(name: str) -> Derived[int]:
    """Return the current value of a derived attribute: a stun takes the attributes in its formula."""
    row = table("combat.derived-attributes").row(name)

    def compute(sheet: "Character") -> int:
        return int((sheet.scores_when_stunned if sheet.stunned else sheet.scores)[name])

    compute.__doc__ = f"{row.name} now; a stun lowers it."
    return Derived(compute, f"{row['short']} now")


@cache
def compute_scores(params: tuple[tuple[str, Any], ...]) -> Mapping[str, int]:
    """Return the derived attributes, computed by their mechanic once for the same parameters."""
    return derived_scores.resolve((), dict(params)).outcome


NOW = tuple(f"{name}_now" for name in ATTRIBUTES)
ATTACK: dict[str, Source] = {
    "attribute": ("reflexes_now", *(name for name in NOW if name != "reflexes_now")),
    "skill": "skills.total",
}
"""The scores for attacks: REF unless the GM picks another attribute."""
WEAPON: dict[str, Source] = {"damage": "weapons.damage", "harm": "weapons.harm", "blunt": "weapons.is_blunt"}
UNSKILLED = Without("skills", label="No skill", skill=0)
NO_WEAPON = Without("weapons", reason="There is no weapon on the sheet. Add one, such as a fist with its damage dice.")
NO_LIFT = Without(
    "known_lift", reason="There is no dead lift on the sheet. Look it up in the Basic STR Table of your book."
)
BUILD = {"campaign": "campaign"} | {name: name for name in BOUGHT}
SCORES = RollBinding(derived_scores, **BUILD, **{name: f"{name}_in_effect" for name in ATTRIBUTES})
SCORES_NOW = RollBinding(derived_scores, **BUILD, **{name: f"{name}_now" for name in ATTRIBUTES})
PRICE = RollBinding(
    points,
    **BUILD,
    **{name: name for name in ATTRIBUTES},
    traits="trait_prices",
    trait_bonuses="trait_bonuses",
    skills="skill_points",
    raised="raised",
)
DEFENCE = {"reflexes": "reflexes_in_effect", "def_stays": "bought_defense", "stunned": "stunned"}
ROLLS = (
    RollBinding(initiative, reflexes="reflexes_now", intellect="intellect_now", bonus="bought_initiative"),
    RollBinding(blow, UNSKILLED, NO_WEAPON, **ATTACK, **WEAPON),
    RollBinding(attack, UNSKILLED, **ATTACK),
    RollBinding(blunt, NO_WEAPON, harm="weapons.harm", blunt="weapons.is_blunt"),
    RollBinding(stun, by_intellect="intellect_in_effect"),
    RollBinding(takedown, UNSKILLED, NO_WEAPON, **ATTACK, **WEAPON),
    RollBinding(skill, UNSKILLED, attribute=NOW, skill="skills.total"),
    RollBinding(attribute, attribute=NOW),
    RollBinding(move, move="move_now", health="health_in_effect"),
    RollBinding(lift, NO_LIFT, lift="known_lift"),
    RollBinding(life, maximum="life", stunning="stunning", deadly="deadly"),
    RollBinding(experience, level=ATTRIBUTES),
    SCORES,
    PRICE,
)
MET_BY = (
    *(
        RollBinding(
            roll,
            **DEFENCE,
            toughness="toughness",
            life_max="life",
            life="life_standing",
            deadly_so_far="deadly_standing",
        )
        for roll in (blow, takedown)
    ),
    RollBinding(attack, **DEFENCE),
    RollBinding(blunt, toughness="toughness", life_max="life", life="life_left", deadly_so_far="deadly"),
    RollBinding(stun, intellect="intellect_in_effect", acted="has_acted"),
)


class Character(Fighter, id="combat.character", title="Character", page="combat/characters/#attributes"):
    """A character, from point buy to their state in a fight.

    Scores beyond the campaign's recommendations cause warnings, never errors. Reading: traits' bonuses count in every
    roll.

    Reading: a stun lowers DEF, INI and MOV together with the attributes in their formulas. TGH stays as it is.

    Reading: a character whose HLT is 0 is dead and out of the fight, whatever LIF is left.
    """

    campaign: Campaign = "realistic"
    strength: Annotated[int, attribute_score("STR")] = 3
    reflexes: Annotated[int, attribute_score("REF")] = 3
    health: Annotated[int, attribute_score("HLT")] = 3
    presence: Annotated[int, attribute_score("PRE")] = 3
    intellect: Annotated[int, attribute_score("INT")] = 3
    will: Annotated[int, attribute_score("WIL")] = 3
    bought_defense: Annotated[int, bought_points("DEF")] = 0
    bought_initiative: Annotated[
        int, Whole(0, 30, "points of INI bought on top, with Character Points", label="INI bought")
    ] = 0
    bought_toughness: Annotated[int, bought_points("TGH")] = 0
    bought_life: Annotated[int, bought_points("LIF")] = 0
    bought_move: Annotated[
        int, Whole(0, 30, "points of MOV bought on top, with Character Points", label="MOV bought")
    ] = 0
    skills: Annotated[tuple[Skill, ...], ListOf(Record(Skill, "a skill"), "skills", most=40)] = ()
    skill_points: Annotated[
        int, Whole(0, 1000, "the total cost of the skills", label="Skills, all together", unit="CP")
    ] = 0
    traits: Annotated[
        tuple[Trait, ...], ListOf(Record(Trait, "an advantage"), "advantages", most=20, label="Advantages")
    ] = ()
    weapons: Annotated[tuple[Weapon, ...], ListOf(Record(Weapon, "a weapon"), "weapons", most=12)] = (FIST,)
    allegiances: Annotated[
        tuple[Allegiance, ...],
        ListOf(Record(Allegiance, "an allegiance"), "allegiances, the most important first", most=3),
    ] = ()
    dead_lift: Annotated[
        int, Whole(0, 1_000_000, "the weight that the character can lift without moving", label="Dead lift", unit="kg")
    ] = 0
    experience: Annotated[int, Whole(0, 1_000_000, "Experience Points to spend", label="Experience Points")] = 0
    raised: Annotated[
        tuple[str, ...],
        ListOf(
            RowOf("combat.attributes", "a level paid for with Experience"),
            "levels that Experience Points paid for",
            most=len(ATTRIBUTES) * HIGHEST,
            label="Levels paid for with Experience",
        ),
    ] = ()
    sprinted: Annotated[int, Whole(0, HIGHEST, "turns sprinted since the last rest", label="Turns sprinted")] = 0
    notes: Annotated[str, Text("disadvantages, rank, gear", most=2000, lines=True)] = ""

    strength_in_effect, reflexes_in_effect = effective_attribute("strength"), effective_attribute("reflexes")
    health_in_effect, presence_in_effect = effective_attribute("health"), effective_attribute("presence")
    intellect_in_effect, will_in_effect = effective_attribute("intellect"), effective_attribute("will")
    strength_now = current_attribute("strength")
    reflexes_now = current_attribute("reflexes")
    health_now = current_attribute("health")
    presence_now = current_attribute("presence")
    intellect_now = current_attribute("intellect")
    will_now = current_attribute("will")
    defense, initiative, toughness = derived_score("defense"), derived_score("initiative"), derived_score("toughness")
    life, move = derived_score("life"), derived_score("move")
    defense_now, initiative_now = current_score("defense"), current_score("initiative")
    move_now = current_score("move")

    rolls, met_by = ROLLS, MET_BY
    meter, glance = ("life_left", "life"), ("state", "deadly")

    @property
    def known_lift(self) -> int | None:
        """The dead lift, or None as long as the sheet doesn't say it."""
        return self.dead_lift or None

    layout = CHARACTER
    paper = CHARACTER_PAPER

    def compute_with_traits(self, name: str) -> int:
        """Return an attribute including traits' bonuses."""
        return int(getattr(self, name)) + self.trait_bonuses.count(name)

    @cached_property
    def scores(self) -> Mapping[str, int]:
        """The derived attributes, computed by their mechanic."""
        return compute_scores(tuple(SCORES.fill_params(self).items()))

    @cached_property
    def scores_when_stunned(self) -> Mapping[str, int]:
        """The derived attributes with the attributes as they are now."""
        return compute_scores(tuple(SCORES_NOW.fill_params(self).items()))

    @cached_property
    def price(self) -> Roll:
        """The cost of the build, computed by the mechanic of Character Points."""
        return points.resolve((), PRICE.fill_params(self))

    @property
    def is_dead(self) -> bool:
        return self.compute_with_traits("health") == 0

    @property
    def full_life(self) -> int:
        return self.life

    @property
    def trait_prices(self) -> tuple[int, ...]:
        """The cost of each advantage."""
        return tuple(trait.cost for trait in self.traits)

    @property
    def trait_bonuses(self) -> tuple[str, ...]:
        """The attributes that traits raise, repeated for each +1."""
        return tuple(trait.raises for trait in self.traits for _ in range(trait.by) if trait.raises != "none")

    @derived(label="Character Points spent")
    def points_spent(self) -> int:
        """Return the total cost of attributes, scores, advantages and skills."""
        return int(self.price.outcome["spent"])

    @derived(label="Character Points left")
    def points_left(self) -> int:
        """Return the rest of the campaign's points; negative if more is spent."""
        return int(self.price.outcome["left"])

    @derived(label="Sprint turns left")
    def sprint_left(self) -> int:
        """Return the number of turns the character can still sprint."""
        return max(0, self.compute_with_traits("health") - self.sprinted)

    @derived(label="Rest owed, in minutes")
    def rest_owed(self) -> int:
        """Return the minutes of rest for the turns that were sprinted."""
        return self.sprinted

    @warning
    def beyond_the_campaign(self) -> str | None:
        return " ".join(self.price.consequences) or None

    @warning
    def at_zero(self) -> str | None:
        zeros = (table("combat.attributes").row(name) for name in ATTRIBUTES if self.compute_with_traits(name) == 0)
        return " ".join(f"{row['short']} 0: {describe_zero(row)}" for row in zeros) or None

    @warning
    def above_ten(self) -> str | None:
        high = [each for each in self.skills if each.level > BEST_SKILL]
        names = ", ".join(f"{each.name or 'a skill'} {each.level}" for each in high)
        return f"Without what advantages add, a skill normally ends at {BEST_SKILL}: {names}." if high else None

    @open_question
    def blunt_is_unknown(self) -> str | None:
        names = [weapon.name or "a weapon" for weapon in self.weapons if weapon.blunt == "unknown"]
        return ask_about_blunt(", ".join(names)) if names else None

    def check(self) -> None:
        check_raised({name: getattr(self, name) for name in ATTRIBUTES}, self.raised)
        for name in ATTRIBUTES:
            if self.compute_with_traits(name) > HIGHEST:
                added = self.trait_bonuses.count(name)
                raise ParameterError(
                    name,
                    getattr(self, name),
                    f"at most {HIGHEST - added}",
                    note=f"traits add {added}",
                    plain=f"Traits add {added} to {short_label_for(name)}, so you can enter at most {HIGHEST - added}; "
                    f"you entered {getattr(self, name)}.",
                )
        if self.life == 0:
            raise ParameterError(
                "health",
                0,
                "1 or more",
                given={"will": 0, "bought_life": 0},
                plain="With HLT 0, WIL 0 and no LIF bought, there is no LIF: raise one of them.",
            )
        super().check()
