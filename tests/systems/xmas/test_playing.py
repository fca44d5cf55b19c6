"""The test: 2d6, a stat, tags, at most +4."""

import pytest

import rules_py
from rules_py import RulesError
from tests.systems.xmas.reference_model import BAND_OF, chances, grid, odds, totals

TESTS = grid(stat=range(-3, 5), tags=range(5), negative_tag=(False, True), reroll=(False, True))


@pytest.mark.parametrize("reroll", [False, True])
def test_every_modifier_has_the_odds_of_its_faces(reroll):
    for params in [params for params in TESTS if params["reroll"] is reroll]:
        by_hand = chances(({"total": total, "band": BAND_OF[total]}, ways) for total, ways in totals(**params).items())
        assert odds("xmas.test", **params) == by_hand, params


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
def test_each_band_starts_and_ends_where_the_text_says(faces, band):
    assert rules_py.resolve("xmas.test", faces).outcome == {"total": sum(faces), "band": band}


@pytest.mark.parametrize(
    ("params", "added"),
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
    ],
)
def test_what_is_added_in_all_is_at_most_four(params, added):
    assert rules_py.resolve("xmas.test", [2, 3], **params).outcome["total"] == 5 + added


@pytest.mark.parametrize(("faces", "total"), [([1, 2, 6, 4], 10), ([6, 4, 1, 2], 10), ([3, 3, 2, 4], 6)])
def test_a_re_roll_never_makes_it_worse(faces, total):
    roll = rules_py.resolve("xmas.test", faces, reroll=True)
    assert roll.outcome["total"] == total
    assert [thrown.faces for thrown in roll.dice] == [tuple(faces[:2]), tuple(faces[2:])]


def test_spirit_earned_and_spent_is_said():
    def said(**params):
        return " ".join(rules_py.roll("xmas.test", seed=1, **params).consequences)

    assert "You earn 1 Spirit" in said(negative_tag=True)
    assert "spends 1 Spirit" in said(reroll=True)
    assert "Spirit" not in said()


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("stat", 5, "-3 to 4"),
        ("stat", -4, "-3 to 4"),
        ("tags", 5, "0 to 4"),
        ("tags", -1, "0 to 4"),
        ("negative_tag", "maybe", "true or false"),
        ("reroll", 2, "true or false"),
    ],
)
def test_a_refusal_names_the_parameter(name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{value}', takes .*{takes}"):
        rules_py.odds("xmas.test", **{name: value})


def test_the_game_names_its_mechanics():
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
def test_each_mechanic_rolls_without_parameters_and_within_its_odds(mechanic):
    chances = rules_py.odds(mechanic).outcomes
    for seed in range(200):
        roll = rules_py.roll(mechanic, seed=seed)
        assert roll.outcome == rules_py.resolve(mechanic, roll.faces).outcome
        assert list(roll.outcome) == list(chances)
        assert all(value in chances[field] for field, value in roll.outcome.items())
