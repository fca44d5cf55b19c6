"""The chance of a sum of many equal dice, compared with every combination and the normal distribution."""

import math
from fractions import Fraction
from itertools import product

import pytest

from rules_py.probability.luck import (
    MOST_EXACT_DICE,
    DiceCount,
    _approximate_chance,
    _compute_normal_tail,
    compute_chance_at_least,
)


@pytest.mark.parametrize(
    ("count", "sides"), [(1, 1), (3, 1), (1, 6), (2, 6), (6, 6), (3, 4), (4, 8), (3, 10), (2, 20), (2, 100), (8, 2)]
)
def test_every_total_is_as_likely_as_among_all_combinations(count, sides):
    sums = [sum(faces) for faces in product(range(1, sides + 1), repeat=count)]
    for total in range(count - 2, count * sides + 3):
        expected = Fraction(sum(each >= total for each in sums), len(sums))
        assert compute_chance_at_least(count, sides, total) == expected


def test_high_and_low_totals_mirror_each_other():
    dice = DiceCount(6, (3, 1, 4, 1, 5, 9))
    assert (dice.count, dice.total) == (23, 3 + 2 + 12 + 4 + 25 + 54)
    assert dice.mean == Fraction(100, 23) and dice.expected_mean == Fraction(7, 2)
    assert dice.chance_at_most == 1 - compute_chance_at_least(23, 6, 101)
    assert DiceCount(6, dice.faces[::-1]).chance_at_most == dice.chance_at_least


def test_two_thousand_dice_are_exact_and_more_are_close():
    most = MOST_EXACT_DICE
    assert DiceCount(2, (most // 2, most // 2)).is_exact
    assert not DiceCount(2, (most // 2, most // 2 + 1)).is_exact
    ways = sum(math.comb(most, heads) for heads in range(1040, most + 1))
    assert compute_chance_at_least(most, 2, most + 1040) == Fraction(ways, 2**most)
    for total in (6800, 6990, 7000, 7010, 7150, 7300):
        assert float(_approximate_chance(most, 6, total)) == pytest.approx(
            float(compute_chance_at_least(most, 6, total)), abs=2e-5, rel=0.02
        )
    assert float(compute_chance_at_least(most + 1, 6, 7150)) == pytest.approx(0.02796, abs=1e-4)


def test_normal_tail_matches_the_error_function():
    for distance in (0, 0.01, 0.5, 1, 2, 2.999, 3, 3.001, 5, 8, 20):
        assert _compute_normal_tail(distance) == pytest.approx(math.erfc(distance / math.sqrt(2)) / 2, rel=1e-9)


def test_sides_of_a_thousand_are_exact_for_few_dice():
    assert DiceCount(1000, (1, *[0] * 999)).chance_at_most == Fraction(1, 1000)
    assert not DiceCount(1000, (201, *[0] * 999)).is_exact
