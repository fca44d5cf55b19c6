"""Copies of fights: the same combatants, fresh, as they were prepared."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, cast

from rules_py.errors import ParameterError, RulesError
from rules_py.play.fight.events import Event
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import is_of_play
from rules_py.play.sheet import read_sheet


def copy_fight(fight: Fight, empty: Fight, sheets: Mapping[str, Any]) -> Fight:
    """Return a fight that hasn't begun, with the combatants of another one as they were prepared.

    It has those who joined later, too, and nobody who was removed. Preparations that no longer fit are left out.

    Args:
        fight: the fight.
        empty: a fight of the same game without events.
        sheets: the stored sheets of combatants as they are now, by the combatants' keys; those that can't be read are
            left out.

    Raises:
        RulesError: `sheets` is no mapping.
    """
    if not isinstance(sheets, Mapping):
        raise ParameterError("sheets", sheets, "sheets by combatant")
    known = {key: sheet for key, sheet in sheets.items() if _is_sheet(fight, key, sheet)}
    copied = empty
    for event in _list_preparations(fight, known):
        with suppress(RulesError):
            copied = copied.apply(event)
    return copied


def _is_sheet(fight: Fight, key: str, sheet: Any) -> bool:
    """Return True for the JSON of a sheet like that of a combatant."""
    if key not in fight.combatants:
        return False
    try:
        return read_sheet(sheet, fight.context.find_sheet).id == fight.combatants[key].sheet.id
    except RulesError:
        return False


def _list_preparations(fight: Fight, sheets: Mapping[str, Any]) -> Iterator[Event]:
    """Yield the events that prepared a fight.

    Those with which further combatants joined or were removed count, too, and so do notes and who rolls the dice.
    """
    removed = {entry.event["who"] for entry in fight.log if entry.event["event"] == "leave"}
    has_begun = False
    for entry in fight.log:
        has_begun = has_begun or is_of_play(entry)
        event: Mapping[str, Any] = entry.event
        kind, who = event["event"], str(event.get("who"))
        if has_begun and kind not in ("join", "leave", "note", "dice"):
            continue
        if who in removed and (kind != "leave" or not _is_numbered(who)):
            continue
        if who in sheets:
            if kind == "edit":
                continue
            if kind == "join":
                event = {**event, "sheet": sheets[who]}
        yield cast(Event, {part: value for part, value in event.items() if part != "id"})


def _is_numbered(key: str) -> bool:
    """Return True for the key of one of several combatants who joined with one event."""
    return "-" in key
