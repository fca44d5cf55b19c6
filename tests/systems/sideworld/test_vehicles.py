"""Vehicles: risky manoeuvres, contests and crashes."""

from fractions import Fraction

import pytest

import rules_py
from tests.rules_py.brute_force import chances, every_resolve, grid, odds
from tests.systems.sideworld.by_hand import FLAGS, save_result, sum_chances

MODIFIERS = [0, -2, 0, 0, +3, +10, -2, -5, -10, -5, -7, -4]  # as printed, in order
SPARE_TRACKS = [6, 7, 8]
MANOEUVRES = [row.key for row in rules_py.table("sideworld.manoeuvres").rows]


@pytest.mark.parametrize("place", range(12))
def test_every_manoeuvre_against_every_fall_of_the_dice(place):
    for tracked in FLAGS:
        target = 12 + (0 if tracked and place in SPARE_TRACKS else MODIFIERS[place])
        assert odds("sideworld.drive", reactions=12, manoeuvre=MANOEUVRES[place], tracked=tracked) == chances(
            (20, 20), lambda first, second: save_result(target, first, second) | {"target": target})


@pytest.mark.parametrize("params", grid(manual=FLAGS, unskilled=FLAGS, levels_above=[0, 1, 5], handling=[-3, 0, 6]))
def test_all_modifiers_add_up(params):
    target = 25 - 5 * params["manual"] - 10 * params["unskilled"] - 4 * params["levels_above"] + params["handling"]
    found = odds("sideworld.drive", reactions=25, **params)
    assert found == chances((20, 20), lambda first, second: save_result(target, first, second) | {"target": target})


def test_a_manoeuvre_may_be_named():
    by_name = rules_py.resolve("sideworld.drive", [7], manoeuvre="sharp turn", manual=True, reactions=12)
    assert by_name.params["manoeuvre"] == "sharp-turn"
    assert by_name.outcome == {"result": "marginal", "target": 7, "roll": 7}


def test_a_failed_gap_is_a_crash():
    follows = rules_py.resolve("sideworld.drive", [20, 20], manoeuvre="small-gap").follows
    assert "A failure is a crash." in follows


@pytest.mark.parametrize("params", grid(reactions=[0, 10, 40], opponent=[0, 11, 40]))
def test_a_contest_against_every_fall_of_the_dice(params):
    assert odds("sideworld.contest", **params) == chances(
        (20, 20), lambda own, other: {"win": own + params["reactions"] > other + params["opponent"]})


def test_a_contest_is_resolved_own_die_first():
    assert rules_py.resolve("sideworld.contest", [11, 10]).outcome == {"win": True}
    assert rules_py.resolve("sideworld.contest", [10, 10]).outcome == {"win": False}
    assert odds("sideworld.contest", opponent=12) == every_resolve("sideworld.contest", opponent=12)


@pytest.mark.parametrize(("kph", "tens", "twenties"), [
    (0, 0, 0), (9, 0, 0), (10, 1, 0), (19, 1, 0), (20, 2, 1), (39, 3, 1), (40, 4, 2), (60, 6, 3), (300, 30, 15), (1000, 100, 50)])
def test_a_crash_by_speed(kph, tens, twenties):
    assert odds("sideworld.crash", kph=kph) == {
        "vehicle": sum_chances([6] * 2 * tens),
        "seated": sum_chances([6] * 2 * twenties),
        "unseated": sum_chances([6] * 2 * twenties, times=4),
    }


def test_a_crash_rolls_vehicle_then_seated_then_unseated():
    assert rules_py.resolve("sideworld.crash", [1, 2, 3, 4, 5, 6, 1, 3], kph=20).outcome == {
        "vehicle": 10, "seated": 11, "unseated": 16}
    assert rules_py.roll("sideworld.crash", kph=9).outcome == {"vehicle": 0, "seated": 0, "unseated": 0}


def test_a_crash_at_300_kph_is_exact_at_its_ends():
    found = rules_py.odds("sideworld.crash", kph=300)
    assert found.outcomes["vehicle"][60] == found.outcomes["vehicle"][360] == Fraction(1, 6 ** 60)
    assert found.outcomes["unseated"][120] == Fraction(1, 6 ** 30)
    assert found.mean == {"vehicle": 210, "seated": 105, "unseated": 420}


@pytest.mark.parametrize(("mechanic", "params", "named"), [
    ("drive", {"manoeuvre": "loop"}, "manoeuvre"), ("drive", {"levels_above": 6}, "levels_above"), ("drive", {"manual": 1}, "manual"),
    ("contest", {"opponent": 41}, "opponent"), ("crash", {"kph": -1}, "kph"), ("crash", {"kph": 1001}, "kph")])
def test_refusals_name_the_parameter(mechanic, params, named):
    with pytest.raises(rules_py.RulesError, match=f"^{named}: "):
        rules_py.roll(f"sideworld.{mechanic}", **params)
