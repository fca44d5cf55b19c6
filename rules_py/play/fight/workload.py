"""The work that a fight's log takes to replay, estimated without replaying it."""

from collections.abc import Mapping
from typing import Any

from rules_py.errors import ForbiddenError
from rules_py.play.fight.events import MOST_AT_ONCE

MOST_WORK = 200_000
"""The most work of a fight from a link, which is that of 1,000 events with 200 combatants."""


def count_work(events: Any) -> tuple[int, int]:
    """Return the work of replaying events, and the highest number of combatants in between.

    Each event takes as much work as there are combatants then. Events that aren't valid count, too.
    """
    work = most = combatants = 0
    for event in events if isinstance(events, list) else ():
        if isinstance(event, Mapping) and event.get("event") == "join":
            combatants += _read_count(event.get("count", 1))
        elif isinstance(event, Mapping) and event.get("event") == "leave":
            combatants = max(0, combatants - 1)
        most = max(most, combatants)
        work += max(1, combatants)
    return work, most


def _read_count(count: Any) -> int:
    """Return the number of combatants that join with one event; at most as many as the rules accept."""
    text = str(count).strip()
    return min(int(text), MOST_AT_ONCE) if text.isdecimal() and len(text) < 4 else 1


def check_workload(events: Any) -> None:
    """Check that a fight from outside can be replayed in a reasonable time.

    Raises:
        ForbiddenError: it has too many events with too many combatants.
    """
    work, most = count_work(events)
    if work > MOST_WORK:
        raise ForbiddenError(
            "fight",
            f"this fight is too long to open here: it has {len(events):,} events with up to {most:,} combatants, and a "
            f"link with that many combatants may have {MOST_WORK // most:,} events",
        )
