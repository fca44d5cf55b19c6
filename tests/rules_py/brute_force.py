"""A second way to the odds: every fall of the dice, one by one, with nothing of rules_py's own reckoning."""

from collections import Counter
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
    """Every combination of the values that each name is given."""
    return [dict(zip(axes, values)) for values in product(*axes.values())]


def chances(sides: tuple[int, ...], outcome_of: Callable[..., dict[str, Any]]) -> Chances:
    """How likely each value of each field is, where `outcome_of` takes one face of each die."""
    counted: dict[str, Counter] = {}
    for faces in product(*(range(1, highest + 1) for highest in sides)):
        for field, value in outcome_of(*faces).items():
            counted.setdefault(field, Counter())[typed(value)] += 1
    return {
        field: {value: Fraction(count, prod(sides)) for value, count in values.items()}
        for field, values in counted.items()
    }


def odds(mechanic_id: str, **params: Any) -> Chances:
    """The odds as rules_py has them, to be held against `chances`."""
    return with_types(rules_py.odds(mechanic_id, **params).outcomes)


def with_types(outcomes: dict[str, dict[Any, Fraction]]) -> Chances:
    """Distributions with the type beside each value."""
    return {field: {typed(value): chance for value, chance in values.items()} for field, values in outcomes.items()}


def typed(value: Any) -> tuple[str, Any]:
    """A value with its type: to Python, True and 1 are the same key."""
    return ("list", tuple(value)) if isinstance(value, list | tuple) else (type(value).__name__, value)


def every_fall(rule: Callable[[RecordingDice], dict[str, Any]]) -> Chances:
    """The odds of a rule by running it with physical dice for each way they can fall."""
    return _gathered((outcome, chance) for _, outcome, chance in falls(rule))


def every_resolve(mechanic_id: str, **params: Any) -> Chances:
    """The odds of a mechanic by `resolve` for every sequence of faces that it takes."""
    mechanic = find_mechanic(mechanic_id)
    return _gathered(
        (rules_py.resolve(mechanic_id, faces, **params).outcome, chance)
        for faces, _, chance in falls(lambda dice: mechanic.rule(dice, **mechanic.check(params)))
    )


def falls(
    rule: Callable[[RecordingDice], Any], faces: tuple[int, ...] = (), chance: Fraction = Fraction(1)
) -> Iterator[tuple[tuple[int, ...], Any, Fraction]]:
    """Every sequence of faces that a rule can ask for, with what it comes to and its chance."""
    try:
        result = rule(_Laid(faces))
    except _OneMoreError as more:
        for face in range(1, more.sides + 1):
            yield from falls(rule, (*faces, face), chance / more.sides)
    else:
        yield faces, result, chance


def _gathered(outcomes: Iterable[tuple[dict[str, Any], Fraction]]) -> Chances:
    fields: Chances = {}
    for outcome, chance in outcomes:
        for field, value in outcome.items():
            values = fields.setdefault(field, {})
            values[typed(value)] = values.get(typed(value), Fraction(0)) + chance
    return fields


class _OneMoreError(Exception):
    def __init__(self, sides: int):
        self.sides = sides


class _Laid(RecordingDice):
    """Faces laid out beforehand; it says so when the rule wants another."""

    def __init__(self, faces: tuple[int, ...]):
        super().__init__()
        self._left = list(faces)

    def next_face(self, sides: int) -> int:
        if not self._left:
            raise _OneMoreError(sides)
        return self._left.pop(0)
