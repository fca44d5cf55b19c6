"""Sideworld: objects with a Damage Capacity, vehicles and walls, and their damage."""

from fractions import Fraction
from typing import Annotated, ClassVar

from rules_py.errors import ForbiddenError
from rules_py.parameters import Flag, Text, Whole
from rules_py.play import Log, QuickAction, RollBinding, Sheet, Trigger, Without, change, derived, warning
from rules_py.systems.sideworld.armour import (
    MOST,
    Layers,
    armour,
    compute_dc_left,
    object_hit,
    penetrate,
    trace_layers,
    wall,
)
from rules_py.systems.sideworld.carrying import carry
from rules_py.systems.sideworld.combat import attack, damage_roll, resolve_unarmoured, to_hit, unarmed
from rules_py.systems.sideworld.firing import group_attack
from rules_py.systems.sideworld.near_misses import near_miss
from rules_py.systems.sideworld.scores import score
from rules_py.systems.sideworld.sheets.list_items import Weapons
from rules_py.systems.sideworld.vehicles import (
    Handling,
    LevelsAbove,
    Manual,
    Unskilled,
    compute_weave,
    contest,
    crash,
    drive,
    list_driving_modifiers,
    ram,
    resolve_unarmoured_turret,
    turret,
    weave,
)
from rules_py.text.numbers import format_decimal, simplify_fraction


class Thing(Sheet, id="sideworld.object", title="Object", page="sideworld/armour/#objects"):
    """An object that works until its Damage Capacity is gone; armour may be in front of it.

    Reading: an object has no Stamina. Roll a whole attack at it for the damage, and ignore what it says of the target's
    state.

    Reading: it neither rolls for initiative nor acts, and it doesn't decide how a fight ends.
    """

    name: Annotated[str, Text("its name")] = ""
    resilience: Annotated[int, Whole(0, MOST, "its resilience", label="Resilience")] = 5
    dc: Annotated[int, Whole(0, MOST, "the DC it has left", label="DC left")] = 150
    layers: Layers = ()

    met_by: ClassVar[tuple[RollBinding, ...]] = (
        RollBinding(object_hit, resilience="resilience", dc="dc"),
        RollBinding(to_hit, dodge="dodge"),
        RollBinding(unarmed, dodge="dodge", layers="layers"),
        RollBinding(attack, dodge="dodge", layers="layers", inanimate="inanimate"),
        RollBinding(damage_roll, layers="layers"),
        RollBinding(armour, layers="layers"),
        RollBinding(group_attack, dodges="dodging"),
        RollBinding(turret, dodge="dodge", layers="layers", inanimate="inanimate"),
    )
    glance = ("dc", "layers")

    @derived
    def dodge(self) -> int:
        """Return the bonus to the die that is rolled for it: 0."""
        return 0

    @property
    def inanimate(self) -> bool:
        """True, as it has no Stamina."""
        return True

    @property
    def dodging(self) -> tuple[int, ...]:
        """The Dodge of the object as the only target of an attack."""
        return (self.dodge,)

    @derived(label="Broken")
    def out(self) -> bool:
        """Return True if it no longer works."""
        return self.dc == 0

    @warning
    def broken(self) -> str | None:
        return "It no longer works." if self.out else None


class Vehicle(Thing, id="sideworld.vehicle", title="Vehicle", page="sideworld/vehicles/#driving"):
    """A vehicle with its driver.

    Reading: a vehicle has no turn of its own. Its pilot drives it, fires its turret and rams with it, and each of these
    is one of the pilot's actions. If the pilot isn't a combatant, the vehicle has the pilot's actions per turn in each
    round.
    """

    reactions: Annotated[int, score("the pilot's Reactions", "Pilot's Reactions")] = 10
    actions: Annotated[int, Whole(1, 40, "the pilot's actions per turn", label="Pilot's actions per turn")] = 2
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
            RollBinding(
                roll,
                reactions="reactions",
                manual="manual",
                unskilled="unskilled",
                levels_above="levels_above",
                handling="handling",
            )
            for roll in (contest, ram)
        ),
        RollBinding(
            drive,
            reactions="reactions",
            manual="manual",
            unskilled="unskilled",
            levels_above="levels_above",
            handling="handling",
            tracked="tracked",
        ),
        RollBinding(crash),
        RollBinding(
            weave,
            reactions="reactions",
            manual="manual",
            unskilled="unskilled",
            levels_above="levels_above",
            handling="handling",
            kph="kph",
        ),
        RollBinding(
            turret,
            Without("weapons", reason="There is no weapon on the vehicle."),
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
        RollBinding(ram, dodge="dodge", target="rammed_as"),
        RollBinding(
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
        """The kind of target for a ramming vehicle."""
        return "vehicle"

    @derived
    def dodge(self) -> int:
        """Return the Dodge: 0, or half of `at_the_wheel` while the vehicle weaves."""
        return compute_weave(self.at_the_wheel, self.kph)[0] if self.weaves else 0

    @derived(label="At the wheel")
    def at_the_wheel(self) -> int:
        """Return the pilot's Reactions plus the modifiers of driver and vehicle."""
        terms = list_driving_modifiers(self.manual, self.unskilled, self.levels_above, self.handling)
        return self.reactions + sum(number for _, number in terms)

    @derived(label="Fastest now")
    def fastest(self) -> int | Fraction:
        """Return the top speed in km/h, which weaving halves."""
        return compute_weave(self.at_the_wheel, self.kph)[1] if self.weaves else self.kph


class Wall(Sheet, id="sideworld.wall", title="Wall", page="sideworld/armour/#walls"):
    """A wall with a DC for each square metre. Reading: holes add up."""

    name: Annotated[str, Text("its name")] = ""
    dc_per_m2: Annotated[int, Whole(1, MOST, "its DC per square metre", label="DC per m²")] = 10
    damage: Annotated[int, Whole(0, MOST, "damage so far", label="Damage so far")] = 0

    met_by = (RollBinding(wall, dc_per_m2="dc_per_m2"),)

    @derived(label="Hole in m²")
    def hole(self) -> int | Fraction:
        """Return the size of the hole in square metres."""
        return simplify_fraction(Fraction(self.damage, self.dc_per_m2))


def works(thing: Thing) -> bool:
    """Return True if an object still works."""
    return not thing.out


@change(
    "sideworld.damage-object",
    sheet_types=Thing,
    title="Take damage",
    page="sideworld/armour/#objects",
    triggers=(
        Trigger(object_hit, "target", applies_if=works, damage="damage"),
        Trigger(damage_roll, "target", applies_if=works, damage="per_target"),
        Trigger(group_attack, "target", applies_if=works, is_per_target=True, damage="damage"),
        Trigger(attack, "target", applies_if=works, detail_rule=resolve_unarmoured, damage="met"),
        Trigger(unarmed, "target", applies_if=works, damage="damage"),
        Trigger(turret, "target", applies_if=works, detail_rule=resolve_unarmoured_turret, damage="met"),
        Trigger(carry, "anybody", is_optional=True, note="thrown", damage="thrown"),
        Trigger(near_miss, "target", applies_if=works, damage="damage"),
        Trigger(crash, "roller", applies_if=works, damage="vehicle"),
        Trigger(ram, "roller", applies_if=works, damage="rammer"),
        Trigger(ram, "target", applies_if=works, conditions={"hit": True, "target": "vehicle"}, damage="rammed"),
    ),
)
def damage_object(
    thing: Thing, say: Log, damage: Annotated[int, Whole(0, None, "damage before any armour")] = 10
) -> Thing:
    """Apply damage to the layers of armour and then to the DC; below the resilience it does nothing."""
    if thing.out:
        raise ForbiddenError("sideworld.damage-object", "it is broken already")
    _, _, trace = trace_layers(damage, thing.layers)
    delivered, standing = penetrate(damage, thing.layers)
    for line in trace:
        say(line)
    left = compute_dc_left(delivered, thing.resilience, thing.dc, say)
    if left == 0:
        say("It no longer works.")
    return thing.replace(layers=standing, dc=left)


@change(
    "sideworld.weave-or-not",
    sheet_types=Vehicle,
    title="Weave, or drive straight",
    page="sideworld/vehicles/#under-attack",
    quick_actions=(QuickAction(),),
)
def weave_or_not(vehicle: Vehicle, say: Log) -> Vehicle:
    """Weave or stop weaving, which a pilot chooses before an attack."""
    changed = vehicle.replace(weaves=not vehicle.weaves)
    say(f"Weaving: Dodge {changed.dodge}." if changed.weaves else "Driving straight.")
    return changed


@change(
    "sideworld.damage-wall",
    sheet_types=Wall,
    title="Take damage",
    page="sideworld/armour/#walls",
    triggers=(Trigger(wall, "target", damage="damage"), Trigger(damage_roll, "target", damage="per_target")),
)
def damage_wall(wall: Wall, say: Log, damage: Annotated[int, Whole(0, MOST, "damage to the wall")] = 10) -> Wall:
    """Add damage, which divided by the DC per square metre is the size of the hole."""
    hit = wall.replace(damage=wall.damage + damage)
    say(f"The hole is {format_decimal(hit.hole)} m² now." if hit.hole else "No hole.")
    return hit
