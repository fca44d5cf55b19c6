"""Results and odds as screen readers read them: sentences without signs that speech skips or misreads.

A result's sentence has every die.
"""

import re

import pytest

import rules_py
from rules_py.registry.games import find_mechanic
from rules_py.rendering.odds import describe_odds
from rules_py.rendering.rolls import describe_roll
from tests.cases import check_each

MISREAD = re.compile(r"(?<![^\W\d_])[-–—](?=\d)|[*<>|]|  |\n")
"""Signs that speech skips or misreads: a hyphen or dash before a number, which isn't a minus sign, and markup.

A hyphen between a letter and a number is part of a name.
"""

SEEDS = range(4)
ROLLED = [*rules_py.mechanics(), *(each for each in rules_py.table_ids() if rules_py.table(each).die)]
NOTATIONS = ["d6", "2d6-9", "2d6*10", "1d4-(1d6-2)", "3d6kh2", "d66", "1d20-2"]


def find_faces(sentence: str) -> list[int]:
    """Return the dice that a sentence names after its result or, without these, the terms of its sum."""
    _, _, listed = sentence.rpartition("; dice ")
    return [int(face) for face in re.findall(r"\d+", listed or sentence)]


def check_sentence(sentence: str) -> None:
    assert not MISREAD.search(sentence), sentence
    assert re.fullmatch(r"[^\W_].*[^.]\.", sentence), sentence


def check(mechanic_id: str, roll: rules_py.Roll) -> None:
    sentence = describe_roll(find_mechanic(mechanic_id), roll)
    check_sentence(sentence)
    left = find_faces(sentence)
    for face in roll.faces:
        assert face in left, sentence
        left.remove(face)


@check_each("mechanic_id", ROLLED)
def test_results_of_rules_and_tables_sound_right(mechanic_id):
    for seed in SEEDS:
        check(mechanic_id, rules_py.roll(mechanic_id, seed=seed))


@pytest.mark.parametrize("notation", NOTATIONS)
def test_results_of_plain_dice_sound_right(notation):
    for seed in SEEDS:
        check("dice", rules_py.roll("dice", notation=notation, seed=seed))


@check_each("mechanic_id", ROLLED)
def test_odds_of_rules_and_tables_sound_right(mechanic_id):
    mechanic = find_mechanic(mechanic_id)
    sentence = describe_odds(mechanic, rules_py.odds(mechanic_id).outcomes[mechanic.headline])
    check_sentence(sentence)
    assert not re.search(r"\d \d", sentence), sentence  # speech would join the two numbers
    assert "%." in sentence or re.search(r"On average −?\d+\.\d\d\.$", sentence), sentence
