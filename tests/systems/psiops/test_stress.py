"""The roll that comes when stress reaches 6."""

import pytest

import rules_py
from tests.rules_py.brute_force import chances, every_resolve, grid, odds
from tests.systems.psiops.reference_model import ATTRIBUTES, FLAGS, by_total, dice_of, momentum, rolled

PANIC = ["Fearful", "Frail", "Hopeless", "Insulting", "Reckless", "Selfish"]
TRANSCENDENT = ["Courageous", "Cunning", "Dexterous", "Focused", "Powerful", "Stalwart"]


@pytest.mark.examples(3)
@pytest.mark.parametrize("willpower", ATTRIBUTES)
def test_stress_against_every_fall_of_the_dice(willpower):
    for params in [
        {},
        *grid(modifier=[-1, 0, 6], advantage=FLAGS, disadvantage=FLAGS, skill=FLAGS, spent_momentum=FLAGS),
    ]:

        def by_hand(*faces):
            *dice, effect = faces
            _, _, total = rolled(
                tuple(dice),
                willpower + params.get("modifier", 0),
                params.get("advantage", False),
                params.get("skill", False),
            )
            return {
                "total": total,
                "result": by_total(total, "panic", "calm", "calm", "transcendent"),
                "removed": by_total(total, 0, 1, 2, "all"),
                "effect": by_total(total, PANIC[effect - 1], None, None, TRANSCENDENT[effect - 1]),
                "momentum": momentum(total, params.get("spent_momentum", False)),
            }

        sides = (*dice_of(params.get("advantage", False), params.get("disadvantage", False)), 6, 6)
        assert odds("psiops.stress", willpower=willpower, **params) == chances(sides, by_hand), params


@pytest.mark.parametrize("params", [{}, {"willpower": 3, "advantage": True}, {"willpower": -1, "skill": True}])
def test_stress_odds_are_those_of_resolving_every_fall(params):
    assert odds("psiops.stress", **params) == every_resolve("psiops.stress", **params)


@pytest.mark.parametrize(
    ("faces", "willpower", "outcome"),
    [
        ([3, 3, 2], 0, {"total": 6, "result": "panic", "removed": 0, "effect": "Frail", "momentum": 0}),
        ([3, 4], 0, {"total": 7, "result": "calm", "removed": 1, "effect": None, "momentum": 1}),
        ([4, 5], 0, {"total": 9, "result": "calm", "removed": 1, "effect": None, "momentum": 1}),
        ([5, 5], 0, {"total": 10, "result": "calm", "removed": 2, "effect": None, "momentum": 2}),
        ([6, 6], 0, {"total": 12, "result": "calm", "removed": 2, "effect": None, "momentum": 2}),
        ([6, 6, 6], 1, {"total": 13, "result": "transcendent", "removed": "all", "effect": "Stalwart", "momentum": 3}),
    ],
)
def test_the_total_says_what_stress_does(faces, willpower, outcome):
    assert rules_py.resolve("psiops.stress", faces, willpower=willpower).outcome == outcome
