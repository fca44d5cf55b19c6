"""Cumulative odds (at least, at most), and the comparison of two rolls."""

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from rules_py.errors import RulesError
from rules_py.probability.distribution import Chances
from rules_py.text.numbers import is_number
from rules_py.text.quoting import quote_value
from rules_py.text.serialization import to_text

if TYPE_CHECKING:
    from rules_py.mechanic import Mechanic

EXACTLY, AT_LEAST, AT_MOST = COUNTS = ("exactly", "at-least", "at-most")
"""Ways to accumulate chances: of each value alone, with all values above it, or with all below it."""


def read_counts(text: str) -> str:
    """Return a text if it is one of `COUNTS`.

    Raises:
        RulesError: it isn't one of them.
    """
    if text not in COUNTS:
        raise RulesError(f"counts: got {quote_value(text)}, takes {EXACTLY}, {AT_LEAST} or {AT_MOST}")
    return text


def cumulate(chances: Chances, counts: str) -> Chances:
    """Add to each chance those of the values above it or below it, in the order of `chances`.

    >>> coin = {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    >>> [str(chance) for chance in cumulate(coin, "at-least").values()]
    ['1', '3/4', '1/4']
    >>> [str(chance) for chance in cumulate(coin, "at-most").values()]
    ['1/4', '3/4', '1']
    """
    if counts == EXACTLY:
        return chances
    weights, denominator = _to_weights(chances)
    up_to: dict[Any, int] = {}
    weight = 0
    for value in [*reversed(chances)] if counts == AT_LEAST else chances:
        up_to[value] = weight = weight + weights[value]
    return {value: Fraction(up_to[value], denominator) for value in chances}


def is_ordered(mechanic: "Mechanic", field: str, values: Iterable[Any]) -> bool:
    """Return True if "at least" makes sense for the values of a field.

    It does for more than one number, for attempts, and for more than two words, ordered from the worst.
    """
    seen = list(values)
    words = mechanic.names.get(field, {})
    if all(is_number(value) for value in seen):
        return len(seen) > 1
    if mechanic.cumulative == field:
        return True
    return len(words) > 2 and all(not is_number(value) and to_text(value) in words for value in seen)


class Comparison(NamedTuple):
    """The chances that the first of two rolls is higher than the second, equal, or lower."""

    higher: Fraction
    same: Fraction
    lower: Fraction


def compare_chances(one: Mapping[Any, Fraction], other: Mapping[Any, Fraction]) -> Comparison:
    """Compare two independent rolls, whose values are numbers in ascending order.

    >>> coin, die = {1: Fraction(1, 2), 3: Fraction(1, 2)}, {2: Fraction(1, 3), 3: Fraction(2, 3)}
    >>> [str(chance) for chance in compare_chances(coin, die)]
    ['1/6', '1/3', '1/2']
    """
    (ours, our_denominator), (theirs, their_denominator) = _to_weights(one), _to_weights(other)
    higher = same = below = 0
    rest = [*theirs]
    at = 0
    for value, weight in ours.items():
        while at < len(rest) and rest[at] < value:
            below += theirs[rest[at]]
            at += 1
        higher += weight * below
        same += weight * theirs.get(value, 0)
    whole = our_denominator * their_denominator
    return Comparison(Fraction(higher, whole), Fraction(same, whole), Fraction(whole - higher - same, whole))


def _to_weights(chances: Mapping[Any, Fraction]) -> tuple[dict[Any, int], int]:
    """Convert chances to whole-number weights over one denominator, which add up quickly."""
    denominator = math.lcm(*(chance.denominator for chance in chances.values()))
    return {
        value: chance.numerator * (denominator // chance.denominator) for value, chance in chances.items()
    }, denominator
