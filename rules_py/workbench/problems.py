"""Mistakes in a rule that a reader types, each as a sentence with its line."""

import re
import traceback
from typing import NamedTuple

from rules_py.checking.help import find_help
from rules_py.errors import RulesError

FILE = "rule.py"
"""The name of the file that the reader types."""

_PLACE = re.compile(rf"(?:\S*/)?{re.escape(FILE)}:(\d+): ")


class Problem(NamedTuple):
    """A mistake.

    Attributes:
        line: the line in the reader's text, from 1; 0 if the mistake has none.
        sentence: the mistake in words.
    """

    line: int
    sentence: str


class NoRuleError(RulesError):
    """The text defines no rule."""


def describe_problem(error: BaseException) -> Problem:
    """Describe an exception that a reader's rule raised, when it was defined or when it was rolled."""
    said = str(error)
    if isinstance(error, SyntaxError):
        is_here = error.filename == FILE
        return Problem(error.lineno or 0 if is_here else 0, f"Python can't read this: {error.msg}.")
    line = find_line(error)
    if isinstance(error, RulesError):
        place = _PLACE.match(said)
        return Problem(line or (int(place[1]) if place else 0), _finish(_PLACE.sub("", said)))
    if isinstance(error, RecursionError):
        return Problem(line, "This calls itself without an end.")
    if isinstance(error, KeyError):
        said = f"{said} isn't there"
    name = type(error).__name__
    help = "Import it, or correct its spelling." if type(error) is NameError else find_help(said)
    return Problem(line, f"{_finish(f'{name}: {said}')} {help}".rstrip())


def find_line(error: BaseException) -> int:
    """Return the line of the reader's text that raised an exception last, or 0."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno or 0 for frame in reversed(frames) if frame.filename == FILE), 0)


def _finish(said: str) -> str:
    """Return a message as a sentence with an end."""
    said = " ".join(said.split())
    return said if said.endswith((".", "!", "?")) else f"{said}."
