"""Distributions of dice, compared with icepool's and dyce's. Pyodide doesn't run these tests."""

import icepool
import pytest
from hypothesis import given, settings, strategies as st

from rules_py.notation import DiceTerm, KeepRule, parse
from rules_py.probability import dice_distributions
from rules_py.probability.luck import compute_chance_at_least
from rules_py.probability.totals import compute_totals
from rules_py.scheduling import run_to_completion
from tests.cases import check_each
from tests.rules_py.notation_strategies import expressions
from tests.rules_py.probability.referee import build_die, build_histogram, build_pool

SMALL = [(count, sides, keep) for count in range(1, 7) for sides in range(1, 8) for keep in range(1, count + 1)]


def count_totals(text):
    return run_to_completion(compute_totals(parse(text)))


@pytest.mark.parametrize("side", ["highest", "lowest"])
def test_kept_dice_totals_match_the_referees(side):
    for count, sides, keep in SMALL:
        term, totals = DiceTerm(count, sides, KeepRule(side, keep)), count_totals(f"{count}d{sides}k{side[0]}{keep}")
        assert totals == dict(build_die(term)), (count, sides, keep)
        assert totals == dict(build_histogram(term)), (count, sides, keep)


@pytest.mark.parametrize("text", ["30d4kh9", "12d20kl5", "5d100kh2", "100d2kh99", "20d10kl20"])
def test_large_kept_pools_match_icepool(text):
    assert count_totals(text) == dict(build_die(parse(text)))


@check_each(
    "text",
    [
        "30d6+20d8",
        "30d6-20d8",
        "3d6-20d8",
        "20d8-3d6",
        "9d4kh3+8d6",
        "8d6-9d4kh3",
        "9d4kh3-8d6",
        "1d6*1000+2d6",
        "2d6-1d6*1000",
        "5+3d6",
        "5-3d6",
        "3d6-5",
    ],
)
def test_sums_and_differences_of_pools_match_the_referees(text):
    assert count_totals(text) == dict(build_die(parse(text))) == dict(build_histogram(parse(text)))


@settings(max_examples=200)
@given(expressions(max_leaves=3))
def test_any_notation_matches_icepool(tree):
    """The chances are compared, as icepool reduces some weights."""
    ways, expected = run_to_completion(compute_totals(tree)), build_die(tree)
    every = sum(ways.values())
    assert ways.keys() == set(expected.outcomes())
    assert all(weight * expected.denominator() == expected.quantity(total) * every for total, weight in ways.items())


@pytest.mark.parametrize(
    "text", ["2d6", "4d6kh3", "2d20kl1+5", "3d6-2d4", "2d4*1d6", "1d100", "d66", "d666", "10d10", "5d6kl2*3"]
)
def test_notations_match_dyce(text):
    assert count_totals(text) == dict(build_histogram(parse(text)))


@pytest.mark.parametrize("drop", [None, "lowest", "highest"])
@pytest.mark.parametrize("count", range(1, 6))
def test_pools_match_icepool(count, drop):
    for sides in (*range(1, 9), 10, 12, 20)[: 11 if count < 4 else 8]:
        distribution = dice_distributions.pool(count, sides, drop)
        assert [(each.kept, weight) for each, weight in distribution.weights] == list(
            build_pool(count, sides, drop).items()
        ), (count, sides)
        assert distribution.denominator == sides**count


@given(st.integers(1, 60), st.sampled_from((2, 3, 4, 6, 8, 10, 12, 20)), st.data())
def test_chances_of_many_dice_match_icepool(count, sides, data):
    total = data.draw(st.integers(count, count * sides))
    die = count @ icepool.d(sides)
    assert compute_chance_at_least(count, sides, total) == die.probability(">=", total)
