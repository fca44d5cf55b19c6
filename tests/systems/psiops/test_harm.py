"""Dying, and resting at a rendezvous point."""

import pytest

import rules_py
from tests.cases import check_each
from tests.rules_py.brute_force import count_outcomes, enumerate_resolve, grid, typed_odds
from tests.systems.psiops.reference_model import ATTRIBUTES, FLAGS, dice_sides, keep_dice, momentum, roll_total


def expected_dying(
    *faces,
    strength=0,
    past_zero=0,
    lethal=True,
    max_hp=6,
    injuries=0,
    modifier=0,
    advantage=False,
    disadvantage=False,
    skill=False,
    spent_momentum=False,
):
    """Compute a dying roll's outcome; the second half of the faces is the +STRENGTH roll, made or not.

    The last face is the die of its skill.
    """
    count = len(dice_sides(advantage, disadvantage))
    low, high = keep_dice(faces[:count], advantage)
    total = low + high + strength + modifier - past_zero
    left = max_hp - injuries
    gained = 0
    if total <= 6 and lethal:
        state, hp, injury = "dead", 0, False
    elif left <= 0:
        state, hp, injury = "dead", 0, True
    elif total <= 6:
        state, hp, injury = "incapacitated", 0, True
    elif total <= 12:
        _, _, held = roll_total(faces[count:], strength + modifier, advantage, skill, threshold=7)
        state, hp, injury = "standing" if held >= 7 else "unconscious", 1, True
        gained = momentum(held, spent_momentum)
    else:
        state, hp, injury = "rallied", min(low, left), True
    return {"total": total, "state": state, "hp": hp, "injury": injury, "momentum": gained}


def dying_chances(**params):
    sides = dice_sides(params.get("advantage", False), params.get("disadvantage", False)) * 2
    return count_outcomes((*sides, 6 if params.get("skill") else 1), lambda *faces: expected_dying(*faces, **params))


@pytest.mark.examples(2)
@pytest.mark.parametrize("lethal", FLAGS)
@pytest.mark.parametrize("strength", ATTRIBUTES)
def test_dying_odds_match_enumeration(lethal, strength):
    for params in [{}, *grid(past_zero=[0, 1, 3, 20], max_hp=[1, 4, 6, 40], injuries=[0, 1, 3])]:
        params |= {"lethal": lethal, "strength": strength}
        assert typed_odds("psiops.dying", **params) == dying_chances(**params), params


@pytest.mark.parametrize(
    "params",
    [
        {"skill": True},
        {"skill": True, "modifier": 1, "strength": -1},
        {"advantage": True},
        {"disadvantage": True, "strength": 3},
        {"advantage": True, "disadvantage": True, "modifier": -6},
        {"spent_momentum": True, "strength": 2},
    ],
)
def test_dying_odds_with_bonuses_match_enumeration(params):
    assert typed_odds("psiops.dying", **params) == dying_chances(**params)


@pytest.mark.parametrize("params", [{}, {"strength": 3, "lethal": False}, {"strength": 2, "max_hp": 4, "injuries": 2}])
def test_dying_odds_match_resolving_every_face(params):
    assert typed_odds("psiops.dying", **params) == enumerate_resolve("psiops.dying", **params)


@check_each(
    "faces, params, state, hp, injury",
    [
        ([3, 3], {}, "dead", 0, False),
        ([3, 3], {"lethal": False}, "incapacitated", 0, True),
        ([3, 4, 3, 4], {}, "standing", 1, True),
        ([3, 4, 2, 4], {}, "unconscious", 1, True),
        ([3, 4, 2, 4], {"strength": 1}, "standing", 1, True),
        ([6, 6, 1, 1], {}, "unconscious", 1, True),
        ([6, 6, 1, 1], {"lethal": False}, "unconscious", 1, True),
        ([6, 4], {"strength": 3}, "rallied", 4, True),
        ([6, 4], {"strength": 3, "max_hp": 3}, "rallied", 3, True),
        ([6, 4], {"strength": 3, "max_hp": 3, "injuries": 1}, "rallied", 2, True),
        ([6, 6], {"strength": 3, "injuries": 1}, "rallied", 5, True),
        ([6, 6], {"strength": 3, "max_hp": 1, "injuries": 1}, "dead", 0, True),
        ([3, 4], {"max_hp": 2, "injuries": 2}, "dead", 0, True),
        ([3, 3], {"max_hp": 1, "injuries": 1, "lethal": False}, "dead", 0, True),
        ([3, 3], {"max_hp": 1, "injuries": 1}, "dead", 0, False),
        ([6, 6], {"strength": 3, "past_zero": 2}, "rallied", 6, True),
        ([6, 6, 3, 1], {"strength": 3, "past_zero": 3}, "standing", 1, True),
        ([6, 6], {"past_zero": 6}, "dead", 0, False),
        ([6, 6], {"strength": 3, "past_zero": 20}, "dead", 0, False),
    ],
)
def test_dying_total_decides_state_hp_and_injury(faces, params, state, hp, injury):
    outcome = rules_py.resolve("psiops.dying", faces, **params).outcome
    assert (outcome["state"], outcome["hp"], outcome["injury"]) == (state, hp, injury)


def test_strength_is_rolled_only_when_barely_alive():
    for faces in ([3, 3, 1, 1], [6, 6, 1, 1]):
        with pytest.raises(rules_py.RulesError, match="^faces: got 4 faces, takes 2 faces here$"):
            rules_py.resolve("psiops.dying", faces, strength=-3 if faces[0] == 3 else 3)


def test_resting_rolls_one_die_each_for_hp_and_stress():
    assert typed_odds("psiops.rest") == count_outcomes((6, 6), lambda hp, stress: {"hp": hp, "stress": stress})
    assert rules_py.resolve("psiops.rest", [2, 5]).outcome == {"hp": 2, "stress": 5}
