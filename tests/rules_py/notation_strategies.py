"""Hypothesis strategies for dice notation trees that are small enough to enumerate."""

from hypothesis import strategies as st

from rules_py.errors import NotationError
from rules_py.notation import BinaryOperation, DiceTerm, DigitDice, KeepRule, Node, Number, parse


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


SIGNS = st.sampled_from(["", "=", "<", "<=", ">", ">="])
FACES = st.sampled_from(["4", "6", "10", "F", "{0,0,1}", "{-2,1,5}"])


@st.composite
def changed_dice(draw: st.DrawFn) -> str:
    """Draw the text of dice that are rerolled, limited, exploding, kept or counted; a parser may refuse it."""

    def draw_part(begin: str, with_sign: bool = True) -> str:
        return f"{begin}{draw(SIGNS) if with_sign else ''}{draw(st.integers(1, 6))}" if draw(st.booleans()) else ""

    text = f"{draw(st.integers(1, 4))}d{draw(FACES)}"
    text += draw_part(draw(st.sampled_from(["r", "ro"]))) + draw_part("mi", False) + draw_part("ma", False)
    text += draw(st.sampled_from(["", "", "!", "!!", "!o", "!p", "!>=4"]))
    text += draw_part(draw(st.sampled_from(["kh", "kl", "km", "dl"])), False)
    if draw(st.booleans()):
        text += f"{draw(st.sampled_from(['<', '<=', '>', '>=', '=']))}{draw(st.integers(-1, 6))}" + draw_part("f")
    return text


def any_notation() -> st.SearchStrategy[Node]:
    """Return a strategy for notation of every kind."""

    def parse_or_none(text: str) -> Node | None:
        try:
            return parse(text)
        except NotationError:
            return None

    dice = changed_dice() | st.builds(str, expressions(max_leaves=2))
    texts = st.one_of(
        dice,
        st.builds("{{{},{}}}{}".format, dice, dice, st.sampled_from(["", "kh1", "kl1", ">3", "kh1>=2"])),
        st.builds("{}({}/{})".format, st.sampled_from(["floor", "ceil", "round"]), dice, st.integers(1, 5)),
        st.builds("({})/{}+{}".format, dice, st.integers(1, 5), dice),
        st.builds("{}({},{})".format, st.sampled_from(["max", "min"]), dice, st.integers(-5, 20)),
        st.builds("({}){}{}".format, dice, st.sampled_from([">=", "<", "="]), st.integers(0, 20)),
        st.builds("({})^{}".format, dice, st.integers(0, 3)),
        st.builds("({})[{}]".format, dice, st.sampled_from(["fire", "cold iron", "Ünder 2"])),
        st.builds("{} Stealth".format, dice),
        st.builds("{}x{}".format, st.integers(2, 4), changed_dice()),
    )
    return texts.map(parse_or_none).filter(lambda node: node is not None)
