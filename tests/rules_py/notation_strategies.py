"""Hypothesis strategies for dice notation trees that are small enough to enumerate."""

from hypothesis import strategies as st

from rules_py.notation import BinaryOperation, DiceTerm, DigitDice, KeepRule, Number


@st.composite
def dice_terms(draw: st.DrawFn) -> DiceTerm:
    """Draw dice with an optional keep rule. They have at most 12 sides, as 66 sides would mean digits."""
    count, sides = draw(st.integers(1, 4)), draw(st.integers(1, 12))
    keep = draw(st.none() | st.builds(KeepRule, st.sampled_from(["highest", "lowest"]), st.integers(1, count)))
    return DiceTerm(count, sides, keep)


def expressions(max_leaves: int) -> st.SearchStrategy:
    """Return a strategy for any dice notation with at most `max_leaves` terms."""
    leaves = (
        dice_terms()
        | st.builds(Number, st.integers(-20, 20))
        | st.sampled_from([DigitDice(), DigitDice(2, 4), DigitDice(2, 8), DigitDice(3, 4)])
    )
    return st.recursive(
        leaves, lambda nodes: st.builds(BinaryOperation, st.sampled_from("+-*"), nodes, nodes), max_leaves=max_leaves
    )
