"""Fights: sheets, an order, and a log of events. What a fight is follows from what happened in it, and nothing else."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Roll
from rules_py.parameters import ListOf, Text, Whole
from rules_py.play.changes import Changed
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.state import Entry, Event, Fighter, Standing
from rules_py.play.sheet import Sheet, read_sheet
from rules_py.text.formatting import in_quotes, label_of, quoted, short

MOST_EVENTS = 5000
MOST_FIGHTERS = 200
MOST_AT_ONCE = 20

KEY = Text("a fighter's key", most=40)
REFUSED = ListOf(Text("why something did not follow", most=400), "what did not follow from a roll", most=20)


@dataclass(frozen=True)
class Fight(Standing):
    """A fight, and what happens in it."""

    def after(self, event: Event) -> "Fight":
        """The fight after one more event. The fight before stays as it is.

        Events are mappings with `event` and what belongs to it:

        - `join`: who (a new key), side, sheet (its JSON), count: so many alike, with numbers behind key and name.
        - `leave`: who.
        - `roll`: mechanic, params, faces; by and at (keys), also (more keys, of several targets), chosen (what the
          roller's sheet filled it with), refused (sentences: what should have followed, and why it did not), follows
          (true where it is one of several).
        - `order`: rolls, each with by, params and faces of the order's mechanic.
        - `change`: change, who, also (more keys, to whom it happens as well), params, instead (a change that the roll
          before led to, which didn't happen then), follows (true where what stands before it led to it, and they are
          undone together).
        - `edit`: who, fields: somebody corrects a sheet.
        - `place`: who, before (a key): the GM orders two who are tied.
        - `turn`: whoever acts is done. `end`: of ("scene", "mission" …): what ends for everybody.

        Raises:
            RulesError: it is no event of this fight; the message says what was wrong.
        """
        name = event.get("event") if isinstance(event, Mapping) else None
        if not isinstance(name, str) or name not in EVENTS:
            raise RulesError(f"event: got {quoted(name)}, takes {', '.join(EVENTS)}")
        if len(self.log) >= MOST_EVENTS:
            raise RulesError(f"events: got more than {MOST_EVENTS}, takes at most so many in one fight")
        happen, takes = EVENTS[name]
        for part in event:
            if part not in ("event", *takes):
                raise RulesError(f"{name}: got {quoted(part)}, takes {', '.join(takes) or 'nothing'}")
        if event.get("follows") not in (None, True):
            raise RulesError(f"follows: got {quoted(event['follows'])}, takes true or nothing")
        fight, entry = happen(self, event)
        return replace(fight, log=(*self.log, entry))

    def rolled(self, event: Event, roll: Roll) -> "Fight":
        """The fight after the event of a roll that is known already, with the log's last entry alone."""
        fight, entry = self._after_roll(event, roll)
        return replace(fight, log=(entry,))

    # What happens, one function an event

    def _join(self, event: Event) -> "tuple[Fight, Entry]":
        key = _key(event.get("who"))
        sheet = read_sheet(event.get("sheet"), self.known.find_sheet)
        side = event.get("side", self.kind.sides_of(type(sheet))[0])
        if side not in self.kind.sides:
            raise RulesError(f"side: got {quoted(side)}, takes {', '.join(self.kind.sides)}")
        try:
            how_many = Whole(1, MOST_AT_ONCE, "").accept(event.get("count", 1))
        except ValueError:
            raise RulesError(
                f"count: got {in_quotes(event['count'])}, takes a whole number from 1 to {MOST_AT_ONCE}",
                plain=f"How many takes a whole number from 1 to {MOST_AT_ONCE}; you entered {short(event['count'])}.",
            ) from None
        joined = dict(self.fighters)
        for number in range(1, how_many + 1):
            own_key = key if how_many == 1 else f"{key}-{number}"
            if own_key in joined or own_key == BOARD:
                raise RulesError(f"who: got {quoted(own_key)}, takes a key that is not taken yet")
            taken = [each.name for each in joined.values()]
            if how_many == 1:
                joined[own_key] = Fighter(own_key, side, sheet, _own_name(sheet, taken))
            else:
                name = _numbered(_called(sheet), 1, taken)
                own = sheet.but(name=name) if "name" in sheet.parameters else sheet
                joined[own_key] = Fighter(own_key, side, own, name)
        if len(joined) > MOST_FIGHTERS:
            raise RulesError(f"who: got fighter {len(joined)}, takes at most {MOST_FIGHTERS}")
        names = ", ".join(each.name for own_key, each in joined.items() if own_key not in self.fighters)
        return replace(self, fighters=joined), Entry(event, (f"{names} joined.",))

    def _leave(self, event: Event) -> "tuple[Fight, Entry]":
        gone = self.of(event.get("who"))
        left = {key: each for key, each in self.fighters.items() if key != gone.key}
        return replace(self, fighters=left), Entry(event, (f"{gone.name} left.",))

    def _roll(self, event: Event) -> "tuple[Fight, Entry]":
        return self._after_roll(event, self._resolved(event.get("mechanic"), event))

    def _after_roll(self, event: Event, roll: Roll) -> "tuple[Fight, Entry]":
        for part in ("by", "at"):
            if event.get(part) is not None:
                self.sheet_of(event[part])
        self._check_also(event, roll)
        who = f"{self.name_of(event['by'])}: " if event.get("by") is not None else ""
        mechanic = self.known.find_mechanic(roll.mechanic)
        fight = self
        if mechanic is self.kind.order.mechanic and event.get("by") in self.fighters:
            fight = self.placed(event["by"], roll)
        try:
            refused = REFUSED.accept(event.get("refused", []))
        except ValueError:
            raise RulesError(f"refused: got {quoted(event['refused'])}, takes {REFUSED.takes()}") from None
        told = (f"{roll.verdict}.",) if roll.verdict else roll.steps[-1:]
        said = (*told, *roll.follows, *refused)
        return fight, Entry(event, (f"{who}{mechanic.title}.", *said), roll)

    def _check_also(self, event: Event, roll: Roll) -> None:
        also = event.get("also", [])
        if not isinstance(also, list | tuple) or len({event.get("at"), *map(str, also)}) <= len(also):
            raise RulesError(f"also: got {quoted(also)}, takes a list of targets besides the first, each once")
        if also and self.known.find_mechanic(roll.mechanic) not in self.kind.several:
            raise RulesError(f"also: got {quoted(also)}, takes nothing with a roll against one target")
        for key in also:
            self.of(key)
        self._read_against(also, roll)

    def _order(self, event: Event) -> "tuple[Fight, Entry]":
        mechanic, rolls = self.kind.order.mechanic, event.get("rolls")
        if mechanic is None or not isinstance(rolls, list | tuple) or not rolls:
            raise RulesError("rolls: takes a list of rolls for the order, in a game that rolls for one")
        fight, said, made = self, [], []
        for each in rolls:
            if not isinstance(each, Mapping):
                raise RulesError(f"rolls: got {quoted(each)}, takes by, params and faces")
            fighter = self.of(each.get("by"))
            roll = self._resolved(mechanic.id, each)
            fight = fight.placed(fighter.key, roll)
            said.append(f"{fighter.name}: {' '.join(roll.steps[-1:])}")
            made.append(roll)
        return fight, Entry(event, tuple(said), for_order=tuple(made))

    def placed(self, key: str, roll: Roll) -> "Fight":
        """Somebody with what they rolled; whose place has passed in this round acts in the next one."""
        score = self.kind.order.score(roll.outcome)
        fight = replace(self, fighters={**self.fighters, key: replace(self.fighters[key], score=score)})
        passed = (
            self.done and self.acting and key not in self.acting and score > (self.fighters[self.acting[0]].score or ())
        )
        return replace(fight, done=self.done | {key}) if passed and self.kind.order.has_turns else fight

    def _change(self, event: Event) -> "tuple[Fight, Entry]":
        also = event.get("also", [])
        if not isinstance(also, list | tuple) or len({event.get("who"), *map(str, also)}) <= len(also):
            raise RulesError(f"also: got {quoted(also)}, takes a list of fighters besides the first, each once")
        fight, happened = self, []
        spared: tuple[str, ...] = ()
        if event.get("instead") is not None:
            fight, spared = self._taken_back(event["instead"])
        for key in (event.get("who"), *also):
            sheet = fight.sheet_of(key)
            changed = self.known.find_change(event.get("change"), sheet).apply(sheet, values_by_name(event, "params"))
            fight = fight.with_sheet(str(key), changed.sheet)
            happened.append((str(key), changed))
        told = self._said(happened, news=False)
        if spared:
            told = (*told, f"In place of {' and '.join(spared)}.")
        return fight, replace(self._told(event, happened), said=told)

    def _taken_back(self, change_id: Any) -> "tuple[Fight, tuple[str, ...]]":
        """The fight as it would be had a change not followed from the last roll, and the names of those it spares."""
        fight, spared = self, []
        for entry in self._followed:
            if entry.event.get("change") != change_id:
                continue
            for key, changed in zip((entry.event["who"], *entry.event.get("also", ())), entry.changed, strict=True):
                now = fight.sheet_of(key)
                if any(now.fields[name] != after for name, (_, after) in changed.differences.items()):
                    raise RulesError(
                        f"instead: got {change_id}, takes a change after which nothing else has happened "
                        f"to {fight.name_of(key)}"
                    )
                fight = fight.with_sheet(key, now.but(**{name: was for name, (was, _) in changed.differences.items()}))
                spared.append(fight.name_of(key))
        if not spared:
            raise RulesError(f"instead: got {quoted(change_id)}, takes a change that the last roll has led to")
        return fight, tuple(spared)

    def _edit(self, event: Event) -> "tuple[Fight, Entry]":
        key = event.get("who")
        fields = values_by_name(event, "fields")
        sheet = self.sheet_of(key)
        edited = type(sheet).of({**sheet.fields, **fields})
        names = ", ".join(sheet.parameters[name].label for name in fields)
        fight = self.with_sheet(str(key), edited)
        if key in self.fighters and _called(edited) != _called(sheet):
            taken = [each.name for each in self.fighters.values() if each.key != key]
            renamed = replace(fight.fighters[str(key)], name=_own_name(edited, taken))
            fight = replace(fight, fighters={**fight.fighters, str(key): renamed})
        return fight, Entry(event, (f"{self.name_of(key)}: {names} set by hand.",))

    def _place(self, event: Event) -> "tuple[Fight, Entry]":
        moved, other = self.of(event.get("who")), self.of(event.get("before"))
        if moved.key == other.key or moved.score is None or moved.score != other.score:
            raise RulesError(f"before: got {other.name}, takes somebody who is tied with {moved.name}")
        placed: dict[str, Fighter] = {}
        for key, each in self.fighters.items():
            if key == other.key:
                placed[moved.key] = moved
            if key != moved.key:
                placed[key] = each
        return replace(self, fighters=placed), Entry(event, (f"{moved.name} acts before {other.name}.",))

    def _turn(self, event: Event) -> "tuple[Fight, Entry]":
        if not self.acting and not self.done:
            raise RulesError("turn: takes somebody whose turn it is, and there is nobody")
        fight, happened = self._ended("turn", self.acting)
        fight = replace(fight, done=self.done | set(self.acting))
        if not fight.acting:
            fight, more = fight._ended("round", fight.fighters)
            fight, happened = fight._next_round(), [*happened, *more]
        names = ", ".join(fight.fighters[key].name for key in fight.acting)
        entry = fight._told(event, happened)
        return fight, replace(entry, said=(*entry.said, f"Round {fight.round}: {names or 'roll for the order'}."))

    def _next_round(self) -> "Fight":
        again = self.kind.order.each_round
        fighters = {key: replace(each, score=None if again else each.score) for key, each in self.fighters.items()}
        return replace(self, fighters=fighters, round=self.round + 1, done=frozenset())

    def _end(self, event: Event) -> "tuple[Fight, Entry]":
        of = event.get("of")
        if of not in self.ends:
            raise RulesError(f"of: got {quoted(of)}, takes {', '.join(self.ends) or 'nothing: there is no such end'}")
        fight, happened = self._ended(str(of), (*self.fighters, *([BOARD] if self.board else [])))
        entry = fight._told(event, happened)
        return fight, replace(entry, said=(f"The {of} ends.", *entry.said))

    # What they have in common

    def _ended(self, of: str, keys: Iterable[str]) -> "tuple[Fight, list[tuple[str, Changed]]]":
        """What belongs to the end of something, for those whom it concerns."""
        fight, happened = self, []
        ending = [change for change in self.known.changes.values() if change.ends == of]
        for key in keys:
            for change in ending:
                sheet = fight.sheet_of(key)
                if isinstance(sheet, change.of):
                    changed = change.apply(sheet, {})
                    fight = fight.with_sheet(key, changed.sheet)
                    happened.append((key, changed))
        return fight, happened

    def with_sheet(self, key: str, sheet: Sheet) -> "Fight":
        """The fight with another sheet of somebody, or another one that everybody shares."""
        if key == BOARD:
            return replace(self, board=sheet)
        return replace(self, fighters={**self.fighters, key: replace(self.fighters[key], sheet=sheet)})

    def _told(self, event: Event, happened: list[tuple[str, Changed]]) -> Entry:
        """What happened at an end, without what goes without saying then."""
        return Entry(event, self._said(happened, news=True), None, tuple(changed for _, changed in happened))

    def _said(self, happened: list[tuple[str, Changed]], news: bool) -> tuple[str, ...]:
        """A sentence for each thing that happened, with all to whom it did."""
        steps = {key: changed.news if news else changed.steps for key, changed in happened}
        if len(happened) == 1:
            return tuple(f"{self.name_of(key)}: {step}" for key, said in steps.items() for step in said)
        told: dict[str, dict[str, None]] = {}
        for key, said in steps.items():
            for step in said:
                told.setdefault(step, {})[self.name_of(key)] = None
        return tuple(f"{', '.join(names)}: {step}" for step, names in told.items())

    def name_of(self, key: Any) -> str:
        """What a fighter, or the sheet that everybody shares, is called.

        Raises:
            RulesError: there is none of this key.
        """
        return self.board.title if key == BOARD and self.board else self.of(key).name

    def _resolved(self, mechanic_id: Any, event: Event) -> Roll:
        """What an event says was rolled: in this game, or as plain dice."""
        if not isinstance(mechanic_id, str) or mechanic_id.partition(".")[0] not in (self.slug, "dice"):
            raise RulesError(f"mechanic: got {quoted(mechanic_id)}, takes one of {self.slug}")
        faces = event.get("faces")
        if not isinstance(faces, list | tuple):
            raise RulesError(f"faces: got {quoted(faces)}, takes a list of whole numbers")
        return self.known.find_mechanic(mechanic_id).resolve(faces, values_by_name(event, "params"))


EVENTS: dict[str, tuple[Callable[[Fight, Event], tuple[Fight, Entry]], tuple[str, ...]]] = {
    "join": (Fight._join, ("who", "side", "sheet", "count")),
    "leave": (Fight._leave, ("who",)),
    "roll": (Fight._roll, ("mechanic", "params", "faces", "by", "at", "also", "chosen", "refused", "follows")),
    "order": (Fight._order, ("rolls",)),
    "change": (Fight._change, ("change", "who", "also", "params", "instead", "follows")),
    "edit": (Fight._edit, ("who", "fields")),
    "place": (Fight._place, ("who", "before")),
    "turn": (Fight._turn, ()),
    "end": (Fight._end, ("of",)),
}
"""What can happen in a fight, and what each event takes."""


def _key(given: Any) -> str:
    try:
        key = KEY.accept(given)
    except ValueError:
        key = ""
    if not key:
        raise RulesError(f"who: got {quoted(given)}, takes a key of 1 to {KEY.most} characters")
    return key


def values_by_name(event: Event, part: str) -> dict[str, Any]:
    """A part of an event or an act that has values by name; nothing where it is left out.

    Raises:
        RulesError: it has something else.
    """
    given = event.get(part, {})
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise RulesError(f"{part}: got {quoted(given)}, takes values by name")
    return dict(given)


def _called(sheet: Sheet) -> str:
    """What somebody with a sheet is called, if nobody else is."""
    return getattr(sheet, "name", "") or label_of(sheet.title)


def _own_name(sheet: Sheet, taken: Iterable[str]) -> str:
    """The same, with a number behind it where somebody is called so already."""
    taken = [name.casefold() for name in taken]
    name = _called(sheet)
    return _numbered(name, 2, taken) if name.casefold() in taken else name


def _numbered(name: str, first: int, taken: Iterable[str]) -> str:
    """A name with the first number behind it, from a given one, that makes it nobody's yet."""
    taken = [each.casefold() for each in taken]
    return next(own for number in count(first) if (own := f"{name} {number}").casefold() not in taken)
