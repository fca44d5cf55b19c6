"""Sheets as HTML fragments: filled in as a card, and blank for printing."""

from collections.abc import Iterable
from html import escape
from typing import Any

from rules_py.mechanic.labels import label_for_value
from rules_py.parameters import Flag, Parameter, Text
from rules_py.play import Sheet
from rules_py.rendering.labels import mark_up_dice
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text
from rules_py.text.wording import humanize

NAME = "name"
"""The field with a combatant's name, if the sheet has it."""


NOW_SUFFIX = "_now"
"""The suffix of a derived value that replaces the field of the same name with its current value."""


def render_sheet(sheet: Sheet) -> str:
    """Render a sheet: its warnings, its most important values, its fields and its derived values."""
    return "".join(
        [
            _render_list("fb-sheet-warnings", map(escape, sheet.warnings)),
            _render_headline(sheet),
            _render_list("fb-sheet-marks", map(escape, _find_marks(sheet))),
            render_pairs("fb-sheet-values", (*_list_values(sheet), *_list_derived_values(sheet))),
            *(
                _render_entries(parameter, sheet.fields[name])
                for name, parameter in sheet.parameters.items()
                if parameter.kind.entries() and sheet.fields[name]
            ),
            *(
                f'<p class="fb-sheet-head">{escape(parameter.label)}</p>'
                f'<p class="fb-sheet-text">{mark_up_dice(sheet.fields[name]).replace(chr(10), "<br/>")}</p>'
                for name, parameter in sheet.parameters.items()
                if isinstance(parameter.kind, Text) and name != NAME and sheet.fields[name]
            ),
        ]
    )


def _list_headline_fields(sheet: Sheet) -> tuple[str, ...]:
    """Return the most important values after the meter: those the sheet names, or all derived values."""
    if sheet.meter or sheet.glance:
        state = ("state",) if "state" in sheet.derivations and "state" not in sheet.glance else ()
        return (*state, *(name for name in sheet.glance if name != NAME))
    return tuple(name for name, value in sheet.derived.items() if not isinstance(value, bool))


def _render_headline(sheet: Sheet) -> str:
    pairs = [(sheet.label_for(name), format_field(sheet, name)) for name in _list_headline_fields(sheet)]
    if sheet.meter:
        value, most = (format_field(sheet, name) for name in sheet.meter)
        pairs.insert(0, (sheet.label_for(sheet.meter[0]), f"{value} of {most}"))
    return render_pairs("fb-sheet-first", pairs)


def describe_sheet(sheet: Sheet) -> str:
    """Describe a sheet for a screen reader by its warnings, or by its first derived value."""
    derived = [
        f"{type(sheet).derivations[name].label}: {format_derived(value)}." for name, value in sheet.derived.items()
    ]
    return " ".join(sheet.warnings or derived[:1])


def _find_marks(sheet: Sheet) -> Iterable[str]:
    """Yield the labels of all fields and derived values that are true."""
    for name, parameter in sheet.parameters.items():
        if sheet.fields[name] is True:
            yield parameter.label
    for name, value in sheet.derived.items():
        if value is True:
            yield type(sheet).derivations[name].label


def format_field(sheet: Sheet, name: str) -> str:
    """Format a field or derived value for readers."""
    if name not in sheet.parameters:
        return format_derived(sheet.derived[name])
    value = sheet.fields[name]
    if isinstance(value, tuple) and value and all(isinstance(each, tuple) for each in value):
        return to_text(value).replace(",", ", ")  # entries such as layers have parts that belong together
    return label_for_value(sheet.parameters[name], value)


def _list_values(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """Yield numbers, choices and short lists that aren't among the most important values, by heading."""
    for name, parameter in sheet.parameters.items():
        if (
            isinstance(parameter.kind, Flag | Text)
            or parameter.kind.entries()
            or sheet.fields[name] == ()
            or name in (*_list_headline_fields(sheet), *(sheet.meter or ())[:1])
        ):
            continue
        yield parameter.heading, _add_current_value(sheet, name, format_field(sheet, name))


def _list_derived_values(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """Yield derived values that are shown neither with their fields nor among the most important values."""
    for name, value in sheet.derived.items():
        if (
            name in (*_list_headline_fields(sheet), *(sheet.meter or ()))
            or isinstance(value, bool)
            or value in ((), "", None)
        ):
            continue
        if not (name.endswith(NOW_SUFFIX) and sheet.has_value(name.removesuffix(NOW_SUFFIX))):
            yield type(sheet).derivations[name].label, _add_current_value(sheet, name, format_derived(value))


def _add_current_value(sheet: Sheet, name: str, value: str) -> str:
    """Return a formatted value, with the current value before it if the sheet derives another one."""
    now = format_derived(sheet.derived[name + NOW_SUFFIX]) if name + NOW_SUFFIX in sheet.derivations else value
    return value if now == value else f"{now} (of {value})"


def _render_entries(parameter: Parameter, entries: Iterable[Any]) -> str:
    kinds = parameter.kind.entries()
    return _render_table(
        parameter,
        [
            [
                label_for_value(Parameter("", kind, value), value)
                for (kind, _), value in zip(
                    kinds.values(), entry if isinstance(entry, tuple) else (entry,), strict=True
                )
            ]
            for entry in entries
        ],
    )


def _render_table(parameter: Parameter, rows: list[list[str]]) -> str:
    heads = [kind.label or humanize(name) for name, (kind, _) in parameter.kind.entries().items()]
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    body = "".join(
        "<tr>"
        + "".join(
            f'<td data-heading="{escape(name)}">{escape(cell)}</td>' for name, cell in zip(heads, row, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    head = f"<thead><tr>{head}</tr></thead>" if any(heads) else ""
    return (
        f'<div class="fb-sheet-list"><table class="fb-sheet-entries"><caption>{escape(parameter.label)}</caption>'
        f"{head}<tbody>{body}</tbody></table></div>"
    )


def format_derived(value: Any) -> str:
    """Format a derived value for readers; words begin with a capital."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, tuple | list):
        return ", ".join(map(format_derived, value)) or "none"
    text = use_minus_sign(to_text(value))
    return text[:1].upper() + text[1:] if isinstance(value, str) else text


def render_pairs(css_class: str, pairs: Iterable[tuple[str, str]]) -> str:
    """Render labels with their values as text."""
    items = "".join(f"<div><dt>{escape(head)}</dt><dd>{escape(value)}</dd></div>" for head, value in pairs)
    return f'<dl class="{css_class}">{items}</dl>' if items else ""


def _render_list(css_class: str, items: Iterable[str]) -> str:
    inside = "".join(f"<li>{item}</li>" for item in items)
    return f'<ul class="{css_class}">{inside}</ul>' if inside else ""
