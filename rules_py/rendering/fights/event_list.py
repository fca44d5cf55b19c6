"""The latest events of a fight's log as a list that doesn't apply them, for a fight that can't be replayed in time."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.fight.event_titles import title_event
from rules_py.text.quoting import shorten

MOST_LISTED = 100
"""The number of events in the list."""


def render_event_list(events: Any, find_mechanic: Callable[[str], Mechanic]) -> str:
    """Render the latest events of a log, the last one first; any JSON is accepted.

    Args:
        events: the events.
        find_mechanic: returns the mechanic with an id.
    """
    listed = [each for each in events if isinstance(each, Mapping)] if isinstance(events, list) else []
    names = _collect_names(listed)
    first = max(0, len(listed) - MOST_LISTED)
    items = "".join(
        f'<li value="{first + number}">{escape(_describe_event(each, names, find_mechanic))}</li>'
        for number, each in reversed(list(enumerate(listed[first:], 1)))
    )
    return f'<ol class="fb-event-list" reversed>{items}</ol>' if items else "<p>Nothing has happened yet.</p>"


def _collect_names(events: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return the names of those who joined, by their keys."""
    names: dict[str, str] = {}
    for event in events:
        sheet = event.get("sheet")
        fields = sheet.get("fields") if isinstance(sheet, Mapping) else None
        name = fields.get("name") if isinstance(fields, Mapping) else None
        if event.get("event") == "join" and isinstance(name, str) and name:
            names[str(event.get("who"))] = shorten(name)
    return names


def _describe_event(
    event: Mapping[str, Any], names: Mapping[str, str], find_mechanic: Callable[[str], Mechanic]
) -> str:
    """Describe an event in a few words, as far as its JSON tells."""
    kind, who = str(event.get("event", "")), event.get("by") or event.get("who")
    name = _find_name(names, str(who)) if who else ""
    if kind == "roll":
        what = f"{_find_title(event.get('mechanic'), find_mechanic)}{_list_faces(event.get('faces'))}"
    elif kind == "note":
        what = str(event.get("text", ""))
    else:
        what = title_event(event)
    if kind == "join" and (count := event.get("count", 1)) not in (1, "1"):
        what += f" ({count})"
    return f"{name}: {shorten(what)}" if name else shorten(what)


def _find_name(names: Mapping[str, str], key: str) -> str:
    """Return the name behind a key; copies have a number after the key with which they joined."""
    start, _, number = key.rpartition("-")
    return names.get(key) or (f"{names[start]} {shorten(number)}" if start in names else shorten(key))


def _find_title(id: Any, find_mechanic: Callable[[str], Mechanic]) -> str:
    try:
        return find_mechanic(str(id)).title
    except RulesError:
        return str(id)


def _list_faces(faces: Any) -> str:
    shown = ", ".join(map(str, faces[:12])) if isinstance(faces, list) else ""
    return f": {shown}" if shown else ""
