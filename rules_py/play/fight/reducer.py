"""The reducer of fights: applies events to an immutable fight, whose state depends on its log alone."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Roll
from rules_py.parameters import ListOf, Text, Whole
from rules_py.play.changes import ChangeResult
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.state import Combatant, Event, FightState, LogEntry
from rules_py.play.sheet import Sheet, read_sheet
from rules_py.text.quoting import quote_text, quote_value, shorten
from rules_py.text.wording import humanize

MOST_EVENTS = 5000
MOST_FIGHTERS = 200
MOST_AT_ONCE = 20

KEY = Text("a fighter's key", most=40)
REFUSED = ListOf(Text("why something did not follow", most=400), "what did not follow from a roll", most=20)


@dataclass(frozen=True)
class Fight(FightState):
    """A fight, with the methods that apply events to it."""

    def apply(self, event: Event) -> "Fight":
        """Return the fight after one more event. This fight isn't modified.

        Events are mappings with `event` and its arguments:

        - `join`: who (a new key), side, sheet (its JSON), count (joins that many copies, with numbers after key and
          name).
        - `leave`: who.
        - `roll`: mechanic, params, faces; by and at (keys), also (keys of further targets), chosen (the choices for the
          roller's sheet), refused (sentences: the triggered changes that weren't applied, and why), follows (true if it
          is undone together with the event before it).
        - `order`: rolls, each with by, params and faces of the order's mechanic.
        - `change`: change, who, also (keys of further recipients), params, instead (a change triggered by the last
          roll, which is reverted), follows (true if the event before led to it, and they are undone together).
        - `edit`: who, fields. Corrects a sheet by hand.
        - `place`: who, before (a key). The GM orders two tied combatants.
        - `turn`: the current group has acted. `end`: of ("scene", "mission" …), the period that ends for everybody.

        Raises:
            RulesError: the event isn't valid in this fight; the message says why.
        """
        name = event.get("event") if isinstance(event, Mapping) else None
        if not isinstance(name, str) or name not in EVENTS:
            raise RulesError(f"event: got {quote_value(name)}, takes {', '.join(EVENTS)}")
        if len(self.log) >= MOST_EVENTS:
            raise RulesError(f"events: got more than {MOST_EVENTS}, takes at most so many in one fight")
        happen, takes = EVENTS[name]
        for part in event:
            if part not in ("event", *takes):
                raise RulesError(f"{name}: got {quote_value(part)}, takes {', '.join(takes) or 'nothing'}")
        if event.get("follows") not in (None, True):
            raise RulesError(f"follows: got {quote_value(event['follows'])}, takes true or nothing")
        fight, entry = happen(self, event)
        return replace(fight, log=(*self.log, entry))

    def apply_resolved_roll(self, event: Event, roll: Roll) -> "Fight":
        """Apply the event of a roll that is already resolved; the returned log has only this entry."""
        fight, entry = self._record_roll(event, roll)
        return replace(fight, log=(entry,))

    # Events, one function each

    def _apply_join(self, event: Event) -> "tuple[Fight, LogEntry]":
        key = _read_key(event.get("who"))
        sheet = read_sheet(event.get("sheet"), self.context.find_sheet)
        side = event.get("side", self.rules.sides_for(type(sheet))[0])
        if side not in self.rules.sides:
            raise RulesError(f"side: got {quote_value(side)}, takes {', '.join(self.rules.sides)}")
        try:
            how_many = Whole(1, MOST_AT_ONCE, "").accept(event.get("count", 1))
        except ValueError:
            raise RulesError(
                f"count: got {quote_text(event['count'])}, takes a whole number from 1 to {MOST_AT_ONCE}",
                plain=f"How many takes a whole number from 1 to {MOST_AT_ONCE}; you entered {shorten(event['count'])}.",
            ) from None
        joined = dict(self.combatants)
        for number in range(1, how_many + 1):
            own_key = key if how_many == 1 else f"{key}-{number}"
            if own_key in joined or own_key == BOARD:
                raise RulesError(f"who: got {quote_value(own_key)}, takes a key that is not taken yet")
            taken = [each.name for each in joined.values()]
            if how_many == 1:
                joined[own_key] = Combatant(own_key, side, sheet, _find_unique_name(sheet, taken))
            else:
                name = _number_name(_find_base_name(sheet), 1, taken)
                own = sheet.replace(name=name) if "name" in sheet.parameters else sheet
                joined[own_key] = Combatant(own_key, side, own, name)
        if len(joined) > MOST_FIGHTERS:
            raise RulesError(f"who: got fighter {len(joined)}, takes at most {MOST_FIGHTERS}")
        names = ", ".join(each.name for own_key, each in joined.items() if own_key not in self.combatants)
        return replace(self, combatants=joined), LogEntry(event, (f"{names} joined.",))

    def _apply_leave(self, event: Event) -> "tuple[Fight, LogEntry]":
        gone = self.combatant(event.get("who"))
        left = {key: each for key, each in self.combatants.items() if key != gone.key}
        return replace(self, combatants=left), LogEntry(event, (f"{gone.name} left.",))

    def _apply_roll(self, event: Event) -> "tuple[Fight, LogEntry]":
        return self._record_roll(event, self._resolve_roll(event.get("mechanic"), event))

    def _record_roll(self, event: Event, roll: Roll) -> "tuple[Fight, LogEntry]":
        for part in ("by", "at"):
            if event.get(part) is not None:
                self.sheet_for(event[part])
        self._check_extra_targets(event, roll)
        who = f"{self.name_for(event['by'])}: " if event.get("by") is not None else ""
        mechanic = self.context.find_mechanic(roll.mechanic)
        fight = self
        if mechanic is self.rules.order.mechanic and event.get("by") in self.combatants:
            fight = self.with_initiative(event["by"], roll)
        try:
            refused = REFUSED.accept(event.get("refused", []))
        except ValueError:
            raise RulesError(
                f"refused: got {quote_value(event['refused'])}, takes {REFUSED.describe_accepted()}"
            ) from None
        told = (f"{roll.verdict}.",) if roll.verdict else roll.steps[-1:]
        said = (*told, *roll.consequences, *refused)
        return fight, LogEntry(event, (f"{who}{mechanic.title}.", *said), roll)

    def _check_extra_targets(self, event: Event, roll: Roll) -> None:
        also = event.get("also", [])
        if not isinstance(also, list | tuple) or len({event.get("at"), *map(str, also)}) <= len(also):
            raise RulesError(f"also: got {quote_value(also)}, takes a list of targets besides the first, each once")
        if also and self.context.find_mechanic(roll.mechanic) not in self.rules.multi_target_rolls:
            raise RulesError(f"also: got {quote_value(also)}, takes nothing with a roll against one target")
        for key in also:
            self.combatant(key)
        self._resolve_against(also, roll)

    def _apply_order(self, event: Event) -> "tuple[Fight, LogEntry]":
        mechanic, rolls = self.rules.order.mechanic, event.get("rolls")
        if mechanic is None or not isinstance(rolls, list | tuple) or not rolls:
            raise RulesError("rolls: takes a list of rolls for the order, in a game that rolls for one")
        fight, said, made = self, [], []
        for each in rolls:
            if not isinstance(each, Mapping):
                raise RulesError(f"rolls: got {quote_value(each)}, takes by, params and faces")
            fighter = self.combatant(each.get("by"))
            roll = self._resolve_roll(mechanic.id, each)
            fight = fight.with_initiative(fighter.key, roll)
            said.append(f"{fighter.name}: {' '.join(roll.steps[-1:])}")
            made.append(roll)
        return fight, LogEntry(event, tuple(said), initiative_rolls=tuple(made))

    def with_initiative(self, key: str, roll: Roll) -> "Fight":
        """Return the fight with a combatant's initiative roll.

        If the combatant's place in this round has passed, they act in the next one.
        """
        score = self.rules.order.compute_score(roll.outcome)
        fight = replace(self, combatants={**self.combatants, key: replace(self.combatants[key], score=score)})
        passed = (
            self.acted_keys
            and self.current_group
            and key not in self.current_group
            and score > (self.combatants[self.current_group[0]].score or ())
        )
        return replace(fight, acted_keys=self.acted_keys | {key}) if passed and self.rules.order.has_turns else fight

    def _apply_change(self, event: Event) -> "tuple[Fight, LogEntry]":
        also = event.get("also", [])
        if not isinstance(also, list | tuple) or len({event.get("who"), *map(str, also)}) <= len(also):
            raise RulesError(f"also: got {quote_value(also)}, takes a list of fighters besides the first, each once")
        fight, happened = self, []
        spared: tuple[str, ...] = ()
        if event.get("instead") is not None:
            fight, spared = self._revert_change(event["instead"])
        for key in (event.get("who"), *also):
            sheet = fight.sheet_for(key)
            changed = self.context.find_change(event.get("change"), sheet).apply(sheet, read_values(event, "params"))
            fight = fight.with_sheet(str(key), changed.sheet)
            happened.append((str(key), changed))
        told = self._build_messages(happened, is_news_only=False)
        if spared:
            told = (*told, f"In place of {' and '.join(spared)}.")
        return fight, replace(self._build_entry(event, happened), messages=told)

    def _revert_change(self, change_id: Any) -> "tuple[Fight, tuple[str, ...]]":
        """Revert a change that followed from the last roll; return the fight and the names of its recipients."""
        fight, spared = self, []
        for entry in self._follow_up_entries:
            if entry.event.get("change") != change_id:
                continue
            for key, changed in zip(
                (entry.event["who"], *entry.event.get("also", ())), entry.change_results, strict=True
            ):
                now = fight.sheet_for(key)
                if any(now.fields[name] != after for name, (_, after) in changed.differences.items()):
                    raise RulesError(
                        f"instead: got {change_id}, takes a change after which nothing else has happened "
                        f"to {fight.name_for(key)}"
                    )
                fight = fight.with_sheet(
                    key, now.replace(**{name: was for name, (was, _) in changed.differences.items()})
                )
                spared.append(fight.name_for(key))
        if not spared:
            raise RulesError(f"instead: got {quote_value(change_id)}, takes a change that the last roll has led to")
        return fight, tuple(spared)

    def _apply_edit(self, event: Event) -> "tuple[Fight, LogEntry]":
        key = event.get("who")
        fields = read_values(event, "fields")
        sheet = self.sheet_for(key)
        edited = type(sheet).from_fields({**sheet.fields, **fields})
        names = ", ".join(sheet.parameters[name].label for name in fields)
        fight = self.with_sheet(str(key), edited)
        if key in self.combatants and _find_base_name(edited) != _find_base_name(sheet):
            taken = [each.name for each in self.combatants.values() if each.key != key]
            renamed = replace(fight.combatants[str(key)], name=_find_unique_name(edited, taken))
            fight = replace(fight, combatants={**fight.combatants, str(key): renamed})
        return fight, LogEntry(event, (f"{self.name_for(key)}: {names} set by hand.",))

    def _apply_place(self, event: Event) -> "tuple[Fight, LogEntry]":
        moved, other = self.combatant(event.get("who")), self.combatant(event.get("before"))
        if moved.key == other.key or moved.score is None or moved.score != other.score:
            raise RulesError(f"before: got {other.name}, takes somebody who is tied with {moved.name}")
        placed: dict[str, Combatant] = {}
        for key, each in self.combatants.items():
            if key == other.key:
                placed[moved.key] = moved
            if key != moved.key:
                placed[key] = each
        return replace(self, combatants=placed), LogEntry(event, (f"{moved.name} acts before {other.name}.",))

    def _apply_turn(self, event: Event) -> "tuple[Fight, LogEntry]":
        if not self.current_group and not self.acted_keys:
            raise RulesError("turn: takes somebody whose turn it is, and there is nobody")
        fight, happened = self._apply_end_changes("turn", self.current_group)
        fight = replace(fight, acted_keys=self.acted_keys | set(self.current_group))
        if not fight.current_group:
            fight, more = fight._apply_end_changes("round", fight.combatants)
            fight, happened = fight._start_next_round(), [*happened, *more]
        names = ", ".join(fight.combatants[key].name for key in fight.current_group)
        entry = fight._build_entry(event, happened)
        return fight, replace(
            entry, messages=(*entry.messages, f"Round {fight.round}: {names or 'roll for the order'}.")
        )

    def _start_next_round(self) -> "Fight":
        again = self.rules.order.is_rerolled_each_round
        fighters = {key: replace(each, score=None if again else each.score) for key, each in self.combatants.items()}
        return replace(self, combatants=fighters, round=self.round + 1, acted_keys=frozenset())

    def _apply_end(self, event: Event) -> "tuple[Fight, LogEntry]":
        of = event.get("of")
        if of not in self.endable_periods:
            raise RulesError(
                f"of: got {quote_value(of)}, takes {', '.join(self.endable_periods) or 'nothing: there is no such end'}"
            )
        fight, happened = self._apply_end_changes(str(of), (*self.combatants, *([BOARD] if self.board else [])))
        entry = fight._build_entry(event, happened)
        return fight, replace(entry, messages=(f"The {of} ends.", *entry.messages))

    # Shared helpers

    def _apply_end_changes(self, period: str, keys: Iterable[str]) -> "tuple[Fight, list[tuple[str, ChangeResult]]]":
        """Apply the changes at the end of a period to the combatants they concern."""
        fight, happened = self, []
        ending = [change for change in self.context.changes.values() if change.ends == period]
        for key in keys:
            for change in ending:
                sheet = fight.sheet_for(key)
                if isinstance(sheet, change.sheet_types):
                    changed = change.apply(sheet, {})
                    fight = fight.with_sheet(key, changed.sheet)
                    happened.append((key, changed))
        return fight, happened

    def with_sheet(self, key: str, sheet: Sheet) -> "Fight":
        """Return the fight with another sheet for a combatant or for the board."""
        if key == BOARD:
            return replace(self, board=sheet)
        return replace(self, combatants={**self.combatants, key: replace(self.combatants[key], sheet=sheet)})

    def _build_entry(self, event: Event, results: list[tuple[str, ChangeResult]]) -> LogEntry:
        """Build a log entry for changes at an end, without details."""
        return LogEntry(
            event, self._build_messages(results, is_news_only=True), None, tuple(changed for _, changed in results)
        )

    def _build_messages(self, results: list[tuple[str, ChangeResult]], is_news_only: bool) -> tuple[str, ...]:
        """Build one log sentence per change, listing everyone affected."""
        steps = {key: changed.news if is_news_only else changed.steps for key, changed in results}
        if len(results) == 1:
            return tuple(f"{self.name_for(key)}: {step}" for key, said in steps.items() for step in said)
        told: dict[str, dict[str, None]] = {}
        for key, said in steps.items():
            for step in said:
                told.setdefault(step, {})[self.name_for(key)] = None
        return tuple(f"{', '.join(names)}: {step}" for step, names in told.items())

    def name_for(self, key: Any) -> str:
        """Return the name of a combatant, or of the sheet that everybody shares.

        Raises:
            RulesError: the key doesn't exist.
        """
        return self.board.title if key == BOARD and self.board else self.combatant(key).name

    def _resolve_roll(self, mechanic_id: Any, event: Event) -> Roll:
        """Resolve the roll in an event: a mechanic of this game, or plain dice."""
        if not isinstance(mechanic_id, str) or mechanic_id.partition(".")[0] not in (self.slug, "dice"):
            raise RulesError(f"mechanic: got {quote_value(mechanic_id)}, takes one of {self.slug}")
        faces = event.get("faces")
        if not isinstance(faces, list | tuple):
            raise RulesError(f"faces: got {quote_value(faces)}, takes a list of whole numbers")
        return self.context.find_mechanic(mechanic_id).resolve(faces, read_values(event, "params"))


EVENTS: dict[str, tuple[Callable[[Fight, Event], tuple[Fight, LogEntry]], tuple[str, ...]]] = {
    "join": (Fight._apply_join, ("who", "side", "sheet", "count")),
    "leave": (Fight._apply_leave, ("who",)),
    "roll": (Fight._apply_roll, ("mechanic", "params", "faces", "by", "at", "also", "chosen", "refused", "follows")),
    "order": (Fight._apply_order, ("rolls",)),
    "change": (Fight._apply_change, ("change", "who", "also", "params", "instead", "follows")),
    "edit": (Fight._apply_edit, ("who", "fields")),
    "place": (Fight._apply_place, ("who", "before")),
    "turn": (Fight._apply_turn, ()),
    "end": (Fight._apply_end, ("of",)),
}
"""The events of a fight, each with its function and its arguments."""


def _read_key(value: Any) -> str:
    try:
        key = KEY.accept(value)
    except ValueError:
        key = ""
    if not key:
        raise RulesError(f"who: got {quote_value(value)}, takes a key of 1 to {KEY.most} characters")
    return key


def read_values(event: Event, part: str) -> dict[str, Any]:
    """Return the part of an event or command that maps names to values, or an empty dict if it is missing.

    Raises:
        RulesError: the part isn't a mapping.
    """
    given = event.get(part, {})
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise RulesError(f"{part}: got {quote_value(given)}, takes values by name")
    return dict(given)


def _find_base_name(sheet: Sheet) -> str:
    """Return the name of a combatant with this sheet, before duplicates are numbered."""
    return getattr(sheet, "name", "") or humanize(sheet.title)


def _find_unique_name(sheet: Sheet, taken: Iterable[str]) -> str:
    """Return the name for a sheet, with a number after it if it is taken."""
    taken = [name.casefold() for name in taken]
    name = _find_base_name(sheet)
    return _number_name(name, 2, taken) if name.casefold() in taken else name


def _number_name(name: str, first: int, taken: Iterable[str]) -> str:
    """Return the name with the lowest number from `first` on that isn't taken."""
    taken = [each.casefold() for each in taken]
    return next(own for number in count(first) if (own := f"{name} {number}").casefold() not in taken)
