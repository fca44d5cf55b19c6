"""Recorded acts: the commands in the log of a fight, each with the events that it added.

A log has only events. The command of an act is rebuilt from them: with the faces of its dice, and with the parameters
that differ from those which the fight filled in. A command that adds the same events in the same place is exact, so it
can be given again where something earlier has changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules_py.dice import find_further_faces
from rules_py.errors import RulesError
from rules_py.mechanic import Roll
from rules_py.play.fight.actions import Attempt
from rules_py.play.fight.commands import Recorder, record
from rules_py.play.fight.events import Event, read_choices
from rules_py.play.fight.offers import (
    PendingChange,
    find_next_rolls,
    find_offered_reactions,
    find_pending_changes,
    find_required_rolls,
)
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import LogEntry
from rules_py.play.fight.targeting import fill_params
from rules_py.text.serialization import to_json

Command = Mapping[str, Any]

ROLL_PARTS = ("by", "at", "also", "chosen")
"""The parts that an event of a roll shares with its command, besides the rule."""


class Prompt(NamedTuple):
    """The reason why a roll had to be made, or why it was offered.

    Attributes:
        params: the parameters that it gave.
    """

    params: Mapping[str, Any]


@dataclass(frozen=True)
class RecordedAct:
    """A command in the log.

    Attributes:
        entries: the log entries of the events that it added.
        command: the command; None if it is its only event.
        is_exact: True if the command adds just these events in their place.
        is_first: False if it is undone together with the act before it.
        prompt: why its roll had to be made or was offered; None for one that nothing had led to.
        offer: the change of an earlier roll that the table decided to apply; None for other acts.
    """

    entries: tuple[LogEntry, ...]
    command: Command | None = None
    is_exact: bool = True
    is_first: bool = True
    prompt: Prompt | None = None
    offer: PendingChange | None = None

    @property
    def id(self) -> str:
        """The id of its first event."""
        return self.entries[0].id


def read_acts(start: Fight, entries: Sequence[LogEntry]) -> Iterator[RecordedAct]:
    """Yield the acts of the entries of a log.

    Args:
        start: the fight before the first entry.
        entries: the entries; the first one doesn't follow from the one before it.
    """
    recorder = Recorder(start)
    number = 0
    while number < len(entries):
        is_first = not number or not entries[number].event.get("follows")
        if is_first:
            recorder = Recorder(recorder.fight)
        act, recorder = _read_act(recorder, entries[number:], is_first=is_first)
        yield act
        number += len(act.entries)


def _read_act(recorder: Recorder, entries: Sequence[LogEntry], *, is_first: bool) -> tuple[RecordedAct, Recorder]:
    """Return the act that begins with the first entry, and the fight after it."""
    before, first = recorder.fight, entries[0]
    commands = list(_list_commands(before, first))
    for command in commands:
        attempt = recorder.copy()
        try:
            record(attempt, command)
        except RulesError:
            continue
        made = attempt.events[len(recorder.events) :]
        count = len(made)
        if [_simplify(each.event, each.id) for each in entries[:count]] == [_simplify(each) for each in made]:
            act = RecordedAct(tuple(entries[:count]), command, is_first=is_first)
            return _with_reasons(before, act), attempt
    count = _count_followers(entries) if first.roll is not None else 1
    act = RecordedAct(tuple(entries[:count]), commands[0] if commands else None, not commands, is_first)
    after = recorder.copy()
    for entry in act.entries:
        apply_entry(after, entry, {})
    return _with_reasons(before, act), after


def apply_entry(recorder: Recorder, entry: LogEntry, ids: Mapping[str, str]) -> None:
    """Add the event of a log entry as it is, with another id.

    Args:
        recorder: the fight.
        entry: the entry.
        ids: the new ids of earlier events that it may name.

    Raises:
        RulesError: the event isn't valid in this fight.
    """
    rolls = (entry.roll,) if entry.roll is not None else entry.initiative_rolls
    recorder.add(copy_event(entry.event, ids), *rolls)


def copy_event(event: Event, ids: Mapping[str, str]) -> Any:
    """Return an event to be added to another log: without its id, and with the new ids of earlier events."""
    copied: dict[str, Any] = {part: value for part, value in event.items() if part not in ("id", "follows")}
    for part in ("instead", "amends"):
        if copied.get(part):
            copied[part] = ids.get(copied[part], copied[part])
    return copied


def _count_followers(entries: Sequence[LogEntry]) -> int:
    """Return the number of entries up to the next roll, or to the next event that is undone by itself."""
    count = 1
    while count < len(entries) and entries[count].event.get("follows") and entries[count].roll is None:
        count += 1
    return count


def _simplify(event: Event, event_id: str = "") -> dict[str, Any]:
    """Return an event without parts that have no value, to compare it with another one."""
    simple: dict[str, Any] = {part: value for part, value in event.items() if value is not None}
    return {**simple, "id": event_id} if event_id else simple


# Commands


def _list_commands(fight: Fight, entry: LogEntry) -> Iterator[Command]:
    """Yield the commands that may have added an event, those with the fewest parameters first."""
    event: Any = entry.event
    match event["event"]:
        case "roll" if event.get("amends") and entry.roll is not None:
            yield from _list_amending_commands(fight, event, entry.roll)
        case "roll" if entry.roll is not None:
            yield from _list_roll_commands(fight, event, entry.roll)
        case "order":
            faces = [face for roll in entry.initiative_rolls for face in roll.faces]
            yield {"act": "order", "only": [each["by"] for each in event["rolls"]], "faces": faces}
        case "change":
            yield from _list_change_commands(fight, event)


def _list_roll_commands(fight: Fight, event: Mapping[str, Any], roll: Roll) -> Iterator[Command]:
    command = {"act": "roll", "mechanic": event["mechanic"], **_copy_roll_parts(event), "faces": list(roll.faces)}
    if event.get("override"):
        command["override"] = list(event["override"])
    entered = _find_entered(fight, event, roll)
    if entered is not None:
        yield {**command, "params": entered}
    yield {**command, "params": to_json(dict(roll.params))}


def _copy_roll_parts(event: Mapping[str, Any]) -> dict[str, Any]:
    return {part: event[part] for part in ROLL_PARTS if event.get(part)}


def _find_entered(fight: Fight, event: Mapping[str, Any], roll: Roll) -> dict[str, Any] | None:
    """Return the parameters of a roll that the fight doesn't fill in; None if the fight lacks some."""
    mechanic = fight.context.find_mechanic(event["mechanic"])
    also = list(event.get("also") or ())
    try:
        filled = fill_params(fight, mechanic, event.get("by"), event.get("at"), read_choices(event), also)
        complete = mechanic.check(filled)
    except RulesError:
        return None
    entered: dict[str, Any] = to_json({name: value for name, value in roll.params.items() if complete[name] != value})
    return entered


def _list_amending_commands(fight: Fight, event: Mapping[str, Any], roll: Roll) -> Iterator[Command]:
    """Yield the commands that make an earlier roll again."""
    earlier = fight.find_entry(event["amends"])
    if earlier is None or earlier.roll is None:
        return
    before: Any = earlier.event
    old, chosen, earlier_choices = earlier.roll, read_choices(event), read_choices(before)
    params = {name: value for name, value in roll.params.items() if old.params.get(name) != value}
    command: dict[str, Any] = {"act": "amend", "roll": event["amends"], "params": to_json(params)}
    command["faces"] = find_further_faces(old.dice, roll.dice)
    if roll.mechanic != old.mechanic:
        command["mechanic"] = roll.mechanic
    if list(event.get("also") or ()) != list(before.get("also") or ()):
        command["also"] = list(event.get("also") or ())
    yield {**command, "chosen": {name: each for name, each in chosen.items() if earlier_choices.get(name) != each}}
    yield {**command, "chosen": chosen}  # the same ally pays again


def _list_change_commands(fight: Fight, event: Mapping[str, Any]) -> Iterator[Command]:
    kept = {part: event[part] for part in ("change", "who", "also", "instead") if event.get(part)}
    command: dict[str, Any] = {"act": "change", **kept}
    if event.get("override"):
        command["override"] = list(event["override"])
    rolled, params = event.get("rolled") or {}, event.get("params") or {}
    if rolled:
        command["faces"] = [params[name] for name in rolled]
    entered = {name: value for name, value in params.items() if name not in rolled}
    if (filled := _find_filled(fight, event)) is not None:
        yield {**command, "params": {name: value for name, value in entered.items() if filled.get(name) != value}}
    yield {**command, "params": entered}


def _find_filled(fight: Fight, event: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the parameters that the fight decides in an action without a roll; None if it decides none."""
    action = fight.rules.actions_by_id.get(event["change"])
    if action is None or action.fills is None or event["who"] not in fight.combatants:
        return None
    filled: Mapping[str, Any] = to_json(dict(action.fills(Attempt(fight, action, event["who"]))))
    return filled


# Reasons


def _with_reasons(fight: Fight, act: RecordedAct) -> RecordedAct:
    """Return an act with what led to it in the fight before it."""
    event: Any = act.entries[0].event
    if event["event"] == "roll" and not event.get("amends"):
        prompt = find_prompt(fight, event)
        return RecordedAct(act.entries, act.command, act.is_exact, act.is_first, prompt) if prompt else act
    if event["event"] == "change":
        offer = find_offer(fight, event)
        return RecordedAct(act.entries, act.command, act.is_exact, act.is_first, None, offer) if offer else act
    return act


def find_prompt(fight: Fight, event: Mapping[str, Any]) -> Prompt | None:
    """Return why a roll has to be made now or is offered; None if nothing leads to it.

    Args:
        fight: the fight.
        event: the event or the command of the roll.
    """
    mechanic_id, by, at = event["mechanic"], event.get("by"), event.get("at")
    for owed in find_required_rolls(fight):
        if owed.mechanic.id == mechanic_id and by in owed.recipients:
            return Prompt(to_json(dict(owed.requirement.params)))
    for offered in find_offered_reactions(fight):
        if (offered.mechanic.id, offered.by, offered.at) == (mechanic_id, by, at):
            return Prompt({})
    for entry, following in find_next_rolls(fight):
        earlier: Any = entry.event
        if following.mechanic == mechanic_id and (earlier.get("by"), earlier.get("at")) == (by, at):
            return Prompt(to_json(dict(following.preset_params)))
    return None


def find_offer(fight: Fight, event: Mapping[str, Any], roll_id: str = "") -> PendingChange | None:
    """Return the change of the last rolls that an event or a command applies; None if no roll has led to it.

    Args:
        fight: the fight.
        event: the event or the command of a change.
        roll_id: the roll to prefer if several of them led to the change.
    """
    found = [
        each
        for each in find_pending_changes(fight)
        if each.change.id == event["change"] and each.recipient in (None, event["who"])
    ]
    named = [each for each in found if event.get("instead") and each.replaced_change == event.get("instead")]
    preferred = named or [each for each in found if each.roll is not None and each.roll.id == roll_id] or found
    return preferred[0] if preferred else None
