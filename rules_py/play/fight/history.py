"""The history of a fight: its events, and those that were undone and can be done again."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rules_py.errors import ForbiddenError, ParameterError


class History(NamedTuple):
    """A fight's events before and after the moment that the table looks at.

    Attributes:
        events: the events that have happened, in order.
        undone: the events that were undone, in the order in which they had happened.
    """

    events: Sequence[Mapping[str, Any]]
    undone: Sequence[Mapping[str, Any]] = ()


def count_last(latest_first: Iterable[Mapping[str, Any]]) -> int:
    """Return the number of the last events that are undone together: one that didn't follow from another, and the rest.

    Args:
        latest_first: the events, the latest first.
    """
    count = 0
    for event in latest_first:
        count += 1
        if not event.get("follows"):
            break
    return count


def read_undone(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the events that were undone from the JSON of a fight or a command; none if it names none.

    Raises:
        ParameterError: they aren't a list of events.
    """
    undone = data.get("undone")
    if undone is None:
        return []
    if not isinstance(undone, list) or not all(isinstance(event, dict) for event in undone):
        raise ParameterError("undone", undone, "a list of the events that were undone")
    return undone


def undo(history: History) -> History:
    """Undo the last event, with everything that followed from it.

    Raises:
        ForbiddenError: nothing has happened yet.
    """
    events, undone = history
    if not events:
        raise ForbiddenError("undo", "nothing has happened in this fight yet")
    start = len(events) - count_last(reversed(events))
    return History(events[:start], [*events[start:], *undone])


def redo(history: History) -> History:
    """Do again what was undone last, with everything that followed from it; its dice show the same faces.

    Raises:
        ForbiddenError: nothing was undone.
    """
    events, undone = history
    if not undone:
        raise ForbiddenError("redo", "nothing was undone that could be done again")
    end = 1
    while end < len(undone) and undone[end].get("follows"):
        end += 1
    return History([*events, *undone[:end]], undone[end:])
