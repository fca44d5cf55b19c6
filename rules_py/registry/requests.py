"""Requests for rolls of any game: the rule of a request, and the sheets whose fields it may leave open."""

from collections.abc import Collection

from rules_py.mechanic import Mechanic
from rules_py.play.requests.request import RollRequest
from rules_py.play.sheet import Sheet
from rules_py.registry import games
from rules_py.registry.play import find_play


def find_asked_mechanic(request: RollRequest) -> Mechanic | None:
    """Return the rule of a request, or None for the dice of a fight.

    Raises:
        RulesError: there is no such rule.
    """
    return games.find_mechanic(request.rule) if request.rule else None


def list_sheets_of_rule(mechanic_id: str) -> Collection[type[Sheet]]:
    """Return the types of sheets of a rule's game; none for dice of no game."""
    slug, dot, _ = mechanic_id.partition(".")
    return find_play(slug).sheets.values() if dot else ()
