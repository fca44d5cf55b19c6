"""Reference model of Sideworld, written from the game's text without rules_py; odds are compared with it."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import floor
from typing import Any

from tests.rules_py.brute_force import Chances, count_outcomes

FLAGS = [False, True]
Layers = list[tuple[int, int]]


def save_result(attribute: int, first: int, second: int) -> dict[str, Any]:
    """Return a Save's result from its die and the die rolled after a 20, which is ignored otherwise."""
    roll = 20 + second if first == 20 else first
    return {"result": "success" if roll < attribute else "marginal" if roll == attribute else "failure", "roll": roll}


def save_chance(attribute: int) -> Fraction:
    """Compute the probability that a Save succeeds, by counting both dice."""
    made = sum(
        save_result(attribute, first, second)["result"] == "success"
        for first in range(1, 21)
        for second in range(1, 21)
    )
    return Fraction(made, 400)


def mix(chance: Fraction, one: Chances, other: Chances) -> Chances:
    """Mix two distributions: `one` with the given probability, otherwise `other`."""
    fields: Chances = {}
    for part, share in ((one, chance), (other, 1 - chance)):
        for field, values in part.items():
            for value, its in values.items():
                if its * share:
                    into = fields.setdefault(field, {})
                    into[value] = into.get(value, Fraction(0)) + its * share
    return fields


def chances_with_parry(
    parry: bool, reactions: int, sides: tuple[int, ...], outcome: Callable[..., dict[str, Any]]
) -> Chances:
    """Compute the odds of `outcome(parried, *faces)` if a target may parry by a Save with its Reactions."""
    plain = count_outcomes(sides, lambda *faces: outcome(False, *faces))
    if not parry:
        return plain
    return mix(save_chance(reactions), count_outcomes(sides, lambda *faces: outcome(True, *faces)), plain)


def pass_through_layers(damage: int, layers: Layers) -> tuple[int, tuple[int, ...]]:
    """Return the damage that gets through and each layer's remaining DC, by the letter of the text, also for DC 0."""
    left = [dc for _, dc in layers]
    for place, (resilience, dc) in enumerate(layers):
        if damage < resilience:
            return 0, tuple(left)
        remaining = damage - resilience
        left[place] = max(0, dc - remaining)
        if left[place] > 0:
            return 0, tuple(left)
        damage = remaining - dc
    return damage, tuple(left)


def remaining_layers(damage: int, layers: Layers) -> Layers:
    """Return the layers that damage does not destroy, with their remaining DC."""
    for place, (resilience, dc) in enumerate(layers):
        if damage < resilience:
            return layers[place:]
        damage -= resilience
        if damage < dc:
            return [(resilience, dc - damage), *layers[place + 1 :]]
        damage -= dc
    return []


def expected_state(maximum: int, current: int) -> str:
    if current <= 0:
        return "dead"
    share = Fraction(current, maximum)
    return "incapacitated" if share < Fraction(1, 4) else "hurt" if share < Fraction(1, 2) else "healthy"


def expected_defence(how: str, dodge: int, reactions: int, parry: bool) -> tuple[int, int, bool]:
    """Return Dodge, Reactions and the ability to parry of a target in this state."""
    if how == "healthy":
        return dodge, reactions, parry
    return dodge // 2, reactions // 2, parry and how == "hurt"


def near_miss_damage(damage: int, miss_by: int, distance: Any, radius: Any, weapon: str = "blast") -> int | None:
    """Return the damage of a near miss, or None if the target is outside the radius."""
    off = Fraction(miss_by) * Fraction(distance) / 100
    if off >= radius:
        return None
    if weapon == "plasma":
        return floor(damage / (off + 2))
    return damage if off <= Fraction(radius) / 2 else floor(Fraction(damage, 2))


def sum_chances(dice: Iterable[int], times: int = 1) -> dict[tuple[str, int], Fraction]:
    """Compute the distribution of a sum of dice with these sides, multiplied by `times`, one die after another."""
    ways, space = {0: 1}, 1
    for sides in dice:
        longer: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] = longer.get(total + face, 0) + number
        ways, space = longer, space * sides
    return {("int", total * times): Fraction(number, space) for total, number in ways.items()}
