"""The roll required when stress reaches 6."""

import pytest

import rules_py
from tests.rules_py.brute_force import count_outcomes, enumerate_resolve, grid, typed_odds
from tests.systems.psiops.reference_model import ATTRIBUTES, FLAGS, choose_by_total, dice_sides, momentum, roll_total

PANIC = ["Fearful", "Frail", "Hopeless", "Insulting", "Reckless", "Selfish"]
TRANSCENDENT = ["Courageous", "Cunning", "Dexterous", "Focused", "Powerful", "Stalwart"]


@pytest.mark.examples(1)
@pytest.mark.parametrize("willpower", ATTRIBUTES)
def test_stress_odds_match_enumeration(willpower):
    for params in [
        {},
        *grid(modifier=[-1, 0, 6], advantage=FLAGS, disadvantage=FLAGS, skill=FLAGS, spent_momentum=FLAGS),
    ]:

        def by_hand(*faces):
            *dice, effect = faces
            _, _, total = roll_total(
                tuple(dice),
                willpower + params.get("modifier", 0),
                params.get("advantage", False),
                params.get("skill", False),
            )
            return {
                "total": total,
                "result": choose_by_total(total, "panic", "calm", "calm", "transcendent"),
                "removed": choose_by_total(total, 0, 1, 2, "all"),
                "effect": choose_by_total(total, PANIC[effect - 1], None, None, TRANSCENDENT[effect - 1]),
                "momentum": momentum(total, params.get("spent_momentum", False)),
            }

        sides = (*dice_sides(params.get("advantage", False), params.get("disadvantage", False)), 6, 6)
        assert typed_odds("psiops.stress", willpower=willpower, **params) == count_outcomes(sides, by_hand), params


@pytest.mark.parametrize("params", [{}, {"willpower": 3, "advantage": True}, {"willpower": -1, "skill": True}])
def test_stress_odds_match_resolving_every_face(params):
    assert typed_odds("psiops.stress", **params) == enumerate_resolve("psiops.stress", **params)


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
def test_stress_total_decides_the_result(faces, willpower, outcome):
    assert rules_py.resolve("psiops.stress", faces, willpower=willpower).outcome == outcome
