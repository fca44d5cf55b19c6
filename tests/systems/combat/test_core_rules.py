"""Skill rolls and attribute rolls, compared with an enumeration of three dice."""

from collections import Counter
from fractions import Fraction

import pytest

import rules_py
from rules_py import RulesError
from rules_py.dice import RandomDice
from rules_py.registry.games import find_mechanic
from tests.rules_py.brute_force import count_outcomes, grid, typed_odds


def expected_outcome(added, target):
    def outcome(*faces):
        total = sum(faces) + added
        return {"total": total, "success": total >= target, "margin": total - target}

    return outcome


def test_skill_odds_match_enumeration():
    for params in grid(attribute=[0, 4, 15], skill=[0, 5, 15], modifier=[-30, -2, 0, 30], target=[0, 12, 18, 40]):
        added = params["attribute"] + params["skill"] + params["modifier"]
        assert typed_odds("combat.skill", **params) == count_outcomes(
            (6, 6, 6), expected_outcome(added, params["target"])
        ), params


def test_attribute_odds_match_enumeration():
    for params in grid(attribute=[0, 1, 4, 7, 15], modifier=[-30, -1, 0, 30], target=[0, 15, 21, 40]):
        added = params["attribute"] * 2 + params["modifier"]
        assert typed_odds("combat.attribute", **params) == count_outcomes(
            (6, 6, 6), expected_outcome(added, params["target"])
        ), params


def test_default_odds_match_enumeration():
    assert typed_odds("combat.skill") == count_outcomes((6, 6, 6), expected_outcome(3 + 3, 18))
    assert typed_odds("combat.attribute") == count_outcomes((6, 6, 6), expected_outcome(2 * 3, 18))


def test_johns_difficult_reflexes_roll():
    roll = rules_py.resolve("combat.attribute", [6, 4, 3], attribute=4, target=21)
    assert roll.outcome == {"total": 21, "success": True, "margin": 0}
    assert rules_py.resolve("combat.attribute", [6, 4, 2], attribute=4, target=21).outcome["success"] is False
    assert sum(roll.faces) == 13


def test_skill_roll_succeeds_at_exactly_the_target_number():
    for faces, success in (([4, 4, 4], True), ([4, 4, 3], False), ([4, 4, 5], True)):
        assert rules_py.resolve("combat.skill", faces, attribute=3, skill=3).outcome["success"] is success


def test_skill_roll_steps_show_dice_and_sum():
    roll = rules_py.resolve("combat.skill", [1, 2, 6], attribute=4, skill=5, modifier=-2)
    assert [(thrown.sides, thrown.faces) for thrown in roll.dice] == [(6, (1, 2, 6))]
    assert roll.steps == ("9 + 4 (attribute) + 5 (skill) − 2 (modifier) = 16.", "TN 18 is missed by 2.")


@pytest.mark.parametrize(
    "params",
    [
        {"attribute": 16},
        {"attribute": -1},
        {"skill": 31},
        {"modifier": 31},
        {"modifier": -31},
        {"target": 41},
        {"target": -1},
        {"attribute": "high"},
        {"attribute": 2.5},
        {"attribute": True},
        {"luck": 1},
    ],
)
def test_skill_roll_rejects_invalid_parameters(params):
    [name] = params
    with pytest.raises(RulesError, match=rf"^{name}: .*takes"):
        rules_py.roll("combat.skill", **params)


def test_attribute_roll_rejects_skill():
    with pytest.raises(RulesError, match="^skill: not a parameter"):
        rules_py.roll("combat.attribute", skill=3)


@pytest.mark.parametrize("faces", [[], [1, 2], [1, 2, 3, 4], [0, 1, 1], [7, 1, 1]])
def test_invalid_faces_are_rejected(faces):
    for mechanic_id in ("combat.skill", "combat.attribute", "combat.attack"):
        with pytest.raises(RulesError, match="^faces: "):
            rules_py.resolve(mechanic_id, faces)


def test_seeded_rolls_follow_the_odds():
    rolls, mechanic, dice = 40_000, find_mechanic("combat.skill"), RandomDice(2024)
    params = mechanic.check({"attribute": 4, "skill": 5, "target": 21})
    counted = Counter(mechanic.rule(dice, **params)["total"] for _ in range(rolls))
    expected = rules_py.odds("combat.skill", **params).outcomes["total"]
    assert set(counted) <= set(expected)
    distance = sum((counted[total] - rolls * chance) ** 2 / (rolls * chance) for total, chance in expected.items())
    assert len(expected) == 16 and distance < 55.8  # chi-square with 15 degrees of freedom, p = 1e-6
    flat = sum((counted[total] - Fraction(rolls, 16)) ** 2 / Fraction(rolls, 16) for total in expected)
    assert flat > 55.8
