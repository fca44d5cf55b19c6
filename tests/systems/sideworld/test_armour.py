"""Armour and objects: layers, objects that break, holes in walls."""

from fractions import Fraction
from itertools import product

import pytest

import rules_py
from tests.cases import check_each
from tests.systems.sideworld.reference_model import pass_through_layers


def resolve_armour(damage, layers):
    outcome = rules_py.roll("sideworld.armour", damage=damage, layers=layers).outcome
    assert len(outcome["trace"]) == len(layers)
    return outcome["delivered"], outcome["layers"]


@check_each(
    "damage, layers, delivered, left",
    [
        (20, [(5, 150)], 0, (135,)),  # the sword
        (20, [(1, 5)], 14, (0,)),  # the packet of crisps
        (20, [], 20, ()),
        (4, [(5, 150)], 0, (150,)),
        (5, [(5, 150)], 0, (150,)),  # reaches the resilience, but nothing is left to reduce the DC
        (6, [(5, 150)], 0, (149,)),
        (154, [(5, 150)], 0, (1,)),
        (155, [(5, 150)], 0, (0,)),  # destroyed, with nothing left over
        (156, [(5, 150)], 1, (0,)),
        (156, [(5, 150), (2, 9)], 0, (0, 9)),
        (160, [(5, 150), (2, 9)], 0, (0, 6)),
        (167, [(5, 150), (2, 9)], 1, (0, 0)),
        (165, [(2, 9), (5, 150)], 0, (0, 1)),
        (30, [(10, 5), (10, 5), (0, 100)], 0, (0, 0, 100)),
        (31, [(10, 5), (10, 5), (0, 100)], 0, (0, 0, 99)),
        (3, [(5, 0)], 0, (0,)),  # below its resilience, regardless of its DC
        (5, [(5, 0)], 0, (0,)),
        (8, [(5, 0)], 3, (0,)),  # its resilience is subtracted, and without DC the rest passes
        (8, [(5, 0), (2, 9)], 0, (0, 8)),
        (0, [(0, 5)], 0, (5,)),
    ],
)
def test_damage_passes_through_layers_in_order(damage, layers, delivered, left):
    assert resolve_armour(damage, layers) == (delivered, left)


SOME_LAYERS = [(0, 0), (0, 7), (3, 0), (3, 5), (10, 30)]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_armour_matches_the_reference_model(number):
    for layers in product(SOME_LAYERS, repeat=number):
        for damage in (0, 2, 3, 7, 8, 9, 15, 39, 40, 41, 60, 120):
            assert resolve_armour(damage, layers) == pass_through_layers(damage, list(layers)), (damage, layers)


def test_trace_explains_a_layer_without_dc():
    def said(damage, layers):
        return rules_py.roll("sideworld.armour", damage=damage, layers=layers).outcome["trace"]

    assert said(3, "5/0") == ["Layer 1: 3 is below its resilience of 5 and absorbed, DC 0 stays."]
    assert said(8, "5/0") == ["Layer 1: 8 - 5 resilience = 3, DC 0 is gone and 3 goes on."]


def test_trace_lists_each_layers_effect():
    trace = rules_py.roll("sideworld.armour", damage=167, layers="5/150,2/9,1/1,1/1").outcome["trace"]
    assert ["150" in line for line in trace] == [True, False, False, False]
    assert "167 - 5" in trace[0] and "12" in trace[0]
    assert "12 - 2" in trace[1] and "1 goes on" in trace[1]
    assert "1 - 1" in trace[2]
    assert "nothing" in trace[3]


@pytest.mark.parametrize(
    ("damage", "resilience", "dc", "left", "broken"),
    [
        (20, 5, 150, 130, False),
        (4, 5, 150, 150, False),
        (5, 5, 150, 145, False),
        (150, 5, 150, 0, True),
        (149, 5, 150, 1, False),
        (999, 5, 150, 0, True),
        (4, 5, 0, 0, True),
        (0, 0, 1, 1, False),
    ],
)
def test_object_loses_damage_of_at_least_its_resilience(damage, resilience, dc, left, broken):
    assert rules_py.roll("sideworld.object", damage=damage, resilience=resilience, dc=dc).outcome == {
        "dc_left": left,
        "broken": broken,
    }


@pytest.mark.parametrize(
    ("damage", "dc_per_m2", "hole", "as_json"),
    [
        (100, 10, 10, 10),
        (5, 10, Fraction(1, 2), "1/2"),
        (0, 10, 0, 0),
        (100, 7, Fraction(100, 7), "100/7"),
        (12, 8, Fraction(3, 2), "3/2"),
    ],
)
def test_wall_hole_size_is_exact(damage, dc_per_m2, hole, as_json):
    roll = rules_py.roll("sideworld.wall", damage=damage, dc_per_m2=dc_per_m2)
    assert roll.outcome == {"hole_m2": hole}
    assert roll.to_dict()["outcome"] == {"hole_m2": as_json}


@pytest.mark.parametrize(
    ("mechanic", "params", "named"),
    [
        ("armour", {"damage": -1}, "damage"),
        ("armour", {"damage": "2d6"}, "damage"),
        ("armour", {"layers": [(-1, 5)]}, "layers"),
        ("armour", {"layers": "5"}, "layers"),
        ("object", {"dc": -1}, "dc"),
        ("object", {"resilience": "x"}, "resilience"),
        ("wall", {"dc_per_m2": 0}, "dc_per_m2"),
        ("wall", {"damage": -1}, "damage"),
    ],
)
def test_errors_name_the_parameter(mechanic, params, named):
    with pytest.raises(rules_py.RulesError, match=f"^{named}: "):
        rules_py.roll(f"sideworld.{mechanic}", **params)
