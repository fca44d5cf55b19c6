"""Reference odds by brute force: they enumerate every roll and don't use rules_py's probability code."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import rules_py
from rules_py.dice import RecordingDice
from rules_py.registry.games import find_mechanic

Chances = dict[str, dict[tuple[str, Any], Fraction]]


def grid(**axes: Any) -> list[dict[str, Any]]:
    """Return every combination of the values that each keyword argument lists."""
    return [dict(zip(axes, values)) for values in product(*axes.values())]


def count_outcomes(sides: tuple[int, ...], outcome: Callable[..., dict[str, Any]]) -> Chances:
    """Compute each field's distribution, where `outcome` takes one face of each die."""
    ways = prod(sides)
    rolls = product(*(range(1, highest + 1) for highest in sides))
    return _sum_outcomes((outcome(*faces), ways) for faces in rolls)


def typed_odds(mechanic_id: str, **params: Any) -> Chances:
    """Compute the odds with rules_py, in the same form as the reference odds."""
    return add_types(rules_py.odds(mechanic_id, **params).outcomes)


def add_types(outcomes: dict[str, dict[Any, Fraction]]) -> Chances:
    """Return the distributions with each value paired with its type."""
    return {
        field: {typed_value(value): chance for value, chance in values.items()} for field, values in outcomes.items()
    }


def typed_value(value: Any) -> tuple[str, Any]:
    """Return a value paired with its type, because Python treats True and 1 as the same key."""
    return ("list", tuple(value)) if isinstance(value, list | tuple) else (type(value).__name__, value)


def weighted_chances(outcomes: Iterable[tuple[dict[str, Any], int | Fraction]]) -> Chances:
    """Map each field to the probabilities of its typed values, from outcomes with weights."""
    fields: Chances = {}
    whole = Fraction(0)
    for outcome, weight in outcomes:
        whole += weight
        for field, value in outcome.items():
            values = fields.setdefault(field, {})
            values[typed_value(value)] = values.get(typed_value(value), Fraction(0)) + weight
    return {field: {value: weight / whole for value, weight in values.items()} for field, values in fields.items()}


def enumerate_rule(rule: Callable[[RecordingDice], dict[str, Any]]) -> Chances:
    """Compute the odds of a rule by running it with preset dice for every sequence of faces."""
    return _sum_outcomes((outcome, ways) for _, outcome, ways in _enumerate_paths(rule))


def enumerate_resolve(mechanic_id: str, **params: Any) -> Chances:
    """Compute the odds of a mechanic by calling `resolve` with every sequence of faces that it accepts."""
    mechanic = find_mechanic(mechanic_id)
    checked = mechanic.check(params)
    return _sum_outcomes(
        (rules_py.resolve(mechanic_id, faces, **params).outcome, ways)
        for faces, _, ways in _enumerate_paths(lambda dice: mechanic(dice, **checked))
    )


def _enumerate_paths(
    rule: Callable[[RecordingDice], Any], faces: tuple[int, ...] = (), ways: int = 1
) -> Iterator[tuple[tuple[int, ...], Any, int]]:
    """Yield every sequence of faces, with its result and the number of equally likely sequences of those dice."""
    try:
        result = rule(_PresetDice(faces))
    except _DieRequested as more:
        for face in range(1, more.sides + 1):
            yield from _enumerate_paths(rule, (*faces, face), ways * more.sides)
    else:
        yield faces, result, ways


def _sum_outcomes(outcomes: Iterable[tuple[dict[str, Any], int]]) -> Chances:
    """Sum the chances of each value, each of them 1 in a number of ways; whole numbers are much quicker to count."""
    counted: defaultdict[str, defaultdict[tuple[type, Any, int], int]] = defaultdict(lambda: defaultdict(int))
    for outcome, ways in outcomes:
        for field, value in outcome.items():
            try:
                counted[field][value.__class__, value, ways] += 1
            except TypeError:  # a list, which can't be a key
                counted[field][list, tuple(value), ways] += 1
    fields: Chances = {}
    for field, counts in counted.items():
        values = fields.setdefault(field, {})
        for (_, value, ways), count in counts.items():
            key = typed_value(value)
            values[key] = values.get(key, Fraction(0)) + Fraction(count, ways)
    return fields


class _DieRequested(Exception):  # noqa: N818 - it ends a run and is no error
    def __init__(self, sides: int):
        self.sides = sides


class _PresetDice(RecordingDice):
    """Dice with preset faces; a request beyond them raises `_DieRequested`."""

    def __init__(self, faces: tuple[int, ...]):
        super().__init__()
        self._remaining = list(faces)

    def next_face(self, sides: int) -> int:
        if not self._remaining:
            raise _DieRequested(sides)
        return self._remaining.pop(0)
