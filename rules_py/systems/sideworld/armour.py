"""Sideworld, Armour and objects: layers, breaking things, and holes in walls."""

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import ListOf, Numbers, Whole
from rules_py.text.numbers import format_decimal, simplify_fraction

MOST_LAYERS = 50
MOST = 1_000_000
MOST_TOTALS = 600
"""The maximum number of different totals of damage dice (100D6 have 501), so that their odds stay fast to compute."""

Layer = tuple[int, int]
"""A layer's resilience and DC."""

Damage = Annotated[int, Whole(0, MOST, "points of damage that come in", label="Damage")]
Layers = Annotated[
    tuple[Layer, ...],
    ListOf(
        Numbers(("resilience", "dc"), "a layer", high=MOST),
        "layers from the outermost in, each resilience/DC",
        MOST_LAYERS,
        label="Layers",
    ),
]


PARRIED_WITH = "What parried"
"""The name of the object that parried, in the lines about layers."""


def reduce_by_resilience(damage: int, resilience: int) -> int | None:
    """Return the damage that a resilience lets through, or None if it absorbs all of it."""
    return None if damage < resilience else damage - resilience


def hit_layer(damage: int, resilience: int, dc: int) -> tuple[int, int, bool]:
    """Apply damage to one layer; return the damage behind it, its DC left, and True if it isn't destroyed.

    A layer of DC 0 absorbs damage below its resilience as well, and takes its resilience off the first damage that
    destroys it. A layer that was destroyed before no longer counts.
    """
    if (rest := reduce_by_resilience(damage, resilience)) is None:
        return 0, dc, True
    return max(0, rest - dc), max(0, dc - rest), rest < dc


def penetrate(damage: int, layers: tuple[Layer, ...]) -> tuple[int, tuple[Layer, ...]]:
    """Apply damage to layers of armour; return the delivered damage and the layers that are left."""
    for number, (resilience, dc) in enumerate(layers):
        damage, dc_left, stands = hit_layer(damage, resilience, dc)
        if stands:
            return 0, ((resilience, dc_left), *layers[number + 1 :])
    return damage, ()


def trace_layers(
    damage: int, layers: tuple[Layer, ...], *, is_parried: bool = False
) -> tuple[int, tuple[int, ...], list[str]]:
    """Apply damage to layers; return the delivered damage, the DC left in each layer, and a line about each.

    Args:
        damage: the damage that comes in.
        layers: the layers from the outermost in.
        is_parried: the first layer is the object that parried.
    """
    left, trace = [], []
    for number, (resilience, dc) in enumerate(layers, 0 if is_parried else 1):
        on, dc_left, _ = hit_layer(damage, resilience, dc)
        name = f"Layer {number}" if number else PARRIED_WITH
        trace.append(f"{name}: {_describe_layer(damage, resilience, dc, on, dc_left)}")
        left.append(dc_left)
        damage = on
    return damage, tuple(left), trace


def _describe_layer(damage: int, resilience: int, dc: int, on: int, dc_left: int) -> str:
    """Describe the effect of a layer on damage."""
    if damage == 0:
        return f"nothing reaches it, DC {dc} stays."
    if (rest := reduce_by_resilience(damage, resilience)) is None:
        return f"{damage} is below its resilience of {resilience} and absorbed, DC {dc} stays."
    taken_off = f"{damage} - {resilience} resilience = {rest}"
    return (
        f"{taken_off}, DC {dc} goes down to {dc_left}."
        if dc_left
        else f"{taken_off}, DC {dc} is gone and {on} goes on."
    )


@mechanic(
    "sideworld.armour",
    title="Armour",
    page="sideworld/armour/#armour",
    headline="delivered",
    labels={"layers": "DC left"},
)
def armour(dice: Dice, damage: Damage = 20, layers: Layers = ((5, 150),)) -> Outcome:
    """Apply damage to one layer after the other, from the outermost in.

    Damage below a layer's resilience is absorbed and does nothing. Otherwise the resilience comes off the damage, and
    the rest off the layer's DC for good. If any DC is left, the damage stops there. If none is left, the layer is gone
    and the remaining damage goes on.

    Reading: this goes for a layer of DC 0 too. Damage below its resilience bounces off. The first damage that isn't
    below it destroys the layer, and goes on without the resilience. A layer that was destroyed before is no layer any
    more: take it off the list.
    """
    delivered, left, trace = trace_layers(damage, layers)
    for line in trace:
        dice.say(line)
    dice.verdict(f"{delivered} damage gets through" if delivered else "The armour stops all of it")
    if left:
        dice.add_consequence(f"DC left in each layer, from the outermost in: {', '.join(map(str, left))}.")
    if delivered:
        dice.offer_roll("Is the wound severe?", "sideworld.severe", damage=delivered)
    return {"delivered": delivered, "layers": left, "trace": trace}


def compute_dc_left(damage: int, resilience: int, dc: int, say: Callable[[str], None]) -> int:
    """Compute the DC that an object has left after damage, and log it."""
    left = dc if damage < resilience else max(0, dc - damage)
    say(
        f"{damage} is below the resilience of {resilience}: rebounded."
        if damage < resilience
        else f"DC {dc} - {damage} damage leaves {left}."
    )
    return left


@mechanic("sideworld.object", title="Damage to an object", page="sideworld/armour/#objects", headline="dc_left")
def object_hit(
    dice: Dice,
    damage: Damage = 20,
    resilience: Annotated[int, Whole(0, MOST, "the object's resilience", label="Resilience")] = 5,
    dc: Annotated[int, Whole(0, MOST, "the object's DC before", label="DC")] = 150,
) -> Outcome:
    """Subtract damage from an object's DC; at 0 it no longer works.

    Damage below the resilience is rebounded and does nothing.

    Reading: damage at or above the resilience comes off the DC in full. Only armour, and what you parry with, takes its
    resilience off the damage first.
    """
    left = compute_dc_left(damage, resilience, dc, dice.say)
    dice.verdict("The object no longer works" if left == 0 else f"The object has DC {left} left")
    return {"dc_left": left, "broken": left == 0}


@mechanic(
    "sideworld.wall",
    title="A hole in a wall",
    page="sideworld/armour/#walls",
    headline="hole_m2",
    labels={"hole_m2": "Hole in m²"},
)
def wall(
    dice: Dice,
    damage: Damage = 100,
    dc_per_m2: Annotated[int, Whole(1, MOST, "the wall's DC per square metre", label="Wall's DC per m²")] = 10,
) -> Outcome:
    """Divide damage by a wall's DC per square metre to get the exact size of the hole."""
    hole = simplify_fraction(Fraction(damage, dc_per_m2))
    dice.say(f"{damage} / {dc_per_m2} per m² = {format_decimal(hole)} m².")
    dice.verdict(f"A hole of {format_decimal(hole)} m²")
    return {"hole_m2": hole}
