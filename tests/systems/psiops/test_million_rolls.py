"""Large numbers of seeded rolls of three mechanics, compared with their odds by chi-square."""

from collections import Counter
from fractions import Fraction
from math import exp, factorial
from statistics import NormalDist

import pytest

import rules_py
from rules_py.dice import RandomDice, Transcript
from rules_py.registry.games import find_mechanic

FALSE_ALARM = 1e-6


def count_rolls(mechanic_id: str, rolls: int, seed: int, **params) -> dict[str, Counter]:
    """Return the number of times each value of each field came up."""
    mechanic = find_mechanic(mechanic_id)
    params = mechanic.check(params)
    dice = RandomDice(seed)
    outcomes: Counter = Counter()
    for number in range(rolls):
        if number % 1000 == 0:
            dice.transcript = Transcript()
        outcomes[tuple(mechanic(dice, **params).items())] += 1
    fields: dict[str, Counter] = {}
    for outcome, count in outcomes.items():
        for field, value in outcome:
            fields.setdefault(field, Counter())[value] += count
    return fields


def is_implausible(counted: Counter, chances: dict[object, Fraction]) -> bool:
    """Return True if chance alone produces counts this far from the odds less than once in a million times."""
    if set(counted) - set(chances):
        return True
    freedom, rolls = len(chances) - 1, counted.total()
    if freedom == 0:
        return False
    distance = sum((counted[value] - rolls * chance) ** 2 / (rolls * chance) for value, chance in chances.items())
    return distance > critical_value(freedom)


def critical_value(freedom: int) -> float:
    """Return the chi-square exceeded once in a million times, by Wilson and Hilferty's approximation."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + NormalDist().inv_cdf(1 - FALSE_ALARM) * spread**0.5) ** 3


@pytest.mark.examples(1)
@pytest.mark.parametrize("rolls", [40_000, pytest.param(1_000_000, marks=pytest.mark.trial)])
@pytest.mark.parametrize(
    ("mechanic_id", "params", "telling_field", "other_params"),
    [
        ("psiops.action", {"advantage": True}, "total", {}),
        ("psiops.attack", {"attribute": 1, "weapon": "rifle", "range_band": "far"}, "damage", {"damage": 3}),
        ("psiops.dying", {"strength": 2, "past_zero": 1}, "state", {"strength": 2}),
    ],
)
def test_many_seeded_rolls_follow_the_odds(mechanic_id, params, telling_field, other_params, rolls):
    counted = count_rolls(mechanic_id, rolls, seed=2024, **params)
    odds = rules_py.odds(mechanic_id, **params).outcomes
    assert set(counted) == set(odds)
    for field, chances in odds.items():
        assert min(chances.values()) * rolls > 5  # required for chi-square
        assert not is_implausible(counted[field], chances), field
    assert is_implausible(counted[telling_field], rules_py.odds(mechanic_id, **other_params).outcomes[telling_field])


@pytest.mark.parametrize("freedom", [2, 4, 6, 10, 20])
def test_critical_value_has_a_one_in_a_million_false_alarm_rate(freedom):
    half = critical_value(freedom) / 2  # an exact formula exists for even degrees of freedom
    passed = exp(-half) * sum(half**number / factorial(number) for number in range(freedom // 2))
    assert FALSE_ALARM / 5 < passed < FALSE_ALARM * 1.05
