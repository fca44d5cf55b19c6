"""The roll at 6 stress."""

import pytest

import rules_py
from tests.rules_py.brute_force import chances, every_resolve, odds
from tests.systems.psiops.by_hand import ATTRIBUTES, by_total

PANIC = ["Fearful", "Frail", "Hopeless", "Insulting", "Reckless", "Selfish"]
TRANSCENDENT = ["Courageous", "Cunning", "Dexterous", "Focused", "Powerful", "Stalwart"]


@pytest.mark.parametrize("willpower", ATTRIBUTES)
def test_stress_against_every_fall_of_the_dice(willpower):
    def by_hand(a, b, effect):
        total = a + b + willpower
        return {"total": total,
                "result": by_total(total, "panic", "calm", "calm", "transcendent"),
                "removed": by_total(total, 0, 1, 2, "all"),
                "effect": by_total(total, PANIC[effect - 1], None, None, TRANSCENDENT[effect - 1])}

    assert odds("psiops.stress", willpower=willpower) == chances((6, 6, 6), by_hand)
    assert odds("psiops.stress", willpower=willpower) == every_resolve("psiops.stress", willpower=willpower)


@pytest.mark.parametrize(("faces", "willpower", "outcome"), [
    ([3, 3, 2], 0, {"total": 6, "result": "panic", "removed": 0, "effect": "Frail"}),
    ([3, 4], 0, {"total": 7, "result": "calm", "removed": 1, "effect": None}),
    ([4, 5], 0, {"total": 9, "result": "calm", "removed": 1, "effect": None}),
    ([5, 5], 0, {"total": 10, "result": "calm", "removed": 2, "effect": None}),
    ([6, 6], 0, {"total": 12, "result": "calm", "removed": 2, "effect": None}),
    ([6, 6, 6], 1, {"total": 13, "result": "transcendent", "removed": "all", "effect": "Stalwart"}),
])
def test_the_total_says_what_stress_does(faces, willpower, outcome):
    assert rules_py.resolve("psiops.stress", faces, willpower=willpower).outcome == outcome
