"""The check of what can't be compiled to JavaScript, for `rules_py.checking.game`."""

from collections.abc import Iterator
from typing import Any

from rules_py.checking.problems import Problem, split_place
from rules_py.checking.session import Session
from rules_py.registry import games
from rules_py.registry.play import find_play

from .compile.program import Program


def check(session: Session) -> None:
    """Report rules, sheets and changes of a game that Python alone can answer."""
    if not session.slug or not session.is_loaded or session.report.errors:
        return  # other mistakes come first
    program = Program()
    for root in _list_roots(session.slug):
        program.add_root(root)
    for said in program.problems:
        session.add(describe_problem(said))


def describe_problem(said: str) -> Problem:
    """Return the problem of a sentence of the compiler, which begins with a place."""
    return Problem("FB501", *split_place(said))


def _list_roots(slug: str) -> Iterator[Any]:
    game, play = games.find_game(slug), find_play(slug)
    yield from game.mechanics.values()
    yield from game.calculators.values()
    yield from play.sheets.values()
    yield from play.changes.values()
    if play.fight_rules is not None:
        yield play.fight_rules
