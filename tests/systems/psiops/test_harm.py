"""Dying, and resting at a rendezvous point."""

import pytest

import rules_py
from tests.rules_py.brute_force import chances, every_resolve, grid, odds
from tests.systems.psiops.by_hand import ATTRIBUTES, FLAGS


def dying_by_hand(a, b, c, d, strength=0, past_zero=0, lethal=True, max_hp=6):
    """The last two dice are those of the +STRENGTH roll, made or not."""
    total = a + b + strength - past_zero
    if total <= 6:
        state, hp, injury = ("dead", 0, False) if lethal else ("incapacitated", 0, True)
    elif total <= 12:
        state, hp, injury = "standing" if c + d + strength >= 7 else "unconscious", 1, True
    else:
        state, hp, injury = "rallied", min(a, b, max_hp), True
    return {"total": total, "state": state, "hp": hp, "injury": injury}


@pytest.mark.parametrize("lethal", FLAGS)
def test_dying_against_every_fall_of_the_dice(lethal):
    for params in [{}, *grid(strength=ATTRIBUTES, past_zero=[0, 1, 3, 20], max_hp=[1, 4, 6, 40])]:
        assert odds("psiops.dying", lethal=lethal, **params) == chances(
            (6,) * 4, lambda *faces: dying_by_hand(*faces, lethal=lethal, **params)), params


@pytest.mark.parametrize("params", [{}, {"strength": 3, "lethal": False}, {"strength": 2, "max_hp": 4}])
def test_dying_odds_are_those_of_resolving_every_fall(params):
    assert odds("psiops.dying", **params) == every_resolve("psiops.dying", **params)


@pytest.mark.parametrize(("faces", "params", "state", "hp", "injury"), [
    ([3, 3], {}, "dead", 0, False),
    ([3, 3], {"lethal": False}, "incapacitated", 0, True),
    ([3, 4, 3, 4], {}, "standing", 1, True),
    ([3, 4, 2, 4], {}, "unconscious", 1, True),
    ([3, 4, 2, 4], {"strength": 1}, "standing", 1, True),
    ([6, 6, 1, 1], {}, "unconscious", 1, True),
    ([6, 6, 1, 1], {"lethal": False}, "unconscious", 1, True),
    ([6, 4], {"strength": 3}, "rallied", 4, True),
    ([6, 4], {"strength": 3, "max_hp": 3}, "rallied", 3, True),
    ([6, 6], {"strength": 3, "past_zero": 2}, "rallied", 6, True),
    ([6, 6, 3, 1], {"strength": 3, "past_zero": 3}, "standing", 1, True),
    ([6, 6], {"past_zero": 6}, "dead", 0, False),
    ([6, 6], {"strength": 3, "past_zero": 20}, "dead", 0, False),
])
def test_the_total_says_what_becomes_of_you(faces, params, state, hp, injury):
    outcome = rules_py.resolve("psiops.dying", faces, **params).outcome
    assert (outcome["state"], outcome["hp"], outcome["injury"]) == (state, hp, injury)


def test_the_strength_roll_is_made_only_by_those_who_barely_live():
    for faces in ([3, 3, 1, 1], [6, 6, 1, 1]):
        with pytest.raises(rules_py.RulesError, match="^faces: got 4 faces, takes 2 faces here$"):
            rules_py.resolve("psiops.dying", faces, strength=-3 if faces[0] == 3 else 3)


def test_resting_rolls_a_die_each():
    assert odds("psiops.rest") == chances((6, 6), lambda hp, stress: {"hp": hp, "stress": stress})
    assert rules_py.resolve("psiops.rest", [2, 5]).outcome == {"hp": 2, "stress": 5}
