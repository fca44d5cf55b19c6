"""Harm: Stamina, severe wounds, healing, poison, prosthetics, ageing and natural death."""

from fractions import Fraction

import pytest

import rules_py
from tests.rules_py.brute_force import chances, odds
from tests.systems.sideworld.by_hand import state


def outcome(name, **params):
    roll = rules_py.roll(f"sideworld.{name}", **params)
    assert roll.faces == ()
    return roll.outcome


@pytest.mark.parametrize(("maximum", "current", "expected"), [
    (40, 41, "healthy"), (40, 40, "healthy"), (40, 20, "healthy"), (40, 19, "hurt"), (40, 10, "hurt"),
    (40, 9, "incapacitated"), (40, 1, "incapacitated"), (40, 0, "dead"), (40, -5, "dead"),
    (41, 20, "hurt"), (41, 21, "healthy"), (42, 10, "incapacitated"), (42, 11, "hurt"), (1, 1, "healthy")])
def test_stamina(maximum, current, expected):
    assert outcome("stamina", maximum=maximum, current=current) == {"state": expected}


def test_stamina_at_every_point():
    for maximum in (1, 2, 3, 4, 5, 7, 40, 43):
        for current in range(-2, maximum + 1):
            assert outcome("stamina", maximum=maximum, current=current)["state"] == state(maximum, current)


@pytest.mark.parametrize(("maximum", "damage", "expected"), [
    (40, 10, False), (40, 11, True), (41, 10, False), (41, 11, True), (43, 11, True), (44, 11, False), (40, 0, False),
    (1, 1, True)])
def test_a_severe_wound_is_more_than_a_quarter_at_once(maximum, damage, expected):
    assert outcome("severe", maximum=maximum, damage=damage) == {"severe": expected}


PARTS = [("Trunk", range(1, 21)), ("Arms", range(21, 51)), ("Legs", range(51, 81)), ("Face", range(81, 91)),
         ("Brain", range(91, 101))]


def test_body_parts_by_chance():
    found = rules_py.odds("sideworld.body-parts").outcomes["part"]
    assert found == {part: Fraction(len(faces), 100) for part, faces in PARTS}
    for part, faces in PARTS:
        for face in faces:
            assert rules_py.resolve("sideworld.body-parts", [face]).outcome["part"] == part


@pytest.mark.parametrize("points", [0, 1, 17])
def test_healing_takes_an_hour_a_point(points):
    assert outcome("heal", points=points) == {"hours": points}


@pytest.mark.parametrize(("level", "row", "penalty"), [
    (0, 0, 0), (10, 0, 0), (11, 1, -1), (20, 1, -1), (21, 2, -5), (30, 2, -5), (31, 3, 0), (35, 3, 0), (36, 4, -1),
    (40, 4, -5), (41, 5, 0), (1000, 5, 0)])
def test_poison_by_level(level, row, penalty):
    found = outcome("poison", level=level, endurance=9)
    assert found["effect"] == rules_py.table("sideworld.poison-levels").rows[row]["effect"]
    assert (found["level"], found["penalty"], found["hours"]) == (level, penalty, Fraction(level, 3))


@pytest.mark.parametrize(("params", "level", "hours"), [
    (dict(alcohol=1, endurance=9), 3, 1), (dict(alcohol=4, endurance=12), 12, 3),
    (dict(level=5, alcohol=2, endurance=10), 11, Fraction(33, 10)), (dict(level=0, endurance=0), 0, 0),
    (dict(level=1, endurance=0), 1, "never"), (dict(level=1, endurance=1), 1, 3)])
def test_alcohol_is_3_a_unit_and_poison_clears_by_a_third_of_endurance(params, level, hours):
    found = outcome("poison", **params)
    assert (found["level"], found["hours"]) == (level, hours)


def test_hours_are_exact_in_json():
    hours = rules_py.roll("sideworld.poison", level=11, endurance=10).to_dict()["outcome"]["hours"]
    assert hours == "33/10"


@pytest.mark.parametrize("years", [0, 1, 5])
def test_a_prosthetic_is_safe_for_five_years(years):
    assert outcome("prosthetic", years=years) == {"percent": 0, "fails": False}


@pytest.mark.parametrize("years", [6, 7, 15, 100])
def test_after_five_years_a_prosthetic_fails_on_a_1_of_a_d10(years):
    assert odds("sideworld.prosthetic", years=years) == chances((10,), lambda face: {"percent": 10, "fails": face == 1})
    assert rules_py.resolve("sideworld.prosthetic", [1], years=years).outcome["fails"] is True


@pytest.mark.parametrize(("age", "penalty"), [
    (0, 0), (29, 0), (30, -1), (39, -1), (40, -2), (44, -2), (45, -3), (49, -3), (50, -4), (54, -4), (55, -5), (59, -5), (60, -6),
    (61, -6), (62, -7), (64, -7), (65, -8), (66, -8), (67, -9), (69, -9), (70, -10), (120, -10)])
def test_ageing_adds_up(age, penalty):
    assert outcome("ageing", age=age)["penalty"] == penalty


def test_ageing_spares_low_and_replaced_attributes_and_stops_at_3():
    found = outcome("ageing", age=55, attributes=[12, 3, 4, 8, 9, 0], replaced=[5])
    assert found == {"penalty": -5, "exempt": (2, 5, 6), "attributes": (7, 3, 3, 3, 9, 0)}
    assert outcome("ageing", age=55, attributes="12,9", replaced="1,2")["attributes"] == (12, 9)
    assert outcome("ageing", age=20, attributes=[3, 10])["exempt"] == (1,)


@pytest.mark.parametrize(("age", "trunk", "percent"), [
    (50, False, 0), (70, False, 0), (71, False, 5), (75, False, 25), (90, False, 100),
    (50, True, 0), (70, True, 0), (71, True, 3), (75, True, 3), (120, True, 3)])
def test_natural_death(age, trunk, percent):
    assert outcome("natural-death", age=age, prosthetic_trunk=trunk) == {"percent": percent}


@pytest.mark.parametrize(("mechanic", "params", "named"), [
    ("stamina", {"maximum": 0}, "maximum"), ("severe", {"damage": -1}, "damage"), ("heal", {"points": -1}, "points"),
    ("poison", {"level": -1}, "level"), ("poison", {"endurance": 41}, "endurance"), ("poison", {"alcohol": -1}, "alcohol"),
    ("prosthetic", {"years": -1}, "years"), ("ageing", {"age": -1}, "age"), ("ageing", {"attributes": [41]}, "attributes"),
    ("ageing", {"attributes": [9], "replaced": [2]}, "replaced"), ("ageing", {"replaced": [0]}, "replaced"),
    ("natural-death", {"age": 151}, "age"), ("natural-death", {"prosthetic_trunk": "maybe"}, "prosthetic_trunk")])
def test_refusals_name_the_parameter(mechanic, params, named):
    with pytest.raises(rules_py.RulesError, match=f"^{named}: "):
        rules_py.roll(f"sideworld.{mechanic}", **params)
