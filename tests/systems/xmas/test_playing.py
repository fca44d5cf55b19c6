"""The test: 2d6, a stat, tags, at most +4."""

from collections import Counter
from fractions import Fraction

import pytest

import rules_py
from rules_py import RulesError
from tests.cases import check_each
from tests.rules_py.brute_force import grid, typed_odds, weighted_chances
from tests.systems.xmas.reference_model import BANDS_BY_TOTAL, count_totals

TESTS = grid(stat=range(-3, 5), tags=range(9), negative_tag=(False, True), reroll=(False, True))


@pytest.mark.parametrize("reroll", [False, True])
def test_stat_test_odds_match_the_reference_model(reroll):
    for params in [params for params in TESTS if params["reroll"] is reroll]:
        by_hand = weighted_chances(
            ({"total": total, "band": BANDS_BY_TOTAL[total]}, ways) for total, ways in count_totals(**params).items()
        )
        assert typed_odds("xmas.test", **params) == by_hand, params


@pytest.mark.parametrize(
    ("faces", "band"),
    [
        ([1, 1], "naughty"),
        ([1, 5], "naughty"),
        ([3, 3], "naughty"),
        ([3, 4], "mostly_nice"),
        ([4, 5], "mostly_nice"),
        ([5, 5], "nice"),
        ([5, 6], "nice"),
        ([6, 6], "extra_nice"),
    ],
)
def test_bands_have_the_texts_limits(faces, band):
    assert rules_py.resolve("xmas.test", faces).outcome == {"total": sum(faces), "band": band}


@check_each(
    "params, added",
    [
        ({"stat": 4}, 4),
        ({"stat": 4, "tags": 1}, 4),
        ({"stat": 4, "tags": 4}, 4),
        ({"stat": 3, "tags": 1}, 4),
        ({"stat": 2, "tags": 1}, 3),
        ({"stat": -3}, -3),
        ({"stat": -3, "negative_tag": True}, -4),
        ({"stat": 3, "tags": 1, "negative_tag": True}, 3),
        ({"stat": 4, "tags": 1, "negative_tag": True}, 4),
        ({"stat": -3, "tags": 4, "negative_tag": True}, 0),
        ({"stat": -1, "tags": 5}, 4),
        ({"stat": -3, "tags": 8, "negative_tag": True}, 4),
    ],
)
def test_total_modifier_is_capped_at_4(params, added):
    assert rules_py.resolve("xmas.test", [2, 3], **params).outcome["total"] == 5 + added


@pytest.mark.parametrize(("faces", "total"), [([1, 2, 6, 4], 10), ([6, 4, 1, 2], 10), ([3, 3, 2, 4], 6)])
def test_reroll_keeps_the_better_total(faces, total):
    roll = rules_py.resolve("xmas.test", faces, reroll=True)
    assert roll.outcome["total"] == total
    assert [thrown.faces for thrown in roll.dice] == [tuple(faces[:2]), tuple(faces[2:])]


def test_consequences_mention_spirit_earned_and_spent():
    def said(**params):
        return " ".join(rules_py.roll("xmas.test", seed=1, **params).consequences)

    assert "You earn 1 Spirit" in said(negative_tag=True)
    assert "You earn 1 Spirit" in said(negative_tag=True, stat=1, tags=3)
    assert "earns no Spirit" in said(negative_tag=True, stat=1, tags=4)
    assert "spends 1 Spirit" in said(reroll=True)
    assert "Spirit" not in said()


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("stat", 5, "-3 to 4"),
        ("stat", -4, "-3 to 4"),
        ("tags", 9, "0 to 8"),
        ("tags", -1, "0 to 8"),
        ("negative_tag", "maybe", "true or false"),
        ("reroll", 2, "true or false"),
    ],
)
def test_errors_name_the_parameter(name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{value}', takes .*{takes}"):
        rules_py.odds("xmas.test", **{name: value})


def test_game_lists_all_its_mechanics():
    assert set(rules_py.mechanics("xmas")) == {
        "xmas.test",
        "xmas.attack",
        "xmas.crowd",
        "xmas.takedown",
        "xmas.fight",
        "xmas.hurt",
        "xmas.hold-out",
        "xmas.first-aid",
    }


@pytest.mark.parametrize("mechanic", rules_py.mechanics("xmas"))
def test_default_rolls_are_within_their_odds(mechanic):
    chances = rules_py.odds(mechanic).outcomes
    for seed in range(200):
        roll = rules_py.roll(mechanic, seed=seed)
        assert roll.outcome == rules_py.resolve(mechanic, roll.faces).outcome
        assert list(roll.outcome) == list(chances)
        assert all(value in chances[field] for field, value in roll.outcome.items())


@pytest.mark.parametrize(("reroll", "further", "tries"), [(True, 1, 3), (True, 3, 5), (False, 1, 2)])
def test_odds_of_further_rerolls_are_those_of_the_best_of_all_tries(reroll, further, tries):
    """The chance that the best of several totals is at most t is that of one total, to the power of the tries."""
    ways = Counter(first + second for first in range(1, 7) for second in range(1, 7))
    chances = rules_py.odds("xmas.test", reroll=reroll, further_rerolls=further).outcomes["total"]
    for most in range(2, 13):
        at_most = Fraction(sum(count for total, count in ways.items() if total <= most), 36)
        assert sum(chance for total, chance in chances.items() if int(total) <= most) == at_most**tries
