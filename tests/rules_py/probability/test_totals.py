"""Totals of many dice, compared with icepool's."""

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.notation import DiceTerm, DigitDice, KeepRule, Node, parse
from rules_py.probability.convolution import Weights
from rules_py.probability.totals import compute_totals
from rules_py.scheduling import run_to_completion
from tests.rules_py.notation_strategies import expressions

SMALL = [(count, sides, keep) for count in range(1, 7) for sides in range(1, 8) for keep in range(1, count + 1)]


def count_totals(text: str) -> Weights:
    return run_to_completion(compute_totals(parse(text)))


def icepool_die(node: Node) -> "icepool.Die":
    match node:
        case DiceTerm(count, sides, None):
            return count @ icepool.d(sides)
        case DiceTerm(count, sides, KeepRule(side, keep)):
            pool = icepool.d(sides).pool(count)
            return (pool.highest(keep) if side == "highest" else pool.lowest(keep)).sum()
    raise ValueError(node)


@pytest.mark.parametrize("side", ["highest", "lowest"])
@pytest.mark.parametrize(("count", "sides", "keep"), SMALL)
def test_kept_dice_totals_match_icepool(count, sides, keep, side):
    assert count_totals(f"{count}d{sides}k{side[0]}{keep}") == dict(
        icepool_die(DiceTerm(count, sides, KeepRule(side, keep)))
    )


@pytest.mark.parametrize("text", ["30d4kh9", "12d20kl5", "5d100kh2", "100d2kh99", "20d10kl20"])
def test_large_kept_pools_match_icepool(text):
    assert count_totals(text) == dict(icepool_die(parse(text)))


@pytest.mark.parametrize(
    "text",
    [
        "30d6+20d8",
        "30d6-20d8",
        "3d6-20d8",
        "20d8-3d6",
        "9d4kh3+8d6",
        "8d6-9d4kh3",
        "9d4kh3-8d6",
        "1d6*1000+2d6",
        "2d6-1d6*1000",
        "5+3d6",
        "5-3d6",
        "3d6-5",
    ],
)
def test_sums_and_differences_of_pools_match_icepool(text):
    """Each total of one pool is combined with each total of the other, as icepool adds dice."""
    node = parse(text)
    ones, others = (run_to_completion(compute_totals(part)) for part in (node.left, node.right))
    one, other = icepool.Die(ones), icepool.Die(others)
    assert count_totals(text) == dict(one + other if node.operator == "+" else one - other)


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
