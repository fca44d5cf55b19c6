"""Matching of dice notation in running text by a pattern, with what comes before and after it."""

import re
from typing import NamedTuple

from rules_py.errors import NotationError
from rules_py.notation.parser import parse


class DiceMatch(NamedTuple):
    """Dice notation found in running text."""

    start: int
    end: int
    text: str
    notation: str


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
