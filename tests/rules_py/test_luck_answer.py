"""The answer about a device's dice: sentences, bars and tables, and refusals of numbers that fit no dice."""

import json
import re

import pytest

from rules_py.bridge import ANSWERS


def ask(dice) -> dict:
    return json.loads(ANSWERS["luck"]("dice", json.dumps(dice)))


def test_each_kind_has_its_sentence_its_numbers_and_a_table():
    answer = ask({"20": [0] * 19 + [2], "6": [30, 35, 36, 38, 36, 37], "4": [2, 1, 1, 2], "8": [0] * 8})
    assert [each["sides"] for each in answer["luck"]] == [4, 6, 20]
    assert answer["said"] == (
        "Your 6 d4 averaged 2.50; 2.5 is expected. That is as expected. "
        "Your 212 d6 averaged 3.59; 3.5 is expected. Luck this good or better happens 1 time in 5. "
        "Your 2 d20 averaged 20.00; 10.5 is expected. Luck this good or better happens 1 time in 400."
    )
    assert answer["luck"][2] == {"sides": 20, "count": 2, "total": 40, "at_least": 0.0025, "exact": True}
    html = answer["html"]
    assert html.count("<section") == 3 and html.count("<rect") == 30 and html.count('<th scope="row">') == 30
    assert html.count('class="fb-luck-line"') == 3
    assert '<tr><th scope="row">4</th><td>38</td><td>35.33</td></tr>' in html


def test_bad_luck_is_told_from_its_own_side():
    answer = ask({"20": [2] + [0] * 19})
    assert answer["said"].endswith("Luck this bad or worse happens 1 time in 400.")
    assert "A total of 2 or more: 100%." in answer["html"]


def test_more_dice_than_can_be_exact_are_marked():
    answer = ask({"6": [400, 400, 400, 400, 400, 500]})
    assert re.search(r"happens about 1 time in [\d,]+\.", answer["said"])
    assert "%, approximately: there are too many dice" in answer["html"] and answer["luck"][0]["exact"] is False


def test_very_rare_luck_has_no_false_precision():
    assert "less than 1 time in 1,000,000" in ask({"6": [0, 0, 0, 0, 0, 30]})["said"]
    assert "happens less than 1 time in 1,000,000" in ask({"6": [0, 0, 0, 0, 0, 3000]})["said"]


def test_dice_with_many_sides_have_no_bars():
    html = ask({"1000": [0] * 999 + [1]})["html"]
    assert "<section" in html and "<svg" not in html and "<table" not in html


def test_no_dice_are_no_kinds():
    assert ask({}) == {"luck": [], "html": "", "said": ""}


@pytest.mark.parametrize(
    "dice",
    [[], 7, {"6": 3}, {"6": [1]}, {"6": [1, 1, 1, 1, 1, -1]}, {"six": []}, {"0": []}, {"99999": []}, {"2": [1, True]}],
)
def test_numbers_that_fit_no_dice_are_refused(dice):
    assert set(ask(dice)) == {"error"}
