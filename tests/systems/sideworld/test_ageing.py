"""Ageing and natural death."""

import pytest

import rules_py
from tests.cases import check_each


def outcome(name, **params):
    roll = rules_py.roll(f"sideworld.{name}", **params)
    assert roll.faces == ()
    return roll.outcome


@check_each(
    "age, penalty",
    [
        (0, 0),
        (29, 0),
        (30, -1),
        (39, -1),
        (40, -2),
        (44, -2),
        (45, -3),
        (49, -3),
        (50, -4),
        (54, -4),
        (55, -5),
        (59, -5),
        (60, -6),
        (61, -6),
        (62, -7),
        (64, -7),
        (65, -8),
        (66, -8),
        (67, -9),
        (69, -9),
        (70, -10),
        (120, -10),
    ],
)
def test_ageing_penalties_add_up(age, penalty):
    assert outcome("ageing", age=age)["penalty"] == penalty


def test_ageing_skips_replaced_attributes_and_stops_at_3():
    found = outcome("ageing", age=55, attributes=[12, 3, 4, 8, 9, 0], replaced=[5])
    assert found == {"penalty": -5, "exempt": (2, 5, 6), "attributes": (7, 3, 3, 3, 9, 0)}
    assert outcome("ageing", age=55, attributes="12,9", replaced="1,2")["attributes"] == (12, 9)
    assert outcome("ageing", age=20, attributes=[3, 10])["exempt"] == (1,)


@pytest.mark.parametrize(
    ("age", "trunk", "percent"),
    [
        (50, False, 0),
        (70, False, 0),
        (71, False, 5),
        (75, False, 25),
        (90, False, 100),
        (50, True, 0),
        (70, True, 0),
        (71, True, 3),
        (75, True, 3),
        (120, True, 3),
    ],
)
def test_natural_death_chance_grows_with_age(age, trunk, percent):
    assert outcome("natural-death", age=age, prosthetic_trunk=trunk) == {"percent": percent}


@pytest.mark.parametrize(
    ("mechanic", "params", "named"),
    [
        ("ageing", {"age": -1}, "age"),
        ("ageing", {"attributes": [41]}, "attributes"),
        ("ageing", {"attributes": [9], "replaced": [2]}, "replaced"),
        ("ageing", {"replaced": [0]}, "replaced"),
        ("natural-death", {"age": 151}, "age"),
        ("natural-death", {"prosthetic_trunk": "maybe"}, "prosthetic_trunk"),
    ],
)
def test_errors_name_the_parameter(mechanic, params, named):
    with pytest.raises(rules_py.RulesError, match=f"^{named}: "):
        rules_py.roll(f"sideworld.{mechanic}", **params)
