"""Rolls of a defender within another roll: their result is named, whether they succeed or fail."""

import pytest

import rules_py

TIMES = 60
WIDE = {"attack": 10, "dodge": 10, "reactions": 10, "parry": True, "parry_bonus": 3}


@pytest.mark.parametrize("rule", ["to-hit", "unarmed", "attack"])
def test_parry_is_named_if_it_fails_and_if_it_succeeds(rule):
    seen = set()
    for seed in range(TIMES):
        roll = rules_py.roll(f"sideworld.{rule}", seed, **WIDE)
        # the first die is the Save, after a 20 with another one: below Reactions succeeds
        named = {"Parried: +3 to the target's total.": True, "The parry fails.": False}
        told = [named[text] for text in roll.consequences if text in named]
        assert told == [roll.faces[0] < WIDE["reactions"]]
        seen.add(told[0])
    assert seen == {True, False}


def test_attack_says_that_a_target_who_cant_act_doesnt_parry():
    roll = rules_py.roll("sideworld.attack", 1, **WIDE, stamina=40, stamina_lost=31)
    assert "The target can't act, so it doesn't parry." in roll.consequences


@pytest.mark.parametrize("die", range(1, 11))
def test_prosthetic_that_is_hit_is_named_if_it_fails_and_if_it_holds(die):
    roll = rules_py.resolve("sideworld.wound", [100, die], prosthetics=["brain-reflex"])
    assert roll.consequences == ("The prosthetic fails." if die == 1 else "The prosthetic holds.",)
