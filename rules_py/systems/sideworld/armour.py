"""Sideworld, Armour and objects: layers, things that break, holes in walls."""

from fractions import Fraction
from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import mechanic
from rules_py.parameters import ListOf, Numbers, Whole
from rules_py.values import decimal, exact

MOST_LAYERS = 50
MOST = 1_000_000
MOST_TOTALS = 600
"""How many different totals damage dice may have (100D6 have 501): their odds have to be worked out at once."""

Damage = Annotated[int, Whole(0, MOST, "points of damage that come in")]
Layers = Annotated[tuple, ListOf(Numbers(("resilience", "dc"), "a layer's resilience and the DC it has left", high=MOST),
                                 "layers from the outermost in, each resilience/DC", MOST_LAYERS)]


def beyond(damage: int, resilience: int) -> int | None:
    """What a resilience lets through of damage; None: the damage is below it and absorbed."""
    return None if damage < resilience else damage - resilience


def meet(damage: int, resilience: int, dc: int) -> tuple[int, int, bool]:
    """Damage meets one layer: what goes on behind it, the DC it has left, and whether it still stands.

    Reading: that holds for any DC. A layer of DC 0 absorbs what is below its resilience, and takes that off the
    first damage that destroys it. One that was destroyed before is no layer any more.
    """
    if (rest := beyond(damage, resilience)) is None:
        return 0, dc, True
    return max(0, rest - dc), max(0, dc - rest), rest < dc


def past(damage: int, layers: tuple[tuple[int, int], ...]) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Damage through layers of armour: what is delivered, and the layers that still stand."""
    for number, (resilience, dc) in enumerate(layers):
        damage, dc, stands = meet(damage, resilience, dc)
        if stands:
            return 0, ((resilience, dc), *layers[number + 1:])
    return damage, ()


def through(damage: int, layers: tuple[tuple[int, int], ...]) -> tuple[int, tuple[int, ...], list[str]]:
    """Damage through layers of armour: what is delivered, the DC left in each layer, and a line about each."""
    left, trace = [], []
    for number, (resilience, dc) in enumerate(layers, 1):
        on, dc_left, _ = meet(damage, resilience, dc)
        trace.append(f"Layer {number}: {_what_happens(damage, resilience, dc, on, dc_left)}")
        left.append(dc_left)
        damage = on
    return damage, tuple(left), trace


def _what_happens(damage: int, resilience: int, dc: int, on: int, dc_left: int) -> str:
    """What a layer does to damage, in words."""
    if damage == 0:
        return f"nothing reaches it, DC {dc} stays."
    if (rest := beyond(damage, resilience)) is None:
        return f"{damage} is below its resilience of {resilience} and absorbed, DC {dc} stays."
    taken_off = f"{damage} - {resilience} resilience = {rest}"
    return f"{taken_off}, DC {dc} goes down to {dc_left}." if dc_left else f"{taken_off}, DC {dc} is gone and {on} goes on."


@mechanic("sideworld.armour", title="Armour", page="sideworld/armour/#armour", headline="delivered")
def armour(dice: Dice, damage: Damage = 20, layers: Layers = ((5, 150),)):
    """Damage meets one layer after the other, from the outermost in.

    Below its resilience all is absorbed and nothing lost. Otherwise the resilience comes off the damage,
    and the rest off the layer's DC for good: if any DC is left all stops there, if none the layer is
    gone and what remains goes on.
    """
    delivered, left, trace = through(damage, layers)
    for line in trace:
        dice.say(line)
    dice.then(f"{delivered} gets through.")
    return {"delivered": delivered, "layers": left, "trace": trace}


@mechanic("sideworld.object", title="Damage to an object", page="sideworld/armour/#objects", headline="dc_left")
def object_hit(dice: Dice, damage: Damage = 20, resilience: Annotated[int, Whole(0, MOST, "the object's resilience")] = 5,
               dc: Annotated[int, Whole(0, MOST, "the object's DC before")] = 150):
    """Damage comes off an object's DC; at 0 it no longer works.

    Damage below the resilience is rebounded and does nothing.

    Reading: damage that is not below the resilience comes off the DC in full. Only armour, and what is
    parried with, takes its resilience off the damage.
    """
    left = dc if damage < resilience else max(0, dc - damage)
    dice.say(f"{damage} is below the resilience of {resilience}: rebounded." if damage < resilience else
             f"DC {dc} - {damage} damage leaves {left}.")
    dice.then("The object no longer works." if left == 0 else f"DC {left} is left.")
    return {"dc_left": left, "broken": left == 0}


@mechanic("sideworld.wall", title="A hole in a wall", page="sideworld/armour/#walls", headline="hole_m2")
def wall(dice: Dice, damage: Damage = 100,
         dc_per_m2: Annotated[int, Whole(1, MOST, "the wall's DC per square metre")] = 10):
    """Damage divided by a wall's DC per square metre is the size of the hole, exactly."""
    hole = exact(Fraction(damage, dc_per_m2))
    dice.say(f"{damage} / {dc_per_m2} per square metre = {decimal(hole)}.")
    dice.then(f"A hole of {decimal(hole)} square metres.")
    return {"hole_m2": hole}
