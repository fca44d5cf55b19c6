"""The parts of an open sheet in order: who the character is, what they do, and what there is to read."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic.labels import label_for_value
from rules_py.parameters import Choice, Kind, ListOf, RowOf, Text, Whole
from rules_py.play import Sheet
from rules_py.play.layout import Advance, Cards, Gauge, Row, Rows, Section, Slots, Tab, Tallies, Texts, Tiles, Vitals
from rules_py.rendering.labels import mark_up_dice
from rules_py.rendering.open_sheet.elements import (
    render_chip,
    render_chips,
    render_facts,
    render_fold,
    render_part,
    render_row,
    render_rows,
)
from rules_py.rendering.open_sheet.gauges import describe_gauge, render_gauge
from rules_py.rendering.open_sheet.rolls import (
    find_parts,
    find_row_text,
    render_cards,
    render_fact,
    render_text,
    render_tiles,
)
from rules_py.rendering.open_sheet.rows import (
    list_rows,
    render_advance,
    render_folded_rows,
    render_form_row,
    render_row_section,
)
from rules_py.rendering.open_sheet.view import SheetView
from rules_py.rendering.sheets import NAME, format_field
from rules_py.tables import table
from rules_py.text.sentences import use_minus_sign
from rules_py.text.wording import humanize

SHORTEST_TEXT = 20
"""The length of a table row's text from which it is shown with the row's name."""

FOLDED_PART = '<section class="fb-sheet-part" data-part><details class="fb-fold">'
"""The beginning of a section that is folded."""

LONGEST_LINE = 40
"""The maximum length of a text on the nameplate."""


def render_open_sheet(view: SheetView, *, is_first_only: bool = False) -> str:
    """Render a sheet to play from.

    Args:
        view: the sheet's view.
        is_first_only: True leaves the panels after the first one empty, so that a page can show that one sooner.
    """
    return _Page(view).render(is_first_only)


def describe_plate(sheet: Sheet) -> dict[str, str]:
    """Return the name on a sheet's nameplate and the line below it: the type of sheet, and its first text."""
    line = humanize(sheet.title)
    texts = [
        name for part in (sheet.layout.parts if sheet.layout else ()) if isinstance(part, Texts) for name in part.values
    ]
    if texts and texts[0] in sheet.parameters:
        kind, value = sheet.parameters[texts[0]].kind, getattr(sheet, texts[0])
        said = label_for_value(sheet.parameters[texts[0]], value)
        is_short = isinstance(kind, RowOf) or (isinstance(kind, Text) and not kind.lines)
        if is_short and value not in ("", "none") and len(said) <= LONGEST_LINE:
            line = f"{line} · {said}"
    return {"name": sheet.display_name, "line": line}


def describe_first_gauge(view: SheetView) -> str:
    """Describe the first gauge of a sheet for the bar of tabs: "HP 5 of 6"; "" if it has none."""
    gauge = next((each for each in view.layout.list_gauges() if _is_number(view.sheet, each.value)), None)
    return describe_gauge(view.sheet, gauge) if gauge else ""


def _is_number(sheet: Sheet, name: str) -> bool:
    value = getattr(sheet, name)
    return isinstance(value, int) and not isinstance(value, bool)


class _Page:
    """A page that is being written.

    Attributes:
        view: the sheet's view.
    """

    def __init__(self, view: SheetView) -> None:
        self.view = view

    def render(self, is_first_only: bool) -> str:
        """Return the parts of the page, or those that come first. Warnings come below the gauges that they'd move."""
        view, parts = self.view, self.view.layout.parts
        tabs = [each for each in parts if isinstance(each, Tab)]
        texts = "".join(self._render_section(each) for each in parts if isinstance(each, Texts))
        vitals = "".join(self._render_section(each) for each in parts if isinstance(each, Vitals))
        tiles = "".join(self._render_section(each) for each in parts if isinstance(each, Tiles))
        warnings = "".join(
            f'<p class="fb-sheet-warning">{escape(use_minus_sign(each))}</p>' for each in view.sheet.warnings
        )
        last = len(tabs) - 1
        written = "".join(
            self._render_panel(tab, is_last=number == last, is_later=is_first_only and number > 0)
            for number, tab in enumerate(tabs)
        )
        label = escape(f"{view.sheet.display_name} now")
        return (
            f'<section class="fb-self" aria-label="{label}">{vitals}{warnings}{tiles}</section>{written}'
            f'<section class="fb-texts">{texts}</section>'
        )

    def _render_panel(self, tab: Tab, *, is_last: bool, is_later: bool) -> str:
        """Render a tab's panel, the last one with what no tab has; nothing if it has no content.

        A panel that comes later is empty.
        """
        head = f'<section class="fb-sheet-panel" data-title="{escape(tab.title)}"'
        if is_later:
            return f"{head} data-later></section>"
        inside = self._render_tab(tab) + (self._render_rest() if is_last else "")
        return f"{head}>{inside}</section>" if inside else ""

    def _render_tab(self, tab: Tab) -> str:
        """Render the sections of a tab; those of which nothing is possible now come last."""
        written = [self._render_section(each) for each in tab.sections]
        return "".join(sorted(written, key=lambda each: each.startswith(FOLDED_PART)))

    def _render_section(self, section: Section) -> str:
        match section:
            case Vitals():
                return self._render_vitals(section)
            case Tiles():
                return render_tiles(self.view, section)
            case Cards():
                return render_cards(self.view, section)
            case Rows():
                return render_row_section(self.view, section)
            case Advance():
                return render_advance(self.view, section)
            case Texts():
                return self._render_texts(section.values)
            case Slots():
                return self._render_slots(section)
            case Tallies():
                return self._render_tallies(section)

    # Vitals

    def _render_vitals(self, section: Vitals) -> str:
        gauges: list[str] = []
        chips: list[str] = []
        facts: list[tuple[str, str]] = []
        for gauge in self._list_gauges(section):
            value = getattr(self.view.sheet, gauge.value)
            field = self.view.sheet.parameters.get(gauge.missing or gauge.value)
            if isinstance(value, bool):
                if self._is_possible(gauge.value, value):
                    chips.append(self._render_mark(gauge.value, value))
            elif gauge.parts or (field is not None and isinstance(field.kind, Whole)):
                gauges.append(render_gauge(self.view.sheet, gauge, self.view.changes))
            elif value not in ("", "none", (), 0):
                facts.append((self.view.label(gauge.value), format_field(self.view.sheet, gauge.value)))
        foot = render_facts(facts) + render_chips("Conditions", chips)
        inside = "".join((*gauges, f'<div class="fb-vitals-foot">{foot}</div>' if foot else ""))
        return f'<div class="fb-vitals fb-box" data-part>{inside}</div>' if inside else ""

    def _list_gauges(self, section: Vitals) -> Iterator[Gauge]:
        """Yield the gauges of a section, each followed by those of its parts."""
        for gauge in section.gauges:
            yield gauge
            yield from (Gauge(part, harm=True) for part in gauge.parts)

    def _is_possible(self, name: str, value: bool) -> bool:
        """Return True for a condition that the sheet has, or could have as it is now."""
        if value or name not in self.view.sheet.parameters:
            return value
        try:
            self.view.sheet.replace(**{name: True})
        except RulesError:
            return False
        return True

    def _render_mark(self, name: str, value: bool) -> str:
        label = self.view.label(name)
        return render_chip(label, {"field": name, "label": label, "mark": not value}, value)

    # Texts

    def _render_texts(self, names: Sequence[str]) -> str:
        """Render values to read: numbers as facts, and each text under its name. Empty ones are left out."""
        facts: list[tuple[str, str]] = []
        parts: list[str] = []
        for name in names:
            value = getattr(self.view.sheet, name)
            kind = self.view.sheet.parameters[name].kind if name in self.view.sheet.parameters else None
            if value in ("", "none", (), 0, False) or value is None:
                continue
            is_short = isinstance(kind, RowOf) and len(find_row_text(kind, value, ())) < SHORTEST_TEXT
            if kind is None or is_short or not isinstance(kind, Text | RowOf | ListOf):
                facts.append((self.view.label(name), format_field(self.view.sheet, name)))
            else:
                inside = "".join(
                    f'<div class="fb-sheet-note">{each}</div>' for each in self._list_notes(name, kind, value)
                )
                parts.append(render_part(self.view.label(name), f'<div class="fb-box">{inside}</div>'))
        shown = render_part("", f'<div class="fb-box">{render_facts(facts)}</div>') if facts else ""
        return shown + "".join(parts)

    def _list_notes(self, name: str, kind: Kind, value: Any) -> Iterator[str]:
        """Yield the notes of a value as HTML: a text, or each entry of a list."""
        if not isinstance(kind, ListOf):
            yield self._render_note(kind, value)
            return
        kinds = find_parts(kind)
        if not kinds:
            yield from (self._render_note(kind.entry, each) for each in value)
            return
        for number, entry in enumerate(value):
            facts = [render_fact(part, each, getattr(entry, part)) for part, each in list(kinds.items())[1:]]
            shown = ", ".join(filter(None, facts))
            yield f"<b>{escape(self.view.name_entry(name, number))}</b>{f'. {shown}' if shown else ''}"

    def _render_note(self, kind: Kind, value: Any) -> str:
        """Render a text, or a table's row with its text."""
        if not isinstance(kind, RowOf):
            return mark_up_dice(str(value)).replace("\n", "<br/>")
        name = table(kind.table_id).row(value).name
        return render_text(find_row_text(kind, value, ()), name)

    # Slots

    def _render_slots(self, section: Slots) -> str:
        """Render what is carried by its place, each thing with what isn't usual about it."""
        on_cards = {each.entries for each in self.view.layout.list_sections() if isinstance(each, Cards)}
        rows: list[tuple[str, str]] = []
        for name in section.lists:
            parts = self.view.sheet.parameters[name].kind.entries()
            others = [part for part in list(parts)[1:] if part != section.by and name not in on_cards]
            for number, entry in enumerate(getattr(self.view.sheet, name)):
                facts = [
                    render_fact(part, parts[part][0], getattr(entry, part))
                    for part in others
                    if getattr(entry, part) != parts[part][1]
                ]
                shown = ", ".join(filter(None, facts))
                inside = f"{escape(self.view.name_entry(name, number))}{f' <small>{shown}</small>' if shown else ''}"
                rows.append((str(getattr(entry, section.by)), inside))
        places = [str(each) for each in self._list_places(section)]
        ordered = sorted(rows, key=lambda row: places.index(row[0]) if row[0] in places else len(places))
        items = "".join(
            f"<li><small>{escape(humanize(place))}</small><span>{inside}</span></li>" for place, inside in ordered
        )
        return render_part("Carried", f'<ul class="fb-slots-list fb-box">{items}</ul>') if items else ""

    def _list_places(self, section: Slots) -> Sequence[Any]:
        """Return the places in order."""
        for name in section.lists:
            kind = find_parts(self.view.sheet.parameters[name].kind).get(section.by)
            if isinstance(kind, Choice | RowOf):
                return kind.all_values()
        return ()

    # Tallies

    def _render_tallies(self, section: Tallies) -> str:
        """Render the rows of a list's table, each with a chip for once, twice and so on."""
        list_kind = self.view.sheet.parameters[section.entries].kind
        kind = list_kind.entry if isinstance(list_kind, ListOf) else list_kind
        assert isinstance(kind, RowOf)
        entries = getattr(self.view.sheet, section.entries)
        rows: list[str] = []
        for value in kind.all_values():
            row, count = table(kind.table_id).row(value), min(entries.count(value), len(section.levels))
            effects = [str(row[section.effect]), *(f"{row[section.effect]} {does}" for _, does in section.levels)]
            chips = [
                self._render_tally(section, value, effects, count, level) for level, _ in enumerate(section.levels, 1)
            ]
            rows.append(render_row(row.name, escape(effects[count]), render_chips(row.name, chips)))
        return render_part(self.view.label(section.entries), render_rows(rows))

    def _render_tally(self, section: Tallies, value: Any, effects: Sequence[str], count: int, level: int) -> str:
        """Render a chip that is on from a number of times.

        It adds an entry by the layout's change, or sets how often the list has it.
        """
        word, title = section.levels[level - 1][0], effects[0]
        if level == count + 1:
            change = self.view.changes[section.change]
            name = next(iter(change.parameters))
            control: dict[str, Any] = {"change": change.id, "title": change.title, "params": {name: value}}
        else:
            wanted = level if level > count else level - 1
            others = [each for each in getattr(self.view.sheet, section.entries) if each != value]
            control = {
                "fields": {section.entries: [*others, *[value] * wanted]},
                "label": self.view.label(section.entries),
                "words": f"{effects[wanted]}." if wanted else f"{effects[count]}: taken back.",
            }
        return render_chip(word, control, level <= count, label=f"{word}: {title}")

    # What the layout doesn't name

    def _render_rest(self) -> str:
        """Render the rolls, changes and values that the layout doesn't name, each kind folded."""
        return "".join(
            (
                render_folded_rows("Other rolls", self._list_other_rolls()),
                self._render_other_changes(),
                self._render_other_values(),
            )
        )

    def _list_other_rolls(self) -> Iterator[str]:
        shown = {roll.id for roll in self.view.layout.list_rolls()}
        for binding in self.view.sheet.rolls:
            if binding.mechanic.id not in shown and self.view.suits(binding.mechanic.id):
                yield render_form_row(binding.mechanic)

    def _render_other_changes(self) -> str:
        """Render the changes that the layout doesn't name, folded unless the sheet has no layout of its own."""
        if self.view.sheet.layout is not None:
            return render_folded_rows("Other changes", self._list_other_changes())
        return render_part("What can happen", render_rows(self._list_other_changes()))

    def _list_other_changes(self) -> Iterator[str]:
        named = self.view.layout.list_change_ids()
        for id in self.view.changes:
            if id not in named:
                yield from list_rows(self.view, Row(id))

    def _render_other_values(self) -> str:
        """Render the values that say something and that the layout shows nowhere."""
        sheet, shown = self.view.sheet, self.view.layout.list_shown_values()
        filled = {name for binding in sheet.rolls for fields in binding.choices.values() for name in fields}
        pairs = [
            (self.view.label(name), format_field(sheet, name))
            for name in (*sheet.parameters, *sheet.derivations)
            if name not in shown and name not in filled and name != NAME and self._says_something(name)
        ]
        return render_part("", render_fold("Other values", render_facts(pairs)))

    def _says_something(self, name: str) -> bool:
        value = getattr(self.view.sheet, name)
        if value in ("", "none", (), 0, False) or value is None:
            return False
        parameter = self.view.sheet.parameters.get(name)
        return parameter is None or value != parameter.default or isinstance(parameter.kind, Whole)
