"""Mistakes in a rule that a reader types, in the words of `rules_py.checking`, with their lines."""

import linecache
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules_py.checking.exceptions import path_in_game
from rules_py.checking.problems import Problem
from rules_py.checking.rules import add_failure, check_rule
from rules_py.checking.session import Session
from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.workbench import game

FILE = f"{game.__path__[0]}/rule.py"
"""The name of the file that the reader types, which is a module of the workbench's game."""


class NoRuleError(RulesError):
    """The text defines no rule."""


def store_text(text: str) -> None:
    """Store the reader's text, in which checks find the lines of names."""
    linecache.cache[FILE] = (len(text), None, text.splitlines(keepends=True), FILE)


def find_problems(mechanic: Mechanic) -> list[Problem]:
    """Return all that a check finds in a rule."""
    return _collect(lambda session: check_rule(session, mechanic))


def describe_failure(mechanic: Mechanic, error: Exception) -> Problem:
    """Return the problem that a check finds in a rule that fails, or else the error's own."""
    found = find_problems(mechanic) or _collect(lambda session: add_failure(session, mechanic, error))
    return next((each for each in found if not each.is_warning), found[0])


def describe_error(error: BaseException) -> Problem:
    """Return the problem of a text that can't be run."""
    return _collect(lambda session: session.add_error(error, "FB205" if isinstance(error, NoRuleError) else "FB105"))[0]


def to_data(problem: Problem) -> dict[str, Any]:
    """Return a problem as JSON data: its sentence, its number, and its line in the reader's text, or 0."""
    data = problem.to_dict()
    is_here = data["file"] in (path_in_game(FILE), "")
    text = str(replace(problem, place="") if is_here else problem)
    return {
        "error": text,
        "number": problem.number,
        "line": (data["line"] or 0) if is_here else 0,
        "is_warning": problem.is_warning,
    }


def _collect(check: Callable[[Session], None]) -> list[Problem]:
    session = Session("")
    check(session)
    return session.report.problems
