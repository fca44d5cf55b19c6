"""Character Points, experience and lifting."""

from fractions import Fraction
from random import Random

import pytest

import rules_py
from rules_py import RulesError
from tests.rules_py.brute_force import count_outcomes, typed_odds
from tests.systems.combat import reference_model


def outcome(mechanic_id, **params):
    roll = rules_py.roll(mechanic_id, **params)
    assert roll.faces == ()
    return roll.outcome


def test_average_soldier_has_points_left():
    assert outcome("combat.points") == {"budget": 230, "spent": 180, "left": 50, "problems": []}
    assert outcome("combat.points", campaign="cinematic") == {"budget": 315, "spent": 180, "left": 135, "problems": []}


def test_random_builds_match_the_reference_model():
    some = Random(7)
    seen = set()
    for _ in range(1500):
        build = {name: some.randint(0, 12) if some.random() < 0.5 else 3 for name in reference_model.ATTRIBUTES}
        build |= {f"bought_{name}": some.randint(0, 12) for name in reference_model.DERIVED if some.random() < 0.3}
        params = dict(
            campaign=some.choice(["realistic", "cinematic"]),
            skills=some.randint(0, 90),
            traits=tuple(some.choice([2, 5, 10]) for _ in range(some.randint(0, 4))),
            trait_bonuses=tuple(some.choice(reference_model.ATTRIBUTES) for _ in range(some.choice([0, 0, 2, 5]))),
            **build,
        )
        expected = reference_model.points(**params)
        assert outcome("combat.points", **params) == expected, params
        seen |= set(expected["problems"]) or {"fine"}
    assert seen == {*reference_model.ATTRIBUTES, *reference_model.DERIVED, "points", "fine"}


def test_strength_5_costs_50_points():
    assert outcome("combat.points", strength=5)["spent"] - outcome("combat.points", strength=0)["spent"] == 50


@pytest.mark.parametrize("name", reference_model.ATTRIBUTES)
def test_each_attribute_has_the_campaigns_maximum(name):
    bare = dict.fromkeys(reference_model.ATTRIBUTES, 0)
    for campaign, highest in (("realistic", 7), ("cinematic", 10)):
        assert outcome("combat.points", campaign=campaign, **bare | {name: highest})["problems"] == []
        assert outcome("combat.points", campaign=campaign, **bare | {name: highest + 1})["problems"] == [name]


def test_physical_advantage_raises_jims_ref_to_7():
    """REF 5 and +2 from Physical Advantage gives a Realistic campaign's maximum of 7, at the price of five levels."""
    jim = rules_py.roll("combat.points", reflexes=5, trait_bonuses="reflexes,reflexes")
    assert jim.outcome["problems"] == []
    assert jim.outcome["spent"] == outcome("combat.points", reflexes=5)["spent"]


def test_score_above_the_recommended_maximum_gives_a_warning():
    roll = rules_py.roll("combat.points", intellect=7, trait_bonuses=["intellect"])
    assert roll.outcome == {"budget": 230, "spent": 220, "left": 10, "problems": ["intellect"]}
    assert roll.consequences == ("INT 8 is above the recommended realistic maximum of 7. Ask your GM.",)


def test_budget_may_be_spent_completely():
    assert outcome("combat.points", skills=50) == {"budget": 230, "spent": 230, "left": 0, "problems": []}
    assert outcome("combat.points", skills=51) == {"budget": 230, "spent": 231, "left": -1, "problems": ["points"]}


def test_problems_list_attributes_then_derived_scores_then_points():
    found = outcome("combat.points", strength=8, will=8, bought_move=10, bought_toughness=3, skills=100)
    assert found["problems"] == ["strength", "will", "toughness", "move", "points"]
    assert found["spent"] == 10 * (8 + 8 + 12) + 15 + 50 + 100


def test_points_odds_are_certain():
    params = dict(strength=9, bought_life=40, traits=[2, 10])
    assert typed_odds("combat.points", **params) == count_outcomes((), lambda: reference_model.points(**params))


@pytest.mark.parametrize(
    "params",
    [
        {"trait_bonuses": ["luck"]},
        {"traits": [3]},
        {"traits": "2,5,x"},
        {"traits": [2] * 101},
        {"traits": 5},
        {"skills": -1},
        {"campaign": ""},
    ],
)
def test_points_rejects_invalid_parameters(params):
    [name] = params
    with pytest.raises(RulesError, match=rf"^{name}: got .*takes"):
        rules_py.roll("combat.points", **params)


def test_points_parses_traits_from_text():
    assert outcome("combat.points", traits="2,5,10")["spent"] == 180 + 17


def test_next_level_costs_five_times_the_new_level():
    assert outcome("combat.experience", level=3) == {"cost": 20}  # Tom's STR from 3 to 4
    for level in range(101):
        assert outcome("combat.experience", level=level) == {"cost": 5 * level + 5}
    assert typed_odds("combat.experience", level=9) == count_outcomes((), lambda: {"cost": 50})


def test_several_levels_cost_the_sum_of_each_step():
    assert outcome("combat.experience", level=3, levels=3) == {"cost": 20 + 25 + 30}
    for level in (0, 3, 7):
        for levels in range(1, 12):
            one_by_one = sum(outcome("combat.experience", level=level + done)["cost"] for done in range(levels))
            assert outcome("combat.experience", level=level, levels=levels) == {"cost": one_by_one}
    with pytest.raises(RulesError, match="^levels: got '0', takes a whole number from 1 to 100"):
        rules_py.roll("combat.experience", levels=0)


def test_experience_rejects_a_level_below_0():
    with pytest.raises(RulesError, match="^level: got .*takes a whole number"):
        rules_py.roll("combat.experience", level=-1)


def test_tom_lifts_250_kilograms():
    assert outcome("combat.lift", lift=250) == {"carry": 125, "drag": 500}


def test_half_of_an_odd_weight_is_an_exact_fraction():
    assert outcome("combat.lift", lift=0) == {"carry": 0, "drag": 0}
    assert outcome("combat.lift", lift=1) == {"carry": Fraction(1, 2), "drag": 2}
    assert outcome("combat.lift", lift=75) == {"carry": Fraction(75, 2), "drag": 150}


def test_lift_rejects_negative_weight():
    with pytest.raises(RulesError, match="^lift: got .*takes a whole number"):
        rules_py.roll("combat.lift", lift=-1)
