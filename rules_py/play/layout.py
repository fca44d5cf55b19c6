"""Layouts of sheets: what players see and tap in play, in which order and in which kind of element.

A layout is declared once for each sheet. It names values, rolls, lists and changes; its only texts are short titles. A
sheet without a layout gets one from its declaration, and what a layout doesn't name is folded at the end of a sheet.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from rules_py.errors import DataError
from rules_py.mechanic import Mechanic
from rules_py.parameters import Choice, Flag, ListOf, RowOf, Text, Whole
from rules_py.play.bindings import RollBinding, SheetType
from rules_py.play.steps import Step

LONGEST_TITLE = 32
"""The maximum length of a title or a button's word."""

MARKS = {"half": (1, 2), "quarter": (1, 4)}
"""The places of a bar that can be marked, each as a share of its maximum."""


class LaidOutSheet(SheetType, Protocol):
    """A class of sheets, as far as its layout needs it."""

    rolls: tuple[RollBinding, ...]
    meter: tuple[str, str] | None
    glance: tuple[str, ...]


@dataclass(frozen=True)
class Gauge:
    """A number that changes in play: pips up to eight, a bar above, and a counter without a maximum.

    Attributes:
        value: the field or derived value that it shows.
        most: the field or derived value with its maximum, or the maximum itself; "" if there is none.
        missing: the field with what is missing from the maximum, if `value` is derived from it.
        fewer: the id of the change that takes points off, whose first number is how many; "" to set the field itself.
        more: the id of the change that adds points.
        harm: True if more of it is worse, such as stress.
        parts: the fields with what is missing by kind, such as deadly and stunning damage. Each is a gauge, too.
        marks: the places that are marked, "half" or "quarter".
    """

    value: str
    most: str | int = ""
    missing: str = ""
    fewer: str = ""
    more: str = ""
    harm: bool = False
    parts: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


class Vitals:
    """Values that players look at first: gauges, conditions to tick, and derived values to read."""

    def __init__(self, *values: Gauge | str) -> None:
        """Name the values; a number's name is a gauge, a condition's a chip, and a derived value's a fact."""
        self.gauges = tuple(Gauge(each) if isinstance(each, str) else each for each in values)


class Tiles:
    """Rolls with the sheet's numbers, each a tile to tap. Several rolls over the same tiles make a switch."""

    def __init__(
        self,
        title: str,
        *rolls: Mechanic,
        by: str = "",
        names: tuple[str, ...] = (),
        first: tuple[str, ...] = (),
        effects: tuple[str, ...] = (),
    ) -> None:
        """Name the rolls.

        Args:
            title: what players call them.
            *rolls: rolls of the sheet.
            by: the parameter whose fields, or the list whose entries, are a tile each; "" for a tile for each roll.
            names: short names of the rolls, if their titles are long.
            first: the fields whose tiles are open if there are too many for all of them.
            effects: for each roll, the column of its table of results that says what each result does; "" for none.
        """
        self.title = title
        self.rolls = rolls
        self.by = by
        self.names = names
        self.first = first
        self.effects = effects

    def name_roll(self, number: int) -> str:
        """Return the name of a roll by its place among the rolls."""
        return self.names[number] if number < len(self.names) else self.rolls[number].title

    def find_effects(self, roll: Mechanic) -> str:
        """Return the column that says what each result of a roll does, or ""."""
        number = self.rolls.index(roll)
        return self.effects[number] if number < len(self.effects) else ""


@dataclass(frozen=True)
class CardChange:
    """A change on a list entry's card.

    Attributes:
        id: the change.
        part: the part that is true for the entries that can ever need it; "" for all entries.
        button: the word on its button; its title by default.
    """

    id: str
    part: str = ""
    button: str = ""


@dataclass(frozen=True)
class CardRolls:
    """The ways to make the first roll of a card, such as the ranges of a weapon, as a folded table to tap.

    Attributes:
        title: what players call them.
        value: the part, or the value computed from the entry, that lists them: each a tuple with its name first.
        params: the parameters of the roll that the other parts of these tuples give, in order.
    """

    title: str
    value: str
    params: tuple[str, ...]


class Cards:
    """The entries of a list, each a card with its facts, its rolls and its changes."""

    def __init__(
        self,
        entries: str,
        *rolls: Mechanic,
        button: str = "",
        facts: tuple[str, ...] | None = None,
        changes: tuple[str | CardChange, ...] = (),
        gauge: tuple[str, str] | None = None,
        spent: str = "",
        text: tuple[str, ...] = (),
        ways: CardRolls | None = None,
        states: Mapping[str, str] | None = None,
    ) -> None:
        """Name the list and what its cards show.

        Args:
            entries: the field with the list.
            *rolls: rolls of the sheet in which an entry is chosen.
            button: the word on the button of the first roll; its title by default.
            facts: the parts of an entry to show, or values computed from it; by default the first three.
            changes: the changes to one entry of the list.
            gauge: the parts with the number that changes in play, and with its maximum.
            spent: the part that is true once the entry is used up.
            text: the columns of the entry's table row to show; by default its longest text.
            ways: the ways to make the first roll, such as a weapon's ranges.
            states: for a part that is true or false, the sheet's value that says the state of such entries.
        """
        self.entries = entries
        self.rolls = rolls
        self.button = button
        self.facts = facts
        self.changes = tuple(CardChange(each) if isinstance(each, str) else each for each in changes)
        self.gauge = gauge
        self.spent = spent
        self.text = text
        self.ways = ways
        self.states: Mapping[str, str] = states or {}


@dataclass(frozen=True)
class Row:
    """A roll or a change as a row with a button.

    Attributes:
        item: the roll, or the id of the change.
        title: what it is, if its own title doesn't say it well on a sheet.
        button: the word or the price on its button, such as "Spend 2"; by default a verb of its title, or its dice.
        params: parameters of the change that this row presets.
    """

    item: Mechanic | str
    title: str = ""
    button: str = ""
    params: tuple[tuple[str, Any], ...] = ()


class Rows:
    """Rolls and changes that belong together in the rules."""

    def __init__(self, title: str, *items: Mechanic | str | Row) -> None:
        self.title = title
        self.rows = tuple(each if isinstance(each, Row) else Row(each) for each in items)


class Advance:
    """Changes that points buy: those that can be afforded are open, the others folded with what is missing."""

    def __init__(self, points: str, *items: str | Row, title: str = "Advance") -> None:
        """Name the field with the points to spend, and the changes that spend them."""
        self.points = points
        self.title = title
        self.rows = tuple(each if isinstance(each, Row) else Row(each) for each in items)


class Texts:
    """Values to read: texts, table rows with their text, and lists of them."""

    def __init__(self, *values: str) -> None:
        self.values = values


class Slots:
    """Lists of things that are carried, by the place where they are."""

    def __init__(self, *lists: str, by: str) -> None:
        """Name the lists and the part of their entries with the place."""
        self.lists = lists
        self.by = by


class Tallies:
    """A list of table rows as chips: each row of the table with what it does, and how often the list has it."""

    def __init__(self, entries: str, effect: str, *levels: tuple[str, str], change: str) -> None:
        """Name the list and what its chips say.

        Args:
            entries: the field with the list.
            effect: the column of the table with what a row concerns, such as the attributes of a body part.
            *levels: for once, twice and so on, the word on its chip and what it does to the effect.
            change: the id of the change that adds an entry.
        """
        self.entries = entries
        self.effect = effect
        self.levels = levels
        self.change = change


Section = Vitals | Tiles | Cards | Rows | Advance | Texts | Slots | Tallies


class Tab:
    """A part of a sheet that is open at a time."""

    def __init__(self, title: str, *sections: Section) -> None:
        self.title = title
        self.sections = sections


class Layout:
    """The layout of a sheet: what is always in view, and its tabs, the one to fight from first."""

    def __init__(
        self,
        *parts: Vitals | Tiles | Tab | Texts,
        needs: Mapping[str, Callable[[Any], bool]] | None = None,
        omits: tuple[str, ...] = (),
        budget: str = "",
        spent: str = "",
        helps: Mapping[str, tuple[str, ...]] | None = None,
        making: tuple[Step, ...] = (),
    ) -> None:
        """Build a layout.

        Args:
            *parts: the vitals, the tiles, the tabs and the texts that are always in view, in order.
            needs: for the id of a change or a roll, a function that returns True for the sheets that can ever need it,
                such as those with the talent that it belongs to. It isn't shown on other sheets.
            omits: ids of changes that gauges, cards and rolls make, so that no section has to show them.
            budget: the derived value with the points that are left to buy the sheet with; "" if it isn't bought.
            spent: the derived value with the points that it has cost so far, if it is bought.
            helps: the lists of the sheet with what can help in a roll, by the parameter that counts it: a number of
                tags, or whether a skill fits. `items.tags` are the words in the part `tags` of the entries.
            making: the steps in which a player makes the sheet; without any they are built from its fields.
        """
        self.parts = parts
        self.tabs = tuple(each for each in parts if isinstance(each, Tab))
        self.needs: Mapping[str, Callable[[Any], bool]] = needs or {}
        self.omits = omits
        self.budget, self.spent = budget, spent
        self.helps: Mapping[str, tuple[str, ...]] = helps or {}
        self.making = making

    def list_sections(self) -> Iterator[Section]:
        """Yield the sections that are always in view and those of all tabs, in order."""
        for part in self.parts:
            if isinstance(part, Tab):
                yield from part.sections
            else:
                yield part

    def list_rows(self) -> Iterator[Row]:
        """Yield the rows of all sections."""
        for section in self.list_sections():
            if isinstance(section, Rows | Advance):
                yield from section.rows

    def list_change_ids(self) -> set[str]:
        """Return the ids of the changes that a section shows, or that are left out on purpose."""
        found = set(self.omits)
        found.update(row.item for row in self.list_rows() if isinstance(row.item, str))
        for section in self.list_sections():
            if isinstance(section, Cards):
                found.update(each.id for each in section.changes)
            elif isinstance(section, Tallies):
                found.add(section.change)
        return found

    def list_rolls(self) -> Iterator[Mechanic]:
        """Yield the rolls that a section shows."""
        for section in self.list_sections():
            if isinstance(section, Tiles | Cards):
                yield from section.rolls
            elif isinstance(section, Rows):
                yield from (row.item for row in section.rows if isinstance(row.item, Mechanic))

    def list_gauges(self) -> Iterator[Gauge]:
        """Yield the gauges of all sections, with those of the parts of others."""
        for section in self.list_sections():
            if isinstance(section, Vitals):
                for gauge in section.gauges:
                    yield gauge
                    yield from (Gauge(part, harm=True) for part in gauge.parts)

    def check_declaration(self, sheet: LaidOutSheet) -> None:
        """Check that the sheet has everything that its layout names, apart from changes.

        Raises:
            DataError: a value, a list or a roll doesn't exist, or a title is too long; the message has the sheet's
                location.
        """
        at = sheet.source_location()
        for name in self._list_values():
            if not sheet.has_value(name):
                raise DataError(f"{at}: lays out {name}, takes a field or a derived value of {sheet.id}")
        for text in self._list_texts():
            if len(text) > LONGEST_TITLE:
                raise DataError(f"{at}: lays out the title {text!r}, takes one of at most {LONGEST_TITLE} letters")
        bindings = {each.mechanic.id: each for each in sheet.rolls}
        for roll in self.list_rolls():
            if roll.id not in bindings:
                raise DataError(f"{at}: lays out {roll.id}, takes a roll of {sheet.id}: {', '.join(bindings)}")
        for section in self.list_sections():
            by = section.entries if isinstance(section, Cards) else section.by if isinstance(section, Tiles) else ""
            for roll in section.rolls if isinstance(section, Tiles | Cards) else ():
                if by and by not in bindings[roll.id].choices:
                    raise DataError(
                        f"{at}: lays out {roll.id} by {by}, takes a choice of that roll: "
                        f"{', '.join(bindings[roll.id].choices) or 'none'}"
                    )
            if isinstance(section, Cards) and section.ways:
                known = section.rolls[0].parameters
                for name in section.ways.params:
                    if name not in known:
                        raise DataError(
                            f"{at}: lays out {name} for {section.ways.title}, takes a parameter of "
                            f"{section.rolls[0].id}: {', '.join(known)}"
                        )
            if isinstance(section, Vitals):
                self._check_gauges(sheet, section.gauges)
        for step in self.making:
            step.check_declaration(sheet)
        for name in self.helps:
            if not any(name in each.mechanic.parameters for each in sheet.rolls):
                raise DataError(f"{at}: counts what helps as {name}, takes a parameter of a roll of {sheet.id}")

    def check_changes(self, sheet: LaidOutSheet, ids: Collection[str]) -> None:
        """Check that the sheet has all changes that its layout names.

        Raises:
            DataError: a change doesn't exist; the message has the sheet's location.
        """
        by_gauges = (name for gauge in self.list_gauges() for name in (gauge.fewer, gauge.more) if name)
        rolls = {each.mechanic.id for each in sheet.rolls}
        named = (*sorted(self.list_change_ids()), *by_gauges, *(id for id in self.needs if id not in rolls))
        for id in named:
            if id not in ids:
                raise DataError(
                    f"{sheet.source_location()}: lays out {id}, takes a change of {sheet.id}: {', '.join(ids)}"
                )

    def _check_gauges(self, sheet: LaidOutSheet, gauges: Iterable[Gauge]) -> None:
        for gauge in gauges:
            for mark in gauge.marks:
                if mark not in MARKS:
                    raise DataError(
                        f"{sheet.source_location()}: marks {gauge.value} at {mark}, takes {' or '.join(MARKS)}"
                    )
            if gauge.missing and not gauge.most:
                raise DataError(
                    f"{sheet.source_location()}: lays out {gauge.value} by what is missing, takes its maximum as well"
                )

    def _list_texts(self) -> Iterator[str]:
        """Yield the titles and the words on buttons."""
        for tab in self.tabs:
            yield tab.title
        for section in self.list_sections():
            if isinstance(section, Tiles | Rows | Advance):
                yield section.title
            elif isinstance(section, Cards):
                yield section.button
            if isinstance(section, Tiles):
                yield from section.names
        for row in self.list_rows():
            yield row.title
            yield row.button

    def _list_values(self) -> Iterator[str]:
        """Yield the names of all values and lists that the layout shows."""
        yield from filter(None, (self.budget, self.spent))
        for lists in self.helps.values():
            yield from lists
        for section in self.list_sections():
            if isinstance(section, Tiles):
                yield from section.first
        for gauge in self.list_gauges():
            most = gauge.most if isinstance(gauge.most, str) else ""
            yield from (name for name in (gauge.value, most, gauge.missing) if name)
        for section in self.list_sections():
            match section:
                case Texts():
                    yield from section.values
                case Advance():
                    yield section.points
                case Slots():
                    for name in section.lists:
                        yield name
                        yield f"{name}.{section.by}"
                case Cards():
                    yield section.entries
                    yield from section.states.values()
                    ways = section.ways.value if section.ways else ""
                    of_changes = (each.part for each in section.changes)
                    for part in (
                        *(section.gauge or ()),
                        section.spent,
                        ways,
                        *(section.facts or ()),
                        *section.states,
                        *of_changes,
                    ):
                        if part:
                            yield f"{section.entries}.{part}"
                case Tallies():
                    yield section.entries

    def list_shown_values(self) -> set[str]:
        """Return the names of the fields and derived values that a section shows, without parts of lists."""
        shown = {name.partition(".")[0] for name in self._list_values()}
        for section in self.list_sections():
            if isinstance(section, Tiles) and section.by:
                shown.add(section.by)
        return shown


def build_default_layout(sheet: LaidOutSheet) -> Layout:
    """Build the layout of a sheet that declares none.

    Its meter and glance are the vitals, then there are tiles for its rolls, a card for each list entry, and its texts.
    """
    parameters = sheet.parameters
    shown = tuple(dict.fromkeys((*(sheet.meter or ())[:1], *sheet.glance)))
    gauges = [
        Gauge(name, sheet.meter[1] if sheet.meter and name == sheet.meter[0] else "")
        for name in shown
        if name not in parameters or isinstance(parameters[name].kind, Flag | Whole)
    ]
    conditions = [name for name, each in parameters.items() if isinstance(each.kind, Flag) and name not in shown]
    always: list[Vitals | Tiles] = [Vitals(*gauges, *conditions)] if gauges or conditions else []
    seen: list[Any] = []
    single: list[Mechanic] = []
    by_list: dict[str, list[Mechanic]] = {}
    for binding in sheet.rolls:
        fields = {name: options for name, options in binding.choices.items() if options}
        lists = [name for name, options in binding.choices.items() if not options]
        choice = next(iter(fields), "")
        if lists:
            by_list.setdefault(lists[0], []).append(binding.mechanic)
        elif choice and fields[choice] not in seen:
            seen.append(fields[choice])
            always.append(Tiles(binding.mechanic.title, binding.mechanic, by=choice))
        else:
            single.append(binding.mechanic)
    sections: list[Section] = []
    for name, parameter in parameters.items():
        if parameter.kind.entries() and (name in by_list or not isinstance(_find_entry_kind(parameter.kind), Text)):
            sections.append(Cards(name, *by_list.get(name, ())))
    if single:
        sections.append(Rows("Rolls", *single))
    texts = [
        name
        for name, parameter in parameters.items()
        if name not in ("name", *shown)
        and (isinstance(parameter.kind, Text | Choice | RowOf) or isinstance(_find_entry_kind(parameter.kind), Text))
    ]
    return Layout(*always, Tab("Play", *sections), *([Texts(*texts)] if texts else []))


def _find_entry_kind(kind: Any) -> Any:
    return kind.entry if isinstance(kind, ListOf) else None
