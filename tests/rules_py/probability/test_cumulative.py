"""At least, at most, and two rolls compared with each other, all checked against every pair and every sum."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

import rules_py
from rules_py.errors import RulesError
from rules_py.probability.cumulative import (
    AT_LEAST,
    AT_MOST,
    COUNTS,
    EXACTLY,
    compare_chances,
    cumulate,
    is_ordered,
    read_counts,
)
from rules_py.probability.scenarios import LONGEST_NAME, MAX_SCENARIOS, compute_scenario_odds, read_scenarios
from rules_py.registry.games import find_mechanic

CHANCES = st.dictionaries(st.integers(-9, 9), st.integers(1, 50), min_size=1).map(
    lambda weights: {value: Fraction(weight, sum(weights.values())) for value, weight in sorted(weights.items())}
)


@given(CHANCES)
def test_at_least_and_at_most_are_cumulative_sums(chances):
    assert cumulate(chances, EXACTLY) == chances
    assert cumulate(chances, AT_LEAST) == {
        value: sum(share for other, share in chances.items() if other >= value) for value in chances
    }
    assert cumulate(chances, AT_MOST) == {
        value: sum(share for other, share in chances.items() if other <= value) for value in chances
    }


@given(CHANCES, CHANCES)
def test_comparison_of_two_rolls_matches_pairwise_sums(one, other):
    pairs = [(first - second, chance * share) for first, chance in one.items() for second, share in other.items()]
    found = compare_chances(one, other)
    assert found == (
        sum(chance for difference, chance in pairs if difference > 0),
        sum(chance for difference, chance in pairs if difference == 0),
        sum(chance for difference, chance in pairs if difference < 0),
    )
    assert sum(found) == 1 and compare_chances(other, one) == found[::-1]


def test_words_are_cumulated_from_worst_to_best():
    band = rules_py.odds("station.action", attribute=1).outcomes["band"]
    assert list(band) == list(rules_py.table("station.bands").names)
    at_least = cumulate(band, AT_LEAST)
    assert at_least["failure"] == 1 and at_least["partial"] == 1 - band["failure"]
    assert cumulate(band, AT_MOST)["partial"] == band["failure"] + band["partial"]


@pytest.mark.parametrize(
    ("id", "field", "ordered"),
    [
        ("dice", "total", True),
        ("station.action", "band", True),
        ("station.takedown", "rounds", True),
        ("station.morale", "holds", False),
    ],
)
def test_is_ordered_accepts_only_fields_with_an_order(id, field, ordered):
    assert is_ordered(find_mechanic(id), field, rules_py.odds(id).outcomes[field]) is ordered


def test_later_counts_as_more_than_every_number():
    rounds = rules_py.odds("station.takedown", hp=4, horizon=3).outcomes["rounds"]
    assert list(rounds)[-1] == "later"
    assert cumulate(rounds, AT_LEAST)["later"] == rounds["later"] > 0
    assert cumulate(rounds, AT_LEAST)[1] == 1
    assert cumulate(rounds, AT_MOST)[3] == 1 - rounds["later"]


def test_unknown_odds_mode_is_rejected():
    assert [read_counts(counts) for counts in COUNTS] == list(COUNTS)
    with pytest.raises(RulesError, match=r"^counts: got 'more', takes exactly, at-least or at-most$"):
        read_counts("more")


# Scenarios


def test_dice_can_be_compared_with_numeric_fields_of_a_mechanic():
    action = find_mechanic("station.action")
    set_ups = read_scenarios([{"name": "Ada", "params": {"attribute": "2"}}, {"name": "Club", "dice": "3d6kh2"}])
    (ada, own), (club, dice) = compute_scenario_odds(action, set_ups)
    assert (ada, club) == ("Ada", "Club")
    assert own.outcomes == rules_py.odds("station.action", attribute=2).outcomes
    [total] = rules_py.odds("dice", notation="3d6kh2").outcomes.values()
    assert dice.outcomes["total"] == total and "band" not in dice.outcomes


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        ([{"name": "a", "params": {}}] * (MAX_SCENARIOS + 1), "set-ups: got 6, takes at most 5"),
        ([{"name": "", "params": {}}], "set-up: got '', takes a name of 1 to 40 characters in one line"),
        ([{"name": "x" * (LONGEST_NAME + 1), "params": {}}], "takes a name of 1 to 40 characters in one line"),
        ([{"name": "two\nlines", "params": {}}], "takes a name of 1 to 40 characters in one line"),
    ],
)
def test_too_many_or_badly_named_scenarios_are_rejected(said, refusal):
    with pytest.raises(RulesError) as refused:
        read_scenarios(said)
    assert refusal in str(refused.value)
    read_scenarios([{"name": "x" * LONGEST_NAME, "params": {}}] * MAX_SCENARIOS)
