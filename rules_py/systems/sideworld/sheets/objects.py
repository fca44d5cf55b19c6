"""Sideworld: things with a Damage Capacity, vehicles, walls, and what damage does to them."""

from fractions import Fraction
from typing import Annotated, ClassVar

from rules_py.errors import RulesError
from rules_py.parameters import Flag, Text, Whole
from rules_py.play import After, AtHand, Fills, Say, Sheet, change, derived, warning
from rules_py.systems.sideworld.armour import MOST, Layers, armour, object_hit, object_left, past, through, wall
from rules_py.systems.sideworld.carrying import carry
from rules_py.systems.sideworld.combat import attack, damage_roll, to_hit, unarmed, unarmoured
from rules_py.systems.sideworld.firing import group_attack
from rules_py.systems.sideworld.near_misses import near_miss
from rules_py.systems.sideworld.scores import score
from rules_py.systems.sideworld.sheets.list_items import Weapons
from rules_py.systems.sideworld.vehicles import (
    Handling,
    LevelsAbove,
    Manual,
    Unskilled,
    contest,
    crash,
    drive,
    ram,
    turret,
    unarmoured_turret,
    weave,
    weaving,
    wheel_terms,
)
from rules_py.text.formatting import decimal, exact


class Thing(Sheet, id="sideworld.object", title="Object", page="sideworld/armour/#objects"):
    """Something that works until its Damage Capacity is gone; armour may be in front of it.

    Reading: it has no Stamina, whatever a whole attack says of its target's; the damage that meets it is right.
    """

    name: Annotated[str, Text("what it is")] = ""
    resilience: Annotated[int, Whole(0, MOST, "its resilience", label="Resilience")] = 5
    dc: Annotated[int, Whole(0, MOST, "the DC it has left", label="DC left")] = 150
    layers: Layers = ()

    met_by: ClassVar[tuple[Fills, ...]] = (
        Fills(object_hit, resilience="resilience", dc="dc"),
        Fills(to_hit, dodge="dodge"),
        Fills(unarmed, dodge="dodge", layers="layers"),
        Fills(attack, dodge="dodge", layers="layers"),
        Fills(damage_roll, layers="layers"),
        Fills(armour, layers="layers"),
        Fills(group_attack, dodges="dodging"),
        Fills(turret, dodge="dodge", layers="layers"),
    )
    glance = ("dc", "layers")

    @derived
    def dodge(self) -> int:
        """What it adds to the die that is rolled for it: nothing."""
        return 0

    @property
    def dodging(self) -> tuple[int, ...]:
        """What it adds when it is attacked alone."""
        return (self.dodge,)

    @derived(label="Broken")
    def out(self) -> bool:
        """Whether it no longer works."""
        return self.dc == 0

    @warning
    def broken(self) -> str | None:
        return "It no longer works." if self.out else None


class Vehicle(Thing, id="sideworld.vehicle", title="Vehicle", page="sideworld/vehicles/#driving"):
    """A vehicle with whoever drives it."""

    reactions: Annotated[int, score("the pilot's Reactions", "Pilot's Reactions")] = 10
    manual: Manual = False
    unskilled: Unskilled = False
    levels_above: LevelsAbove = 0
    handling: Handling = 0
    tracked: Annotated[bool, Flag("the vehicle has tracks", label="Tracks")] = False
    kph: Annotated[int, Whole(0, 1000, "its top speed", label="Top speed", unit="km/h")] = 100
    weaves: Annotated[bool, Flag("it twists and turns, at half its top speed", label="Weaving")] = False
    weapons: Weapons = ()

    rolls = (
        *(
            Fills(
                roll,
                reactions="reactions",
                manual="manual",
                unskilled="unskilled",
                levels_above="levels_above",
                handling="handling",
            )
            for roll in (contest, ram)
        ),
        Fills(
            drive,
            reactions="reactions",
            manual="manual",
            unskilled="unskilled",
            levels_above="levels_above",
            handling="handling",
            tracked="tracked",
        ),
        Fills(crash),
        Fills(
            weave,
            reactions="reactions",
            manual="manual",
            unskilled="unskilled",
            levels_above="levels_above",
            handling="handling",
            kph="kph",
        ),
        Fills(
            turret,
            reactions="reactions",
            manual="manual",
            unskilled="unskilled",
            levels_above="levels_above",
            handling="handling",
            bonus="weapons.bonus",
            damage="weapons.damage",
            rounds="weapons.rounds",
            guided="weapons.guided",
            radius="weapons.radius",
            weapon="weapons.kind",
        ),
    )
    met_by = (
        *Thing.met_by,
        Fills(ram, dodge="dodge", target="rammed_as"),
        Fills(
            contest,
            opponent="reactions",
            opponent_manual="manual",
            opponent_unskilled="unskilled",
            opponent_levels_above="levels_above",
            opponent_handling="handling",
        ),
    )

    @property
    def rammed_as(self) -> str:
        """What it is to whoever rams it."""
        return "vehicle"

    @derived
    def dodge(self) -> int:
        """0, or while it weaves half of the pilot's Reactions with what driver and vehicle add."""
        return weaving(self.at_the_wheel, self.kph)[0] if self.weaves else 0

    @derived(label="At the wheel")
    def at_the_wheel(self) -> int:
        """The pilot's Reactions with what driver and vehicle add."""
        terms = wheel_terms(self.manual, self.unskilled, self.levels_above, self.handling)
        return self.reactions + sum(number for _, number in terms)

    @derived(label="Fastest now")
    def fastest(self) -> int | Fraction:
        """How fast it can go, in km/h: weaving halves that."""
        return weaving(self.at_the_wheel, self.kph)[1] if self.weaves else self.kph


class Wall(Sheet, id="sideworld.wall", title="Wall", page="sideworld/armour/#walls"):
    """A wall with a DC for each square metre. Reading: holes add up."""

    name: Annotated[str, Text("which wall")] = ""
    dc_per_m2: Annotated[int, Whole(1, MOST, "its DC per square metre", label="DC per m²")] = 10
    damage: Annotated[int, Whole(0, MOST, "damage so far", label="Damage so far")] = 0

    met_by = (Fills(wall, dc_per_m2="dc_per_m2"),)

    @derived(label="Hole in m²")
    def hole(self) -> int | Fraction:
        """How much of it is gone, in square metres."""
        return exact(Fraction(self.damage, self.dc_per_m2))


@change(
    "sideworld.damage-object",
    of=Thing,
    title="Take damage",
    page="sideworld/armour/#objects",
    after=(
        After(object_hit, "target", damage="damage"),
        After(damage_roll, "target", damage="per_target"),
        After(group_attack, "target", each=True, damage="damage"),
        After(attack, "target", again=unarmoured, damage="met"),
        After(unarmed, "target", damage="damage"),
        After(turret, "target", again=unarmoured_turret, damage="met"),
        After(carry, "anybody", if_wanted=True, note="thrown", damage="thrown"),
        After(near_miss, "target", damage="damage"),
        After(crash, "roller", damage="vehicle"),
        After(ram, "roller", damage="rammer"),
        After(ram, "target", when={"hit": True, "target": "vehicle"}, damage="rammed"),
    ),
)
def damage_object(
    thing: Thing, say: Say, damage: Annotated[int, Whole(0, None, "damage before any armour")] = 10
) -> Thing:
    """Damage goes through the layers of armour and comes off DC; below the resilience it does nothing."""
    if thing.out:
        raise RulesError("sideworld.damage-object: it no longer works, and takes no more damage")
    _, _, trace = through(damage, thing.layers)
    delivered, standing = past(damage, thing.layers)
    for line in trace:
        say(line)
    left = object_left(delivered, thing.resilience, thing.dc, say)
    if left == 0:
        say("It no longer works.")
    return thing.but(layers=standing, dc=left)


@change(
    "sideworld.weave-or-not",
    of=Vehicle,
    title="Weave, or drive straight",
    page="sideworld/vehicles/#under-attack",
    at_hand=(AtHand(),),
)
def weave_or_not(vehicle: Vehicle, say: Say) -> Vehicle:
    """A pilot chooses before an attack whether the vehicle weaves."""
    changed = vehicle.but(weaves=not vehicle.weaves)
    say(f"Weaving: Dodge {changed.dodge}." if changed.weaves else "Driving straight.")
    return changed


@change(
    "sideworld.damage-wall",
    of=Wall,
    title="Take damage",
    page="sideworld/armour/#walls",
    after=(After(wall, "target", damage="damage"), After(damage_roll, "target", damage="per_target")),
)
def damage_wall(wall: Wall, say: Say, damage: Annotated[int, Whole(0, MOST, "damage to the wall")] = 10) -> Wall:
    """Damage divided by the DC per square metre is the size of the hole."""
    hit = wall.but(damage=wall.damage + damage)
    say(f"The hole is {decimal(hit.hole)} m² now." if hit.hole else "No hole.")
    return hit
