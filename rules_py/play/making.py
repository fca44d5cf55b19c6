"""Making a character step by step: how far a player is, what can be chosen, and what each choice does to the sheet."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules_py.errors import ParameterError, RulesError
from rules_py.mechanic import Mechanic
from rules_py.parameters import Choice, Flag, ListOf, Number, Numbers, Parameter, Record, RowOf, Text, Whole
from rules_py.play.copies import replace
from rules_py.play.sheet import Sheet
from rules_py.play.steps import Step, build_default_steps, find_table_id
from rules_py.tables import table
from rules_py.text.serialization import to_json, to_text

MOST_THROWS = 200
"""The highest number of rolls on a table for one choice that is still missing."""

EMPTY = ("", "none")
"""The values of a choice that nobody has made."""

SWAPPED = 2
"""The number of scores that change places."""

FindRoll = Callable[[str], Mechanic]
"""Returns the roll with an id."""


@dataclass(frozen=True)
class Progress:
    """The progress of a player, which is stored with the sheet until it is finished.

    Attributes:
        open: the title of the open step, or "".
        passed: the titles of the steps that the player has left behind.
        given: the fields that somebody has given a value, by hand or with dice.
        chosen: the choices of kits, by name.
        rolled: what the dice said about a number, by its field.
        swap: the field that is tapped to swap it, or the two that have changed places.
        view: the field that is in view, of a step with several lists.
        entry: the list whose entry is open, or "".
        number: the index of that entry.
    """

    open: str = ""
    passed: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    chosen: Mapping[str, Any] | None = None
    rolled: Mapping[str, str] | None = None
    swap: tuple[str, ...] = ()
    view: str = ""
    entry: str = ""
    number: int = 0

    @classmethod
    def read(cls, data: Any) -> "Progress":
        """Read what `to_dict` has written; anything else is no progress."""
        known = data if isinstance(data, dict) else {}
        number = known.get("number")
        return cls(
            open=_read_text(known.get("open")),
            passed=_read_texts(known.get("passed")),
            given=_read_texts(known.get("given")),
            chosen=known.get("chosen") if isinstance(known.get("chosen"), dict) else {},
            rolled={
                name: _read_text(line)
                for name, line in (known["rolled"] if isinstance(known.get("rolled"), dict) else {}).items()
            },
            swap=_read_texts(known.get("swap")),
            view=_read_text(known.get("view")),
            entry=_read_text(known.get("entry")),
            number=number if isinstance(number, int) else 0,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "open": self.open,
            "passed": list(self.passed),
            "given": list(self.given),
            "chosen": to_json(dict(self.chosen or {})),
            "rolled": dict(self.rolled or {}),
            "swap": list(self.swap),
            "view": self.view,
            "entry": self.entry,
            "number": self.number,
        }


def _read_text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _read_texts(value: Any) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


@dataclass(frozen=True)
class Making:
    """A character that is being made.

    Attributes:
        sheet: the sheet so far.
        progress: how far the player is.
    """

    sheet: Sheet
    progress: Progress

    @classmethod
    def begin(cls, kind: type[Sheet]) -> "Making":
        """Begin a character: lists that a step fills are empty, and kits hold what everybody has."""
        fields: dict[str, Any] = {}
        steps = list_steps(kind)
        for step in steps:
            if step.kit is not None:
                fields |= step.kit.build_fields()
            elif not step.starts:
                fields |= {name: () for name in step.fields if isinstance(kind.parameters[name].kind, ListOf)}
        return cls(kind.from_fields(fields), Progress(open=steps[0].title))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps, in order."""
        return list_steps(type(self.sheet))

    def find_step(self, title: str) -> Step | None:
        """Return the step with a title, or None."""
        return next((step for step in self.steps if step.title == title), None)

    # What is chosen

    def find_parameter(self, step: Step, name: str) -> Parameter:
        """Return the parameter of a step's field."""
        return step.find_parameter(type(self.sheet), name)

    def read_value(self, step: Step, name: str) -> Any:
        """Return the value of a step's field, or what was chosen for its kit."""
        if step.kit is None:
            return getattr(self.sheet, name)
        return self._read_choices(step)[name]

    def _read_choices(self, step: Step) -> dict[str, Any]:
        """Return the choices of a step's kit; one that isn't accepted any more isn't made."""
        found: dict[str, Any] = {}
        chosen = self.progress.chosen or {}
        for name, parameter in step.kit.parameters.items() if step.kit else ():
            try:
                found[name] = parameter.accept(chosen.get(name, parameter.default))
            except RulesError:
                found[name] = parameter.default
        return found

    def is_given(self, step: Step, name: str) -> bool:
        """Return True for a number that somebody has given, or that begins with a value of the rules."""
        return step.starts or name in self.progress.given

    def count_chosen(self, step: Step) -> int:
        """Return how much of a step is chosen: entries, rows, numbers and texts."""
        return sum(self._count_field(step, name) for name in step.fields)

    def _count_field(self, step: Step, name: str) -> int:
        kind, value = self.find_parameter(step, name).kind, self.read_value(step, name)
        match kind:
            case ListOf():
                return len(value)
            case Whole() | Number():
                return int(self.is_given(step, name))
            case Flag():
                return 0
        return int(value not in EMPTY)

    def count_needed(self, step: Step) -> int:
        """Return how much a step takes; 0 if that is up to the player."""
        if isinstance(step.count, str):
            return int(getattr(self.sheet, step.count))
        if step.count or step.starts:
            return step.count
        kinds = [self.find_parameter(step, name).kind for name in step.fields]
        if all(isinstance(kind, Whole | Number) for kind in kinds):
            return len(kinds)
        return 1 if len(kinds) == 1 and isinstance(kinds[0], RowOf | Choice) else 0

    def is_full(self, step: Step) -> bool:
        """Return True if nothing more can be chosen."""
        needed = self.count_needed(step)
        return needed > 0 and self.count_chosen(step) >= needed

    def is_done(self, step: Step) -> bool:
        """Return True if a step is full, or left behind if its number is up to the player."""
        return self.is_full(step) if self.count_needed(step) else step.title in self.progress.passed

    @property
    def is_finished(self) -> bool:
        """True if all steps are done."""
        return all(map(self.is_done, self.steps))

    @property
    def first_open(self) -> Step | None:
        """The first step that isn't done, or None."""
        return next((step for step in self.steps if not self.is_done(step)), None)

    @property
    def current(self) -> Step | None:
        """The open step, or None."""
        return self.find_step(self.progress.open)

    @property
    def _open_title(self) -> str:
        """The title of the open step, or ""."""
        return self.current.title if self.current else ""

    @property
    def following(self) -> Step | None:
        """The next step that is not done, after the open one or else from the first, or None."""
        current = self.current
        at = self.steps.index(current) + 1 if current else 0
        ordered = (*self.steps[at:], *self.steps[:at])
        return next((step for step in ordered if step is not current and not self.is_done(step)), None)

    @property
    def goes_back(self) -> bool:
        """True if nothing after the open step is missing, but something before it is."""
        current, following = self.current, self.following
        return bool(current and following) and self.steps.index(following) < self.steps.index(current)

    def list_rollable(self) -> list[Step]:
        """Return the steps that aren't done and that dice can do."""
        return [step for step in self.steps if step.roll and not self.is_done(step)]

    # What can be chosen

    def is_single(self, step: Step, name: str) -> bool:
        """Return True if one choice takes the place of another."""
        return not isinstance(self.find_parameter(step, name).kind, ListOf) or self.count_needed(step) == 1

    def list_chosen(self, step: Step, name: str) -> list[str]:
        """Return the rows or words that are chosen in a field, as text."""
        value = self.read_value(step, name)
        if not isinstance(self.find_parameter(step, name).kind, ListOf):
            return [] if value in EMPTY else [to_text(value)]
        return [_read_key(entry) for entry in value]

    def list_keys(self, step: Step, name: str) -> dict[str, str]:
        """Return everything that can be chosen in a field, by its text, with its name."""
        kind = self.find_parameter(step, name).kind
        if isinstance(kind, ListOf):
            kind = kind.entry
        if isinstance(kind, Record):
            kind = next(iter(kind.kinds.values()))
        return {text: name for text, name in kind.names().items() if text not in EMPTY}

    # Acts

    def act(self, act: Mapping[str, Any], find_roll: FindRoll, seed: int | None = None) -> "Making":
        """Return the character after a tap.

        Args:
            act: the tap: `do` is its kind, such as "choose", and the rest what it is about.
            find_roll: returns the roll with an id.
            seed: seeds the dice.

        Raises:
            RulesError: the sheet doesn't accept it, or it is about nothing.
        """
        kind, title = to_text(act.get("do", "")), to_text(act.get("step", self.progress.open))
        step = self.find_step(title)
        if kind == "store":
            return self
        if kind == "roll-rest":
            return self.roll_rest(find_roll, random.Random(seed))
        if kind == "next" and (step or not title):
            return self._go_on(title)
        if step is None:
            raise ParameterError("step", act.get("step"), f"one of {', '.join(each.title for each in self.steps)}")
        if kind == "open":
            return self._open(step)
        if kind == "roll":
            return self.roll(step, find_roll, random.Random(seed))
        if kind == "unswap":
            return self._unswap()
        return self._act_on_field(kind, step, act)

    def _act_on_field(self, kind: str, step: Step, act: Mapping[str, Any]) -> "Making":
        name = to_text(act.get("field", ""))
        if name not in step.fields:
            raise ParameterError("field", name, f"one of {', '.join(step.fields)}")
        number, value = act.get("at", 0), act.get("value", "")
        if not isinstance(number, int):
            raise ParameterError("at", number, "a whole number")
        match kind:
            case "view":
                return self._with(view=name)
            case "choose":
                return self.choose(step, name, to_text(value))
            case "set":
                return self.set(step, name, value)
            case "swap":
                return self._tap_to_swap(step, name)
            case "add":
                return self.add(step, name, value)
            case "edit":
                is_open = (self.progress.entry, self.progress.number) == (name, number)
                return self._with(entry="" if is_open else name, number=number)
            case "remove":
                return self.remove(step, name, number)
            case "part":
                return self.set_part(step, name, number, to_text(act.get("part", "")), value)
            case "word":
                return self.toggle_word(step, name, number, to_text(act.get("part", "")), to_text(value))
        raise ParameterError("do", kind, "what a step can do")

    def _with(self, **changes: Any) -> "Making":
        return Making(self.sheet, replace(self.progress, **changes))

    def _open(self, step: Step) -> "Making":
        """Open a step, or close it if it is open. A step in which something was given counts as left behind."""
        made = self._leave() if self.current else self
        return made._with(open="" if step.title == self.progress.open else step.title, view="", entry="", swap=())

    def _leave(self) -> "Making":
        current = self.current
        is_touched = current is not None and any(name in self.progress.given for name in current.fields)
        if current is None or not is_touched or current.title in self.progress.passed:
            return self
        return self._with(passed=(*self.progress.passed, current.title))

    def _go_on(self, title: str) -> "Making":
        """Leave the open step behind, and open the next one that isn't done.

        A tap that names another step is a second one, made before the first was answered.
        """
        if title != self._open_title:
            return self
        passed = dict.fromkeys((*self.progress.passed, *([title] if title else [])))
        made = self._with(passed=tuple(passed), view="", entry="", swap=())
        following = made.following
        return made._with(open=following.title if following else "")

    def choose(self, step: Step, name: str, key: str) -> "Making":
        """Choose a row or a word, or take the choice back.

        Raises:
            RulesError: it isn't accepted, or everything is chosen.
        """
        chosen = self.list_chosen(step, name)
        if not isinstance(self.find_parameter(step, name).kind, ListOf):
            can_be_empty = any(each in EMPTY for each in self.find_parameter(step, name).kind.all_values())
            return self.set(step, name, "none" if key in chosen and can_be_empty else key)
        value = self.read_value(step, name)
        if key in chosen:
            return self.set(step, name, tuple(each for each in value if _read_key(each) != key))
        if self.is_full(step):
            if not self.is_single(step, name):
                raise ParameterError(name, key, "fewer", plain=self.describe_full(step))
            value = ()
        return self.set(step, name, (*value, self._build_entry(step, name, key)))

    def describe_full(self, step: Step) -> str:
        """Return why nothing more can be chosen in a step."""
        needed = self.count_needed(step)
        return f"{needed} of {needed} chosen: take one back first."

    def set(self, step: Step, name: str, value: Any) -> "Making":
        """Set a field; an empty number is one that nobody has given.

        Raises:
            RulesError: the sheet doesn't accept it.
        """
        parameter = self.find_parameter(step, name)
        given = [each for each in self.progress.given if each != name]
        if isinstance(parameter.kind, Whole | Number) and value == "":
            value = parameter.default
        else:
            given.append(name)
        made = self._set_choice(step, name, value) if step.kit else Making(self._change(**{name: value}), self.progress)
        rolled = {field: line for field, line in (self.progress.rolled or {}).items() if field != name}
        return made._with(given=tuple(given), rolled=rolled)

    def _change(self, **fields: Any) -> Sheet:
        return self.sheet.replace(**fields)

    def _set_choice(self, step: Step, name: str, value: Any) -> "Making":
        """Choose something for a kit. What it adds to the sheet, and what it takes from it, leaves the rest alone."""
        assert step.kit is not None
        before = self._read_choices(step)
        after = {**before, name: step.kit.parameters[name].accept(value)}
        old, new = step.kit.build_fields(**before), step.kit.build_fields(**after)
        fields = {
            field: _merge(getattr(self.sheet, field), self._accept(field, old[field]), self._accept(field, built))
            for field, built in new.items()
        }
        chosen = {**(self.progress.chosen or {}), name: to_json(after[name])}
        return Making(self._change(**fields), self.progress)._with(chosen=chosen)

    def _accept(self, field: str, value: Any) -> Any:
        return self.sheet.parameters[field].accept(value)

    def _build_entry(self, step: Step, name: str, value: Any) -> Any:
        """Return a new entry of a list, whose first part has a value."""
        kind = self.find_parameter(step, name).kind
        entry = kind.entry if isinstance(kind, ListOf) else kind
        if isinstance(entry, Record):
            first = next(iter(entry.kinds))
            is_default = value == "" and not isinstance(entry.kinds[first], Text)
            return entry.item_type() if is_default else entry.accept({first: value})
        if isinstance(entry, Numbers):
            return (entry.low,) * len(entry.parts)
        return value

    def add(self, step: Step, name: str, value: Any = "") -> "Making":
        """Add an entry to a list, and open it.

        Raises:
            RulesError: the list is full, or it doesn't accept the entry.
        """
        if self.is_full(step):
            raise ParameterError(name, value, "fewer", plain=self.describe_full(step))
        entries = self.read_value(step, name)
        made = self.set(step, name, (*entries, self._build_entry(step, name, value)))
        return made._with(entry=name, number=len(entries))

    def remove(self, step: Step, name: str, number: int) -> "Making":
        """Remove an entry of a list."""
        entries = self.read_value(step, name)
        return self.set(step, name, tuple(each for at, each in enumerate(entries) if at != number))._with(entry="")

    def set_part(self, step: Step, name: str, number: int, part: str, value: Any) -> "Making":
        """Set a part of a list's entry; "" is the part of an entry without any.

        Raises:
            RulesError: the sheet doesn't accept it.
        """
        entries = list(self.read_value(step, name))
        if not 0 <= number < len(entries):
            raise ParameterError("at", number, "the number of an entry")
        kind = self.find_parameter(step, name).kind
        entry = kind.entry if isinstance(kind, ListOf) else kind
        if isinstance(entry, Record) and part in entry.kinds:
            if value == "" and isinstance(entry.kinds[part], Whole | Number):
                value = entry.entries()[part][1]
            entries[number] = {**_split(entry, entries[number]), part: value}
        elif isinstance(entry, Numbers) and part in entry.parts:
            at = entry.parts.index(part)
            entries[number] = tuple(value if each == at else old for each, old in enumerate(entries[number]))
        else:
            entries[number] = value
        return self.set(step, name, tuple(entries))

    def toggle_word(self, step: Step, name: str, number: int, part: str, word: str) -> "Making":
        """Add a word to a text with commas, or take it out."""
        entries = self.read_value(step, name)
        if not 0 <= number < len(entries):
            raise ParameterError("at", number, "the number of an entry")
        words = split_words(getattr(entries[number], part, ""))
        kept = [each for each in words if each != word]
        return self.set_part(step, name, number, part, ", ".join(kept if word in words else [*words, word]))

    # Swapping

    def can_swap(self, step: Step) -> bool:
        """Return True if two numbers of a step may change places: all are there, and none have yet."""
        return step.swaps and self.is_full(step) and len(self.progress.swap) < SWAPPED

    def _tap_to_swap(self, step: Step, name: str) -> "Making":
        if not self.can_swap(step):
            raise ParameterError("field", name, "a score", plain="Two scores have changed places already.")
        if not self.progress.swap:
            return self._with(swap=(name,))
        if self.progress.swap == (name,):
            return self._with(swap=())
        return self._swap(self.progress.swap[0], name)._with(swap=(self.progress.swap[0], name))

    def _unswap(self) -> "Making":
        if len(self.progress.swap) < SWAPPED:
            return self._with(swap=())
        return self._swap(*self.progress.swap)._with(swap=())

    def _swap(self, one: str, other: str) -> "Making":
        fields = {one: getattr(self.sheet, other), other: getattr(self.sheet, one)}
        places = {one: other, other: one}
        rolled = {places.get(name, name): line for name, line in (self.progress.rolled or {}).items()}
        return Making(self._change(**fields), self.progress)._with(rolled=rolled)

    # Dice

    def roll(self, step: Step, find_roll: FindRoll, source: random.Random) -> "Making":
        """Let dice choose what is missing in a step, or everything again if nothing is.

        Raises:
            RulesError: no dice belong to the step.
        """
        if not step.roll:
            raise ParameterError("step", step.title, "one that dice can do", plain="No dice choose this.")
        roll, made = find_roll(step.roll), self._empty(step) if self.is_full(step) else self
        for name in step.fields:
            made = made._roll_field(step, name, roll, source)
        return made._with(swap=())

    def _roll_field(self, step: Step, name: str, roll: Mechanic, source: random.Random) -> "Making":
        parameter, made = self.find_parameter(step, name), self
        if isinstance(parameter.kind, Whole):
            if made.is_given(step, name):
                return made
            thrown = roll.roll({}, source)
            made = made.set(step, name, thrown.outcome[roll.headline])
            return made._with(rolled={**(made.progress.rolled or {}), name: " ".join(thrown.steps)})
        rows = table(find_table_id(parameter))
        for _ in range(MOST_THROWS):
            if made.is_full(step):
                break
            row = rows.row(to_text(roll.roll({}, source).outcome["roll"]))
            if row.key not in made.list_chosen(step, name):
                made = made.choose(step, name, row.key)
        return made

    def _empty(self, step: Step) -> "Making":
        made = self
        for name in step.fields:
            parameter = self.find_parameter(step, name)
            is_list = isinstance(parameter.kind, ListOf)
            made = made.set(step, name, () if is_list else parameter.default)
        given = tuple(name for name in made.progress.given if name not in step.fields)
        return made._with(given=given)

    def roll_rest(self, find_roll: FindRoll, source: random.Random) -> "Making":
        """Let dice do every step that isn't done, and open the first one that they can't."""
        made = self
        for step in self.list_rollable():
            made = made.roll(step, find_roll, source)
        following = made.first_open
        return made._with(open=following.title if following else "", view="", entry="")


def list_steps(kind: type[Sheet]) -> tuple[Step, ...]:
    """Return the steps in which a type of sheet is made: those of its layout, or those built from its fields."""
    declared = kind.layout.making if kind.layout else ()
    return declared or build_default_steps(kind)


def find_new_warnings(before: Sheet, after: Sheet) -> tuple[str, ...]:
    """Return the warnings that a choice brings, without what a sheet merely leaves open."""
    known = {*before.warnings, *after.open_questions}
    return tuple(each for each in after.warnings if each not in known)


def split_words(text: str) -> list[str]:
    """Return the words of a text with commas, such as an item's tags.

    >>> split_words("Warm, Silent,"), split_words("")
    (['Warm', 'Silent'], [])
    """
    return [word.strip() for word in text.split(",") if word.strip()]


def _read_key(entry: Any) -> str:
    """Return the row or the word of a list's entry."""
    return entry if isinstance(entry, str) else to_text(next(iter(entry)))


def _split(kind: Record, entry: Any) -> dict[str, Any]:
    """Return the parts of an entry by name."""
    return {part: getattr(entry, part) for part in kind.kinds}


def _merge(current: Any, old: Any, new: Any) -> Any:
    """Return a value after a kit has changed it: of a list, only the entries that the kit adds or takes away differ."""
    if not isinstance(new, tuple):
        return new if current == old else current
    added, gone = list(new), []
    for entry in old:
        if entry in added:
            added.remove(entry)
        else:
            gone.append(entry)
    left = list(current)
    for entry in gone:
        if entry in left:
            left.remove(entry)
    return (*left, *added)
