"""A whole fight: the reference model follows every possible course."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache

import pytest

import rules_py
from rules_py import RulesError
from tests.cases import check_each
from tests.rules_py.brute_force import grid, typed_odds, typed_value, weighted_chances
from tests.systems.xmas.reference_model import count_totals
from tests.systems.xmas.test_combat import DAMAGE, attack_damage
from tests.systems.xmas.test_crowd import damage_through_armor, split_damage
from tests.systems.xmas.test_harm import HITS

FIGURES = {"cannon-fodder": (1, 0), "grunt": (3, 0), "captain": (4, 1), "elite": (6, 2)}


def expected_fight(operators, boxes, enemies, threshold, armor, hit_by, damage="1d6", mode="single", ap=False, **roll):
    """Compute the odds of (winner, tests, operators up, enemies up, boxes left), test after test."""
    tries = count_totals(**roll)
    falls = [
        (total, fell, Fraction(ways, sum(tries.values()) * len(DAMAGE[damage])))
        for total, ways in tries.items()
        for fell in DAMAGE[damage]
    ]

    def left_after(total, fell, lefts):
        rolled = attack_damage(total, fell, mode, True, 0)[0]
        if "blast" in mode:
            taken = [damage_through_armor(rolled, armor, ap)] * len(lefts)
        elif mode == "auto" and total >= 12:
            taken = split_damage(rolled, tuple((left, armor) for left in lefts), ap)
        else:
            taken = [damage_through_armor(rolled, armor, ap)] + [0] * (len(lefts) - 1)
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


def outcome_fields(found):
    names = ("winner", "tests", "operators_up", "enemies_up", "wounds_left")
    return weighted_chances((dict(zip(names, end)), chance) for end, chance in found.items())


@pytest.mark.examples(20)
@pytest.mark.parametrize("enemy", FIGURES)
@pytest.mark.parametrize(
    "params", grid(enemies=[1, 3], operators=[1, 2], wounds_left=[0, 3], mode=["single", "auto"]), ids=str
)
def test_fight_odds_match_the_reference_model(enemy, params):
    threshold, armor = FIGURES[enemy]
    by_hand = expected_fight(
        params["operators"],
        params["wounds_left"],
        params["enemies"],
        threshold,
        armor,
        enemy,
        mode=params["mode"],
        stat=1,
    )
    assert typed_odds("xmas.fight", enemy=enemy, stat=1, **params) == outcome_fields(by_hand)


@check_each(
    "params",
    grid(
        damage=["1d4+1"],
        mode=["blast", "auto_blast", "auto"],
        ap=[False, True],
        negative_tag=[True],
        reroll=[False, True],
    ),
)
def test_fight_odds_match_the_reference_model_for_custom_enemies(params):
    by_hand = expected_fight(3, 2, 2, 5, 1, "elite", **params)
    assert typed_odds(
        "xmas.fight",
        enemy="none",
        pain_threshold=5,
        armor=1,
        hit_by="elite",
        enemies=2,
        operators=3,
        wounds_left=2,
        **params,
    ) == outcome_fields(by_hand)


def test_duel_on_lethal_is_decided_by_one_test():
    """On Lethal against Cannon Fodder, which goes down at any hit: the first test decides."""
    for params in ({"wounds_left": 0}, {"wounds_left": 5, "lethal": True}):
        found = rules_py.odds("xmas.fight", enemy="cannon-fodder", enemies=1, **params).outcomes
        assert found["winner"] == {"enemies": Fraction(15, 36), "squad": Fraction(21, 36)}
        assert found["tests"] == {1: 1} and found["wounds_left"] == {0: 1}


def test_fight_resolves_given_faces():
    faces = [
        3,
        4,
        2,  # hits the first grunt for 2 of 3
        1,
        1,
        4,  # fails: a hit for 5, so On Lethal
        6,
        5,
        1,  # the other operator, with more boxes, defeats the first
        6,
        6,
        5,
    ]  # and doubles 5 against the second
    outcome = rules_py.resolve("xmas.fight", faces, enemies=2, operators=2).outcome
    assert outcome == {"winner": "squad", "tests": 4, "operators_up": 2, "enemies_up": 0, "wounds_left": 3}


def test_harmless_fight_ends_undecided():
    found = rules_py.odds("xmas.fight", damage="0", hit_by="grunt", stat=4, tags=4).outcomes
    assert found["winner"]["nobody"] + found["winner"]["enemies"] == 1
    assert {typed_value(value) for value in found["tests"]} > {typed_value("later"), typed_value(200)}


def test_fight_size_is_limited_only_for_odds():
    heavy = dict(enemy="none", pain_threshold=40, enemies=8, operators=4, wounds_left=6, hit_by="cannon-fodder")
    with pytest.raises(RulesError, match="^enemies: got 8, takes fewer for odds against .* operators$"):
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
def test_errors_name_the_parameter(name, value, takes):
    with pytest.raises(RulesError, match=f"^{name}: got '{value}', takes .*{takes}"):
        rules_py.roll("xmas.fight", **{name: value})
