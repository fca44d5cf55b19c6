"""Dice that a rule requests from a player who rolls physical dice."""

import pytest

from rules_py import RulesError
from rules_py.dice import Dice, DiceRequest, DieSlot, find_requested_dice


def describe_slots(request: DiceRequest) -> list[tuple[str, str, int | None]]:
    return [(slot.throw_label, slot.die_label, slot.face) for slot in request.slots]


def duel(dice: Dice) -> None:
    """Roll two dice against each other; damage if the first is higher."""
    attacker, defender = dice.die(20, label="attacker"), dice.die(20, label="defender")
    if attacker > defender:
        dice.total("2d6+1d8", label="damage")


def test_unconditional_dice_are_requested_together():
    assert describe_slots(find_requested_dice(duel, [])) == [("attacker", "", None), ("defender", "", None)]


def test_dependent_dice_are_requested_after_the_face_is_known():
    hit = [DieSlot(20, "attacker", 14), DieSlot(20, "defender", 9)]
    assert describe_slots(find_requested_dice(duel, hit)) == [
        ("attacker", "", 14),
        ("defender", "", 9),
        ("damage", "1 of 2", None),
        ("damage", "2 of 2", None),
        ("damage", "", None),
    ]
    assert find_requested_dice(duel, hit).faces == (14, 9)
    assert not find_requested_dice(duel, [DieSlot(20, "attacker", 2), DieSlot(20, "defender", 9)]).missing_slots


def test_face_stays_with_its_labelled_die():
    def parried(dice: Dice) -> None:
        if dice.die(20, label="parry") < 20:
            duel(dice)

    asking = find_requested_dice(parried, [DieSlot(20, "attacker", 14), DieSlot(20, "defender", 9)])
    assert describe_slots(asking) == [("parry", "", None)]
    assert [(slot.throw_label, slot.face) for slot in asking.spare_slots] == [("attacker", 14), ("defender", 9)]
    assert find_requested_dice(parried, [*asking.spare_slots, DieSlot(20, "parry", 3)]).faces == (3, 14, 9)


def test_unlabelled_slots_are_named_by_notation():
    def rule(dice: Dice) -> None:
        dice.total("d66")
        dice.pool(3, drop="lowest")
        dice.die(4)

    assert describe_slots(find_requested_dice(rule, [])) == [
        ("D66", "tens", None),
        ("D66", "ones", None),
        *(("3D6", f"{number} of 3", None) for number in (1, 2, 3)),
        ("D4", "", None),
    ]


def test_dice_rolled_in_a_loop_are_requested_one_at_a_time():
    def rule(dice: Dice) -> None:
        while dice.die(6) < 6:
            pass

    assert len(find_requested_dice(rule, []).slots) == 1
    assert len(find_requested_dice(rule, [DieSlot(6, "", 1), DieSlot(6, "", 2)]).slots) == 3


@pytest.mark.parametrize("face", [0, 7, True, "4", None])
def test_impossible_face_is_rejected(face):
    with pytest.raises(RulesError, match=r"^faces: got .*, takes 1 to 6 for a d6$"):
        find_requested_dice(lambda dice: dice.die(6), [DieSlot(6, "", face)])
