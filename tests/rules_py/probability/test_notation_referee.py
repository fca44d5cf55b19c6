"""Odds of dice that explode, are rerolled, counted or grouped: as icepool has them, and as hand calculation does.

The expressions are from public games; each expectation is written with icepool's own words, apart from our parser.
"""

import json
from fractions import Fraction

import icepool
import pytest
from icepool import d

import rules_py
from rules_py.bridge import ANSWERS
from rules_py.errors import LongOddsError, ParameterError
from rules_py.notation import MOST_EXPLOSIONS, parse
from rules_py.probability.totals import compute_totals
from rules_py.scheduling import run_to_completion

D6 = d(6)
FATE = icepool.Die([-1, 0, 1])


def count_if(die: icepool.Die, test) -> icepool.Die:
    return die.map(lambda face: int(test(face)))


def explode(sides: int, faces=None) -> icepool.Die:
    return d(sides).explode(faces or [sides], depth=MOST_EXPLOSIONS)


def penetrate(sides: int, depth: int = MOST_EXPLOSIONS) -> icepool.Die:
    """Return a die that explodes on its highest face, each further die counting one less, by recursion."""

    def roll(left: int, less: int) -> icepool.Die:
        return icepool.Die(
            [
                roll(left - 1, 1) + (face - less) if face == sides and left else icepool.Die([face - less])
                for face in range(1, sides + 1)
            ]
        )

    return roll(depth, 0)


def exploding_successes(sides: int, lowest: int, depth: int = MOST_EXPLOSIONS) -> icepool.Die:
    def roll(left: int) -> icepool.Die:
        return icepool.Die(
            [
                (roll(left - 1) if face == sides and left else icepool.Die([0])) + int(face >= lowest)
                for face in range(1, sides + 1)
            ]
        )

    return roll(depth)


EXPECTED = {
    # the dice that count
    "4d6dl1": lambda: D6.highest(4, 3),
    "4d6p1": lambda: D6.highest(4, 3),
    "3d6 drop lowest 1": lambda: D6.highest(3, 2),
    "3d6dh1": lambda: D6.lowest(3, 2),
    "2d20kh": lambda: d(20).highest(2, 1),
    "1d20 adv": lambda: d(20).highest(2, 1),
    "1d20 dis": lambda: d(20).lowest(2, 1),
    "2d20kl1+3": lambda: d(20).lowest(2, 1) + 3,
    "[highest 1 of 2d20]": lambda: d(20).highest(2, 1),
    "[middle 1 of 3d20]": lambda: d(20).middle(3, 1),
    "3d20km1": lambda: d(20).middle(3, 1),
    "4d6dl1dh1": lambda: D6.pool(4)[1:3].sum(),
    "4d20k2kl1": lambda: d(20).pool(4)[2:3].sum(),
    # successes
    "6d6>=5": lambda: 6 @ count_if(D6, lambda face: face >= 5),
    "6d6cs6": lambda: 6 @ count_if(D6, lambda face: face == 6),
    "5d10>7": lambda: 5 @ count_if(d(10), lambda face: face > 7),
    "1d100<50": lambda: count_if(d(100), lambda face: face < 50),
    "10d10>=6f1": lambda: 10 @ d(10).map(lambda face: int(face >= 6) - int(face == 1)),
    "10d10>=8>=10f1": lambda: 10 @ d(10).map(lambda face: int(face >= 8) + int(face == 10) - int(face == 1)),
    "10d10t7t10": lambda: 10 @ d(10).map(lambda face: int(face >= 7) + int(face == 10)),
    "4d6kh3>=5": lambda: D6.map(lambda face: int(face >= 5)).highest(4, 3),
    "(1d20+5)>=15": lambda: count_if(d(20) + 5, lambda total: total >= 15),
    "{4d6,2d8}>4": lambda: count_if(4 @ D6, lambda total: total > 4) + count_if(2 @ d(8), lambda total: total > 4),
    # explosions
    "3d6!": lambda: 3 @ explode(6),
    "1d8!+1d6!": lambda: explode(8) + explode(6),
    "1d6e": lambda: explode(6),
    "1d6!!": lambda: explode(6),
    "1d6!o": lambda: D6.explode(depth=1),
    "2d6!>=5": lambda: 2 @ explode(6, [5, 6]),
    "1d6!p": lambda: penetrate(6),
    "3d8!!kh2": lambda: explode(8).highest(3, 2),
    "5d6!>=5": lambda: 5 @ explode(6, [5, 6]),
    "4d6!6>=5": lambda: 4 @ exploding_successes(6, 5),
    "3d10!!10>=15": lambda: 3 @ count_if(explode(10), lambda total: total >= 15),
    # rerolls and limits
    "2d6r<3": lambda: 2 @ D6.reroll([1, 2], depth="inf"),
    "2d6r<=2+4": lambda: 2 @ D6.reroll([1, 2], depth="inf") + 4,
    "1d20ro1": lambda: d(20).reroll([1], depth=1),
    "2d6ro<3": lambda: 2 @ D6.reroll([1, 2], depth=1),
    "1d20rr<10": lambda: d(20).reroll(lambda face: face < 10, depth="inf"),
    "4d6r1kh3": lambda: D6.reroll([1], depth="inf").highest(4, 3),
    "1d20mi10": lambda: d(20).map(lambda face: max(face, 10)),
    "2d6ma5mi2": lambda: 2 @ D6.map(lambda face: min(max(face, 2), 5)),
    # faces
    "4dF+3": lambda: 4 @ FATE + 3,
    "8dF": lambda: 8 @ FATE,
    "5d{0,0,1}": lambda: 5 @ icepool.Die([0, 0, 1]),
    "d[1,1,2,3]": lambda: icepool.Die([1, 1, 2, 3]),
    "4d{0,0,1,2}kh2": lambda: icepool.Die([0, 0, 1, 2]).highest(4, 2),
    # groups, division, powers
    "{4d6,2d8}kh1": lambda: _highest(4 @ D6, 2 @ d(8)),
    "{d8,d6}kh1": lambda: _highest(d(8), D6),
    "{1d8!!,1d6!!}kh1": lambda: _highest(explode(8), explode(6)),
    "{1d4,1d6,1d8}kh2": lambda: icepool.map(lambda *rolled: sum(sorted(rolled)[1:]), d(4), D6, d(8)),
    "{1d4,1d6,1d8}kl2": lambda: icepool.map(lambda *rolled: sum(sorted(rolled)[:2]), d(4), D6, d(8)),
    "{1d4,1d6,1d8}dl1dh1": lambda: icepool.map(lambda *rolled: sorted(rolled)[1], d(4), D6, d(8)),
    "min(1d6,1d8)": lambda: _lowest(D6, d(8)),
    "max(1d4-1, 1)": lambda: (d(4) - 1).map(lambda total: max(total, 1)),
    "max(2d6,7)": lambda: (2 @ D6).map(lambda total: max(total, 7)),
    "1d20/2": lambda: d(20) // 2,
    "8d6/2": lambda: (8 @ D6) // 2,
    "floor(1d6/2)": lambda: D6 // 2,
    "ceil(1d6/2)": lambda: D6.map(lambda face: -(-face // 2)),
    "round(1d6/4)": lambda: D6.map(lambda face: {1: 0, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2}[face]),
    "(1d4-6)/2": lambda: (d(4) - 6) // 2,
    "1d6^2": lambda: D6.map(lambda face: face * face),
    # the rest
    "6x4d6kh3": lambda: 6 @ D6.highest(4, 3),
    "2D": lambda: 2 @ D6,
    "1d+2": lambda: D6 + 2,
    "(2+1)d6": lambda: 3 @ D6,
    "1d(2*10)": lambda: d(20),
    "1d8 [slashing]": lambda: d(8),
    "1d20+5 Stealth": lambda: d(20) + 5,
    "[[1d20+5]]": lambda: d(20) + 5,
    "!r 2d6+3": lambda: 2 @ D6 + 3,
    "output 3d6": lambda: 3 @ D6,
    "2к6+1": lambda: 2 @ D6 + 1,
    "d%": lambda: d(100),
    "ud8": lambda: d(8),
}
"""The distribution of each expression."""


def _highest(*dice: icepool.Die) -> icepool.Die:
    return icepool.map(lambda *rolled: max(rolled), *dice)


def _lowest(*dice: icepool.Die) -> icepool.Die:
    return icepool.map(lambda *rolled: min(rolled), *dice)


@pytest.mark.parametrize("text", EXPECTED)
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


def test_odds_of_exploding_dice_state_their_limit():
    odds = rules_py.odds("dice", notation="1d6!").to_dict()
    assert odds["limits"] == ["A die explodes at most 10 times in a row, in rolls as in odds."]
    assert "limits" not in rules_py.odds("dice", notation="6d6>=5").to_dict()
    answer = json.loads(
        ANSWERS["odds"]("dice", '{"notation": "2d6"}', '[{"name": "wild", "dice": "1d6!"}]', "exactly", "a")
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
