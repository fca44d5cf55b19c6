"""Odds of dice that explode, are rerolled, counted or grouped: as icepool has them, and as hand calculation does.

The expressions are from public games; each expectation is written with icepool's own words, apart from our parser.
"""

import json
from fractions import Fraction

import pytest

import rules_py
from rules_py.bridge import ANSWERS
from rules_py.errors import LongOddsError, ParameterError
from rules_py.notation import parse
from rules_py.probability.totals import compute_totals
from rules_py.scheduling import run_to_completion
from tests.cases import check_each
from tests.rules_py.public_expressions import EXPECTED


@check_each("text", EXPECTED)
def test_notation_of_public_games_has_the_odds_of_icepool(text):
    ways, expected = run_to_completion(compute_totals(parse(text))), EXPECTED[text]()
    every = sum(ways.values())
    chances = {total: Fraction(weight, every) for total, weight in ways.items()}
    assert chances == {total: Fraction(weight, expected.denominator()) for total, weight in expected.items()}
    lowest, highest = parse(text).compute_bounds()
    assert lowest <= min(chances) and max(chances) <= highest
    assert len(chances) <= parse(text).estimate_total_count()


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("4d6kh3", Fraction(15869, 1296)),  # AnyDice: 12.24
        ("2d6r<3", Fraction(9)),  # two dice from 3 to 6
        ("2d6ro<3", Fraction(25, 3)),  # great weapon fighting: 8.33
        ("1d20mi10", Fraction(51, 4)),  # ten faces count 10, and 11 to 20 add up to 155: 255 / 20
        ("4dF", Fraction(0)),
        ("6d6>=5", Fraction(2)),
        ("10d10>=6f1", Fraction(4)),
        ("8d6/2", Fraction(55, 4)),  # half of 28, less a half in every second case: 14 - 1/4
        ("1d6^2", Fraction(91, 6)),
        ("2d20kh1", Fraction(553, 40)),  # 13.825
    ],
)
def test_means_by_hand(text, mean):
    assert rules_py.odds("dice", notation=text).mean["total"] == mean


def test_an_exploding_die_has_almost_the_mean_of_an_endless_one():
    """An endless d6! has a mean of 4.2: 3.5 · 6/5. The eleventh die is the last one here."""
    mean = rules_py.odds("dice", notation="1d6!").mean["total"]
    assert mean == Fraction(7, 2) * sum(Fraction(1, 6**extra) for extra in range(11))
    assert 0 < Fraction(21, 5) - mean < Fraction(1, 10**7)


SMALL = ["2d4!o", "3d3kl2", "2d4ro1>=3f1", "2d4mi2ma3kl1", "2dF", "{1d4,2d2}kh1", "ceil(2d3/2)", "2d4>=3>=4"]


@pytest.mark.parametrize("text", SMALL)
def test_every_face_gives_the_odds(text):
    """A roll with each combination of faces that it asks for has the totals and the chances of the odds."""
    found: dict[int, Fraction] = {}

    def follow(faces: tuple[int, ...], chance: Fraction) -> None:
        try:
            total = rules_py.resolve("dice", faces, notation=text).outcome["total"]
        except ParameterError as error:
            sides = int(error.takes.rpartition("d")[2])
            for face in range(1, sides + 1):
                follow((*faces, face), chance / sides)
        else:
            found[total] = found.get(total, Fraction(0)) + chance

    follow((), Fraction(1))
    assert found == rules_py.odds("dice", notation=text).outcomes["total"]


def test_odds_of_exploding_dice_state_their_limit_where_it_shows():
    """Of 1d2!, one roll out of 1,024 reaches it, and of 3d6! one out of 20 million."""
    odds = rules_py.odds("dice", notation="1d2!").to_dict()
    assert odds["limits"] == ["A die explodes at most 10 times in a row, in rolls as in odds."]
    assert "limits" not in rules_py.odds("dice", notation="3d6!").to_dict()
    assert "limits" not in rules_py.odds("dice", notation="6d6>=5").to_dict()
    answer = json.loads(
        ANSWERS["odds"]("dice", '{"notation": "2d6"}', '[{"name": "wild", "dice": "1d2!"}]', "exactly", "a")
    )
    assert "<p>A die explodes at most 10 times in a row, in rolls as in odds.</p>" in answer["html"]


def test_listed_odds_of_exploding_dice_end_with_rare_results():
    """The highest total of 3d6! is 198; from 87 on each is rarer than one in a billion."""
    answer = json.loads(ANSWERS["odds"]("dice", '{"notation": "3d6!"}', "", "exactly", ""))
    assert "<tr" in answer["html"] and "Results above 86 are left out here" in answer["html"]
    chances = rules_py.odds("dice", notation="3d6!").outcomes["total"]
    assert max(chances) == 198 and all(
        (chance < Fraction(1, 10**9)) == (total > 86) for total, chance in chances.items()
    )


@pytest.mark.parametrize(
    "text", ["900d20r1kh400", "300d1000!>=500", "{9d100,9d100,9d100,9d100}dl1dh1", "80d100r1dl1dh1"]
)
def test_odds_that_would_take_too_long_are_refused(text):
    with pytest.raises(LongOddsError):
        rules_py.odds("dice", notation=text)


@pytest.mark.parametrize("text", ["1000d6>=5", "20d6!", "10d10!!kh3", "100d6ro1", "6x4d6kh3", "{3d6,3d6,3d6}kh1"])
def test_odds_of_large_pools_sum_to_one(text):
    assert sum(rules_py.odds("dice", notation=text).outcomes["total"].values()) == 1
