"""Attributes after all penalties, computed one after the other."""

from math import floor

import pytest
from hypothesis import given, strategies as st

import rules_py
from tests.systems.sideworld.reference_model import expected_state

CARRIED = ["attack", "dodge", "initiative", "reactions", "strength", "endurance", "run_speed"]
NAMES = [*CARRIED, "other"]
AGES = [30, 40, 45, 50, 55, 60, 62, 65, 67, 70]
LOADS = {-5: 0, -4: 0, -3: 1, -2: 2, -1: 5, 0: 10}


def poison_penalty(level):
    if 11 <= level <= 20:
        return 1
    if 21 <= level <= 30:
        return 5
    return level - 35 if 36 <= level <= 40 else 0


def expected_attribute(
    name, value, stamina=40, stamina_lost=0, poison=0, code=-5, age=0, replaced=(), halved=(), zeroed=()
):
    if name not in replaced:
        for at in AGES:
            if age >= at and value > 3:
                value -= 1
    if name in halved:
        value = floor(value / 2)
    if name in zeroed:
        value = 0
    if expected_state(stamina, stamina - stamina_lost) != "healthy":
        value = floor(value / 2)
    return value - poison_penalty(poison) - (LOADS[code] if name in CARRIED else 0)


def attributes(**params):
    return rules_py.roll("sideworld.attributes", **params).outcome


@given(
    values=st.fixed_dictionaries({name: st.integers(-40, 40) for name in NAMES}),
    lost=st.integers(0, 39),
    poison=st.integers(0, 45),
    code=st.integers(-5, 0),
    age=st.integers(0, 90),
    lists=st.fixed_dictionaries(
        {name: st.lists(st.sampled_from(NAMES), max_size=8) for name in ("replaced", "halved", "zeroed")}
    ),
)
def test_attributes_match_the_reference_model(values, lost, poison, code, age, lists):
    penalties = dict(stamina_lost=lost, poison=poison, code=code, age=age, **lists)
    assert attributes(**values, **penalties) == {
        name: expected_attribute(name, value, **penalties) for name, value in values.items()
    }


def test_healthy_character_keeps_all_attributes():
    assert attributes() == dict.fromkeys(NAMES, 10)


def test_wound_poison_and_load_penalties_add_up():
    found = attributes(attack=15, run_speed=8, stamina=40, stamina_lost=21, poison=12, code=-2, halved=["run_speed"])
    assert found["attack"] == 15 // 2 - 1 - 2
    assert found["run_speed"] == 8 // 2 // 2 - 1 - 2  # -1, because it may fall below 0
    assert found["other"] == 10 // 2 - 1


@pytest.mark.parametrize(
    ("params", "named"),
    [
        ({"stamina": 20, "stamina_lost": 20}, "stamina_lost"),
        ({"code": 1}, "code"),
        ({"halved": ["tail"]}, "halved"),
        ({"attack": 41}, "attack"),
    ],
)
def test_errors_name_the_parameter(params, named):
    with pytest.raises(rules_py.RulesError, match=f"^{named}: "):
        attributes(**params)
