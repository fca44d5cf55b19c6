"""PSIOPS: carried weapons and items, and the slots they fill."""

from collections.abc import Iterable
from typing import Annotated, NamedTuple

from rules_py.parameters import Choice, Flag, RowOf, Text, Whole
from rules_py.play import CardFact, Counter
from rules_py.systems.psiops.combat import DamageModifier, find_weapon_class
from rules_py.tables import table
from rules_py.text.sentences import use_minus_sign

SLOTS = {"hands": 2, "body": 4, "backpack": 6}
"""The number of slots in each place."""

FULL_AMMO = 6
"""The ammo of a ranged weapon at the start of a mission, unless its own figure differs."""

NEARBY = "nearby"
"""The range of most fights, and the default range of an attack."""

Place = Annotated[str, Choice(tuple(SLOTS), "its place; taking it out of the backpack costs an action")]
Filled = Annotated[
    int,
    Whole(
        0,
        2,
        "slots it fills: 2 if it takes both hands, 0 if it is bundled with another or worn as clothes",
        label="Slots",
    ),
]


AREA, PACKED = 10, 20
"""Points off the worth of a weapon that hits everybody in an area, and of one that is in the backpack."""


class Weapon(NamedTuple):
    """A weapon on an operative's sheet."""

    name: Annotated[str, Text("its name")] = "Handgun"
    kind: Annotated[str, RowOf("psiops.attack-modifiers", "its kind, for the modifier by range", allow_none=True)] = (
        "handgun"
    )
    damage: DamageModifier = 1
    ammo: Annotated[int, Whole(0, FULL_AMMO, "ammo left, or the number of grenades or the like")] = FULL_AMMO
    full: Annotated[int, Whole(0, FULL_AMMO, "ammo when it is full; 0 if it isn't counted", label="Ammo when full")] = (
        FULL_AMMO
    )
    blast: Annotated[bool, Flag("it hits everybody in an area")] = False
    place: Place = "body"
    slots: Filled = 1

    @property
    def card(self) -> tuple[CardFact, ...]:
        """The facts of its card: what it adds to the damage, and its ammo."""
        added = "blast" if self.blast else use_minus_sign(f"{self.damage:+d}")
        return (added, Counter(self.ammo, self.full)) if self.full else (added,)

    @property
    def range_band(self) -> str:
        """The default range: nearby, or the nearest one within reach."""
        if self.kind == "none":
            return NEARBY
        row = table("psiops.attack-modifiers").row(self.kind)
        possible = [band for band in table("psiops.ranges").keys if row[band] != "impossible"]
        return NEARBY if NEARBY in possible else possible[0]

    @property
    def worth(self) -> int:
        """The rank of the weapon when an operative chooses: what it adds, at hand first and a blast last."""
        row = None if self.kind == "none" else table("psiops.attack-modifiers").row(self.kind)
        added = self.damage + (row.number(self.range_band) if row else 0)
        return added - (AREA if self.blast else 0) - (PACKED if self.place == "backpack" else 0)

    @property
    def leaves_the_hand(self) -> bool:
        """True if each use takes one of it: a counted weapon that is thrown, or one that is printed with 1 of 1."""
        return self.full == 1 or (self.kind == "thrown" and self.full > 0)

    @property
    def empty(self) -> bool:
        """True if it has ammo to count and none is left."""
        return self.full > 0 and self.ammo == 0


class Item(NamedTuple):
    """An item other than a weapon that fills slots."""

    name: Annotated[str, Text("its name")] = "Item"
    place: Place = "backpack"
    slots: Filled = 1


def build_weapon(key: str, place: str) -> Weapon:
    """Build a weapon of the table, with full ammo.

    The grenade launcher has no figures, so it has those of the grenade that it fires.
    """
    row = table("psiops.weapons").row(key)
    figures = table("psiops.weapons").row("grenade-frag") if row["damage"] == "–" else row
    ammo = int(figures["ammo"].partition("/")[2])
    return Weapon(
        row.name, find_weapon_class(row), figures.number("damage"), ammo, ammo, figures["blast"] == "yes", place
    )


def count_filled_slots(carried: Iterable[Weapon | Item], place: str | None = None) -> int:
    """Count the slots that things fill, in one place or in all."""
    return sum(each.slots for each in carried if place in (None, each.place))


def find_place_with_room(carried: Iterable[Weapon | Item], *places: str) -> str:
    """Return the first of these places with a free slot, or the first place if all are full."""
    carried = list(carried)
    return next((place for place in places if count_filled_slots(carried, place) < SLOTS[place]), places[0])
