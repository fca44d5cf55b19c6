"""Totals of many dice. Others are compared with icepool's in test_referee.py."""

import pytest
from hypothesis import given, settings, strategies as st

from rules_py.notation import DiceTerm, DigitDice, Node, parse
from rules_py.probability.convolution import Weights
from rules_py.probability.totals import compute_totals
from rules_py.scheduling import run_to_completion
from tests.rules_py.notation_strategies import expressions


def count_totals(text: str) -> Weights:
    return run_to_completion(compute_totals(parse(text)))


@settings(max_examples=200)
@given(expressions(max_leaves=4))
def test_weights_are_positive_and_sum_to_all_rolls(tree):
    found = run_to_completion(compute_totals(tree))
    assert all(weight > 0 for weight in found.values())
    assert sum(found.values()) == count_all_rolls(tree)


def count_all_rolls(node: Node) -> int:
    match node:
        case DiceTerm(count, sides) | DigitDice(count, sides):
            return sides**count
    return count_all_rolls(node.left) * count_all_rolls(node.right) if hasattr(node, "left") else 1


@given(st.integers(1, 30), st.integers(1, 30))
def test_dice_sum_distribution_is_symmetric(count, sides):
    found = count_totals(f"{count}d{sides}")
    assert all(weight == found[count * (sides + 1) - total] for total, weight in found.items())


@pytest.mark.parametrize("text", ["40d100+40d99", "60d33kh30", "10d100+10d100+10d100", "90d100-20d100kh10"])
def test_long_sums_are_computed_in_many_steps(text):
    assert sum(1 for _ in compute_totals(parse(text))) >= 20
