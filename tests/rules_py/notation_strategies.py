"""Trees of dice notation for Hypothesis, of a size that can still be written down."""

from hypothesis import strategies as st

from rules_py.notation import D66, BinaryOperation, DiceTerm, KeepRule, Number


@st.composite
def dice_terms(draw: st.DrawFn) -> DiceTerm:
    """Dice with or without some of them kept. No 66 sides: that is the d66."""
    count, sides = draw(st.integers(1, 4)), draw(st.integers(1, 12))
    keep = draw(st.none() | st.builds(KeepRule, st.sampled_from(["highest", "lowest"]), st.integers(1, count)))
    return DiceTerm(count, sides, keep)


def expressions(max_leaves: int) -> st.SearchStrategy:
    """Anything that notation can say, with so many parts at most."""
    leaves = dice_terms() | st.builds(Number, st.integers(-20, 20)) | st.just(D66())
    return st.recursive(
        leaves, lambda nodes: st.builds(BinaryOperation, st.sampled_from("+-*"), nodes, nodes), max_leaves=max_leaves
    )
