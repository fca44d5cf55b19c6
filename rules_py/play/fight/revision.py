"""Revisions of a fight's past: its log with acts removed, changed, inserted or kept, and everything after them again.

The acts after the first edit are given again as commands with the faces that had fallen, so the new log is the one that
the table would have got by playing it like that from the start. An act that no longer fits is left out, unless the
table keeps it as it was. The old log isn't modified.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, cast

from rules_py.error_messages import error_message
from rules_py.errors import ParameterError, RulesError
from rules_py.play.fight.commands import Recorder, record_in_steps
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.events import Event, Values, read_event
from rules_py.play.fight.fields import check_fields
from rules_py.play.fight.recorded_acts import (
    Command,
    RecordedAct,
    apply_entry,
    copy_event,
    find_offer,
    find_prompt,
    read_acts,
)
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant, LogEntry
from rules_py.play.sheet import Sheet
from rules_py.scheduling import Work, run_whole
from rules_py.text.serialization import to_json, to_text
from rules_py.text.wording import decapitalize, humanize

Did = Literal["remove", "change", "insert", "keep"]

EDITS: tuple[Did, ...] = ("remove", "change", "insert", "keep")
"""The names of the edits."""

MOST_EDITS = 100
"""The maximum number of edits in one revision."""

LOST = "-"
"""The id of an event that isn't in the new log; no event has it."""


class Edit(TypedDict):
    """An edit of a log, as JSON.

    Attributes:
        do: "remove" takes an act out, "change" gives it with other parts, "insert" gives a command before it, and
            "keep" keeps an act as it was although it no longer fits.
        event: the id of the act's first event in the old log.
        parts: the parts of the act's command that change, such as `faces`, `at` or `params`; null removes a part, so
            that dice without faces are rolled.
        command: the command to insert.
    """

    do: Did
    event: str
    parts: NotRequired[Values]
    command: NotRequired[Values]


class Misfit(NamedTuple):
    """An act after the edits that doesn't fit any more.

    Attributes:
        id: the id of its first event in the old log.
        who: the key of the combatant that it is about, or "".
        title: the act in a few words.
        reason: the reason, in one sentence.
        can_be_kept: True if its events are still possible as they were.
        is_kept: True if the table keeps them.
    """

    id: str
    who: str
    title: str
    reason: str
    can_be_kept: bool
    is_kept: bool


class Difference(NamedTuple):
    """A difference between the ends of the old and the new log.

    Attributes:
        who: the key of the combatant, or of the sheet that everybody shares; "" for the fight.
        name: the combatant's name, or "".
        label: what differs, such as "HP"; "" for how the combatant is.
        before: its old value in words.
        after: its new value in words.
    """

    who: str
    name: str
    label: str
    before: str
    after: str

    def describe(self) -> str:
        """Describe the difference in a few words."""
        name = f"{self.name}: " if self.name else ""
        return f"{name}{self.label}{' ' if self.label else ''}{self.before} → {self.after}"


@dataclass(frozen=True)
class Revision:
    """A fight with another past.

    Attributes:
        fight: the fight after the new log.
        start: the number of events at the beginning of the log that stay as they are.
        events: the events after them in the new log.
        misfits: the acts that no longer fit, in order.
        differences: what is different at the end.
        new_ids: the ids of events in the new log by their ids in the old one, without those that it lacks.
        inserted: the ids of the first events of inserted acts in the new log, by the number of the edit.
    """

    fight: Fight
    start: int
    events: tuple[Event, ...]
    misfits: tuple[Misfit, ...]
    differences: tuple[Difference, ...]
    new_ids: Mapping[str, str]
    inserted: Mapping[int, str] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The number of combatants who end otherwise, and of acts that are left out because they no longer fit."""
        return len({each.who for each in self.differences}) + sum(not each.is_kept for each in self.misfits)


def read_edits(data: object) -> list[Edit]:
    """Check that JSON is a list of edits, and return it.

    Raises:
        RulesError: it isn't; the message says why.
    """
    takes = "a list of edits, each with do and event"
    if not isinstance(data, list | tuple) or len(data) > MOST_EDITS:
        raise ParameterError("edits", data, f"{takes}, at most {MOST_EDITS}")
    for each in data:
        if not isinstance(each, Mapping) or not isinstance(each.get("event"), str):
            raise ParameterError("edits", each, takes)
        if each.get("do") not in EDITS:
            raise ParameterError("do", each.get("do"), choices=EDITS)
        for part, owner in (("parts", "change"), ("command", "insert")):
            if each["do"] == owner and not isinstance(each.get(part), Mapping):
                raise ParameterError(part, each.get(part), "an object")
        check_fields(each.get("parts") or {})
    return [cast(Edit, each) for each in data]


def find_last_act(fight: Fight, key: str) -> str | None:
    """Return the id of the first event of a combatant's last act; None if they haven't done anything.

    Rolls in reaction to others count, too; changes that followed from a roll don't.
    """
    fight.combatant(key)
    for entry in reversed(fight.log):
        event: Any = entry.event
        is_own = event["event"] in ("withdraw", "return") or bool(event.get("action"))
        if (entry.roll is not None and event.get("by") == key) or (
            is_own and not event.get("follows") and event.get("who") == key
        ):
            return entry.id
    return None


def revise(fight: Fight, edits: Sequence[Edit], seed: int | None = None) -> Revision:
    """Return a fight whose past is edited. The given fight isn't modified.

    Args:
        fight: the fight after the old log.
        edits: the edits, in any order.
        seed: a whole number that seeds new rolls; without it, the operating system's randomness is used.

    Raises:
        RulesError: an edit names no act, or a changed or inserted command isn't possible there; the message says why.
    """
    return run_whole(revise_in_steps(fight, edits, seed))


def revise_in_steps(fight: Fight, edits: Sequence[Edit], seed: int | None = None) -> Work[Revision]:
    """Edit a fight's past like `revise`, as work that yields after each event and each act.

    Raises:
        RulesError: as in `revise`.
    """
    index = _find_start(fight, edits)
    before = yield from _rewind_in_steps(fight, index)
    acts: list[RecordedAct] = []
    for act in read_acts(before, fight.log[index:]):
        acts.append(act)
        yield
    ids = {act.id for act in acts}
    for edit in edits:
        if edit["event"] not in ids:
            raise ParameterError(
                "event",
                edit["event"],
                "the id of the first event of an act",
                plain="This event belongs to the one before it. Change that one.",
            )
    return (yield from _Reviser(fight, before, edits, seed).run(acts))


def _find_start(fight: Fight, edits: Sequence[Edit]) -> int:
    """Return the index of the first edited event, or of the one from which it follows."""
    numbers = {entry.id: number for number, entry in enumerate(fight.log)}
    for edit in edits:
        if edit["event"] not in numbers:
            raise ParameterError(
                "event", edit["event"], "the id of an event", plain="This event isn't in the log any more."
            )
    index = min((numbers[edit["event"]] for edit in edits), default=len(fight.log))
    while 0 < index < len(fight.log) and fight.log[index].event.get("follows"):
        index -= 1
    return index


def rewind(fight: Fight, count: int) -> Fight:
    """Return a fight as it was after the first events of its log."""
    return run_whole(_rewind_in_steps(fight, count))


def _rewind_in_steps(fight: Fight, count: int) -> Work[Fight]:
    """Rewind a fight like `rewind`, as work that yields after each event."""
    board = fight.rules.board
    past = Fight(fight.slug, fight.rules, fight.context, board=board() if board is not None else None)
    for entry in fight.log[:count]:
        rolls = (entry.roll,) if entry.roll is not None else entry.initiative_rolls
        past = past.apply(entry.event, rolls)
        yield
    return past


def find_acts(fight: Fight, event_id: str) -> list[RecordedAct]:
    """Return the acts that were undone together with an event of a log; none if it isn't in the log."""
    index = next((number for number, entry in enumerate(fight.log) if entry.id == event_id), None)
    if index is None:
        return []
    while index and fight.log[index].event.get("follows"):
        index -= 1
    end = index + 1
    while end < len(fight.log) and fight.log[end].event.get("follows"):
        end += 1
    return list(read_acts(rewind(fight, index), fight.log[index:end]))


def revise_before_in_steps(fight: Fight, edits: Sequence[Edit], event_id: str, seed: int | None = None) -> Work[Fight]:
    """Return an edited fight as it is before an act of its old log, for a command to be inserted there.

    The work yields after each event and each act.

    Raises:
        RulesError: there is no such act, or an edit isn't possible; the message says why.
    """
    index = _find_start(fight, [{"do": "insert", "event": event_id}])
    known = {entry.id for entry in fight.log[:index]}
    earlier = [edit for edit in edits if edit["event"] in known]
    before = yield from _rewind_in_steps(fight, index)
    made = (yield from revise_in_steps(before, earlier, seed)).fight
    inserted = [edit for edit in edits if edit["event"] == event_id and edit["do"] == "insert"]
    for edit in inserted:
        recorder = Recorder(made)
        dice = None if seed is None else Random(seed + list(edits).index(edit))
        yield from record_in_steps(recorder, edit.get("command", {}), dice)
        made = recorder.fight
    return made


class _Reviser:
    """A fight while its acts are given again."""

    def __init__(self, old: Fight, start: Fight, edits: Sequence[Edit], seed: int | None) -> None:
        """Begin with the old fight, the fight before the first edited act, and the edits."""
        self._old, self._start, self._seed = old, start, seed
        self._edits = list(enumerate(edits))
        self._recorder = Recorder(start)
        self._events: list[Event] = []
        self._ids = {entry.id: entry.id for entry in start.log}
        self._inserted: dict[int, str] = {}
        self._misfits: list[Misfit] = []

    def run(self, acts: Sequence[RecordedAct]) -> Work[Revision]:
        """Give the acts again, with the edits, as work that yields after each of them."""
        for act in acts:
            if act.is_first:
                self._end_group()
            edits = [(number, edit) for number, edit in self._edits if edit["event"] == act.id]
            for number, edit in edits:
                if edit["do"] == "insert":
                    yield from self._insert(number, edit)
            changes = [(number, edit) for number, edit in edits if edit["do"] == "change"]
            if any(edit["do"] == "remove" for _, edit in edits):
                self._lose(act)
            elif changes:
                yield from self._change(act, changes)
            else:
                yield from self._repeat(act, is_kept=any(edit["do"] == "keep" for _, edit in edits))
            yield
        self._end_group()
        fight = self._recorder.fight
        return Revision(
            fight,
            len(self._start.log),
            tuple(self._events),
            tuple(self._misfits),
            tuple(list_differences(self._old, fight)),
            {old: new for old, new in self._ids.items() if new != LOST},
            self._inserted,
        )

    def _end_group(self) -> None:
        """Begin with events that aren't undone together with those before."""
        self._events += self._recorder.events
        self._recorder = Recorder(self._recorder.fight)

    def _build_dice(self, number: int) -> Random | None:
        """Return the dice of an edit by its number; further edits don't change them."""
        return None if self._seed is None else Random(self._seed + number)

    def _insert(self, number: int, edit: Edit) -> Work[None]:
        """Add a command before an act: by itself, or between acts that are undone together, as one of them."""
        is_apart = not self._recorder.events
        attempt = self._recorder.copy()
        yield from record_in_steps(attempt, edit.get("command", {}), self._build_dice(number))
        added: Any = attempt.events[len(self._recorder.events) :]
        if added and added[0]["event"] == "join" and added[0]["who"] in self._list_joined():
            attempt = self._recorder.copy()
            attempt.add(cast(Event, {**copy_event(added[0], {}), "who": self._find_free_key()}))
            added = attempt.events[len(self._recorder.events) :]
        if added:
            self._inserted[number] = str(added[0]["id"])
        self._recorder = attempt
        if is_apart:
            self._end_group()

    def _list_joined(self) -> set[str]:
        """Return the keys with which combatants join in the old log."""
        return {entry.event["who"] for entry in self._old.log if entry.event["event"] == "join"}

    def _find_free_key(self) -> str:
        """Return a key that nobody has in the old log or in the new one."""
        taken = self._list_joined() | set(self._recorder.fight.combatants)
        number = len(self._old.log) + 1
        while f"n{number}" in taken:
            number += 1
        return f"n{number}"

    def _change(self, act: RecordedAct, edits: Sequence[tuple[int, Edit]]) -> Work[None]:
        """Give an act with other parts."""
        attempt = self._recorder.copy()
        given: dict[str, Any] = copy_event(act.entries[0].event, self._ids)
        if act.command is not None:
            given = self._prepare(act) or self._map_command(act.command)
        for _, edit in edits:
            given = _merge_parts(given, edit.get("parts", {}))
        if act.command is None:
            attempt.add(read_event(given))
        else:
            yield from record_in_steps(attempt, given, self._build_dice(edits[-1][0]))
        self._take(act, attempt)

    def _repeat(self, act: RecordedAct, *, is_kept: bool) -> Work[None]:
        """Give an act again, or note that it no longer fits."""
        attempt = self._recorder.copy()
        try:
            reason = yield from self._give(attempt, act)
        except RulesError as error:
            reason = _describe_misfit(self._recorder.fight, act, error)
        if not reason:
            self._take(act, attempt)
            return
        as_it_was = self._recorder.copy()
        can_be_kept = act.is_exact and act.command is not None
        try:
            for entry in act.entries if can_be_kept else ():
                apply_entry(as_it_was, entry, self._ids)
        except RulesError:
            can_be_kept = False
        self._misfits.append(
            Misfit(act.id, *_name_act(self._old, act.entries[0]), reason, can_be_kept, is_kept and can_be_kept)
        )
        if is_kept and can_be_kept:
            self._take(act, as_it_was)
        else:
            self._lose(act)

    def _give(self, attempt: Recorder, act: RecordedAct) -> Work[str]:
        """Give an act again; return the reason why that isn't possible, or "".

        Raises:
            RulesError: the fight doesn't accept it.
        """
        if act.command is None or not act.is_exact:
            for entry in act.entries:
                apply_entry(attempt, entry, self._ids)
            return ""
        command = self._prepare(act)
        if command is None:
            return NO_LONGER
        yield from record_in_steps(attempt, command)
        return ""

    def _prepare(self, act: RecordedAct) -> dict[str, Any] | None:
        """Return the command of an act with what the fight gives it now; None if nothing leads to it any more."""
        fight = self._recorder.fight
        command = self._map_command(act.command or {})
        params = command.get("params", {})
        if command["act"] == "order":
            rolls = dict(zip(command["only"], act.entries[0].initiative_rolls, strict=True))
            waiting = [key for key in fight.awaiting_initiative if key in rolls]
            return {**command, "only": waiting, "faces": [face for key in waiting for face in rolls[key].faces]}
        if act.prompt is not None:
            prompt = find_prompt(fight, command)
            return prompt and {**command, "params": _refresh(params, act.prompt.params, prompt.params)}
        if act.offer is not None:
            roll_id = self._ids.get(act.offer.roll.id, LOST) if act.offer.roll is not None else ""
            offer = find_offer(fight, command, roll_id)
            if offer is None:
                return None
            if act.offer.replaced_change and command.get("instead"):
                command["instead"] = offer.replaced_change
            return {**command, "params": _refresh(params, to_json(act.offer.params), to_json(offer.params))}
        return command

    def _map_command(self, command: Command) -> dict[str, Any]:
        """Return a command with the new ids of the events that it names."""
        mapped = dict(command)
        for part in ("instead", "roll"):
            if mapped.get(part):
                mapped[part] = self._ids.get(mapped[part], mapped[part])
        return mapped

    def _take(self, act: RecordedAct, attempt: Recorder) -> None:
        """Continue with the events that an act has added, and note their ids."""
        left: list[Any] = attempt.events[len(self._recorder.events) :]
        for entry in act.entries:
            number = next((number for number, each in enumerate(left) if _is_alike(each, entry.event)), None)
            if entry is act.entries[0] and left:
                number = 0
            self._ids[entry.id] = LOST if number is None else str(left.pop(number)["id"])
        self._recorder = attempt

    def _lose(self, act: RecordedAct) -> None:
        """Leave an act out."""
        for entry in act.entries:
            self._ids[entry.id] = LOST


NO_LONGER = "It no longer comes up."
"""The reason for leaving out a roll or a change to which nothing leads any more."""


def _refresh(params: Mapping[str, Any], old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters with new values in place of those that an earlier roll had given."""
    return {name: new.get(name, value) if old.get(name) == value else value for name, value in params.items()}


def _merge_parts(command: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return a command with other parts; values by name are merged, and null removes a part or a name."""
    merged = dict(command)
    for part, value in parts.items():
        earlier = merged.get(part)
        if isinstance(earlier, Mapping) and isinstance(value, Mapping):
            merged[part] = {name: each for name, each in {**earlier, **value}.items() if each is not None}
        else:
            merged[part] = value
    return {part: value for part, value in merged.items() if value is not None}


def _is_alike(event: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return True if two events are the same change or roll of the same combatant."""
    return all(event.get(part) == other.get(part) for part in ("event", "change", "mechanic", "who", "by"))


def _describe_misfit(fight: Fight, act: RecordedAct, error: RulesError) -> str:
    """Return the reason why an act isn't possible, for players."""
    if isinstance(error, ParameterError) and error.name == "faces":
        return "It takes other dice now."
    event: Any = act.entries[0].event
    if event["event"] == "roll":
        return error_message(error, fight.context.find_mechanic(event["mechanic"]).parameters)
    change = fight.context.changes.get(event.get("change") or "")
    return error_message(error, change.parameters if change is not None else {})


def _name_act(fight: Fight, entry: LogEntry) -> tuple[str, str]:
    """Return the key of the combatant in an act, or "", and the act in a few words."""
    event: Any = entry.event
    key = event.get("by") or event.get("who") or ""
    if event["event"] == "roll":
        action = fight.rules.actions_by_id.get(event["mechanic"])
        return key, (action.title if action else "") or fight.context.find_mechanic(event["mechanic"]).title
    if event["event"] == "change" and (change := fight.context.changes.get(event["change"])) is not None:
        action = fight.rules.actions_by_id.get(change.id)
        return key, (action.title if action else "") or change.title
    return key, " ".join(entry.messages[:1]).rstrip(".")


# Differences


def list_differences(old: Fight, new: Fight) -> Iterator[Difference]:
    """Yield the differences between two fights: of each combatant, of what everybody shares, and of the turn."""
    for key in dict.fromkeys((*old.combatants, *new.combatants)):
        yield from _compare_combatants(old.combatants.get(key), new.combatants.get(key))
    if old.board is not None and new.board is not None:
        yield from _compare_sheets(BOARD, old.board.title, old.board, new.board)
    if old.round != new.round:
        yield Difference("", "", old.rules.round_name.capitalize(), str(old.round), str(new.round))
    if old.rules.order.has_turns and old.current_group != new.current_group:
        yield Difference("", "", "Turn", _list_names(old), _list_names(new))


def _list_names(fight: Fight) -> str:
    return ", ".join(fight.name_for(key) for key in fight.current_group) or "nobody"


def _compare_combatants(old: Combatant | None, new: Combatant | None) -> Iterator[Difference]:
    if old is None or new is None:
        if old is not None:
            yield Difference(old.key, old.name, "", "here", "not here")
        if new is not None:
            yield Difference(new.key, new.name, "", "not here", "here")
        return
    if (before := describe_presence(old)) != (after := describe_presence(new)):
        yield Difference(new.key, new.name, "", before, after)
    if old.score != new.score:
        yield Difference(new.key, new.name, "Initiative", _describe_score(old), _describe_score(new))
    yield from _compare_sheets(new.key, new.name, old.sheet, new.sheet)


def describe_presence(combatant: Combatant) -> str:
    """Return how a combatant is: "up", "fled", or the state of their sheet."""
    if combatant.has_withdrawn:
        return "fled"
    state = getattr(combatant.sheet, "state", "")
    word = state.replace("_", " ") if isinstance(state, str) else ""
    return word or ("out" if combatant.is_out else "up")


def _describe_score(combatant: Combatant) -> str:
    return ", ".join(map(str, combatant.score)) if combatant.score else "not rolled"


def _compare_sheets(key: str, name: str, old: Sheet, new: Sheet) -> Iterator[Difference]:
    """Yield the fields that differ; those of a list entry by entry."""
    if type(old) is not type(new):
        yield Difference(key, name, "", old.title, new.title)
        return
    for field_name, parameter in new.parameters.items():
        before, after = getattr(old, field_name), getattr(new, field_name)
        if before == after:
            continue
        if isinstance(before, tuple) and isinstance(after, tuple):
            yield from _compare_lists(key, name, parameter.label, before, after)
        else:
            kind = parameter.kind
            words = [kind.describe_value(to_text(value)) for value in (before, after)]
            yield Difference(key, name, parameter.label, words[0], words[1])


def _compare_lists(key: str, name: str, label: str, old: tuple[Any, ...], new: tuple[Any, ...]) -> Iterator[Difference]:
    """Yield the values that differ in the entries of a list, or its lengths."""
    if len(old) != len(new):
        yield Difference(key, name, label, str(len(old)), str(len(new)))
        return
    for before, after in zip(map(to_json, old), map(to_json, new), strict=True):
        if before == after:
            continue
        if not isinstance(before, Mapping):
            yield Difference(key, name, label, to_text(before), to_text(after))
            continue
        title = f"{label}, {to_text(next(iter(before.values()), ''))}"
        for part, value in before.items():
            if value != after[part]:
                words = decapitalize(humanize(part))
                yield Difference(key, name, f"{title}: {words}", to_text(value), to_text(after[part]))
