"""Sideworld reckoned by hand from the game's text, with nothing of rules_py: what its odds are held against."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import floor
from typing import Any

from tests.rules_py.brute_force import Chances, count_outcomes

FLAGS = [False, True]
Layers = list[tuple[int, int]]


def save_result(attribute: int, first: int, second: int) -> dict[str, Any]:
    """A Save from its die and the die that is rolled after a 20 (and looked at only then)."""
    roll = 20 + second if first == 20 else first
    return {"result": "success" if roll < attribute else "marginal" if roll == attribute else "failure", "roll": roll}


def save_chance(attribute: int) -> Fraction:
    """How likely a Save succeeds, by counting both dice."""
    made = sum(
        save_result(attribute, first, second)["result"] == "success"
        for first in range(1, 21)
        for second in range(1, 21)
    )
    return Fraction(made, 400)


def mix(chance: Fraction, one: Chances, other: Chances) -> Chances:
    """Odds of what is `one` with a chance and else the `other`."""
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
    """Odds of `outcome_of(parried, *faces)` when a target may parry by a Save with its Reactions."""
    plain = count_outcomes(sides, lambda *faces: outcome(False, *faces))
    if not parry:
        return plain
    return mix(save_chance(reactions), count_outcomes(sides, lambda *faces: outcome(True, *faces)), plain)


def pass_through_layers(damage: int, layers: Layers) -> tuple[int, tuple[int, ...]]:
    """What gets through, and the DC that is left: word for word, so also for layers of DC 0."""
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
    """The layers that damage does not destroy, with the DC they have left."""
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
    """Dodge, Reactions and whether it parries, of a target that is so badly off."""
    if how == "healthy":
        return dodge, reactions, parry
    return dodge // 2, reactions // 2, parry and how == "hurt"


def near_miss_damage(damage: int, miss_by: int, distance: Any, radius: Any, weapon: str = "blast") -> int | None:
    """What a miss still does to whoever it catches; None where it catches nobody."""
    off = Fraction(miss_by) * Fraction(distance) / 100
    if off >= radius:
        return None
    if weapon == "plasma":
        return floor(damage / (off + 2))
    return damage if off <= Fraction(radius) / 2 else floor(Fraction(damage, 2))


def sum_chances(dice: Iterable[int], times: int = 1) -> dict[tuple[str, int], Fraction]:
    """The odds of a sum of dice with so many sides, times a number, one die after another."""
    ways, space = {0: 1}, 1
    for sides in dice:
        longer: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] = longer.get(total + face, 0) + number
        ways, space = longer, space * sides
    return {("int", total * times): Fraction(number, space) for total, number in ways.items()}
