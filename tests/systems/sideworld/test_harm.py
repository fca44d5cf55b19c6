"""Harm: Stamina, severe wounds and healing."""

import pytest

import rules_py
from tests.cases import check_each
from tests.systems.sideworld.reference_model import expected_state


def outcome(name, **params):
    roll = rules_py.roll(f"sideworld.{name}", **params)
    assert roll.faces == ()
    return roll.outcome


@check_each(
    "maximum, current, expected",
    [
        (40, 41, "healthy"),
        (40, 40, "healthy"),
        (40, 20, "healthy"),
        (40, 19, "hurt"),
        (40, 10, "hurt"),
        (40, 9, "incapacitated"),
        (40, 1, "incapacitated"),
        (40, 0, "dead"),
        (40, -5, "dead"),
        (41, 20, "hurt"),
        (41, 21, "healthy"),
        (42, 10, "incapacitated"),
        (42, 11, "hurt"),
        (1, 1, "healthy"),
    ],
)
def test_stamina_thresholds_decide_the_state(maximum, current, expected):
    assert outcome("stamina", maximum=maximum, current=current) == {"state": expected}


def test_death_is_announced_once():
    roll = rules_py.roll("sideworld.stamina", current=0)
    assert (roll.verdict, roll.consequences) == ("Dead, with 0 of 40 Stamina", ())


def test_stamina_state_matches_the_reference_model():
    for maximum in (1, 2, 3, 4, 5, 7, 40, 43):
        for current in range(-2, maximum + 1):
            assert outcome("stamina", maximum=maximum, current=current)["state"] == expected_state(maximum, current)


@pytest.mark.parametrize(
    ("maximum", "damage", "expected"),
    [
        (40, 10, False),
        (40, 11, True),
        (41, 10, False),
        (41, 11, True),
        (43, 11, True),
        (44, 11, False),
        (40, 0, False),
        (1, 1, True),
    ],
)
def test_severe_wound_takes_more_than_a_quarter_at_once(maximum, damage, expected):
    assert outcome("severe", maximum=maximum, damage=damage) == {"severe": expected}


@pytest.mark.parametrize("points", [0, 1, 17])
def test_healing_takes_one_hour_per_point(points):
    assert outcome("heal", points=points) == {"hours": points}


@pytest.mark.parametrize(
    ("mechanic", "params", "named"),
    [("stamina", {"maximum": 0}, "maximum"), ("severe", {"damage": -1}, "damage"), ("heal", {"points": -1}, "points")],
)
def test_errors_name_the_parameter(mechanic, params, named):
    with pytest.raises(rules_py.RulesError, match=f"^{named}: "):
        rules_py.roll(f"sideworld.{mechanic}", **params)
