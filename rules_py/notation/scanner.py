"""Dice notation in running text."""

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


# Dice, then parts joined to them without spaces: "1D6", "2D6+1", "1D6x10"; not "+DAMAGE" or "2D6-shaped".
_IN_TEXT = re.compile(
    r"(?<![\w\\.])(?:\d{1,3})?[dD]\d{1,4}(?:k[hl]\d+)?(?:[+*x×−-](?:\d{0,3}[dD])?\d{1,4})*(?!\w|-[A-Za-z])"
)
_ESCAPE = re.compile(r"\\(?=\d*[dD]\d)")


def find_dice(text: str) -> list[DiceMatch]:
    """All dice notation in a sentence, in order; what can't be read as notation is left alone."""
    found = []
    for match in _IN_TEXT.finditer(text):
        try:
            notation = str(parse(match[0]))
        except NotationError:
            continue
        found.append(DiceMatch(match.start(), match.end(), match[0], notation))
    return found


def split_text(text: str) -> Iterator[str | DiceMatch]:
    r"""A text in order, as plain parts and the dice between them.

    A backslash before dice keeps them plain, and does not stand in the part.

    >>> [part if isinstance(part, str) else part.notation for part in split_text("1D6 rounds, but \\2D6 as it stands")]
    ['1d6', ' rounds, but 2D6 as it stands']
    """
    at = 0
    for found in find_dice(text):
        if found.start > at:
            yield _ESCAPE.sub("", text[at : found.start])
        yield found
        at = found.end
    if at < len(text):
        yield _ESCAPE.sub("", text[at:])
