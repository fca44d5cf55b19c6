"""Layouts of sheets: what players tap in play, in which order and in which kind of card, declared once for each sheet.

A layout names values, rolls, lists and changes, and nothing else: no texts, colours or sizes. A sheet without a layout
gets one from its declaration.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from rules_py.errors import DataError
from rules_py.mechanic import Mechanic
from rules_py.parameters import Flag, Whole
from rules_py.play.bindings import RollBinding, SheetType


class LaidOutSheet(SheetType, Protocol):
    """A class of sheets, as far as its layout needs it."""

    rolls: tuple[RollBinding, ...]
    meter: tuple[str, str] | None
    glance: tuple[str, ...]


@dataclass(frozen=True)
class Gauge:
    """A number that changes in play, shown as boxes or a bar if it has a maximum. A true or false field is a tick.

    Attributes:
        value: the field or derived value that it shows.
        most: the field or derived value with its maximum; "" if there is none.
        missing: the field with what is missing from the maximum, if `value` is derived from it.
        fewer: the id of the change that takes points off, whose first number is how many; "" to set the field itself.
        more: the id of the change that adds points.
    """

    value: str
    most: str = ""
    missing: str = ""
    fewer: str = ""
    more: str = ""


class Gauges:
    """Values that change in play, as things to tap."""

    def __init__(self, *gauges: Gauge | str, title: str = "") -> None:
        """Name the gauges; a field's name is a gauge without a maximum."""
        self.gauges = tuple(Gauge(each) if isinstance(each, str) else each for each in gauges)
        self.title = title


class Facts:
    """Values to read: fields, or values derived from them."""

    def __init__(self, *values: str, title: str = "") -> None:
        self.values = values
        self.title = title


class Tiles:
    """Rolls with the sheet's numbers, each a tile to tap; with `by`, a tile for each option of a roll's choice."""

    def __init__(self, title: str, *rolls: Mechanic, by: str = "") -> None:
        """Name the rolls.

        Args:
            title: what players call them.
            *rolls: rolls of the sheet.
            by: the parameter whose fields, or the list whose entries, are a tile each.
        """
        self.title = title
        self.rolls = rolls
        self.by = by


class Cards:
    """The entries of a list, each a card with its values and texts, its rolls and its changes."""

    def __init__(
        self,
        entries: str,
        *rolls: Mechanic,
        changes: tuple[str, ...] = (),
        gauge: tuple[str, str] | None = None,
        spent: str = "",
        text: tuple[str, ...] = (),
    ) -> None:
        """Name the list and what its cards show.

        Args:
            entries: the field with the list.
            *rolls: rolls of the sheet in which an entry is chosen.
            changes: ids of changes to one entry of the list.
            gauge: the parts with the number that changes in play, and with its maximum.
            spent: the part that is true once the entry is used up.
            text: the columns of the entry's table row to show; by default its longest text.
        """
        self.entries = entries
        self.rolls = rolls
        self.changes = changes
        self.gauge = gauge
        self.spent = spent
        self.text = text


class Happenings:
    """Changes that belong together in the rules, by their ids."""

    def __init__(self, title: str, *changes: str) -> None:
        self.title = title
        self.changes = changes


Section = Gauges | Facts | Tiles | Cards | Happenings


class Tab:
    """A part of a sheet that is open at a time."""

    def __init__(self, title: str, *sections: Section) -> None:
        self.title = title
        self.sections = sections


class Layout:
    """The layout of a sheet: its tabs, the one to play from first.

    Changes that no section names are in the last section of the first tab, so that a layout loses none.
    """

    def __init__(
        self,
        *tabs: Tab,
        needs: Mapping[str, Callable[[Any], bool]] | None = None,
        omits: tuple[str, ...] = (),
        budget: str = "",
    ) -> None:
        """Build a layout.

        Args:
            *tabs: the tabs in order.
            needs: for the id of a change, a function that returns True for the sheets that can ever need it, such as
                those with the talent that it belongs to. It isn't shown on other sheets.
            omits: ids of changes that gauges and cards make without a form, so that no section has to show them.
            budget: the derived value with the points that are left to buy the sheet with; "" if it isn't bought.
        """
        self.tabs = tabs
        self.needs: Mapping[str, Callable[[Any], bool]] = needs or {}
        self.omits = omits
        self.budget = budget

    def list_sections(self) -> Iterator[Section]:
        """Yield the sections of all tabs."""
        for tab in self.tabs:
            yield from tab.sections

    def list_change_ids(self) -> set[str]:
        """Return the ids of the changes that a section shows, or that are left out on purpose."""
        found = set(self.omits)
        for section in self.list_sections():
            if isinstance(section, Happenings | Cards):
                found.update(section.changes)
        return found

    def check(self, sheet: LaidOutSheet) -> None:
        """Check that the sheet has everything that its layout names, apart from changes.

        Raises:
            DataError: a value, a list or a roll doesn't exist; the message has the sheet's location.
        """
        bindings = {each.mechanic.id: each for each in sheet.rolls}
        for name in self._list_values():
            if not sheet.has_value(name):
                raise DataError(
                    f"{sheet.source_location()}: lays out {name}, takes a field or a derived value of {sheet.id}"
                )
        for section in self.list_sections():
            rolls = section.rolls if isinstance(section, Tiles | Cards) else ()
            for roll in rolls:
                if roll.id not in bindings:
                    raise DataError(
                        f"{sheet.source_location()}: lays out {roll.id}, takes a roll of {sheet.id}: "
                        f"{', '.join(bindings)}"
                    )
                by = section.entries if isinstance(section, Cards) else section.by if isinstance(section, Tiles) else ""
                if by and by not in bindings[roll.id].choices:
                    raise DataError(
                        f"{sheet.source_location()}: lays out {roll.id} by {by}, takes a choice of that roll: "
                        f"{', '.join(bindings[roll.id].choices) or 'none'}"
                    )

    def list_gauges(self) -> Iterator[Gauge]:
        """Yield the gauges of all tabs."""
        for section in self.list_sections():
            if isinstance(section, Gauges):
                yield from section.gauges

    def _list_values(self) -> Iterator[str]:
        """Yield the names of all values and lists that the layout shows."""
        if self.budget:
            yield self.budget
        for section in self.list_sections():
            match section:
                case Gauges():
                    for gauge in section.gauges:
                        yield from (name for name in (gauge.value, gauge.most, gauge.missing) if name)
                case Facts():
                    yield from section.values
                case Cards():
                    yield section.entries
                    for part in (*(section.gauge or ()), section.spent):
                        if part:
                            yield f"{section.entries}.{part}"


def build_default_layout(sheet: LaidOutSheet) -> Layout:
    """Build the layout of a sheet that declares none: gauges, tiles for its rolls, and a card for each list entry."""
    parameters = sheet.parameters
    shown = tuple(dict.fromkeys((*(sheet.meter or ())[:1], *sheet.glance)))
    gauges = [
        Gauge(name, sheet.meter[1] if sheet.meter and name == sheet.meter[0] else "")
        for name in shown
        if name in parameters and isinstance(parameters[name].kind, Flag | Whole)
    ]
    sections: list[Section] = [Gauges(*gauges)] if gauges else []
    facts = [name for name in shown if not any(gauge.value == name for gauge in gauges)]
    if facts:
        sections.append(Facts(*facts))
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
            sections.append(Tiles(binding.mechanic.title, binding.mechanic, by=choice))
        else:
            single.append(binding.mechanic)
    if single:
        sections.append(Tiles("Rolls", *single))
    for name, parameter in parameters.items():
        if parameter.kind.entries():
            sections.append(Cards(name, *by_list.get(name, ())))
    return Layout(Tab("Play", *sections))
