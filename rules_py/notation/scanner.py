"""Scanner for dice notation in running text."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rules_py.errors import NotationError
from rules_py.notation.parser import parse


class DiceMatch(NamedTuple):
    """Dice notation found in running text."""

    start: int
    end: int
    text: str
    notation: str


# Long patterns are text, which Python compiles on first use: plain dice are rolled without them.

# Dice with parts joined to them: "1D6", "2D6+1", "1D6x10", "2D6 + 1D4". In "2D6 +Attribute", only the dice match.
_IN_TEXT = r"(?<![\w\\.])(?:\d{1,3})?[dD]\d{1,4}(?:k[hl]\d+)?(?:(?:\s[+*x×−-]\s|\s?[+*x×−-])(?:\d{0,3}[dD])?\d{1,4})*"

_RARE = (
    r"[dD](?:[fF%{]|\d+(?:[!rRmM\[dD]|[kK](?![hHlL]\d)|\s?[<>≤≥/÷]\s?=?\d|[kK][hHlL]\d+[!<>]))"  # "3d6!", "2d6r1"
    r"|[uUsS][dD]\d|[{(][^{}()\n]*[dD]\d[^{}()\n]*(?:\}|\)\s?[*x×])|(?:max|min)\("  # "ud8", "{d8,d6}", "(2d6)x3"
    r"|\d(?:x|\s?[+*×]\s?|\sx\s)(?:\d*[dD]|\()"  # "5+1d6", "3*(1d6+1)"
)
"""Notation that `rules_py.notation.rare_scanner` finds, which a page loads when a text needs it."""

_GOES_ON = (
    r"\w|\.\w|,\d(?!\d*[dD])"  # a longer word or a number with decimals: "2d6s", "2d6*1.5"
    r"|-[A-Za-z]"  # "2D6-shaped"
    r"|[\[{]|[(#@^~|&$%\\]\w?\d"  # "3d6[2]", "3d6(2)", "3d6%2"
    r"|[<>=≤≥≠]|\s+[<>=≤≥≠]+\s*[\d(dD]"  # "6d6>=1d6", "6d6 = 5", but not "1D6 <turns>"
    r"|\s*[+*x×−–/÷^-]+\s*\(*[dD]?\d"  # "2d6/1d4", "2d6+(1)", "1D6 – 2", which may be a range
    r"|[+*×−–/÷^-]{2}|->"
    r"|[)\]]+\s?[+*x×−/÷^-]\s?\(*[dD]?\d"  # "(2d6+1)*3"
    r"|\s[kKdDrReE][hHlLoO]?\d"  # "3d6 kh2"
)
"""Text after dice that shows that they are only part of a longer notation."""

_COMES_BEFORE = r"(?:\d(?:[dD][fF])?|[)\]}!%])(?:[+*x×−–/÷<>=≤≥≠^-]+|\s+[+*×]\s+)\(*$"
"""Text before dice that shows the same: "1.5+1D6", "4dF+1d6", "(2+1)*1d6"."""

FARTHEST = 200
"""The number of characters before and after dice that show what they are part of."""

_EXCLAMATION = re.compile(r"!+[\"'”’»)\]]*(?P<space>\s*)[\"'“‘«(\[]*(?P<next>.?)", re.DOTALL)
_WORD_IN_SENTENCE = r"[^\W\d_]{2}[^.:;!?]*$"
_FORMULA = r"(?<![\\\w$])\$(?=[^\s$])[^$\n]*(?<=[^\s$])\$(?![\d$])"
"""A formula between dollar signs, as in `$2D6$`."""
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


def scan(text: str, preceding: str, following: str, in_text: str, exploded: str) -> list[DiceMatch]:
    """Return the dice that a pattern finds.

    Args:
        text, preceding, following: as in `find_dice`.
        in_text: the pattern of dice up to an exclamation mark.
        exploded: the pattern of the rest of dice that explode, or "" if none do.
    """
    found = []
    formulas = [formula.span() for formula in re.compile(_FORMULA).finditer(text)]
    end = 0
    for match in re.compile(in_text).finditer(text):
        start, before = match.start(), text[max(0, match.start() - FARTHEST) : match.start()]
        if start < end or any(first < start < last for first, last in formulas):
            continue
        end = match.end()
        behind = text[end : end + FARTHEST]
        if _explodes(preceding + before, behind + following):
            rest = re.match(exploded, behind) if exploded else None
            if rest is None:
                continue
            end += rest.end()
            behind = text[end : end + FARTHEST]
            if re.match(r"[!?]", behind):
                continue
        if re.search(_COMES_BEFORE, before) or re.match(_GOES_ON, behind):
            continue
        try:
            notation = str(parse(re.sub(r"\s", " ", text[start:end])))
        except NotationError:
            continue
        found.append(DiceMatch(start, end, text[start:end], notation))
    return found


def _explodes(before: str, behind: str) -> bool:
    """Return True if an exclamation mark after dice may mean exploding dice.

    It doesn't if it ends a sentence.

    >>> _explodes("Roll ", "! Then run."), _explodes("", "!"), _explodes("Roll ", "! and run."), _explodes("", ".")
    (False, True, True, False)
    """
    mark = _EXCLAMATION.match(behind)
    if not mark:
        return False
    is_end = not mark["next"] or (mark["space"] != "" and mark["next"].isupper())
    return behind.startswith("!!") or not is_end or not re.search(_WORD_IN_SENTENCE, before)


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
