"""Scanner for dice notation in running text."""

import re
from collections.abc import Iterator

from rules_py.notation.matching import DiceMatch, scan

# Long patterns are text, which Python compiles on first use: plain dice are rolled without them.

# Dice with parts joined to them: "1D6", "2D6+1", "1D6x10", "2D6 + 1D4". In "2D6 +Attribute", only the dice match.
_IN_TEXT = r"(?<![\w\\.])(?:\d{1,3})?[dD]\d{1,4}(?:k[hl]\d+)?(?:(?:\s[+*x×−-]\s|\s?[+*x×−-])(?:\d{0,3}[dD])?\d{1,4})*"

_RARE = (
    r"[dD](?:[fF%{]|\d+(?:[!rRmM\[dDK]|k(?![hl]\d)|\s?[<>≤≥/÷]\s?=?\d|k[hl]\d+[!<>]))"  # "3d6!", "2d6r1"
    r"|[uUsS][dD]\d|[{(][^{}()\n]*[dD]\d[^{}()\n]*(?:\}|\)\s?[*x×])|(?:max|min)\("  # "ud8", "{d8,d6}", "(2d6)x3"
    r"|\d(?:x|\s?[+*×]\s?|\sx\s)(?:\d*[dD]|\()"  # "5+1d6", "3*(1d6+1)"
)
"""Notation that `rules_py.notation.rare_scanner` finds, which a page loads when a text needs it."""

_ESCAPE = r"\\(?=\d*[dD]\d)"


def find_dice(text: str, preceding: str = "", following: str = "") -> list[DiceMatch]:
    """Return all dice notation in a sentence, in order.

    Text that can't be parsed is skipped, and so are dice in formulas and dice that are only part of a longer notation.

    Args:
        text: a part of a paragraph.
        preceding: the text before it in the same paragraph, which shows if an exclamation mark ends a sentence.
        following: the text after it, for the same purpose.

    >>> [found.text for found in find_dice("Roll 2d6, 6d6>=5 or 3d6! at once, but not 2d6*1.5. Roll 1D6!")]
    ['2d6', '6d6>=5', '3d6!', '1D6']
    """
    if re.search(_RARE, text):
        return find_rare_dice(text, preceding, following)
    return scan(text, preceding, following, _IN_TEXT, "")


def find_rare_dice(text: str, preceding: str, following: str) -> list[DiceMatch]:
    """Find dice of all kinds, with patterns that are imported when a text needs them."""
    from rules_py.notation.rare_scanner import scan_rare_dice

    return scan_rare_dice(text, preceding, following)


def split_text(text: str, preceding: str = "", following: str = "") -> Iterator[str | DiceMatch]:
    r"""Yield a text in order, as plain parts and the dice between them.

    A backslash before dice keeps them plain and is removed.

    Args:
        text: a part of a paragraph.
        preceding: the text before it in the same paragraph.
        following: the text after it.

    >>> [part if isinstance(part, str) else part.notation for part in split_text("1D6 rounds, but \\2D6 as it stands")]
    ['1d6', ' rounds, but 2D6 as it stands']
    """
    at = 0
    for found in find_dice(text, preceding, following):
        if found.start > at:
            yield re.sub(_ESCAPE, "", text[at : found.start])
        yield found
        at = found.end
    if at < len(text):
        yield re.sub(_ESCAPE, "", text[at:])
