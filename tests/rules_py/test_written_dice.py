"""Dice in a note: its text comes back whole, and the dice have plans; other notation stays text."""

import json

import pytest

from rules_py.bridge import ANSWERS


def scan(text: str) -> list:
    return json.loads(ANSWERS["scan"]("dice", text))["parts"]


def test_dice_of_a_note_have_plans_and_the_rest_is_text():
    assert scan("The gate: d66,\nor 2D6+1 rats.") == [
        "The gate: ",
        {"text": "d66", "notation": "d66", "plan": ["digits", 2, 6]},
        ",\nor ",
        {"text": "2D6+1", "notation": "2d6+1", "plan": ["+", ["dice", 2, 6], 1]},
        " rats.",
    ]
    assert scan("6d6>=5 to climb") == [
        {"text": "6d6>=5", "notation": "6d6>=5", "plan": ["notation", "6d6>=5"]},
        " to climb",
    ]


@pytest.mark.parametrize("text", ["", "No dice.", "At 12:30, room 7", "6d6>=1d6", "<b>x</b> & y\t\n"])
def test_note_without_dice_is_one_text(text):
    assert scan(text) == ([text] if text else [])


def test_dice_after_a_backslash_stay_text():
    assert scan("\\2d6 is the notation") == ["2d6 is the notation"]
