"""The places of names in the source of declarations."""

import linecache
import re
from contextlib import suppress

from rules_py.checking.exceptions import path_in_game

LITERAL_LINES = 60
"""The number of lines of a declaration in which a name is looked for."""


def locate(source_location: str) -> str:
    """Return a source location relative to its game.

    >>> locate("moon.py:3")
    'moon.py:3'
    """
    path, _, line = source_location.rpartition(":")
    return f"{path_in_game(path) or path}:{line}"


def find_literal(source_location: str, text: str, *, is_annotated: bool = False) -> str:
    """Return the place of a name near the beginning of a declaration, or else the declaration's place.

    Args:
        source_location: the place of the declaration.
        text: the name, which is in quotes or an argument.
        is_annotated: True for the name of a parameter or a field, before its annotation.
    """
    name = re.escape(text)
    wanted = rf"\b{name}\s*:" if is_annotated else rf"""["']{name}["']|\b{name}\s*="""
    path, _, line = source_location.rpartition(":")
    with suppress(ValueError):
        linecache.checkcache(path)
        lines = linecache.getlines(path)
        start = int(line) - 1
        has_begun = False
        for number, each in enumerate(lines[start : start + LITERAL_LINES], start + 1):
            if has_begun and re.match(r"@|def |class |\w", each):
                break  # the next declaration
            has_begun = has_begun or bool(re.match(r"def |class |\w", each))
            if re.search(wanted, each):
                return f"{path_in_game(path) or path}:{number}"
    return locate(source_location)
