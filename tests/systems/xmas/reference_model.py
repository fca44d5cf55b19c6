"""Reference model of X-M.A.S., written from the text without rules_py: it counts faces or probabilities."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import rules_py

D6 = range(1, 7)
TWO_D6 = Counter(a + b for a, b in product(D6, D6))
BANDS_BY_TOTAL = {
    **dict.fromkeys(range(-9, 7), "naughty"),
    7: "mostly_nice",
    8: "mostly_nice",
    9: "mostly_nice",
    10: "nice",
    11: "nice",
    **dict.fromkeys(range(12, 20), "extra_nice"),
}


def count_totals(stat: int = 0, tags: int = 0, negative_tag: bool = False, reroll: bool = False) -> Counter:
    """Count the ways to roll each total of a test."""
    added = stat + tags - (1 if negative_tag else 0)
    added = min(added, 4)
    if not reroll:
        return Counter({rolled + added: ways for rolled, ways in TWO_D6.items()})
    ways: Counter = Counter()
    for first, second in product(TWO_D6, TWO_D6):
        ways[max(first, second) + added] += TWO_D6[first] * TWO_D6[second]
    return ways


def weighted_chances(weighted_outcomes: Iterable[tuple[dict[str, Any], int | Fraction]]) -> dict[str, dict]:
    """Map each field to the probabilities of its typed values, from weighted outcomes."""
    fields: dict[str, dict] = {}
    whole = Fraction(0)
    for outcome, weight in weighted_outcomes:
        whole += weight
        for field, value in outcome.items():
            values = fields.setdefault(field, {})
            values[typed_value(value)] = values.get(typed_value(value), 0) + weight
    return {field: {value: weight / whole for value, weight in values.items()} for field, values in fields.items()}


def typed_odds(mechanic: str, **params: Any) -> dict[str, dict]:
    """Compute the odds with rules_py, in the same form."""
    return {
        field: {typed_value(value): chance for value, chance in values.items()}
        for field, values in rules_py.odds(mechanic, **params).outcomes.items()
    }


def typed_value(value: Any) -> tuple[str, Any]:
    return type(value).__name__, value


def grid(**axes: Any) -> list[dict[str, Any]]:
    """Return every combination of the values that each keyword argument lists."""
    return [dict(zip(axes, values)) for values in product(*axes.values())]
