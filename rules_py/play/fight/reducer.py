"""The reducer of fights: applies events to an immutable fight, whose state depends on its log alone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from rules_py.errors import ForbiddenError, ParameterError, RulesError, UnknownIdError
from rules_py.mechanic import Roll
from rules_py.play.changes import Change, ChangeResult
from rules_py.play.copies import replace
from rules_py.play.fight.actions import name_against
from rules_py.play.fight.arrangements import (
    change_side,
    end_conditions,
    link,
    move,
    place,
    set_condition,
    set_dice,
    set_initiative,
    with_score,
    write_note,
)
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.events import (
    ChangeEvent,
    EditEvent,
    EndEvent,
    Event,
    InitiativeRoll,
    JoinEvent,
    LeaveEvent,
    OrderEvent,
    ReturnEvent,
    RollEvent,
    TurnEvent,
    WithdrawEvent,
    read_count,
    read_event,
    read_key,
    read_refused,
)
from rules_py.play.fight.offers import find_consequences, find_follow_ups
from rules_py.play.fight.state import Combatant, FightState, LogEntry
from rules_py.play.fight.targeting import resolve_against
from rules_py.play.sheet import Sheet, read_sheet
from rules_py.text.sentences import join_names
from rules_py.text.serialization import to_text

MOST_EVENTS = 5000
MOST_FIGHTERS = 200

EndingFunction = Callable[[Change, Sheet], ChangeResult]
"""A function that applies the change at the end of a period to a sheet."""


def apply_ending(change: Change, sheet: Sheet) -> ChangeResult:
    """Apply the change at the end of a period to a sheet."""
    return change.apply(sheet, {})


@dataclass(frozen=True)
class Fight(FightState):
    """A fight, with the methods that apply events to it."""

    def apply(self, event: Mapping[str, object], rolls: Sequence[Roll] = ()) -> "Fight":
        """Return the fight after one more event, as JSON. This fight isn't modified.

        `rules_py.play.fight.events` describes the events.

        Args:
            event: the event.
            rolls: the rolls in the event, if they have just been made; otherwise they are made again from their faces.

        Raises:
            RulesError: the event isn't valid in this fight; the message says why.
        """
        checked = read_event(event, self.combatants)
        if len(self.log) >= MOST_EVENTS:
            raise ForbiddenError("events", f"a fight has at most {MOST_EVENTS} events")
        fight, entry = self._apply_event(checked, rolls)
        return replace(
            fight, log=(*self.log, replace(entry, id=checked.get("id") or self.next_event_id, round=self.round))
        )

    def _apply_event(self, event: Event, rolls: Sequence[Roll]) -> "tuple[Fight, LogEntry]":
        """Return the fight after an event, and the event's log entry."""
        match event["event"]:
            case "join":
                return self._apply_join(event)
            case "leave":
                return self._apply_leave(event)
            case "roll":
                return self._record_roll(event, *(rolls or (self._resolve_roll(event["mechanic"], event),)))
            case "order":
                return self._apply_order(event, rolls)
            case "change":
                return self._apply_change(event)
            case "edit":
                return self._apply_edit(event)
            case "place":
                return place(self, event)
            case "move":
                return move(self, event)
            case "initiative":
                return set_initiative(self, event)
            case "link":
                return link(self, event)
            case "side":
                return change_side(self, event)
            case "condition":
                return set_condition(self, event)
            case "note":
                return write_note(self, event)
            case "dice":
                return set_dice(self, event)
            case "turn":
                return self._apply_turn(event)
            case "end":
                return self._apply_end(event)
            case "withdraw":
                return self._apply_withdrawal(event)
            case "return":
                return self._apply_return(event)

    def apply_resolved_roll(self, event: RollEvent, roll: Roll) -> "Fight":
        """Apply the event of a roll that is already resolved; the returned log has only its entry, without messages."""
        fight = self._prepare_roll(event, roll)
        entry = LogEntry(event, (), roll=roll, is_reaction=self._is_reaction(event, roll))
        return replace(fight, log=(entry,), **fight._count_action(event))

    # Events, one function each

    def _apply_join(self, event: JoinEvent) -> "tuple[Fight, LogEntry]":
        key = read_key(event)
        sheet = read_sheet(event.get("sheet"), self.context.find_sheet)
        side = event.get("side", self.rules.sides_for(type(sheet))[0])
        if side not in self.rules.sides:
            raise UnknownIdError("side", side, self.rules.sides)
        how_many = read_count(event)
        joined = dict(self.combatants)
        for number in range(1, how_many + 1):
            own_key = key if how_many == 1 else f"{key}-{number}"
            if own_key in joined or own_key == BOARD:
                raise ParameterError("who", own_key, "a key that is not taken yet")
            taken = [each.name for each in joined.values()]
            if how_many == 1:
                joined[own_key] = Combatant(own_key, side, sheet, _find_unique_name(sheet, taken))
            else:
                name = _number_name(sheet.display_name, 1, taken)
                own = sheet.replace(name=name) if "name" in sheet.parameters else sheet
                joined[own_key] = Combatant(own_key, side, own, name)
        if len(joined) > MOST_FIGHTERS:
            raise ForbiddenError("join", f"a fight has at most {MOST_FIGHTERS} combatants")
        names = ", ".join(each.name for own_key, each in joined.items() if own_key not in self.combatants)
        return replace(self, combatants=joined), LogEntry(event, (f"{names} joined.",))

    def _apply_leave(self, event: LeaveEvent) -> "tuple[Fight, LogEntry]":
        gone = self.combatant(event["who"])
        left = {key: each for key, each in self.combatants.items() if key != gone.key}
        removed = {**self.removed, gone.key: gone}
        return replace(self, combatants=left, removed=removed), LogEntry(event, (f"{gone.name} left.",))

    def _prepare_roll(self, event: RollEvent, roll: Roll) -> "Fight":
        """Return the fight after a roll, before the uses that its action takes are counted."""
        by, at = event.get("by"), event.get("at")
        for key in (by, at):
            if key is not None:
                self.sheet_for(key)
        self._check_extra_targets(event, roll)
        fight = self.without_roll(event["amends"]) if event.get("amends") else self
        initiative = self.rules.order.mechanic
        if initiative is not None and initiative.id == roll.mechanic and by is not None and by in self.combatants:
            fight = fight.with_initiative(by, roll)
        return fight

    def _record_roll(self, event: RollEvent, roll: Roll) -> "tuple[Fight, LogEntry]":
        fight, by = self._prepare_roll(event, roll).with_action(event), event.get("by")
        result = (f"{roll.verdict}.",) if roll.verdict else roll.steps[-1:]
        roller = "" if by is None else f"{self.name_for(by)}: "
        messages = (
            f"{roller}{self.context.find_mechanic(roll.mechanic).title}.",
            *result,
            *roll.consequences,
            *read_refused(event),
            *_describe_override(event),
            *(("This replaces the first roll.",) if event.get("amends") else ()),
        )
        return fight, LogEntry(event, messages, roll=roll, is_reaction=self._is_reaction(event, roll))

    def _is_reaction(self, event: RollEvent, roll: Roll) -> bool:
        """Return True if a roll reacts to the action of its target."""
        return event.get("at") is not None and self.rules.is_reaction(roll.mechanic, roll.params)

    def with_action(self, event: RollEvent | ChangeEvent) -> "Fight":
        """Return the fight after the uses that an action takes are counted.

        The first action of a turn records the sheets with which combatants act at the same time.
        """
        return replace(self, **changes) if (changes := self._count_action(event)) else self

    def _count_action(self, event: RollEvent | ChangeEvent) -> dict[str, Any]:
        """Return the fields that change when an action takes its uses."""
        action_id = event.get("action")
        if not action_id:
            return {}
        changes: dict[str, Any] = {}
        if self.rules.order.is_simultaneous and not self.turn_sheets and len(self.current_group) > 1:
            changes["turn_sheets"] = {key: self.combatants[key].sheet for key in self.current_group}
        action = self.rules.actions_by_id.get(action_id)
        pool = action.pool if action else action_id
        paid: dict[tuple[str, str], int] = {}
        for key, uses in event.get("paid", {}).items():
            if key not in self.combatants:
                continue
            for name in (*_name_targets(event, key), *((action_id,) if uses else ())):
                paid[key, name] = self.count_uses(key, name) + 1
            if uses:
                paid[key, pool] = self.count_uses(key, pool) + uses
        return {**changes, "uses": {**self.uses, **paid}} if paid else changes

    def without_roll(self, roll_id: str | None) -> "Fight":
        """Return the fight without the changes that followed from an earlier roll.

        Raises:
            RulesError: there is no such roll, or a changed field has changed again since then.
        """
        entry = self.find_entry(roll_id or "")
        if entry is None or entry.roll is None:
            raise ParameterError("amends", roll_id, "the id of an earlier roll")
        fight = self
        for follow_up in reversed(find_consequences(self, entry)):
            fight = fight._revert(follow_up)[0]
        return fight

    def _check_extra_targets(self, event: RollEvent, roll: Roll) -> None:
        also = event.get("also", ())
        action = self.rules.actions_by_id.get(roll.mechanic)
        if also and (action is None or action.reach.several is None):
            raise ParameterError("also", also, "nothing with a roll against one target")
        for key in also:
            self.combatant(key)
        resolve_against(self, also, roll)

    def _apply_order(self, event: OrderEvent, rolls: Sequence[Roll]) -> "tuple[Fight, LogEntry]":
        mechanic = self.rules.order.mechanic
        if mechanic is None:
            raise ForbiddenError("order", "this game doesn't roll for initiative")
        fight, messages = self, []
        made: list[Roll] = []
        for number, each in enumerate(event["rolls"]):
            combatant = self.combatant(each["by"])
            roll = rolls[number] if rolls else self._resolve_roll(mechanic.id, each)
            made.append(roll)
            fight = fight.with_initiative(combatant.key, roll)
            messages.append(f"{combatant.name}: {' '.join(roll.steps[-1:])}")
        return fight, LogEntry(event, tuple(messages), initiative_rolls=tuple(made))

    def with_initiative(self, key: str, roll: Roll) -> "Fight":
        """Return the fight with a combatant's initiative roll.

        If the combatant's place in this round has passed, they act in the next one.
        """
        score = self.rules.order.compute_score(roll.outcome)
        fight = with_score(self, key, score)
        passed = (
            self.acted_keys
            and self.current_group
            and key not in self.current_group
            and score > (self.combatants[self.current_group[0]].score or ())
        )
        return replace(fight, acted_keys=self.acted_keys | {key}) if passed and self.rules.order.has_turns else fight

    def _apply_change(self, event: ChangeEvent) -> "tuple[Fight, LogEntry]":
        fight, results = self, []
        names_before: tuple[str, ...] = ()
        if (replaced := event.get("instead")) is not None:
            fight, names_before = self._revert_change(replaced)
        for key in (event["who"], *event.get("also", ())):
            sheet = fight.sheet_for(key)
            change = self.context.find_change(event["change"], sheet)
            result = change.apply(sheet, dict(event.get("params", {})), event.get("rolled"))
            fight = fight.with_sheet(key, result.sheet)
            results.append((key, result))
        fight = fight.with_action(event)
        messages = (*self._build_messages(results, is_news_only=False), *_describe_override(event))
        if names_before:
            messages = (*messages, f"In place of {join_names(names_before)}.")
        return fight, replace(self._build_entry(event, results), messages=messages)

    def _revert_change(self, change_id: str) -> "tuple[Fight, tuple[str, ...]]":
        """Revert a change; return the fight and the names of its recipients.

        Args:
            change_id: the id of the change's event, or of a change that followed from the last roll.
        """
        if (entry := self.find_entry(change_id)) is not None and entry.event["event"] == "change":
            return self._revert(entry)
        fight = self
        names: list[str] = []
        for entry in find_follow_ups(self):
            if entry.event["event"] == "change" and entry.event["change"] == change_id:
                fight, reverted = fight._revert(entry)
                names += reverted
        if not names:
            raise ParameterError("instead", change_id, "a change that the last roll has led to")
        return fight, tuple(names)

    def _revert(self, entry: LogEntry) -> "tuple[Fight, tuple[str, ...]]":
        """Revert the event of a change; return the fight and the names of its recipients.

        Raises:
            ForbiddenError: a recipient has changed again since then.
        """
        event = entry.event
        if event["event"] != "change":
            return self, ()
        fight = self
        names: list[str] = []
        for key, result in zip((event["who"], *event.get("also", ())), entry.change_results, strict=True):
            try:
                sheet = result.revert(fight.sheet_for(key))
            except RulesError as error:
                raise ForbiddenError("instead", f"{fight.name_for(key)} has changed again since then") from error
            fight = fight.with_sheet(key, sheet)
            names.append(fight.name_for(key))
        return fight, tuple(names)

    def _apply_withdrawal(self, event: WithdrawEvent) -> "tuple[Fight, LogEntry]":
        gone = self.combatant(event["who"])
        if gone.has_withdrawn:
            raise ForbiddenError("withdraw", f"{gone.name} has left the fight already")
        return self.with_withdrawal(gone.key), LogEntry(event, (f"{gone.name} leaves the fight.",))

    def with_withdrawal(self, key: str) -> "Fight":
        """Return the fight after a combatant has left the order."""
        gone = replace(self.combatants[key], has_withdrawn=True)
        return replace(self, combatants={**self.combatants, key: gone})

    def _apply_return(self, event: ReturnEvent) -> "tuple[Fight, LogEntry]":
        back = self.combatant(event["who"])
        if not back.has_withdrawn:
            raise ForbiddenError("return", f"{back.name} hasn't left the fight")
        combatants = {**self.combatants, back.key: replace(back, has_withdrawn=False)}
        return replace(self, combatants=combatants), LogEntry(event, (f"{back.name} comes back.",))

    def _apply_edit(self, event: EditEvent) -> "tuple[Fight, LogEntry]":
        fields, fight = event.get("fields", {}), self
        keys = (event["who"], *event.get("also", ()))
        for key in keys:
            sheet = fight.sheet_for(key)
            edited = type(sheet).from_fields({**sheet.fields, **fields})
            fight = fight.with_sheet(key, edited)
            if key in self.combatants and edited.display_name != sheet.display_name:
                taken = [each.name for each in fight.combatants.values() if each.key != key]
                renamed = replace(fight.combatants[key], name=_find_unique_name(edited, taken))
                fight = replace(fight, combatants={**fight.combatants, key: renamed})
        if event.get("stored"):
            message = f"{fight.name_for(keys[0])} is brought up to date: {describe_fields(edited, fields)}."
        else:
            names = ", ".join(sheet.parameters[name].label for name in fields)
            message = f"{', '.join(map(self.name_for, keys))}: {names} set by hand."
        return fight, LogEntry(event, (message,))

    def _apply_turn(self, event: TurnEvent) -> "tuple[Fight, LogEntry]":
        if not self.has_turn_to_end:
            is_unrolled = bool(self.awaiting_initiative)
            reason = (
                "no combatant has a turn yet: roll for initiative first" if is_unrolled else "no combatant has a turn"
            )
            raise ForbiddenError("turn", reason)
        fight, results = self.end_turn()
        names = ", ".join(fight.combatants[key].name for key in fight.current_group)
        entry = fight._build_entry(event, results)
        left_out = self._describe_left_out()
        ended = end_conditions(self.combatants.values(), self.round)[1] if fight.round > self.round else ()
        return fight, replace(
            entry,
            messages=(*entry.messages, *ended, *left_out, f"Round {fight.round}: {names or 'roll for the order'}."),
        )

    def end_turn(self, apply: EndingFunction = apply_ending) -> "tuple[Fight, list[tuple[str, ChangeResult]]]":
        """Return the fight after the turn of those whose turn it is, and the results of the changes at its end.

        Args:
            apply: applies the change at the end of a turn or a round to a sheet, like `apply_ending`.
        """
        group = self.current_group
        fight, results = self._apply_end_changes("turn", group, apply)
        over = {*group, *(key for key, each in self.combatants.items() if each.is_out)}
        uses = {(key, pool): number for (key, pool), number in self.uses.items() if key not in over}
        fight = replace(fight, acted_keys=self.acted_keys | set(group), uses=uses, turn_sheets={})
        if not fight.current_group:
            fight, more = fight._apply_end_changes("round", fight.combatants, apply)
            fight, results = fight._start_next_round(), [*results, *more]
        return fight, results

    def _describe_left_out(self) -> tuple[str, ...]:
        """Return a sentence for those who let their turn pass beside others, and one for those without a place."""
        idle, without = (
            join_names(self.combatants[key].name for key in keys) for keys in (self.idle_keys, self.keys_without_place)
        )
        return (
            *((f"{idle} took no action.",) if idle else ()),
            *((f"{without}: no place in the order yet.",) if without else ()),
        )

    def _start_next_round(self) -> "Fight":
        again = self.rules.order.is_rerolled_each_round
        left = self.combatants
        if any(each.own_conditions for each in left.values()):
            left = {**left, **end_conditions(left.values(), self.round)[0]}
        if again:
            left = {key: replace(each, score=None) for key, each in left.items()}
        return replace(self, combatants=left, round=self.round + 1, acted_keys=frozenset(), uses={})

    def _apply_end(self, event: EndEvent) -> "tuple[Fight, LogEntry]":
        period = event["of"]
        if period not in self.endable_periods:
            raise UnknownIdError("of", period, self.endable_periods)
        fight, results = self._apply_end_changes(period, (*self.combatants, *([BOARD] if self.board else [])))
        entry = fight._build_entry(event, results)
        fight = replace(fight, uses={}, turn_sheets={})
        return fight, replace(entry, messages=(f"The {period} ends.", *entry.messages))

    # Shared helpers

    def _apply_end_changes(
        self, period: str, keys: Iterable[str], apply: EndingFunction = apply_ending
    ) -> "tuple[Fight, list[tuple[str, ChangeResult]]]":
        """Apply the changes at the end of a period to the combatants with these keys; return fight and results."""
        sheets: dict[str, Sheet] = {}
        results = []
        ending = [change for change in self.context.ending_changes if change.ends == period]
        for key in keys if ending else ():
            sheet = before = self.sheet_for(key)
            for change in ending:
                if isinstance(sheet, change.sheet_types):
                    result = apply(change, sheet)
                    sheet = result.sheet
                    results.append((key, result))
            if sheet is not before:
                sheets[key] = sheet
        return self.with_sheets(sheets) if sheets else self, results

    def with_sheet(self, key: str, sheet: Sheet) -> "Fight":
        """Return the fight with another sheet for a combatant or for the board."""
        if key == BOARD:
            return replace(self, board=sheet)
        return replace(self, combatants={**self.combatants, key: replace(self.combatants[key], sheet=sheet)})

    def with_sheets(self, sheets: Mapping[str, Sheet]) -> "Fight":
        """Return the fight with other sheets for some combatants, and for the board under its key."""
        changed = {key: replace(self.combatants[key], sheet=sheet) for key, sheet in sheets.items() if key != BOARD}
        return replace(self, combatants={**self.combatants, **changed}, board=sheets.get(BOARD, self.board))

    def _build_entry(self, event: Event, results: list[tuple[str, ChangeResult]]) -> LogEntry:
        """Build a log entry for changes at an end, without details."""
        messages = self._build_messages(results, is_news_only=True)
        return LogEntry(event, messages, change_results=tuple(result for _, result in results))

    def _build_messages(self, results: list[tuple[str, ChangeResult]], is_news_only: bool) -> tuple[str, ...]:
        """Build one log sentence per change, listing all combatants that it affects."""
        sentences = {key: result.news if is_news_only else result.steps for key, result in results}
        if len(results) == 1:
            return tuple(f"{self.name_for(key)}: {sentence}" for key, each in sentences.items() for sentence in each)
        names: dict[str, dict[str, None]] = {}
        for key, each in sentences.items():
            for sentence in each:
                names.setdefault(sentence, {})[self.name_for(key)] = None
        return tuple(f"{', '.join(affected)}: {sentence}" for sentence, affected in names.items())

    def name_for(self, key: Any) -> str:
        """Return the name of a combatant, or of the sheet that everybody shares.

        Raises:
            RulesError: the key doesn't exist.
        """
        return self.board.title if key == BOARD and self.board else self.combatant(key).name

    def _resolve_roll(self, mechanic_id: str, event: RollEvent | InitiativeRoll) -> Roll:
        """Resolve the roll in an event: a mechanic of this game, or plain dice."""
        if mechanic_id.partition(".")[0] not in (self.slug, "dice"):
            raise ParameterError("mechanic", mechanic_id, f"one of {self.slug}")
        return self.context.find_mechanic(mechanic_id).resolve(event["faces"], dict(event.get("params", {})))


def describe_fields(sheet: Sheet, names: Iterable[str]) -> str:
    """Describe fields of a sheet: each by its label, with its value unless it is a list."""
    return ", ".join(
        parameter.label
        if isinstance(value := getattr(sheet, name), tuple)
        else f"{parameter.label} {parameter.kind.describe_value(to_text(value))}"
        for name in names
        for parameter in (sheet.parameters[name],)
    )


def _name_targets(event: RollEvent | ChangeEvent, key: str) -> list[str]:
    """Return the names under which an action of a combatant is counted against each of those it is taken against."""
    if event["event"] != "roll":
        return []
    targets = (event.get("by"),) if key == event.get("at") else (event.get("at"), *event.get("also", ()))
    return [name_against(event["mechanic"], target) for target in targets if target is not None]


def _describe_override(event: RollEvent | ChangeEvent) -> tuple[str, ...]:
    """Return a sentence for each requirement that the table waived."""
    return tuple(f"Done anyway: {reason}" for reason in event.get("override", {}).values())


def _find_unique_name(sheet: Sheet, taken: Iterable[str]) -> str:
    """Return the name for a sheet, with a number after it if it is taken."""
    taken = [name.casefold() for name in taken]
    name = sheet.display_name
    return _number_name(name, 2, taken) if name.casefold() in taken else name


def _number_name(name: str, first: int, taken: Iterable[str]) -> str:
    """Return the name with the lowest number from `first` on that isn't taken."""
    taken = [each.casefold() for each in taken]
    return next(own for number in count(first) if (own := f"{name} {number}").casefold() not in taken)
