"""Rolls of an open sheet: tiles with the sheet's numbers, and cards of the entries that are rolled with."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.mechanic.grades import find_grade
from rules_py.mechanic.labels import label_for_value
from rules_py.parameters import Choice, Kind, ListOf, Notation, Number, Parameter, RowOf, Whole
from rules_py.play.bindings import NO_ENTRY, RollBinding
from rules_py.play.layout import Cards, Tiles
from rules_py.play.previews import describe_dice, format_score, has_dice, shorten_label
from rules_py.play.roll_settings import PreparedRoll, list_helps
from rules_py.rendering.labels import mark_up_dice
from rules_py.rendering.open_sheet.elements import (
    CHANCE,
    count_in_words,
    find_verb,
    render_chip,
    render_chips,
    render_closed_control,
    render_control,
    render_fold,
    render_line,
    render_part,
    render_row,
    render_rows,
)
from rules_py.rendering.open_sheet.gauges import find_limits, format_number, render_track
from rules_py.rendering.open_sheet.view import SheetView
from rules_py.rendering.sheets import format_derived
from rules_py.tables import table
from rules_py.text.sentences import join_once
from rules_py.text.wording import decapitalize, humanize

MOST_TILES = 6
"""The highest number of tiles that are all open."""

MOST_FACTS = 3
"""The number of facts on a card whose layout names none."""

LONGEST_TEXT = 200
"""The length above which only the first sentence of a card's text is open."""

WIDE_ROW = 6
"""The number of tiles that have a row of their own."""


def render_chance(prepared: PreparedRoll) -> str:
    """Render the place for a roll's chance; nothing for a roll that still asks for a number, or has no dice."""
    return "" if prepared.asked or not has_dice(prepared.mechanic) else CHANCE


# Tiles


def render_tiles(view: SheetView, section: Tiles) -> str:
    """Render a section of tiles, with what they are against and what may help."""
    rolls = [(number, roll) for number, roll in enumerate(section.rolls) if view.suits(roll.id)]
    if not rolls:
        return ""
    if not section.by:
        tiles = [_render_roll_tile(view, section, number, roll) for number, roll in rolls]
        lines = [_render_tile_line(view, roll, section.name_roll(number), "") for number, roll in rolls]
        reasons = _render_reasons(view, [view.prepare(roll.id, {}) for _, roll in rolls])
        return render_part(section.title, "".join((_render_grid(section, tiles, len(tiles)), reasons, *lines)))
    open_id = view.settings.switches.get(section.title, "")
    number, roll = next((each for each in rolls if each[1].id == open_id), rolls[0])
    entries = _list_tiles(view, view.bindings[roll.id], section)
    if not entries:
        return render_part(section.title, render_rows([_render_empty(view, section.by)]))
    prepared = [view.prepare(roll.id, chosen) for _, _, chosen in entries]
    tiles = [
        _render_tile_button(view, each, label, score) for each, (label, score, _) in zip(prepared, entries, strict=True)
    ]
    open_count = len(section.first) if section.first and len(entries) > MOST_TILES else len(entries)
    inside = "".join(
        (
            _render_switch(view, section, roll) if len(rolls) > 1 else "",
            _render_grid(section, tiles, open_count),
            _render_reasons(view, prepared),
            _render_help_chips(view, roll),
            _render_tile_line(view, roll, section.name_roll(number), section.by),
            _render_effects(view, section, roll),
        )
    )
    return render_part(section.title, inside, hint=_describe_roll(view, roll))


def _render_effects(view: SheetView, section: Tiles, roll: Mechanic) -> str:
    """Render what each result of a roll does, the worst first; nothing if the layout names no column for it."""
    column, words = section.find_effects(roll), roll.words.get(roll.headline)
    if not column or not isinstance(words, str):
        return ""
    items: list[str] = []
    for row in table(words).rows:
        grade = find_grade(roll, roll.headline, row.key)
        about = f"<b>{escape(row.name)}.</b> {mark_up_dice(str(row[column]))}"
        items.append(f'<li class="{grade}">{about}</li>')
    title = f"What it does: {decapitalize(section.name_roll(section.rolls.index(roll)))}"
    return f'<ul class="fb-effects fb-box" aria-label="{escape(title)}">{"".join(items)}</ul>'


def _render_reasons(view: SheetView, prepared: list[PreparedRoll]) -> str:
    """Render once why some tiles are closed; nothing if all are open."""
    reasons = join_once(filter(None, (view.find_reason(each) for each in prepared)))
    return f'<p class="fb-card-reason">{escape(reasons)}</p>' if reasons else ""


def _describe_roll(view: SheetView, roll: Mechanic) -> str:
    """Describe a roll in short: its dice, and the total from which it goes well if a table has it."""
    try:
        dice = describe_dice(roll, view.prepare(roll.id, {}).params)
    except RulesError:
        return ""
    words = roll.words.get(roll.headline)
    if not isinstance(words, str):
        return dice
    for row in table(words).rows:
        if row.roll and find_grade(roll, roll.headline, row.key) not in ("bad", ""):
            return f"{dice}, {int(row.bounds[0])} or more"
    return dice


def _render_switch(view: SheetView, section: Tiles, open_roll: Mechanic) -> str:
    """Render the switch between several rolls over the same tiles."""
    buttons = "".join(
        render_control(
            "fb-segment",
            escape(section.name_roll(number)),
            {"kept": view.settings.with_switch(section.title, roll.id).to_dict()},
            section.name_roll(number),
            f' aria-pressed="{"true" if roll is open_roll else "false"}"',
        )
        for number, roll in enumerate(section.rolls)
        if view.suits(roll.id)
    )
    return f'<div class="fb-switch" role="group" aria-label="{escape(section.title)}">{buttons}</div>'


def _render_grid(section: Tiles, tiles: list[str], open_count: int) -> str:
    """Render tiles, and fold those after the first ones if there are too many. Answers come below their grid."""
    if len(tiles) > MOST_TILES:
        css_class = "fb-sheet-tiles fb-sheet-tiles--small"
    else:
        css_class = f"fb-sheet-tiles fb-sheet-tiles--{len(tiles)}" if len(tiles) in (3, WIDE_ROW) else "fb-sheet-tiles"
    shown, folded = tiles[:open_count], tiles[open_count:]

    def render_row(tiles: list[str]) -> str:
        return f'<div class="fb-tile-row" data-answers><div class="{css_class}">{"".join(tiles)}</div></div>'

    more = render_row(folded) if folded else ""
    return render_row(shown) + render_fold(f"{count_in_words(len(folded))} more", more, "fb-more-tiles")


def _list_tiles(view: SheetView, binding: RollBinding, section: Tiles) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the label, the number and the choice of each tile of a roll, the first ones first."""
    if fields := binding.choices[section.by]:
        ordered = (
            *(field for field in section.first if field in fields),
            *(field for field in fields if field not in section.first),
        )
        return [(view.label(field), format_field_score(view, field), {section.by: field}) for field in ordered]
    return [
        (
            view.name_entry(section.by, number),
            _find_filled(binding, section.by, entry),
            {section.by: number},
        )
        for number, entry in enumerate(getattr(view.sheet, section.by))
    ]


def format_field_score(view: SheetView, field: str) -> str:
    """Format a field's number, with a sign if the field may be below 0."""
    value = getattr(view.sheet, field)
    parameter = view.sheet.parameters.get(field)
    return format_score(parameter, value) if parameter and not isinstance(value, bool) else format_number(value)


def _find_filled(binding: RollBinding, by: str, entry: Any) -> str:
    """Return the first part of a list's entry that fills a parameter of the roll, as text."""
    for name, source in binding.sources.items():
        if isinstance(source, str) and source.partition(".")[0] == by and "." in source:
            return format_score(binding.mechanic.parameters[name], getattr(entry, source.partition(".")[2]))
    return ""


def _render_roll_tile(view: SheetView, section: Tiles, number: int, roll: Mechanic) -> str:
    """Render a roll as a tile, with the first score of its own."""
    prepared = view.prepare(roll.id, {})
    name = next(
        (
            name
            for name, origin in prepared.origins.items()
            if origin.giver == "roller" and isinstance(roll.parameters[name].kind, Whole)
        ),
        "",
    )
    score = format_score(roll.parameters[name], prepared.params[name]) if name else ""
    return _render_tile_button(view, prepared, section.name_roll(number), score)


def _render_tile_button(view: SheetView, prepared: PreparedRoll, label: str, number: str) -> str:
    reason = view.find_reason(prepared)
    control = view.build_control(prepared, label, "Roll")
    read = f"Roll {label}"
    described = f' aria-description="{escape(reason)}"' if reason else ""
    inside = f"<b>{escape(number)}</b> <span>{escape(label)}</span>"
    if not reason:
        return render_control("fb-sheet-tile", inside + CHANCE, control, read)
    if view.can_be_overridden(prepared):
        asking = {**control, "asks": True}  # its form says why, and offers to roll anyway
        return render_control("fb-sheet-tile fb-sheet-tile--closed", inside, asking, read, described)
    closed = f'class="fb-sheet-tile fb-sheet-tile--closed"{described} disabled'
    return f'<button type="button" {closed}>{inside}</button>'


def _render_tile_line(view: SheetView, roll: Mechanic, title: str, by: str) -> str:
    """Render what the tiles of a roll are against; nothing if there is nothing to set."""
    prepared = view.prepare(roll.id, {})
    hidden = (
        (by,)
        if by
        else tuple(
            name for name, origin in prepared.origins.items() if origin.giver == "roller" and not origin.is_choice
        )
    )
    try:
        dice = describe_dice(roll, prepared.params)
    except RulesError:
        dice = ""
    line = prepared.describe_line(hidden, dice)
    if not line.parts:
        return ""
    control = {**view.build_control(prepared, title, "Roll"), **({"by": by} if by else {})}
    return render_line(line, control, title)


def _render_help_chips(view: SheetView, roll: Mechanic) -> str:
    """Render what the sheet has that may help in the roll of some tiles, as chips that count."""
    prepared = view.prepare(roll.id, {})
    chips: list[str] = []
    for name, claimed in prepared.helps.items():
        if not roll.parameters[name].kind.once:
            continue  # what stays is set in the roll's form
        title = roll.parameters[name].label
        words = list_helps(view.sheet, view.layout, name)
        if words:
            chips.append(f'<span class="fb-chips-note" aria-hidden="true">{escape(title)}</span>')
        for word in words:
            now = tuple(each for each in claimed if each != word) if word in claimed else (*claimed, word)
            kept = view.settings.with_help(prepared.key, name, now).to_dict()
            chips.append(render_chip(word, {"kept": kept}, word in claimed, label=f"{title}: {word}"))
    return render_chips("What helps", chips)


def _render_empty(view: SheetView, field: str) -> str:
    """Render a list without entries as a row that opens the sheet's form there."""
    label = decapitalize(view.label(field))
    about = f'data-edit="{escape(field)}" aria-label="Add: {escape(label)}"'
    button = f'<button type="button" class="fb-do" {about}>Add</button>'
    return render_row(f"No {label} yet", "", button)


# Cards


def render_cards(view: SheetView, section: Cards) -> str:
    """Render the entries of a list as cards; a list without entries is a row if something is rolled with them."""
    entries = getattr(view.sheet, section.entries)
    kind = view.sheet.parameters[section.entries].kind
    cards = [
        *(_render_card(view, section, kind, entry, number) for number, entry in enumerate(entries)),
        *_render_cards_without_entry(view, section),
    ]
    if cards:
        inside = f'<div class="fb-cards">{"".join(cards)}</div>'
    else:
        is_rolled = any(view.suits(roll.id) for roll in section.rolls)
        inside = render_rows([_render_empty(view, section.entries)] if is_rolled else [])
    return render_part(view.label(section.entries), inside)


def find_parts(kind: Kind) -> dict[str, Kind]:
    """Return the parts of a list's entries by name; none if an entry is a single value."""
    return {name: part for name, (part, _) in kind.entries().items() if name}


def _render_cards_without_entry(view: SheetView, section: Cards) -> Iterator[str]:
    """Yield a card for each roll that can be made without an entry of the list, such as an unarmed attack."""
    for number, roll in enumerate(section.rolls):
        name = view.bindings[roll.id].label_for_no_entry(section.entries)
        if name and view.suits(roll.id):
            button = section.button if number == 0 else ""
            rolls = _render_card_roll(view, roll, section.entries, NO_ENTRY, name, button, is_first=True)
            yield _join_card(name, "", rolls, "", is_spent=False)


def _join_card(name: str, facts: str, rolls: str, rest: str, *, is_spent: bool) -> str:
    spent = " fb-card--spent" if is_spent else ""
    shown = f'<div class="fb-card-facts">{facts}</div>' if facts else ""
    return (
        f'<div class="fb-card{spent}" role="group" data-answers aria-label="{escape(name)}">'
        f'<div class="fb-card-name"><h5>{escape(name)}</h5>{shown}</div>{rolls}{rest}</div>'
    )


def _render_card(view: SheetView, section: Cards, kind: Kind, entry: Any, number: int) -> str:
    kinds = find_parts(kind)
    first = next(iter(kinds), "")
    entry_kind = kinds[first] if first else kind.entry if isinstance(kind, ListOf) else kind
    name = view.name_entry(section.entries, number)
    is_spent = bool(section.spent) and bool(getattr(entry, section.spent))
    facts = "".join(f"<span>{fact}</span>" for fact in _list_facts(section, kinds, first, entry))
    gauge = _render_card_gauge(section, kinds, entry, number, name)
    facts += "".join(f"<span>{fact}</span>" for fact in _list_states(view, section, kinds, entry))
    rolls = "".join(_list_card_rolls(view, section, number, name, is_spent))
    rolls += _render_ways(view, section, entry, number, name)
    changes = "".join(_list_card_changes(view, section, entry, number, name))
    rest = render_text(find_row_text(entry_kind, getattr(entry, first) if first else entry, section.text))
    if changes:
        rest += f'<p class="fb-card-more">{changes}</p>'
    return _join_card(name, facts + gauge, rolls, rest, is_spent=is_spent)


def _list_facts(section: Cards, kinds: Mapping[str, Kind], first: str, entry: Any) -> Iterator[str]:
    """Yield the facts of an entry as HTML: those that the layout names, or the first ones that say something."""
    hidden = {first, section.spent, *(section.gauge or ())}
    names = section.facts if section.facts is not None else tuple(name for name in kinds if name not in hidden)
    found = [render_fact(name, kinds.get(name), getattr(entry, name)) for name in names]
    shown = [fact for fact in found if fact]
    yield from shown if section.facts is not None else shown[:MOST_FACTS]


def _list_states(view: SheetView, section: Cards, kinds: Mapping[str, Kind], entry: Any) -> Iterator[str]:
    """Yield the states of an entry as HTML, which are values of the sheet: "Heavy: <b>ready</b>"."""
    for part, name in section.states.items():
        if getattr(entry, part):
            label = kinds[part].label or humanize(part)
            said = label_for_value(view.sheet.parameters[name], getattr(view.sheet, name))
            yield f"{escape(label)}: <b>{escape(decapitalize(said))}</b>"


def render_fact(name: str, kind: Kind | None, value: Any) -> str:
    """Render a part of an entry; nothing for one that is empty, 0 or false. Words and dice need no label."""
    if value in ("", "none", 0, False, ()) or value is None:
        return ""
    if kind is None:
        label = "" if isinstance(value, str) else f"{escape(humanize(name))} "
        return f"{label}<b>{escape(format_derived(value))}</b>"
    label = kind.label or humanize(name)
    if value is True:
        return escape(label)
    if label.startswith(f"{humanize(name)} "):
        label = humanize(name)  # "Damage modifier" is "Damage" on a card
    parameter = Parameter(name, kind, value)
    if isinstance(kind, Notation):
        return f"<b>{escape(str(value).upper())}</b>"
    if isinstance(kind, Choice | RowOf):
        named = decapitalize(label_for_value(parameter, value))
        return escape(f"{label}: {named}" if named in ("yes", "no") else named)
    text = format_score(parameter, value) if isinstance(kind, Whole | Number) else label_for_value(parameter, value)
    return f"{escape(label)} <b>{escape(text)}</b>"


def _render_card_gauge(section: Cards, kinds: Mapping[str, Kind], entry: Any, number: int, name: str) -> str:
    if section.gauge is None:
        return ""
    part, most_part = section.gauge
    value, most = getattr(entry, part), getattr(entry, most_part)
    if not most:
        return ""  # it isn't counted
    label = kinds[part].label or humanize(part)
    low, _ = find_limits(kinds[part])
    data = {
        "label": f"{name}: {label}",
        "value": value,
        "low": low,
        "high": most,
        "list": section.entries,
        "entry": number,
        "part": part,
    }
    return render_track(label, value, data, most, owner=name)


def _list_card_rolls(view: SheetView, section: Cards, number: int, name: str, is_spent: bool) -> Iterator[str]:
    """Yield the rolls of an entry: the first one that can be made, and the others that can be made as well."""
    rolls = [roll for roll in section.rolls if view.suits(roll.id)]
    fixed = {section.entries: number}
    ready = [roll for roll in rolls if not view.bindings[roll.id].find_missing(view.sheet, fixed)] or rolls[:1]
    for place, roll in enumerate(ready):
        if place and not view.solo.allows_several(view.bindings[roll.id], fixed):
            continue
        button = section.button if roll is section.rolls[0] else ""
        yield _render_card_roll(view, roll, section.entries, number, name, button, is_first=place == 0)


def _render_ways(view: SheetView, section: Cards, entry: Any, number: int, name: str) -> str:
    """Render the ways to make the first roll of a card as a folded table, each with a button that rolls.

    Nothing without any, or if the roll can't be made now.
    """
    ways = section.ways
    found = getattr(entry, ways.value) if ways else ()
    if not ways or not found:
        return ""
    roll = section.rolls[0]
    prepared = view.prepare(roll.id, {section.entries: number})
    if not view.suits(roll.id) or view.find_reason(prepared):
        return ""
    parameters = [roll.parameters[each] for each in ways.params]
    heads = "".join(f'<th scope="col">{escape(humanize(shorten_label(each)))}</th>' for each in parameters)
    word = section.button or find_verb(roll.title, "Roll")
    rows: list[str] = []
    for label, *values in found:
        title = f"{name}, {label}"
        control = {**view.build_control(prepared, title, word), "params": dict(zip(ways.params, values, strict=True))}
        cells = "".join(
            f"<td>{escape(_format_cell(each, value))}</td>" for each, value in zip(parameters, values, strict=True)
        )
        button = render_control("fb-do", f"{escape(word)}{render_chance(prepared)}", control, f"{word}: {title}")
        rows.append(f'<tr><th scope="row">{escape(label)}</th>{cells}<td>{button}</td></tr>')
    head = f"<tr><td></td>{heads}<td></td></tr>"
    table_of_ways = f'<table class="fb-card-ways"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>'
    return render_fold(ways.title, table_of_ways, "fb-fold-text")


def _format_cell(parameter: Parameter, value: Any) -> str:
    """Format a value of a parameter in a table, without its label."""
    if isinstance(parameter.kind, Notation):
        return str(value).upper()
    if isinstance(parameter.kind, Whole | Number):
        return format_score(parameter, value)
    return label_for_value(parameter, value)


def _render_card_roll(
    view: SheetView, roll: Mechanic, entries: str, number: int, name: str, button: str, *, is_first: bool
) -> str:
    """Render a roll on a card: its button, and what it is against. Further rolls that can't be made are left out."""
    prepared = view.prepare(roll.id, {entries: number})
    reason = view.find_reason(prepared)
    if reason and not is_first:
        return ""
    word = button or find_verb(roll.title, "Roll")
    title = name if is_first else f"{name}: {roll.title}"
    control = view.build_control(prepared, title, word)
    line = render_line(prepared.describe_line(), control, title)
    label = f"{word}: {title}"
    css_class = "fb-card-roll fb-roll" if is_first else "fb-card-roll fb-card-roll--more fb-do"
    if not reason:
        shown = escape(word if is_first else roll.title)
        return f"{render_control(css_class, f'{shown}{render_chance(prepared)}', control, label)}{line}"
    anyway = (
        render_control("fb-anyway", "Roll anyway", {**control, "anyway": True}, f"Roll anyway: {title}")
        if view.can_be_overridden(prepared)
        else ""
    )
    said = f'<p class="fb-card-reason">{escape(reason)} {anyway}</p>'
    return f"{render_closed_control(css_class, word, label)}{line}{said}"


def _list_card_changes(view: SheetView, section: Cards, entry: Any, number: int, name: str) -> Iterator[str]:
    """Yield the buttons of the changes to an entry that are possible now, and its mark if it can be used up."""
    for each in section.changes:
        if (each.part and not getattr(entry, each.part)) or not view.is_needed(each.id):
            continue
        change = view.changes[each.id]
        params = view.fill_entry(change, section.entries, number)
        _, reason = view.try_change(change, params)
        if not reason:
            control, word = view.build_change_control(change, params), each.button or change.title
            yield render_control("fb-do", escape(word), control, f"{word}: {name}")
    if section.spent:
        kinds = find_parts(view.sheet.parameters[section.entries].kind)
        label = kinds[section.spent].label or humanize(section.spent)
        is_spent = bool(getattr(entry, section.spent))
        control = {
            "list": section.entries,
            "entry": number,
            "part": section.spent,
            "of": name,
            "label": label,
            "mark": not is_spent,
        }
        yield render_chip(label, control, is_spent, label=f"{name}: {label}")


def find_row_text(kind: Kind, value: Any, columns: tuple[str, ...]) -> str:
    """Return the text of a table row that an entry names: these columns, or its longest text."""
    if not isinstance(kind, RowOf) or value == "none":
        return ""
    row = table(kind.table_id).row(value)
    if columns:
        return " ".join(str(row[column]) for column in columns)
    texts = [str(row[column]) for column in table(kind.table_id).columns if str(row[column]) != row.name]
    return max(texts, key=len, default="")


def render_text(text: str, name: str = "") -> str:
    """Render a text with its dice, after a name; of a long one, only the first sentence is open."""
    if not text and not name:
        return ""
    head = f"<b>{escape(name)}.</b> " if name else ""
    first, stop, rest = text.partition(". ")
    if len(text) <= LONGEST_TEXT or not rest:
        return f'<p class="fb-card-text">{head}{mark_up_dice(text)}</p>'
    folded = render_fold("All of it", f'<p class="fb-card-text">{mark_up_dice(rest)}</p>', "fb-fold-text")
    return f'<p class="fb-card-text">{head}{mark_up_dice(first + stop.strip())}</p>{folded}'
