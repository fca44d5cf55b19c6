"""A whole fight: every course it can take, followed by hand."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache

import pytest

import rules_py
from rules_py import RulesError
from tests.systems.xmas.reference_model import chances, grid, odds, totals, typed
from tests.systems.xmas.test_combat import DAMAGE, dealt
from tests.systems.xmas.test_crowd import shared, through
from tests.systems.xmas.test_harm import HITS

FIGURES = {"cannon-fodder": (1, 0), "grunt": (3, 0), "captain": (4, 1), "elite": (6, 2)}


def fight_by_hand(operators, boxes, enemies, threshold, armor, hit_by, damage="1d6", mode="single", ap=False, **roll):
    """(winner, tests, operators up, enemies up, boxes left) and its chance, test after test."""
    tries = totals(**roll)
    falls = [
        (total, fell, Fraction(ways, sum(tries.values()) * len(DAMAGE[damage])))
        for total, ways in tries.items()
        for fell in DAMAGE[damage]
    ]

    def left_after(total, fell, lefts):
        rolled = dealt(total, fell, mode, True, 0)[0]
        if "blast" in mode:
            taken = [through(rolled, armor, ap)] * len(lefts)
        elif mode == "auto" and total >= 12:
            taken = shared(rolled, tuple((left, armor) for left in lefts), ap)
        else:
            taken = [through(rolled, armor, ap)] + [0] * (len(lefts) - 1)
        return tuple(sorted(left - took for left, took in zip(lefts, taken) if left > took))

    @lru_cache(None)
    def ends(squad, lefts):
        if not lefts or not squad:
            return {("squad" if not lefts else "enemies", 0, len(squad), len(lefts), sum(squad)): Fraction(1)}
        after = Counter()
        for total, fell, chance in falls:
            if total >= 7:
                after[squad, left_after(total, fell, lefts)] += chance
            elif squad[0] == 0:
                after[squad[1:], lefts] += chance
            else:
                for hit in HITS[hit_by]:
                    worn = (*squad[1:], max(0, squad[0] - hit))
                    after[tuple(sorted(worn, reverse=True)), lefts] += chance / len(HITS[hit_by])
        found = Counter()
        for state, chance in after.items():
            for (winner, tests, *rest), share in ends(*state).items():
                found[winner, tests + 1, *rest] += chance * share
        return found

    return ends((boxes,) * operators, (threshold,) * enemies)


def fields(found):
    names = ("winner", "tests", "operators_up", "enemies_up", "wounds_left")
    return chances((dict(zip(names, end)), chance) for end, chance in found.items())


@pytest.mark.parametrize("enemy", FIGURES)
@pytest.mark.parametrize(
    "params", grid(enemies=[1, 3], operators=[1, 2], wounds_left=[0, 3], mode=["single", "auto"]), ids=str
)
def test_every_fight_by_hand(enemy, params):
    threshold, armor = FIGURES[enemy]
    by_hand = fight_by_hand(
        params["operators"],
        params["wounds_left"],
        params["enemies"],
        threshold,
        armor,
        enemy,
        mode=params["mode"],
        stat=1,
    )
    assert odds("xmas.fight", enemy=enemy, stat=1, **params) == fields(by_hand)


@pytest.mark.parametrize(
    "params",
    grid(
        damage=["1d4+1"],
        mode=["blast", "auto_blast", "auto"],
        ap=[False, True],
        negative_tag=[True],
        reroll=[False, True],
    ),
    ids=str,
)
def test_a_fight_with_any_numbers_by_hand(params):
    by_hand = fight_by_hand(3, 2, 2, 5, 1, "elite", **params)
    assert odds(
        "xmas.fight",
        enemy="none",
        pain_threshold=5,
        armor=1,
        hit_by="elite",
        enemies=2,
        operators=3,
        wounds_left=2,
        **params,
    ) == fields(by_hand)


def test_one_against_one_with_nothing_to_lose():
    """On Lethal, and Cannon Fodder goes down at any hit: whoever has the luck of one test wins."""
    for params in ({"wounds_left": 0}, {"wounds_left": 5, "lethal": True}):
        found = rules_py.odds("xmas.fight", enemy="cannon-fodder", enemies=1, **params).outcomes
        assert found["winner"] == {"enemies": Fraction(15, 36), "squad": Fraction(21, 36)}
        assert found["tests"] == {1: 1} and found["wounds_left"] == {0: 1}


def test_a_fight_from_the_faces_on_the_table():
    faces = [
        3,
        4,
        2,  # hits the first grunt for 2 of 3
        1,
        1,
        4,  # fails: a hit for 5, On Lethal
        6,
        5,
        1,  # the other operator, with more boxes, puts the first out
        6,
        6,
        5,
    ]  # and doubles 5 against the second
    outcome = rules_py.resolve("xmas.fight", faces, enemies=2, operators=2).outcome
    assert outcome == {"winner": "squad", "tests": 4, "operators_up": 2, "enemies_up": 0, "wounds_left": 3}


def test_a_fight_that_goes_nowhere_is_called_off():
    found = rules_py.odds("xmas.fight", damage="0", hit_by="grunt", stat=4, tags=4).outcomes
    assert found["winner"]["nobody"] + found["winner"]["enemies"] == 1
    assert {typed(value) for value in found["tests"]} > {typed("later"), typed(200)}


def test_only_odds_are_limited():
    heavy = dict(enemy="none", pain_threshold=40, enemies=8, operators=4, wounds_left=6, hit_by="cannon-fodder")
    with pytest.raises(RulesError, match="^enemies: got 8, takes fewer .* where odds are asked for$"):
        rules_py.odds("xmas.fight", **heavy)
    assert rules_py.roll("xmas.fight", **heavy).outcome["winner"] in ("squad", "enemies")


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("enemy", "santa", "none, cannon-fodder, grunt, captain, elite"),
        ("enemies", "0", "1 to 8"),
        ("operators", "5", "1 to 4"),
        ("wounds_left", "7", "0 to 6"),
        ("armor", "3", "0 to 2"),
        ("hit_by", "none", "cannon-fodder, grunt, captain, elite"),
    ],
)
def test_a_refusal_names_the_parameter(name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{value}', takes .*{takes}"):
        rules_py.roll("xmas.fight", **{name: value})
