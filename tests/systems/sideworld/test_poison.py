"""Poison: the effect of a level, and its decline over time."""

from fractions import Fraction
from math import floor

import pytest

import rules_py
from tests.cases import check_each

EFFECTS = [row["effect"] for row in rules_py.table("sideworld.poison-levels").rows]


def outcome(name, **params):
    roll = rules_py.roll(f"sideworld.{name}", **params)
    assert roll.faces == ()
    return roll.outcome


@check_each(
    "level, row, penalty",
    [
        (0, 0, 0),
        (10, 0, 0),
        (11, 1, -1),
        (20, 1, -1),
        (21, 2, -5),
        (30, 2, -5),
        (31, 3, 0),
        (35, 3, 0),
        (36, 4, -1),
        (40, 4, -5),
        (41, 5, 0),
        (1000, 5, 0),
    ],
)
def test_poison_level_decides_effect_penalty_and_hours(level, row, penalty):
    found = outcome("poison", level=level, endurance=9)
    assert found["effect"] == rules_py.table("sideworld.poison-levels").rows[row]["effect"]
    assert (found["level"], found["penalty"], found["hours"]) == (level, penalty, Fraction(level, 3))


@pytest.mark.parametrize(
    ("params", "level", "hours"),
    [
        (dict(alcohol=1, endurance=9), 3, 1),
        (dict(alcohol=4, endurance=12), 12, 3),
        (dict(level=5, alcohol=2, endurance=10), 11, Fraction(33, 10)),
        (dict(level=0, endurance=0), 0, 0),
        (dict(level=1, endurance=0), 1, "never"),
        (dict(level=1, endurance=1), 1, 3),
    ],
)
def test_alcohol_adds_3_per_unit_and_poison_clears_with_endurance(params, level, hours):
    found = outcome("poison", **params)
    assert (found["level"], found["hours"]) == (level, hours)


def test_poison_hours_are_exact_in_json():
    hours = rules_py.roll("sideworld.poison", level=11, endurance=10).to_dict()["outcome"]["hours"]
    assert hours == "33/10"


def test_poison_never_clears_with_negative_endurance():
    assert outcome("poison", level=5, endurance=-2)["hours"] == "never"
    assert outcome("poison-later", level=15, endurance=-2, hours=100) == {
        "level": 15,
        "effect": EFFECTS[1],
        "penalty": -1,
        "lasting": 0,
    }


def expected_effect(points):
    """Return the effect of whole points of poison and its temporary penalty."""
    for most, place, penalty in ((10, 0, 0), (20, 1, -1), (30, 2, -5), (35, 3, 0), (40, 4, 0)):
        if points <= most:
            return EFFECTS[place], penalty
    return EFFECTS[5], 0


@pytest.mark.parametrize("level", [0, 3, 10, 11, 21, 30, 31, 35, 36, 38, 40])
@pytest.mark.parametrize("endurance", [0, 1, 10, 12])
def test_poison_over_time_matches_the_reference_model(level, endurance):
    for quarter_hours in range(100):
        left = max(Fraction(0), level - Fraction(endurance, 3) * quarter_hours / 4)
        effect, penalty = expected_effect(floor(left))
        lasting = -max(0, level - 35)
        assert outcome("poison-later", level=level, endurance=endurance, hours=Fraction(quarter_hours, 4)) == {
            "level": floor(left),
            "effect": effect,
            "penalty": penalty + lasting,
            "lasting": lasting,
        }


def test_deadly_poison_stays_deadly():
    assert outcome("poison-later", level=41, endurance=40, hours=10) == {
        "level": 0,
        "effect": "Dead.",
        "penalty": 0,
        "lasting": 0,
    }
    assert outcome("poison-later", level=35, alcohol=2, hours=1)["effect"] == "Dead."


def test_poison_steps_list_when_each_milder_effect_begins():
    follows = rules_py.roll("sideworld.poison-later", level=32, endurance=9, hours=0).consequences
    assert follows == (
        f"After 0.333 hours: {EFFECTS[2]}",  # 32 - 3 × 1/3 = 31, and from then on below it
        f"After 3.67 hours: {EFFECTS[1]}",
        f"After 7 hours: {EFFECTS[0]}",
        "All clear after 10.67 hours.",
    )
    later = rules_py.roll("sideworld.poison-later", level=32, endurance=9, hours=4)
    assert later.verdict == "Poison Level 20: dizzy and happy"
    assert [line for line in later.consequences if line.startswith("After")] == [f"After 7 hours: {EFFECTS[0]}"]


@pytest.mark.parametrize(
    ("mechanic", "params", "named"),
    [
        ("poison", {"level": -1}, "level"),
        ("poison", {"endurance": 41}, "endurance"),
        ("poison", {"alcohol": -1}, "alcohol"),
        ("poison-later", {"hours": -1}, "hours"),
        ("poison-later", {"hours": "0.0001"}, "hours"),
    ],
)
def test_errors_name_the_parameter(mechanic, params, named):
    with pytest.raises(rules_py.RulesError, match=f"^{named}: "):
        rules_py.roll(f"sideworld.{mechanic}", **params)
