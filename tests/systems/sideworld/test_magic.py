"""Magic: the cost of spells, sleep, scrambled spells and chaos."""

from fractions import Fraction

import pytest

import rules_py
from tests.rules_py.brute_force import count_outcomes, enumerate_resolve, typed_odds


def expected_spell(ne, cost):
    if cost > ne:
        return {"cast": False, "ne_left": ne - (ne + 1) // 2, "cost": cost}
    return {"cast": True, "ne_left": ne - cost, "cost": cost}


@pytest.mark.parametrize("ne", [0, 1, 2, 6, 7, 11, 12, 13, 40])
def test_spell_odds_match_enumeration(ne):
    assert typed_odds("sideworld.spell", ne=ne, cost="2d6") == count_outcomes(
        (6, 6), lambda a, b: expected_spell(ne, a + b)
    )
    assert typed_odds("sideworld.spell", ne=ne, cost="1D6x3") == count_outcomes(
        (6,), lambda a: expected_spell(ne, 3 * a)
    )


@pytest.mark.parametrize(
    ("ne", "cost", "cast", "left"),
    [(10, 10, True, 0), (10, 11, False, 5), (11, 12, False, 5), (1, 2, False, 0), (0, 1, False, 0), (0, 0, True, 0)],
)
def test_fizzled_spell_costs_half_rounded_up(ne, cost, cast, left):
    assert rules_py.roll("sideworld.spell", ne=ne, cost=cost).outcome == {"cast": cast, "ne_left": left, "cost": cost}


@pytest.mark.parametrize(("hours", "ne"), [(0, 0), (1, 10), (8, 80)])
def test_sleep_restores_10_ne_per_hour(hours, ne):
    assert rules_py.roll("sideworld.sleep", hours=hours).outcome == {"ne": ne}


CHAOS = [row.name for row in rules_py.table("sideworld.chaos").rows]


@pytest.mark.parametrize(
    ("params", "in_danger"),
    [
        ({}, False),
        (dict(hurt=False, poison=29), False),
        (dict(poison=30), True),
        (dict(poison=31), True),
        (dict(hurt=True), True),
        (dict(hurt=True, poison=30), True),
    ],
)
def test_scramble_odds_match_enumeration(params, in_danger):
    def compute_outcome(d10, d20):
        scrambled = in_danger and d10 == 10
        return {"scrambled": scrambled, "chaos": CHAOS[d20 - 1] if scrambled else "none"}

    assert typed_odds("sideworld.scramble", **params) == count_outcomes((10, 20), compute_outcome)


def test_only_a_scrambled_spell_rolls_for_chaos():
    assert typed_odds("sideworld.scramble", hurt=True) == enumerate_resolve("sideworld.scramble", hurt=True)
    assert rules_py.resolve("sideworld.scramble", [9], hurt=True).outcome == {"scrambled": False, "chaos": "none"}
    assert rules_py.resolve("sideworld.scramble", [10, 16], hurt=True).outcome == {
        "scrambled": True,
        "chaos": "Hammer of Thom",
    }
    assert rules_py.roll("sideworld.scramble").faces == ()


def test_chaos_effects_are_equally_likely_on_a_d20():
    assert set(rules_py.odds("sideworld.chaos").outcomes["name"].values()) == {Fraction(1, 20)}
    assert rules_py.resolve("sideworld.chaos", [20]).outcome["roll"] == "20"


@pytest.mark.parametrize(
    ("mechanic", "params", "named"),
    [
        ("spell", {"ne": -1}, "ne"),
        ("spell", {"cost": "2d6-3"}, "cost"),
        ("spell", {"cost": ""}, "cost"),
        ("sleep", {"hours": -1}, "hours"),
        ("scramble", {"poison": -1}, "poison"),
        ("scramble", {"hurt": "no"}, "hurt"),
    ],
)
def test_errors_name_the_parameter(mechanic, params, named):
    with pytest.raises(rules_py.RulesError, match=f"^{named}: "):
        rules_py.roll(f"sideworld.{mechanic}", **params)
