"""Parsing of dice notation: that of most games first, and all other notation if it isn't that."""

from functools import lru_cache

from rules_py.errors import NotationError, ParameterError
from rules_py.notation.nodes import Node
from rules_py.notation.plain import PlainParser


def parse(text: str) -> Node:
    """Parse dice notation.

    Args:
        text: at most 200 characters, also when each die is written out. Letters may be in either case; `*`, `x` and `×`
            multiply. Blanks, minus signs and full-width characters may be of any kind that is pasted from elsewhere.

    Raises:
        NotationError: its position is the first character that can't be parsed or is past a limit (1000 dice in all,
            1000 sides, 10 nested brackets).
        ParameterError: the input isn't text.
    """
    if not isinstance(text, str):
        raise ParameterError("notation", text, "dice such as 2d6+1")
    return _parse_cached(text)


def normalize(text: str) -> str:
    """Return dice notation in its usual form.

    >>> normalize("2D6 x 4")
    '2d6*4'

    Raises:
        NotationError, ParameterError: as in `parse`.
    """
    if not isinstance(text, str):
        raise ParameterError("notation", text, "dice such as 2d6+1")
    return _normalize_cached(text)


@lru_cache(maxsize=512)
def _normalize_cached(text: str) -> str:
    return str(_parse_cached(text))


@lru_cache(maxsize=512)
def _parse_cached(text: str) -> Node:
    try:
        return PlainParser(text).parse_all()
    except NotationError:
        pass
    return parse_full(text)


def parse_full(text: str) -> Node:
    """Parse a text with the full grammar, which is imported when a text needs it."""
    from rules_py.notation.grammar import parse_notation

    return parse_notation(text)
