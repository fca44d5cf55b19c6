"""Rows of an open sheet: rolls and changes with a button each, and what points buy."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from rules_py.mechanic import Mechanic
from rules_py.mechanic.labels import label_for_value
from rules_py.parameters import Parameter, Whole
from rules_py.play import Change
from rules_py.play.changes import ChangeResult
from rules_py.play.layout import Advance, Row, Rows
from rules_py.play.previews import has_dice
from rules_py.rendering.open_sheet.elements import (
    count_in_words,
    find_verb,
    render_closed_control,
    render_control,
    render_fold,
    render_part,
    render_parts_of_line,
    render_row,
    render_rows,
)
from rules_py.rendering.open_sheet.rolls import find_row_text, render_chance
from rules_py.rendering.open_sheet.view import SheetView
from rules_py.text.numbers import is_whole
from rules_py.text.sentences import MINUS, use_minus_sign

MOST_OPTIONS = 5
"""The highest number of options of a change that get a row each."""

MOST_CLOSED = 2
"""The highest number of rows of a section that are shown although they aren't possible now."""

LONGEST_ROW_TEXT = 120
"""The maximum length of the text of a table's row in a row of the sheet."""

MOST_PURCHASES = 8
"""The highest number of options of something to buy that get a row each."""


CLOSED = (" disabled>", '"fb-anyway"')
"""Texts of the tag of a row's button for what isn't possible now."""


def render_row_section(view: SheetView, section: Rows) -> str:
    """Render a section of rows; nothing if this sheet needs none of them.

    Many rows that aren't possible now are folded, and so is a section that has no others.
    """
    rows = [row for each in section.rows for row in list_rows(view, each)]
    closed = [row for row in rows if _is_closed(row)]
    if rows and len(closed) == len(rows):
        return render_part("", render_fold(section.title, render_rows(rows)))
    if len(closed) <= MOST_CLOSED:
        return render_part(section.title, render_rows(rows))
    shown = render_rows(row for row in rows if not _is_closed(row))
    folded = render_fold(f"{count_in_words(len(closed))} not possible now", render_rows(closed))
    return render_part(section.title, shown + folded)


def _is_closed(row: str) -> bool:
    """Return True for a row whose button isn't possible now, or only if the player waives a requirement."""
    return any(text in row for text in CLOSED)


def render_folded_rows(title: str, rows: Iterable[str]) -> str:
    """Render rows that are folded under a title; nothing without rows."""
    return render_part("", render_fold(title, render_rows(rows)))


def render_form_row(mechanic: Mechanic) -> str:
    """Render a roll that is rarely made from a sheet as a row that opens its form."""
    button = _find_roll_word(mechanic)
    control = {
        "roll": mechanic.id,
        "home": mechanic.home,
        "title": mechanic.title,
        "button": button,
        "chosen": {},
        "asks": True,
    }
    return render_row(
        mechanic.title, "", render_control("fb-do", button, control, f"{button}: {mechanic.title}"), control
    )


def _find_roll_word(mechanic: Mechanic) -> str:
    """Return the word on a roll's button; a rule without dice works something out."""
    return "Roll" if has_dice(mechanic) else "Work out"


def list_rows(view: SheetView, row: Row) -> Iterator[str]:
    """Yield the rows of a roll or a change: one for each option of a change that only asks for one of a few."""
    if isinstance(row.item, Mechanic):
        if view.suits(row.item.id):
            yield _render_roll_row(view, row, row.item)
        return
    if row.item not in view.changes or not view.is_needed(row.item):
        return
    change, params = view.changes[row.item], dict(row.params)
    options = _list_options(view, change, params) if not row.title and not row.button else {}
    if not options or view.find_refusal(change, params):
        yield _render_change_row(view, change, params, row.title or change.title, row.button)
        return
    for text, chosen in options.items():
        yield _render_change_row(view, change, {**params, **chosen}, text, "")


def _render_roll_row(view: SheetView, row: Row, mechanic: Mechanic) -> str:
    title, button = row.title or mechanic.title, row.button or _find_roll_word(mechanic)
    prepared = view.prepare(mechanic.id, {})
    control = view.build_control(prepared, title, button)
    reason = view.find_reason(prepared)
    line = prepared.describe_line()
    about = escape(reason) if reason else render_parts_of_line(line)
    if not reason:
        pressed = render_control("fb-do", f"{escape(button)}{render_chance(prepared)}", control, f"{button}: {title}")
    elif view.can_be_overridden(prepared):
        anyway = {**control, "anyway": True}
        pressed = render_control("fb-anyway", "Roll anyway", anyway, f"Roll anyway: {title}")
    else:
        pressed = render_closed_control("fb-do", button, f"{button}: {title}")
    return render_row(title, about, pressed, control)


def _list_options(view: SheetView, change: Change, params: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the parameters of each option of a change by its name, if it only asks for one of a few."""
    left = view.list_open_params(change, params)
    if len(left) != 1:
        return {}
    parameter = next(iter(left.values()))
    values = parameter.kind.all_values()
    names = parameter.kind.names()
    are_words = all(name[:1].isalpha() for name in names.values())
    if not names or not are_words or len(values) > MOST_OPTIONS or isinstance(parameter.kind, Whole):
        return {}
    return {label_for_value(parameter, value): {parameter.name: value} for value in values}


def _render_change_row(view: SheetView, change: Change, params: Mapping[str, Any], title: str, button: str) -> str:
    """Render a change as a row; a forbidden one is grey and says why."""
    reason = view.find_refusal(change, params)
    control = view.build_change_control(change, params)
    word = button or _find_word(view, change, params, title, is_possible=not reason)
    label = f"{word}: {title}"
    if reason:
        pressed = render_closed_control("fb-do", word, label)
    else:
        pressed = render_control("fb-do", escape(word), control, label)
    about = escape(use_minus_sign(reason or _describe_change(change, params, title)))
    return render_row(title, about, pressed, control if change.parameters and not reason else None)


def _describe_change(change: Change, params: Mapping[str, Any], title: str) -> str:
    """Describe what a change does: by the table's row that it names, or in its own words; "" if its title says it."""
    for name, value in params.items():
        text = find_row_text(change.parameters[name].kind, value, ()) if name in change.parameters else ""
        if 0 < len(text) <= LONGEST_ROW_TEXT:
            return text
    return "" if change.summary.startswith(title) else change.summary


def _find_word(view: SheetView, change: Change, params: Mapping[str, Any], title: str, *, is_possible: bool) -> str:
    """Return the word on a change's button: its dice, what it adds or takes, a verb, or "Choose"."""
    if view.list_open_params(change, params):
        return find_verb(title, "Choose")
    if dice := view.describe_own_dice(change, params):
        return f"Roll {dice}"
    result = view.try_change(change, params)[0] if is_possible else None
    if result is not None and (difference := _find_difference(result)):
        return f"+{difference}" if difference > 0 else f"{MINUS}{-difference}"
    return find_verb(title, find_verb(change.title, "Do"))


def _find_difference(result: ChangeResult) -> int:
    """Return by how much a change raises or lowers the one number that it changes, or 0."""
    differences = list(result.differences.values())
    if len(differences) != 1:
        return 0
    before, after = differences[0]
    return after - before if is_whole(before) and is_whole(after) else 0


def render_advance(view: SheetView, section: Advance) -> str:
    """Render what points buy: rows for what can be afforded now, and the rest folded with what is missing."""
    points = getattr(view.sheet, section.points)
    affordable: list[str] = []
    others: list[str] = []
    for row in section.rows:
        assert isinstance(row.item, str)
        if row.item not in view.changes or not view.is_needed(row.item):
            continue
        change, params = view.changes[row.item], dict(row.params)
        purchases = list(_list_purchases(view, change, params, row.title or change.title))
        reasons = {view.find_refusal(change, {**params, **chosen}) for _, chosen in purchases}
        if len(reasons) == 1 and "" not in reasons:
            purchases = [(row.title or change.title, {})]
        for title, chosen in purchases:
            all_params = {**params, **chosen}
            if reason := view.find_refusal(change, all_params):
                others.append(_render_purchase(view, change, all_params, title, row.button, reason, 0))
                continue
            result, _ = view.try_change(change, all_params)
            spent = points - result.sheet.fields[section.points] if result else 0
            affordable.append(_render_purchase(view, change, all_params, title, row.button, "", spent))
    hint = f"{points} to spend" if points else ""
    nothing = "" if affordable else '<p class="fb-none">Nothing to spend yet.</p>' if not points else ""
    many = (
        f"{count_in_words(len(others))} that {'cost' if len(others) > 1 else 'costs'} more"
        if points
        else "What it buys"
    )
    folded = render_fold(many, render_rows(others), "fb-fold fb-costlier")
    return render_part(section.title, nothing + render_rows(affordable) + folded, hint=hint)


def _list_purchases(
    view: SheetView, change: Change, params: Mapping[str, Any], title: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the titles and the parameters of what a change can buy: each option of its first choice, if few."""
    parameter = next((each for each in view.list_open_params(change, params).values() if each.kind.names()), None)
    values = () if parameter is None or isinstance(parameter.kind, Whole) else parameter.kind.all_values()
    if parameter is None or not 1 <= len(values) <= MOST_PURCHASES:
        yield title, {}
        return
    for value in values:
        yield _name_option(view, parameter, value), {parameter.name: value}


def _name_option(view: SheetView, parameter: Parameter, value: Any) -> str:
    """Return the name of what is bought: the label of the sheet's field of that name, or the option's name."""
    if isinstance(value, str) and value in view.sheet.parameters:
        return view.label(value)
    return label_for_value(parameter, value)


def _render_purchase(
    view: SheetView,
    change: Change,
    params: Mapping[str, Any],
    title: str,
    button: str,
    reason: str,
    spent: int,
) -> str:
    """Render something to buy, with its price or with what is missing."""
    open_params = view.list_open_params(change, params)
    dice = view.describe_own_dice(change, params)
    defaults = all(isinstance(each.kind, Whole) and not each.kind.names() for each in open_params.values())
    word = button or (f"Roll {dice}" if dice else "Raise" if defaults else "Choose")
    control = dict(view.build_change_control(change, params))
    if defaults:
        control["asks"] = False
    label = f"{word}: {title}"
    if reason:
        return render_row(title, escape(reason), render_closed_control("fb-do", word, label))
    price = f" <small>{spent}</small>" if spent > 1 else ""
    now = _describe_value(view, params)
    return render_row(
        title, escape(now or change.summary), render_control("fb-do", f"{escape(word)}{price}", control, label), control
    )


def _describe_value(view: SheetView, params: Mapping[str, Any]) -> str:
    """Return the value that is raised now, if a parameter names a field of the sheet."""
    for value in params.values():
        if isinstance(value, str) and value in view.sheet.parameters:
            return f"now {getattr(view.sheet, value)}"
    return ""
