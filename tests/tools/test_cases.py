"""Failures of many cases in one test: each names its case and the values that it compares."""

import runpy

import pytest

TEST = """
from tests.cases import check_each

@check_each("dice, total", [("2d6", 7), ("1d20", 20), ("1d4", 2)])
def test_totals(dice, total):
    def double(number):
        return 2 * number

    assert sum(double(each) for each in (total, 1)) == len(
        dice
    ) + 3
"""


@pytest.fixture
def find_failures(tmp_path, monkeypatch):
    """Return the notes of each case that fails, where pytest hasn't compiled the assertions."""
    path = tmp_path / "totals.py"
    path.write_text(TEST, encoding="utf-8")

    def find(words):
        monkeypatch.setenv("CASE", words)
        with pytest.raises(ExceptionGroup) as failed:
            runpy.run_path(str(path))["test_totals"]()
        return [each.__notes__ for each in failed.value.exceptions]

    return find


def test_failure_names_each_case_and_both_values(find_failures):
    left, right = "sum((double(each) for each in (total, 1)))", "len(dice) + 3"
    assert find_failures("") == [
        ["case: ('2d6', 7)", f"{left} is 16", f"{right} is 6"],
        ["case: ('1d20', 20)", f"{left} is 42", f"{right} is 7"],
    ]


def test_one_case_can_be_chosen(find_failures):
    assert [notes[0] for notes in find_failures("1d20")] == ["case: ('1d20', 20)"]
