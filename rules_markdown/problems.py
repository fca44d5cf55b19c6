"""The problems that the errors of blocks are about."""

import re
from dataclasses import replace

from rules_py import RulesError
from rules_py.checking.exceptions import find_source, has_place
from rules_py.checking.problems import Problem, build_problem, describe_problem
from rules_py.errors import UnknownIdError, UnknownParameterError

from .block_kinds import KINDS
from .block_parser import MARK, Block

NUMBERS = (
    (r"second time on this page|on the page of \S+, takes another page", "FB413"),
    (r"twice, takes one value", "FB401"),
    (r"not a parameter of|not an option of", "FB403"),
    (r"^over: missing", "FB401"),
    (r"^(?:hide|over|by|plus|advantage|field): got .*, takes (?:one|a parameter|parameters|a field) of ", "FB403"),
    (r"^(?:(?:cards|reference): )?(?:table|mechanic|calculator|game|fight|sheet|readings?|rule): ", "FB402"),
    (r"^block: ", "FB401"),
    (r"^(?:order|compare|sheets|dice-odds): got ", "FB416"),
)
"""The numbers of a block's errors, by patterns of their sentences; others are about a value."""


def is_of_game(error: Exception) -> bool:
    """Return True if a mistake is in a game's code or data, and not on the page that shows it."""
    return has_place(str(error)) or (bool(find_source(error)[0]) and not isinstance(error, RulesError))


def describe_block_error(error: Exception, place: str, line: str, block: Block | None) -> Problem:
    """Return the problem that a block's error is about.

    Args:
        error: the error that the block raised when it was parsed, checked or rendered.
        place: the file and line of the block.
        line: the text of the line.
        block: the block, or None if its line can't be parsed.
    """
    if block is not None and is_of_game(error):
        return describe_problem(error, "FB416", place, block.id)
    said = str(error)
    number = next((number for pattern, number in NUMBERS if re.search(pattern, said)), "")
    if isinstance(error, UnknownParameterError):
        number = "FB403"
    elif isinstance(error, UnknownIdError):
        number = "FB402"
    if not number:
        number = "FB404" if isinstance(error, RulesError) else "FB416"
    if number == "FB401":
        words = line.strip().removeprefix(MARK).split()
        return build_problem("FB401", place, said, words[0] if words and block is None else "", KINDS)
    found = describe_problem(error, number, place, block.id if block else "")
    return replace(found, number=number)
