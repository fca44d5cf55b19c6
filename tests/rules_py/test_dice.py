"""Dice: pools, kept dice, given faces, seeds, and the transcript."""

import random

import pytest

from rules_py.dice import Dice, GivenDice, Pool, RandomDice
from rules_py.dice.rollers import draw_below
from rules_py.errors import RulesError
from rules_py.tables import table
from rules_py.text.sentences import MINUS
from tests.rules_py.sample_rules import LETTERS


def test_pool_has_total_lowest_and_highest():
    pool = GivenDice([5, 2, 4]).pool(3)
    assert (pool.kept, pool.total, pool.lowest, pool.highest) == ((2, 4, 5), 11, 2, 5)


@pytest.mark.parametrize(
    ("faces", "drop", "kept"),
    [
        ([5, 2, 4], "lowest", (4, 5)),
        ([5, 2, 4], "highest", (2, 4)),
        ([2, 5, 2], "lowest", (2, 5)),
        ([5, 5, 2], "highest", (2, 5)),
        ([3, 3, 3], "lowest", (3, 3)),
        ([3, 3, 3], "highest", (3, 3)),
    ],
)
def test_pool_drops_one_die(faces, drop, kept):
    assert GivenDice(faces).pool(3, drop=drop).kept == kept


def test_replace_lowest_keeps_the_pool_sorted():
    assert Pool((2, 3)).replace_lowest(6).kept == (3, 6)
    assert Pool((2, 3)).replace_lowest(1).kept == (1, 3)
    assert Pool((2, 2)).replace_lowest(4).kept == (2, 4)


def test_transcript_has_rolled_and_kept_faces():
    dice = GivenDice([5, 2, 4, 6, 3, 1, 4])
    dice.pool(3, drop="lowest", label="attack")
    dice.total("3d6kl2")
    dice.die(4, label="range")
    assert [thrown.to_dict() for thrown in dice.transcript.dice_results] == [
        {"sides": 6, "faces": [5, 2, 4], "kept": [5, 4], "label": "attack"},
        {"sides": 6, "faces": [6, 3, 1], "kept": [3, 1], "label": "3d6kl2"},
        {"sides": 4, "faces": [4], "kept": [4], "label": "range"},
    ]


def test_unlabelled_dice_are_labelled_by_notation():
    dice = GivenDice([1, 1, 1, 1, 2, 3])
    dice.pool(2, 8), dice.die(3), dice.total("d66"), dice.total("1d4")
    assert [thrown.label for thrown in dice.transcript.dice_results] == ["2d8", "1d3", "d66", "1d4"]


def test_a_d66_is_tens_then_ones():
    dice = GivenDice([4, 1])
    assert dice.total("d66") == 41
    assert dice.transcript.dice_results[0].faces == (4, 1)


def test_a_sum_has_the_dice_that_count_and_what_is_added():
    dice = GivenDice([5, 2, 4, 6, 1, 3])
    assert dice.add_up(dice.pool(3, drop="lowest").kept, ("skill", 2), ("modifier", 0)) == 11
    assert dice.add_up((dice.total("2d6+1"),), ("skill", -2)) == 6
    assert dice.die(6) == 3
    assert [each.sum_text for each in dice.transcript.dice_results] == [
        "5 + 4, +2 skill = 11",
        f"6 + 1, +1, {MINUS}2 skill = 6",
        "",
    ]


def test_a_sum_that_leaves_out_dice_has_its_own_numbers():
    dice = GivenDice([5, 1, 4])
    pool = dice.pool(2)
    assert dice.add_up(pool.replace_lowest(dice.die(6)).kept, ("skill", 1)) == 10
    assert [each.sum_text for each in dice.transcript.dice_results] == ["", "4 + 5, +1 skill = 10"]


@pytest.mark.parametrize("dice", ["d66", "2d6*10", "2d6-1d4", "7"])
def test_notation_that_is_no_sum_of_its_dice_has_no_sum(dice):
    rolled = RandomDice(1)
    rolled.total(dice)
    assert {each.sum_text for each in rolled.transcript.dice_results} <= {""}


def test_every_kind_of_dice_adds_up_alike():
    assert Dice().add_up((5, 1), ("skill", 2)) == GivenDice([]).add_up((5, 1), ("skill", 2)) == 8


def test_steps_and_consequences_keep_their_order():
    dice = GivenDice([])
    dice.say("one"), dice.say("two"), dice.add_consequence("three")
    assert (dice.transcript.steps, dice.transcript.consequences) == (["one", "two"], ["three"])


@pytest.mark.parametrize(
    "repeat",
    [
        lambda dice, step: dice.fold(step, 0, 2),
        lambda dice, step: dice.count(step, 0, lambda so_far: so_far == 2, 5),
        lambda dice, step: dice.run_down(
            lambda dice, stage: (stage, step(dice, 0)),
            lambda dice, stage, left: (left, left),
            (2, 2),
            lambda stage: stage == 0,
            5,
            "",
        ),
    ],
)
def test_consequences_of_repeated_steps_become_steps(repeat):
    dice = GivenDice([])

    def step(dice, so_far):
        dice.say("one more")
        dice.add_consequence("and so on")
        return so_far + 1

    repeat(dice, step)
    dice.add_consequence("at last")
    assert dice.transcript.steps == ["one more", "and so on"] * 2
    assert dice.transcript.consequences == ["at last"]


def test_row_is_found_by_its_roll():
    assert [GivenDice([face]).row(LETTERS).name for face in (1, 2, 3, 4)] == ["A", "A", "B", "C"]


def test_taken_row_is_rerolled_and_explained_in_the_steps():
    dice = GivenDice([2, 1, 3])
    row = dice.row(LETTERS, exclude=[LETTERS.row_for_roll(1)])
    assert row.name == "B"
    assert [thrown.faces for thrown in dice.transcript.dice_results] == [(2,), (1,), (3,)]
    assert len(dice.transcript.steps) == 2 and all("A is taken" in step for step in dice.transcript.steps)


def test_table_without_a_die_is_rejected():
    with pytest.raises(RulesError, match="^table: got 'station.weapons', takes a table with a die"):
        RandomDice().row(table("station.weapons"))


def test_fold_runs_steps_in_order():
    assert GivenDice([1, 2, 3]).fold(lambda dice, state: (*state, dice.die(6)), (), 3) == (1, 2, 3)
    assert GivenDice([]).fold(lambda dice, state: (*state, dice.die(6)), (), 0) == ()


@pytest.mark.parametrize(("faces", "number"), [([6], 1), ([3, 3], 2), ([1, 1, 4], 3), ([1, 1, 1], None)])
def test_count_returns_the_number_of_steps(faces, number):
    dice = GivenDice(faces)
    assert dice.count(lambda dice, state: state + dice.die(6), 0, lambda state: state >= 6, 3) == number
    dice.require_all_used()


@pytest.mark.parametrize(
    ("faces", "named"),
    [
        ([], ["0 faces", "d6"]),
        ([4], ["1 face", "d6"]),
        ([4, 7], ["7", "number 2", "1 to 6"]),
        ([0, 4], ["0", "number 1", "1 to 6"]),
        ([-1, 4], ["-1", "number 1", "1 to 6"]),
        (["4", 4], ["'4'", "1 to 6"]),
        ([4.0, 4], ["4.0", "1 to 6"]),
        ([True, 4], ["True", "1 to 6"]),
        ([4, 4, 4], ["3 faces", "2 faces"]),
    ],
)
def test_given_faces_must_match_the_dice(faces, named):
    def read() -> None:
        dice = GivenDice(faces)
        dice.pool(2)
        dice.require_all_used()

    with pytest.raises(RulesError) as refusal:
        read()
    assert str(refusal.value).startswith("faces: got ")
    assert all(part in str(refusal.value) for part in named)


def test_a_seed_gives_the_same_dice_again():
    rolled = [[RandomDice(seed).total("20d1000") for seed in range(20)] for _ in range(2)]
    assert rolled[0] == rolled[1]
    assert len(set(rolled[0])) > 1


def test_without_a_seed_the_dice_differ():
    assert len({RandomDice().total("1000d1000") for _ in range(20)}) > 1


def test_random_dice_show_every_face_and_no_other():
    dice = RandomDice(seed=1)
    for sides in (1, 2, 3, 6, 20):
        assert {dice.die(sides) for _ in range(60 * sides)} == set(range(1, sides + 1))


class DrawnNumbers(random.Random):
    """A source of the given numbers, which takes each for one draw of 48 bits."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(1)
        self.numbers = list(numbers)

    def getrandbits(self, k):
        assert k == 48
        return self.numbers.pop(0)


@pytest.mark.examples(30)
@pytest.mark.parametrize("sides", [*range(1, 101), 120, 666, 1000, 9999, 2**47 + 1, 2**48 - 1, 2**48])
def test_every_face_of_a_system_die_has_the_same_number_of_draws(sides):
    """The accepted draws are whole rounds of all faces; the rest of the 2^48 draws is drawn again."""
    rounds = 2**48 // sides
    for number in {0, sides - 1, (rounds - 1) * sides, rounds * sides - 1}:
        assert draw_below(DrawnNumbers(number), sides) == number % sides
    for number in {rounds * sides, 2**48 - 1} if rounds * sides < 2**48 else ():
        source = DrawnNumbers(number, 0)
        assert draw_below(source, sides) == 0 and source.numbers == []


@pytest.mark.parametrize("sides", [1, 2, 20, 2**48 + 1, 2**60])
def test_a_system_die_shows_a_face_that_it_has(sides):
    assert all(1 <= RandomDice().next_face(sides) <= sides for _ in range(50))
