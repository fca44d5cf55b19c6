"""A sheet to play from: gauges, tiles that roll, cards of its lists, and what can happen, in the order of its layout.

Every control carries what it does as data, so that the page's script needs no rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any

from rules_py.error_messages import error_message
from rules_py.errors import ForbiddenError, RulesError
from rules_py.mechanic import Mechanic
from rules_py.mechanic.labels import label_for_value
from rules_py.parameters import EntryOf, Kind, ListOf, Number, Parameter, RowOf, Whole
from rules_py.play import Change, RollBinding
from rules_py.play.bindings import NO_ENTRY
from rules_py.play.budget import Price
from rules_py.play.layout import Cards, Facts, Gauge, Gauges, Happenings, Section, Tiles, build_default_layout
from rules_py.play.sheet import Sheet
from rules_py.play.solo import Solo
from rules_py.rendering.fights.buttons import escape_json
from rules_py.rendering.labels import mark_up_dice
from rules_py.rendering.sheets import format_field, render_pairs
from rules_py.tables import table
from rules_py.text.sentences import join_once, use_minus_sign
from rules_py.text.serialization import to_text
from rules_py.text.wording import humanize

MOST_BOXES = 8
"""The highest maximum that a gauge shows as boxes; above it, there is a bar."""

MOST_UNNAMED = 6
"""The highest limit of a field that its gauge shows as a maximum, if its layout names none."""

OTHERS = "Other changes"
"""The title of the changes that no section of a layout names."""


def render_cockpit(solo: Solo, changes: Sequence[Change], chosen: Mapping[str, Mapping[str, Any]]) -> str:
    """Render a sheet to play from, with an element for each tab.

    Args:
        solo: the sheet's owner.
        changes: the changes of this type of sheet.
        chosen: the player's choices for each roll, by its id.
    """
    return "".join(_Cockpit(solo, changes, chosen).render())


def describe_price(price: Price) -> str:
    """Describe what the next point of a number or an entry of a list costs.

    >>> describe_price(Price("strength", None, 10))
    '+1 costs 10'
    >>> describe_price(Price("traits", 0, -5))
    'gives 5 back'
    """
    does = f"costs {price.cost}" if price.cost > 0 else f"gives {-price.cost} back"
    return does if price.entry is not None else f"+1 {does}"


def render_budget(sheet: Sheet, left: str) -> str:
    """Render the points that are left to buy a sheet with, and what is wrong with it so far."""
    points = getattr(sheet, left)
    label = sheet.label_for(left)
    warnings = "".join(f"<p>{escape(each)}</p>" for each in sheet.warnings)
    state = " data-overspent" if points < 0 else ""
    return f'<p class="fb-budget-left"{state}><b>{_format_number(points)}</b> {escape(label)}</p>{warnings}'


KINDS: Mapping[type[Section], str] = {
    Gauges: "fb-gauges",
    Facts: "fb-facts",
    Tiles: "fb-tiles",
    Cards: "fb-listing",
    Happenings: "fb-happenings",
}
"""The class of each kind of section on the page."""

AREAS: Mapping[type[Section], str] = {
    Gauges: "fb-cockpit-self",
    Facts: "fb-cockpit-self",
    Tiles: "fb-cockpit-self",
    Cards: "fb-cockpit-lists",
    Happenings: "fb-cockpit-changes",
}
"""The class of the area that consecutive sections share: a wide page shows lists next to the others."""


class _Cockpit:
    def __init__(self, solo: Solo, changes: Sequence[Change], chosen: Mapping[str, Mapping[str, Any]]) -> None:
        self.solo = solo
        self.sheet = solo.sheet
        self.chosen = chosen
        self.changes = {change.id: change for change in changes}
        self.bindings = {binding.mechanic.id: binding for binding in self.sheet.rolls}
        self.layout = self.sheet.layout or build_default_layout(type(self.sheet))
        self.closed: list[str] = []

    def render(self) -> Iterator[str]:
        """Yield the parts of the tabs."""
        named = self.layout.list_change_ids()
        others = tuple(id for id in self.changes if id not in named)
        for number, tab in enumerate(self.layout.tabs):
            sections = (*tab.sections, Happenings(OTHERS, *others)) if number == 0 and others else tab.sections
            self.closed = []
            areas = groupby(sections, lambda section: AREAS[type(section)])
            inside = "".join(self._render_area(area, list(each)) for area, each in areas)
            yield f'<section class="fb-tab" data-title="{escape(tab.title)}">{inside}{self._render_closed()}</section>'

    def _render_area(self, area: str, sections: Sequence[Section]) -> str:
        inside = "".join(map(self._render_section, sections))
        return f'<div class="{area}">{inside}</div>' if inside else ""

    def _render_closed(self) -> str:
        """Render what can't be done now, with the reasons, folded at the end of a tab."""
        if not self.closed:
            return ""
        return (
            '<div class="fb-cockpit-changes"><div class="fb-cockpit-part"><details class="fb-fold fb-closed">'
            f"<summary>Not now ({len(self.closed)})</summary><ul>{''.join(self.closed)}</ul></details></div></div>"
        )

    def _render_section(self, section: Section) -> str:
        match section:
            case Gauges():
                inside = "".join(self._render_gauge(gauge) for gauge in section.gauges)
            case Facts():
                pairs = [(self._label(name), format_field(self.sheet, name)) for name in section.values]
                inside = render_pairs("fb-sheet-first", [pair for pair in pairs if pair[1]])
            case Tiles():
                inside = self._render_tiles(section)
            case Cards():
                inside = self._render_cards(section)
            case Happenings():
                inside = self._render_happenings(section)
        title = self.sheet.label_for(section.entries) if isinstance(section, Cards) else section.title
        kind = KINDS[type(section)]
        head = f'<h4 class="fb-cockpit-title">{escape(title)}</h4>' if title else ""
        label = f' aria-label="{escape(title)}"' if title else ""
        return f'<div class="fb-cockpit-part {kind}" role="group"{label}>{head}{inside}</div>' if inside else ""

    def _label(self, name: str) -> str:
        """Return a value's label without "now": here, every value is the current one."""
        return self.sheet.label_for(name).removesuffix(" now")

    # Gauges

    def _render_gauge(self, gauge: Gauge) -> str:
        value, label = getattr(self.sheet, gauge.value), self._label(gauge.value)
        if isinstance(value, bool):
            return _render_mark(label, value, {"field": gauge.value})
        most = getattr(self.sheet, gauge.most) if gauge.most else None
        field = gauge.missing or gauge.value
        kind = self.sheet.parameters[field].kind
        low, high = (0, most) if gauge.missing else _find_limits(kind)
        if most is None and high is not None and high <= MOST_UNNAMED:
            most = high
        data = {
            "label": label,
            "value": value,
            "low": low,
            "high": high if most is None else most,
            "field": field,
            "missing": bool(gauge.missing),
            "fewer": self._find_amount(gauge.fewer),
            "more": self._find_amount(gauge.more),
        }
        return _render_gauge(label, value, low, data["high"], most, data)

    def _find_amount(self, change_id: str) -> dict[str, str] | None:
        """Return a change and its first number, which says how many points it takes off or adds."""
        change = self.changes.get(change_id)
        if change is None:
            return None
        name = next(name for name, parameter in change.parameters.items() if isinstance(parameter.kind, Whole))
        return {"change": change.id, "title": change.title, "param": name}

    # Rolls

    def _render_tiles(self, section: Tiles) -> str:
        shown: list[str] = []
        for roll in section.rolls:
            binding = self.bindings[roll.id]
            if not self.solo.suits(binding):
                continue
            for label, number, own in self._list_tiles(binding, section.by):
                chosen = self.solo.choose(binding, {**self.chosen.get(roll.id, {}), **own})
                data = {"roll": roll.id, "home": roll.home, "title": label or roll.title, "chosen": chosen}
                reason = self._find_reason(binding, chosen)
                if missing := binding.find_missing(self.sheet, chosen):
                    self.closed.append(_render_missing(label or roll.title, missing, binding.mechanic))
                elif reason:
                    self.closed.append(_render_closed(label or roll.title, reason, data))
                else:
                    inside = f"{escape(label or roll.title)}{f' <b>{escape(number)}</b>' if number else ''}"
                    shown.append(_render_button("fb-cockpit-tile", inside, data))
        return f'<div class="fb-cockpit-tile-row">{"".join(shown)}</div>' if shown else ""

    def _list_tiles(self, binding: RollBinding, by: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Yield the label, the number and the choice of each tile of a roll."""
        if not by:
            yield "", "", {}
        elif fields := binding.choices[by]:
            for field in fields:
                yield self._label(field), self._format_score(field), {by: field}
        else:
            for number, entry in enumerate(getattr(self.sheet, by)):
                yield (
                    self._label_entry(by, number),
                    _format_number(self._find_filled(binding, by, entry)),
                    {by: number},
                )

    def _format_score(self, field: str) -> str:
        value = getattr(self.sheet, field)
        kind = self.sheet.parameters[field].kind if field in self.sheet.parameters else None
        is_signed = isinstance(kind, Whole) and kind.low < 0 and not isinstance(value, bool) and value > 0
        return f"+{value}" if is_signed else _format_number(value)

    def _find_filled(self, binding: RollBinding, by: str, entry: Any) -> Any:
        """Return the first part of a list's entry that fills a parameter of the roll."""
        sources = (source for source in binding.sources.values() if isinstance(source, str))
        part = next(
            (source.partition(".")[2] for source in sources if source.partition(".")[0] == by and "." in source), ""
        )
        return getattr(entry, part) if part else ""

    def _find_reason(self, binding: RollBinding, chosen: Mapping[str, Any]) -> str:
        """Return why a roll can't be made now, or ""."""
        try:
            return join_once(each.reason for each in self.solo.find_unmet(binding, chosen))
        except RulesError as error:
            return error_message(error, binding.mechanic.parameters)

    def _render_choices(self, binding: RollBinding, chosen: Mapping[str, Any], fixed: str) -> str:
        """Render the choices of a roll, apart from the list whose card it is on."""
        rendered = []
        for name, fields in binding.choices.items():
            options: dict[str, str]
            if name == fixed:
                continue
            if fields:
                label = binding.mechanic.parameters[name].label
                options = {field: f"{self._label(field)} {self._format_score(field)}" for field in fields}
            else:
                label = self._label(name)
                entries = getattr(self.sheet, name)
                options = {str(number): self._label_entry(name, number) for number in range(len(entries))}
                if no_entry := binding.label_for_no_entry(name):
                    options[str(NO_ENTRY)] = no_entry
            if len(options) > 1:
                picked = to_text(chosen.get(name, ""))
                rendered.append(_render_select(label, options, picked, {"roll": binding.mechanic.id, "name": name}))
        return "".join(rendered)

    # Cards

    def _render_cards(self, section: Cards) -> str:
        kind = self.sheet.parameters[section.entries].kind
        entries = getattr(self.sheet, section.entries)
        cards = [self._render_card(section, kind, entry, number) for number, entry in enumerate(entries)]
        return "".join((*cards, *self._render_cards_without_entry(section)))

    def _render_cards_without_entry(self, section: Cards) -> Iterator[str]:
        """Yield a card for each roll that can be made without an entry of the list, such as an unarmed attack."""
        for roll in section.rolls:
            if (name := self.bindings[roll.id].label_for_no_entry(section.entries)) and self.solo.suits(
                self.bindings[roll.id]
            ):
                yield (
                    f'<div class="fb-listed" role="group" aria-label="{escape(name)}">'
                    f'<p class="fb-listed-name">{escape(name)}</p><div class="fb-listed-actions">'
                    f"{self._render_card_roll(roll.id, section.entries, NO_ENTRY, name)}</div></div>"
                )

    def _render_card(self, section: Cards, kind: Kind, entry: Any, number: int) -> str:
        kinds = _find_parts(kind)
        first = next(iter(kinds), "")
        entry_kind = kinds[first] if first else kind.entry if isinstance(kind, ListOf) else kind
        value = getattr(entry, first) if first else entry
        hidden = {first, section.spent, *(section.gauge or ())}
        facts = [_render_fact(name, part, getattr(entry, name)) for name, part in kinds.items() if name not in hidden]
        is_spent = bool(section.spent) and bool(getattr(entry, section.spent))
        name = self._label_entry(section.entries, number)
        actions = "".join(
            (
                *(
                    self._render_card_roll(roll.id, section.entries, number, name)
                    for roll in section.rolls
                    if self.solo.suits(self.bindings[roll.id])
                ),
                *(self._render_card_change(change, section.entries, number, name) for change in section.changes),
                _render_mark(
                    kinds[section.spent].label or humanize(section.spent),
                    is_spent,
                    {"list": section.entries, "entry": number, "part": section.spent, "of": name},
                )
                if section.spent
                else "",
            )
        )
        row_text = _find_row_text(entry_kind, value, section.text)
        return (
            f'<div class="fb-listed{" fb-listed--spent" if is_spent else ""}" role="group" aria-label="{escape(name)}">'
            f'<p class="fb-listed-name">{escape(name)}</p>'
            + (f'<p class="fb-listed-facts">{" · ".join(filter(None, facts))}</p>' if any(facts) else "")
            + (f'<p class="fb-listed-text">{mark_up_dice(row_text)}</p>' if row_text else "")
            + (self._render_card_gauge(section, kinds, entry, number, name) if section.gauge else "")
            + (f'<div class="fb-listed-actions">{actions}</div>' if actions else "")
            + "</div>"
        )

    def _render_card_gauge(self, section: Cards, kinds: Mapping[str, Kind], entry: Any, number: int, name: str) -> str:
        assert section.gauge is not None
        part, most_part = section.gauge
        value, most = getattr(entry, part), getattr(entry, most_part)
        if not most:
            return ""  # it isn't counted
        label = kinds[part].label or humanize(part)
        low, _ = _find_limits(kinds[part])
        data = {
            "label": f"{name}: {label}",
            "value": value,
            "low": low,
            "high": most,
            "list": section.entries,
            "entry": number,
            "part": part,
        }
        return _render_gauge(label, value, low, most, most, data, name)

    def _render_card_roll(self, roll_id: str, entries: str, number: int, name: str) -> str:
        binding = self.bindings[roll_id]
        chosen = self.solo.choose(binding, {**self.chosen.get(roll_id, {}), entries: number})
        data = {"roll": roll_id, "home": binding.mechanic.home, "title": binding.mechanic.title, "chosen": chosen}
        if missing := binding.find_missing(self.sheet, chosen):
            return _render_missing(binding.mechanic.title, missing, binding.mechanic, "p")
        if reason := self._find_reason(binding, chosen):
            return _render_closed(binding.mechanic.title, reason, data, "p", name)
        label = f"{binding.mechanic.title}: {name}"
        return self._render_choices(binding, chosen, entries) + _render_button(
            "fb-roll", escape(binding.mechanic.title), data, label
        )

    def _render_card_change(self, change_id: str, entries: str, number: int, name: str) -> str:
        change = self.changes[change_id]
        own = {
            param: number
            for param, parameter in change.parameters.items()
            if isinstance(parameter.kind, EntryOf) and parameter.kind.list_field == entries
        }
        return self._render_change(change, own, name) or ""

    def _label_entry(self, field: str, number: int) -> str:
        """Return the name of a list's entry, or the list's name and the entry's number."""
        return self.sheet.name_entries(field)[number] or f"{self._label(field)} {number + 1}"

    # Changes

    def _render_happenings(self, section: Happenings) -> str:
        shown: list[str] = []
        for change_id in section.changes:
            needs = self.layout.needs.get(change_id)
            if change_id not in self.changes or (needs is not None and not needs(self.sheet)):
                continue
            change = self.changes[change_id]
            if reason := self._find_refusal(change, {}):
                self.closed.append(f"<li><b>{escape(change.title)}.</b> {escape(reason)}</li>")
            else:
                shown.append(_render_change_button(change, {}))
        return f'<div class="fb-happening-row">{"".join(shown)}</div>' if shown else ""

    def _render_change(self, change: Change, params: dict[str, Any], of: str) -> str:
        return "" if self._find_refusal(change, params) else _render_change_button(change, params, of)

    def _find_refusal(self, change: Change, params: Mapping[str, Any]) -> str:
        """Return why a change is forbidden now, or ""; a form can still be filled in wrongly."""
        try:
            self.solo.change(change, params)
        except ForbiddenError as error:
            return error_message(error, change.parameters)
        except RulesError as error:
            return error_message(error, change.parameters) if params else ""
        return ""


def _find_parts(kind: Kind) -> dict[str, Kind]:
    """Return the parts of a list's entries by name; none if an entry is a single value."""
    return {name: part for name, (part, _) in kind.entries().items() if name}


def _find_limits(kind: Kind) -> tuple[int, int | None]:
    """Return the lowest and the highest value of a number."""
    return (kind.low, kind.high) if isinstance(kind, Whole) else (0, None)


def _format_number(value: Any) -> str:
    return use_minus_sign(to_text(value))


def _find_row_text(kind: Kind, value: Any, columns: Sequence[str]) -> str:
    """Return the text of a table row that an entry names: these columns, or its longest text."""
    if not isinstance(kind, RowOf) or value == "none":
        return ""
    row = table(kind.table_id).row(value)
    if columns:
        return " ".join(str(row[column]) for column in columns)
    texts = [str(row[column]) for column in table(kind.table_id).columns if str(row[column]) != row.name]
    return max(texts, key=len, default="")


def _render_fact(name: str, kind: Kind, value: Any) -> str:
    """Render a part of an entry; nothing for one that is empty, 0 or false."""
    if value in ("", "none", 0, False, ()):
        return ""
    label = kind.label or humanize(name)
    if value is True:
        return escape(label)
    text = label_for_value(Parameter(name, kind, value), value)
    signed = f"+{text}" if isinstance(kind, Whole | Number) and kind.low < 0 and value > 0 else text
    return f"{escape(label)} <b>{escape(signed)}</b>"


def _render_button(css_class: str, inside: str, data: Mapping[str, Any], label: str = "") -> str:
    named = f' aria-label="{escape(label)}"' if label else ""
    return f'<button type="button" class="{css_class}" data-do="{escape_json(data)}"{named}>{inside}</button>'


def _render_mark(label: str, is_true: bool, data: Mapping[str, Any]) -> str:
    of = f' aria-label="{escape(data["of"])}: {escape(label)}"' if "of" in data else ""
    pressed = "true" if is_true else "false"
    known = {**data, "label": label, "mark": not is_true}
    return (
        f'<button type="button" class="fb-cockpit-mark" aria-pressed="{pressed}" data-do="{escape_json(known)}"{of}>'
        f"{escape(label)}</button>"
    )


def _render_gauge(
    label: str, value: Any, low: int, high: int | None, most: Any, data: Mapping[str, Any], of: str = ""
) -> str:
    """Render a number with its boxes or its bar, and the buttons that change it by 1."""
    name = f"{of}: {label}" if of else label
    track = ""
    if most is not None and most > 0:
        if most <= MOST_BOXES:
            boxes = "".join(f'<i data-to="{at}"{" class=on" if at <= value else ""}></i>' for at in range(1, most + 1))
            track = f'<span class="fb-gauge-boxes" aria-hidden="true">{boxes}</span>'
        else:
            share = max(0, min(100, round(100 * value / most)))
            track = f'<span class="fb-gauge-bar" aria-hidden="true"><i style="--share:{share}%"></i></span>'
    of_most = "" if most is None else f" <small>of {_format_number(most)}</small>"
    shown = f"<span>{escape(label)}</span> <b>{_format_number(value)}</b>{of_most}"
    read = f"{name} {_format_number(value)}{'' if most is None else f' of {_format_number(most)}'}"
    fewer = _render_step(name, -1, "less", value > low)
    more = _render_step(name, 1, "more", high is None or value < high)
    return (
        f'<div class="fb-gauge{"" if track else " fb-gauge--plain"}" data-gauge="{escape_json(data)}">'
        f'<button type="button" class="fb-gauge-set" aria-label="{escape(read)}. Set">{shown}</button>'
        f"{fewer}{track}{more}</div>"
    )


def _render_step(name: str, step: int, word: str, is_possible: bool) -> str:
    return (
        f'<button type="button" class="fb-gauge-step" data-step="{step}" aria-label="{escape(name)}: 1 {word}"'
        f"{'' if is_possible else ' disabled'}>{'+' if step > 0 else '−'}</button>"
    )


def _render_select(label: str, options: Mapping[str, str], picked: str, data: Mapping[str, Any]) -> str:
    inside = "".join(
        f'<option value="{escape(value)}"{" selected" if value == picked else ""}>{escape(text)}</option>'
        for value, text in options.items()
    )
    about = f'aria-label="{escape(label)}" data-choice="{escape_json(data)}"'
    return f'<select class="fb-listed-choice" {about}>{inside}</select>'


def _render_change_button(change: Change, params: Mapping[str, Any], of: str = "") -> str:
    asks = any(name not in params for name in change.parameters)
    data = {"change": change.id, "title": change.title, "params": dict(params), "asks": asks}
    label = f"{change.title}: {of}" if of else ""
    return _render_button("fb-add", f"{escape(change.title)}{' …' if asks else ''}", data, label)


def _render_missing(title: str, missing: Mapping[str, str], mechanic: Mechanic, tag: str = "li") -> str:
    """Render a roll for which the sheet lacks values, with the reasons and a link to its form."""
    reasons = escape(" ".join(dict.fromkeys(missing.values())))
    form = f'<a data-page="{escape(mechanic.page)}">Enter it on the page</a>'
    return f'<{tag} class="fb-not-now"><b>{escape(title)}.</b> {reasons} {form}</{tag}>'


def _render_closed(title: str, reason: str, data: Mapping[str, Any], tag: str = "li", of: str = "") -> str:
    """Render a roll that can't be made now, with the reason and a way to make it anyway; `of` is the list's entry."""
    label = f"{title}{f': {of}' if of else ''}: roll anyway"
    anyway = _render_button("fb-anyway", "Roll anyway", {**data, "anyway": True}, label)
    return f'<{tag} class="fb-not-now"><b>{escape(title)}.</b> {escape(reason)} {anyway}</{tag}>'
