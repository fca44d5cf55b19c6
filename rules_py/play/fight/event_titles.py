"""Short titles of the events of a fight that aren't rolls, for its mat, its past and a list that doesn't apply them."""

from collections.abc import Mapping
from typing import Any

from rules_py.text.quoting import shorten
from rules_py.text.wording import humanize

TITLES = {
    "join": "Joined",
    "leave": "Removed",
    "order": "Initiative",
    "edit": "Set by hand",
    "place": "Order",
    "move": "Order",
    "initiative": "Order",
    "link": "Order",
    "side": "Other side",
    "condition": "Condition",
    "note": "Note",
    "dice": "Dice",
    "turn": "Next turn",
    "withdraw": "Left the fight",
    "return": "Back in the fight",
}
"""The titles of events by their kinds, for those whose title doesn't depend on anything else."""


def title_event(event: Mapping[str, Any]) -> str:
    """Return the title of an event as far as its JSON tells, which may not have been checked.

    >>> title_event({"event": "end", "of": "scene"}), title_event({"event": "change", "change": "psiops.take-damage"})
    ('End of the scene', 'Take damage')
    """
    kind = str(event.get("event", ""))
    if kind == "change":
        return humanize(shorten(str(event.get("change", ""))).partition(".")[2].replace("-", "_"))
    if kind == "end":
        return f"End of the {shorten(str(event.get('of', '')))}"
    return TITLES.get(kind) or humanize(shorten(kind))
