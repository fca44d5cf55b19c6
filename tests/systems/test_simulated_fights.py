"""The dice, the targets and the results that the games' simulations share."""

from collections import Counter
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest

from tests.systems.scripted_dice import ScriptedDice
from tests.systems.simulated_fights import (
    Joining,
    active,
    check_fields,
    is_over,
    keep_two,
    roll_dice,
    roll_die,
    sum_up,
    weakest,
)


@dataclass
class Pawn:
    """A combatant with points."""

    name: str
    points: int

    @property
    def is_up(self) -> bool:
        return self.points > 0


def test_dice_show_every_face():
    rng = Random(1)
    assert {roll_die(rng, 20) for _ in range(1000)} == set(range(1, 21))


@pytest.mark.parametrize(
    ("notation", "low", "high"), [("2d6", 2, 12), ("d4+1", 2, 5), ("3d6-2", 1, 16), ("7", 7, 7), ("1D6", 1, 6)]
)
def test_notation_has_its_range(notation, low, high):
    rng = Random(2)
    rolled = [roll_dice(rng, notation) for _ in range(3000)]
    assert (min(rolled), max(rolled)) == (low, high)


@pytest.mark.parametrize("notation", ["", "d", "2d6!", "x"])
def test_other_text_is_not_notation(notation):
    with pytest.raises(ValueError, match="isn't dice notation"):
        roll_dice(Random(1), notation)


@pytest.mark.parametrize(
    ("advantage", "disadvantage", "kept"),
    [(False, False, slice(0, 2)), (True, True, slice(0, 2)), (True, False, slice(1, 3)), (False, True, slice(0, 2))],
)
def test_two_dice_of_every_roll_are_kept(advantage, disadvantage, kept):
    number = 2 if advantage == disadvantage else 3
    counted = Counter(
        keep_two(ScriptedDice(*faces), advantage, disadvantage) for faces in product(range(1, 7), repeat=number)
    )
    expected = Counter(tuple(sorted(faces)[kept]) for faces in product(range(1, 7), repeat=number))
    assert counted == expected


def test_weakest_is_the_first_of_equals_who_are_up():
    pawns = [Pawn("Ann", 0), Pawn("Ben", 3), Pawn("Cy", 2), Pawn("Dee", 2)]
    target = weakest(pawns, lambda pawn: pawn.points)
    assert target is not None and target.name == "Cy"
    assert weakest(pawns[:1], lambda pawn: pawn.points) is None
    assert [each.name for each in active(pawns)] == ["Ben", "Cy", "Dee"]


@pytest.mark.parametrize(
    ("ours", "theirs", "winner", "survivors", "over"),
    [
        (1, 0, "ours", ("Ann",), True),
        (0, 2, "theirs", ("Ben",), True),
        (0, 0, "", (), True),
        (1, 1, None, ("Ann", "Ben"), False),
    ],
)
def test_winner_is_the_only_side_left(ours, theirs, winner, survivors, over):
    sides = {"ours": [Pawn("Ann", ours)], "theirs": [Pawn("Ben", theirs)]}
    result = sum_up(sides, 3)
    assert (result.winner, result.survivors, result.rounds, is_over(sides)) == (winner, survivors, 3, over)


def test_several_who_join_get_numbers():
    assert Joining("x.pawn", "ours", "Ann").names == ("Ann",)
    assert Joining("x.pawn", "ours", "Ann", count=2).names == ("Ann 1", "Ann 2")


def test_fields_that_are_not_read_are_rejected():
    check_fields({"hp": 1, "name": "Ann"}, ("hp",))
    with pytest.raises(ValueError, match="doesn't read mood"):
        check_fields({"hp": 1, "mood": 2}, ("hp",))
