"""Sideworld's character sheet: attributes before and after penalties, Stamina, body, armour, weapons, NE and poison."""

from collections import Counter
from functools import cache
from typing import Annotated

from rules_py.errors import ForbiddenError, ParameterError
from rules_py.parameters import Flag, ListOf, Record, Text, Whole
from rules_py.play import Condition, Derived, RollBinding, Sheet, Without, derived, open_question, warning
from rules_py.systems.sideworld.ageing import Age, ageing, natural_death
from rules_py.systems.sideworld.armour import Layers, armour
from rules_py.systems.sideworld.attributes import BURDENED, compute_attribute_left
from rules_py.systems.sideworld.body_parts import TRUNK, BodyPart, prosthetic, wound
from rules_py.systems.sideworld.carrying import carry, find_carrying_penalty
from rules_py.systems.sideworld.combat import attack, damage_roll, to_hit, unarmed
from rules_py.systems.sideworld.firing import full_auto, group_attack, recoil, refill
from rules_py.systems.sideworld.harm import WHAT_STATES_MEAN, find_state, heal, severe, stamina
from rules_py.systems.sideworld.magic import scramble, spell
from rules_py.systems.sideworld.near_misses import near_miss
from rules_py.systems.sideworld.playing import initiative, save, sneak
from rules_py.systems.sideworld.poison import find_penalty, find_row, poison, poison_later
from rules_py.systems.sideworld.scores import HIGHEST
from rules_py.systems.sideworld.sheets.layout import CHARACTER
from rules_py.systems.sideworld.sheets.list_items import (
    ATTRIBUTES,
    Drain,
    Effect,
    Gear,
    Parry,
    Prosthetic,
    Store,
    Weapons,
)
from rules_py.systems.sideworld.sheets.paper import CHARACTER_PAPER
from rules_py.systems.sideworld.takedown import takedown
from rules_py.systems.sideworld.vehicles import contest, drive, ram, turret, weave
from rules_py.tables import table
from rules_py.text.wording import pluralize

MOST_STAMINA = 199
"""The maximum Stamina: rolls accept at most 199 points as lost, and all of it can be."""

MOST_EFFECTS, MOST_GEAR = 20, 40

PASSED_OUT = ("unconscious", "overdose")
"""The rows of the Poison Levels that knock a character out."""


ActionsPerTurn = Whole(1, 40, "actions per turn", label="Actions per turn")


def basic_attribute(name: str) -> Whole:
    """Return the parameter kind of an attribute as recorded on the sheet."""
    return Whole(0, HIGHEST, f"your {ATTRIBUTES[name]} when healthy, after your age", label=ATTRIBUTES[name])


def current_attribute(name: str) -> Derived[int]:
    """Return the current value of an attribute, after penalties."""

    def compute(sheet: "Character") -> int:
        return sheet.compute_left(name)

    compute.__doc__ = f"{ATTRIBUTES[name]} after penalties."
    return Derived(compute, f"{ATTRIBUTES[name]} now")


def attribute_before_halving(name: str) -> property:
    """Return an attribute for rolls that halve it themselves below half of Stamina."""

    def compute(sheet: "Character") -> int:
        whole, left = sheet.compute_left(name, "healthy"), sheet.compute_left(name)
        return whole if sheet.state == "healthy" or whole // 2 == left else 2 * left

    return property(compute)


SHOT = {"bonus": "weapons.bonus", "recoil": "weapons.recoil_now", "guided": "weapons.guided"}
LOAD = {"damage": "weapons.damage", "rounds": "weapons.rounds"}
NEAR = {"radius": "weapons.radius", "weapon": "weapons.kind"}
PARRIES = {"parry_bonus": "parries.bonus", "parry_resilience": "parries.resilience", "parry_dc": "parries.dc"}
BODY = {"stamina": "stamina", "stamina_lost": "lost_before_death", "layers": "layers"}

NO_WEAPON = Without("weapons", reason="There is no weapon on the sheet. Add one, or attack unarmed.")
NO_PARRY = Without("parries", parry_bonus=0, parry_resilience=0, parry_dc=0)
NO_PARRY_LAYER = Without("parries", parry_resilience=0, parry_dc=0)
NO_PROSTHETIC = Without("prosthetics", reason="There is no prosthetic on the sheet.")

ROLLS = (
    RollBinding(initiative, initiative="initiative_now"),
    RollBinding(
        group_attack,
        NO_WEAPON,
        attack="attack_now",
        radius="weapons.radius",
        weapon="weapons.on_a_group",
        **SHOT,
        **LOAD,
    ),
    RollBinding(attack, NO_WEAPON, attack="attack_now", **SHOT, **LOAD, **NEAR),
    RollBinding(unarmed, attack="attack_now", strength="strength_now"),
    RollBinding(to_hit, NO_WEAPON, attack="attack_now", **SHOT),
    RollBinding(damage_roll, NO_WEAPON, **LOAD),
    RollBinding(near_miss, NO_WEAPON, **LOAD, **NEAR),
    RollBinding(full_auto, NO_WEAPON, rate="weapons.rate", rounds="weapons.rounds", actions="actions"),
    RollBinding(recoil, NO_WEAPON, vent="weapons.vent", mounted="weapons.steady"),
    RollBinding(refill, reactions="reactions_now", actions_per_turn="actions"),
    RollBinding(save, attribute=tuple(f"{name}_now" for name in ATTRIBUTES)),
    RollBinding(sneak, reactions="reactions_now"),
    RollBinding(wound, hit_before="parts_hit", prosthetics="replaced"),
    RollBinding(prosthetic, NO_PROSTHETIC, years="prosthetics.years"),
    RollBinding(stamina, maximum="stamina", current="stamina_left"),
    RollBinding(heal, points="stamina_lost"),
    RollBinding(poison, level="poison", endurance="endurance_against_poison"),
    RollBinding(poison_later, level="poison", endurance="endurance_against_poison"),
    RollBinding(ageing, age="age"),
    RollBinding(natural_death, age="age", prosthetic_trunk="trunk_replaced"),
    RollBinding(spell, ne="ne"),
    RollBinding(scramble, hurt="in_pain", poison="poison"),
    RollBinding(carry, code="hands"),
    RollBinding(drive, reactions="reactions_now"),
    RollBinding(contest, reactions="reactions_now"),
    RollBinding(weave, reactions="reactions_now"),
    RollBinding(turret, reactions="reactions_now"),
    RollBinding(ram, reactions="reactions_now"),
    RollBinding(takedown, NO_WEAPON, attack="attack_now", **SHOT, **LOAD, **NEAR),
)
MET_BY = (
    RollBinding(attack, NO_PARRY, dodge="dodge_whole", reactions="reactions_whole", **PARRIES, **BODY),
    RollBinding(takedown, NO_PARRY, dodge="dodge_whole", reactions="reactions_whole", **PARRIES, **BODY),
    RollBinding(turret, dodge="dodge_whole", **BODY),
    RollBinding(
        to_hit,
        Without("parries", parry_bonus=0),
        dodge="dodge_now",
        reactions="reactions_now",
        parry_bonus="parries.bonus",
    ),
    RollBinding(unarmed, NO_PARRY, dodge="dodge_now", reactions="reactions_now", layers="layers", **PARRIES),
    RollBinding(
        damage_roll,
        NO_PARRY_LAYER,
        layers="layers",
        parry_resilience="parries.resilience",
        parry_dc="parries.dc",
    ),
    RollBinding(armour, layers="layers"),
    RollBinding(severe, maximum="stamina"),
    RollBinding(sneak, watchers="watching"),
    RollBinding(group_attack, dodges="dodging"),
    RollBinding(contest, opponent="reactions_now"),
    RollBinding(ram, dodge="dodge_now", target="rammed_as"),
)


class Character(Sheet, id="sideworld.character", title="Character", page="sideworld/harm/#attributes"):
    """A member of the Elite Unit, or a character they meet.

    Reading: the text gives no list of attributes; these are the ones that its rules name. The sheet records their
    healthy values, with age taken off. Only poison and a load bring them below 0.
    """

    name: Annotated[str, Text("the character's name")] = ""
    attack: Annotated[int, basic_attribute("attack")] = 10
    dodge: Annotated[int, basic_attribute("dodge")] = 10
    initiative: Annotated[int, basic_attribute("initiative")] = 10
    reactions: Annotated[int, basic_attribute("reactions")] = 10
    strength: Annotated[int, basic_attribute("strength")] = 10
    endurance: Annotated[int, basic_attribute("endurance")] = 10
    run_speed: Annotated[int, basic_attribute("run_speed")] = 10
    alertness: Annotated[int, basic_attribute("alertness")] = 10
    constitution: Annotated[int, basic_attribute("constitution")] = 10
    muscle: Annotated[int, basic_attribute("muscle")] = 10
    beauty: Annotated[int, basic_attribute("beauty")] = 10
    intellect: Annotated[int, basic_attribute("intellect")] = 10
    willpower: Annotated[int, basic_attribute("willpower")] = 10
    wisdom: Annotated[int, basic_attribute("wisdom")] = 10
    charm: Annotated[int, basic_attribute("charm")] = 10
    actions: Annotated[int, ActionsPerTurn] = 2
    age: Age = 20
    stamina: Annotated[int, Whole(1, MOST_STAMINA, "Stamina when healthy", label="Full Stamina")] = 40
    stamina_lost: Annotated[int, Whole(0, MOST_STAMINA, "the Stamina that is lost", label="Stamina lost")] = 0
    layers: Layers = ()
    weapons: Weapons = ()
    parries: Annotated[
        tuple[Parry, ...],
        ListOf(Record(Parry, "something to parry with"), "what you can parry with", most=6, label="To parry with"),
    ] = ()
    parts_hit: Annotated[
        tuple[str, ...],
        ListOf(
            BodyPart("sideworld.body-parts", "a part that was hit"),
            "parts that a severe wound damaged; a part listed twice is at zero",
            20,
            label="Parts hit",
        ),
    ] = ()
    severe_wounds: Annotated[
        int, Whole(0, 20, "severe wounds whose body part is still to be rolled", label="Severe wounds to roll for")
    ] = 0
    treated: Annotated[
        tuple[str, ...],
        ListOf(
            BodyPart("sideworld.body-parts", "a part that was treated"),
            "parts hit once that surgery brought back to three quarters",
            20,
            label="Parts treated",
        ),
    ] = ()
    prosthetics: Annotated[
        tuple[Prosthetic, ...], ListOf(Record(Prosthetic, "a prosthetic"), "prosthetics", most=20)
    ] = ()
    drained: Annotated[
        tuple[Drain, ...],
        ListOf(Record(Drain, "points off an attribute"), "attributes that something drained", most=20),
    ] = ()
    ne: Annotated[int, Whole(0, 10_000, "NE left", label="NE")] = 0
    ne_full: Annotated[int, Whole(0, 10_000, "the most NE that the body holds", label="Full NE")] = 0
    stores: Annotated[
        tuple[Store, ...],
        ListOf(Record(Store, "a staff or an amulet"), "staves and amulets with NE in them", most=12, label="NE stores"),
    ] = ()
    effects: Annotated[
        tuple[Effect, ...],
        ListOf(Record(Effect, "an effect"), "spells and other effects that last for some turns", MOST_EFFECTS),
    ] = ()
    poison: Annotated[int, Whole(0, 1000, "your Poison Level, in full points", label="Poison Level")] = 0
    poison_thirds: Annotated[int, Whole(0, 2, "thirds of a point of poison on top", label="Thirds of a point")] = 0
    overdose: Annotated[
        int, Whole(0, 5, "points that this overdose has cost each attribute", label="Lost to this overdose")
    ] = 0
    hands: Annotated[
        int, Whole(-5, 0, "encumbrance code of what you hold in your hands", label="Encumbrance code in hand")
    ] = -5
    dead: Annotated[bool, Flag("dead of anything but lost Stamina, poison or a destroyed trunk", label="Dead")] = False
    gear: Annotated[
        tuple[Gear, ...],
        ListOf(Record(Gear, "gear"), "things that you use up, such as first aid kits", MOST_GEAR, label="Gear"),
    ] = ()
    notes: Annotated[str, Text("skills, spells, gear", most=2000, lines=True)] = ""

    attack_now = current_attribute("attack")
    dodge_now = current_attribute("dodge")
    initiative_now = current_attribute("initiative")
    reactions_now = current_attribute("reactions")
    strength_now = current_attribute("strength")
    endurance_now = current_attribute("endurance")
    run_speed_now = current_attribute("run_speed")
    alertness_now = current_attribute("alertness")
    constitution_now = current_attribute("constitution")
    muscle_now = current_attribute("muscle")
    beauty_now = current_attribute("beauty")
    intellect_now = current_attribute("intellect")
    willpower_now = current_attribute("willpower")
    wisdom_now = current_attribute("wisdom")
    charm_now = current_attribute("charm")
    dodge_whole, reactions_whole = attribute_before_halving("dodge"), attribute_before_halving("reactions")

    rolls, met_by = ROLLS, MET_BY
    meter, glance = ("stamina_left", "stamina"), ("state", "layers")
    hand = ("stamina_left", "state")
    conditions = (Condition("in_pain", "hurt"),)
    layout = CHARACTER
    paper = CHARACTER_PAPER

    def compute_left(self, name: str, state: str = "", is_poisoned: bool = True) -> int:
        """Compute an attribute after penalties, at the current Stamina or in another state.

        Reading: drained points come off before anything else, down to 0. The permanent loss by an overdose is off the
        attribute itself, so the Poison Level takes nothing more while it lasts.

        Args:
            is_poisoned: False to leave out the penalty of the Poison Level.
        """
        value = max(0, getattr(self, name) - sum(each.points for each in self.drained if each.attribute == name))
        has_penalty = is_poisoned and find_row(self.poison).key != "overdose"
        by_poison = find_penalty(self.poison) if has_penalty else 0
        by_load = find_carrying_penalty(self.hands) if name in BURDENED else 0
        return compute_attribute_left(value, self.find_part_state(name), state or self.state, by_poison, by_load)

    def find_part_state(self, name: str) -> str:
        """Return the state of the body part that an attribute belongs to."""
        part = map_attributes_to_parts().get(name, "")
        if (hits := Counter(self.parts_hit)[part]) != 1:
            return "zero" if hits else "whole"
        return "treated" if part in self.treated else "halved"

    @derived(label="Stamina left")
    def stamina_left(self) -> int:
        """Return the Stamina left."""
        return self.stamina - self.stamina_lost

    @derived
    def state(self) -> str:
        """Return the state: healthy, hurt, incapacitated or dead."""
        if self.dead or self.parts_hit.count(TRUNK) > 1 or find_row(self.poison).key == "dead":
            return "dead"
        return find_state(self.stamina, self.stamina_left)

    @property
    def endurance_against_poison(self) -> int:
        """The Endurance that poison drains away by.

        Reading: the penalty of a Poison Level doesn't slow down its own draining.
        """
        return self.compute_left("endurance", is_poisoned=False)

    @property
    def lost_before_death(self) -> int:
        """The Stamina lost as attacks count it, which can't be all of it."""
        return min(self.stamina_lost, self.stamina - 1)

    @derived(label="Out of the fight")
    def out(self) -> bool:
        """Return True if the character can't act. Reading: an overdose is no better than being unconscious."""
        return self.state in ("incapacitated", "dead") or find_row(self.poison).key in PASSED_OUT

    @property
    def rammed_as(self) -> str:
        """The kind of target for a ramming vehicle."""
        return "person"

    @property
    def owes_a_part(self) -> bool:
        """True if the body part of a severe wound is still to be rolled."""
        return self.severe_wounds > 0 and self.state != "dead"

    @property
    def in_pain(self) -> bool:
        """True if Stamina is below half."""
        return self.state != "healthy"

    @property
    def replaced(self) -> tuple[str, ...]:
        """The body parts that are prosthetics."""
        return tuple(dict.fromkeys(each.part for each in self.prosthetics))

    @property
    def trunk_replaced(self) -> bool:
        """True if the trunk is a prosthetic."""
        return TRUNK in self.replaced

    @property
    def watching(self) -> tuple[int, ...]:
        """The Alertness of the character as the only watcher of a sneaking opponent."""
        return (self.alertness_now,)

    @property
    def dodging(self) -> tuple[int, ...]:
        """The Dodge of the character as the only target of an attack."""
        return (self.dodge_now,)

    @warning
    def how_bad(self) -> str | None:
        return WHAT_STATES_MEAN[self.state] if self.state != "healthy" else None

    @warning
    def poisoned(self) -> str | None:
        row = find_row(self.poison)
        return row["effect"] if self.poison and row.key != "dead" else None

    @warning
    def wounded(self) -> str | None:
        return "A severe wound: roll 1D100 for the body part." if self.owes_a_part else None

    @warning
    def lasting(self) -> str | None:
        return " ".join(f"{each.label}: {pluralize(each.turns, 'turn')} left." for each in self.effects) or None

    @open_question
    def unclear_weapons(self) -> str | None:
        names = ", ".join(each.label for each in self.weapons if each.is_unclear)
        return f"{names}: does it fire bullets? Until the sheet says so it has no recoil." if names else None

    @warning
    def damaged_parts(self) -> str | None:
        hits = Counter(self.parts_hit)
        said = (
            f"{row['part']}: {row['attributes']} {'at zero' if hits[row.key] > 1 else 'damaged'}"
            for row in table("sideworld.body-parts").rows
            if row.key in hits
        )
        return "; ".join(said) + "." if hits else None

    def check(self) -> None:
        if self.stamina_lost > self.stamina:
            raise ParameterError(
                "stamina_lost",
                self.stamina_lost,
                f"at most {self.stamina}",
                given={"stamina": self.stamina},
                plain=f"You can't lose more than the full Stamina: {self.stamina_lost} of {self.stamina}.",
            )


class Npc(Character, id="sideworld.npc", title="NPC", page="sideworld/harm/#attributes"):
    """A character that the GM plays, with the same changes as any character."""


@cache
def map_attributes_to_parts() -> dict[str, str]:
    """Map each attribute to its body part."""
    return {name: row.key for row in table("sideworld.body-parts").rows for name in list_attributes(row.key)}


def list_attributes(part: str) -> tuple[str, ...]:
    """Return the attributes in a body part's row, by their field names."""
    named = table("sideworld.body-parts").row(part)["attributes"].lower().split(", ")
    return tuple(name.replace(" ", "_") for name in named)


def is_alive(character: Character) -> bool:
    """Return True if a character isn't dead."""
    return character.state != "dead"


def reject_dead_character(change: str, character: Character) -> None:
    """Raise a ForbiddenError for changes that don't apply to a dead character."""
    if character.state == "dead":
        raise ForbiddenError(change, "the character is dead")
