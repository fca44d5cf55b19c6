"""Sheets as fragments of HTML: filled in, as a card, and blank, to be printed and written on."""

from collections.abc import Iterable
from html import escape
from typing import Any

from rules_py.parameters import Flag, Kind, Parameter, Text
from rules_py.play import Sheet
from rules_py.rendering.labels import value_of, with_dice
from rules_py.rendering.numbers import with_minus
from rules_py.text.formatting import label_of, text_of

NAME = "name"
"""The field that says what somebody is called, where a sheet has it."""

BLANK_ENTRIES = 4


NOW = "_now"
"""A derived value of a field's name with this behind it is what counts now, and shown in the field's place."""


def sheet_html(sheet: Sheet) -> str:
    """A sheet: its warnings, what one looks at first, then its fields and what follows from them."""
    return "".join(
        [
            _list("fb-sheet-warnings", map(escape, sheet.warnings)),
            _first_html(sheet),
            _list("fb-sheet-marks", map(escape, _marks(sheet))),
            _pairs("fb-sheet-values", (*_values(sheet), *_followed(sheet))),
            *(
                _entries_html(parameter, sheet.fields[name])
                for name, parameter in sheet.parameters.items()
                if parameter.kind.entries() and sheet.fields[name]
            ),
            *(
                f'<p class="fb-sheet-head">{escape(parameter.label)}</p>'
                f'<p class="fb-sheet-text">{with_dice(sheet.fields[name]).replace(chr(10), "<br/>")}</p>'
                for name, parameter in sheet.parameters.items()
                if isinstance(parameter.kind, Text) and name != NAME and sheet.fields[name]
            ),
        ]
    )


def _first(sheet: Sheet) -> tuple[str, ...]:
    """What one looks at first, besides the meter: what the sheet says of it, else all that follows from its fields."""
    if sheet.meter or sheet.glance:
        state = ("state",) if "state" in sheet.derivations and "state" not in sheet.glance else ()
        return (*state, *(name for name in sheet.glance if name != NAME))
    return tuple(name for name, value in sheet.derived.items() if not isinstance(value, bool))


def _first_html(sheet: Sheet) -> str:
    pairs = [(sheet.label_of(name), _shown(sheet, name)) for name in _first(sheet)]
    if sheet.meter:
        value, most = (_shown(sheet, name) for name in sheet.meter)
        pairs.insert(0, (sheet.label_of(sheet.meter[0]), f"{value} of {most}"))
    return _pairs("fb-sheet-first", pairs)


def sheet_said(sheet: Sheet) -> str:
    """What is worth hearing of a sheet: its warnings, else its first derived value."""
    derived = [f"{type(sheet).derivations[name].label}: {_word(value)}." for name, value in sheet.derived.items()]
    return " ".join(sheet.warnings or derived[:1])


def blank_html(sheet: type[Sheet]) -> str:
    """A sheet with nothing on it but what is written where."""
    simple = [parameter for parameter in sheet.parameters.values() if not parameter.kind.entries()]
    return "".join(
        [
            _pairs("fb-sheet-values fb-sheet-blank", ((_blank_label(parameter), "") for parameter in simple)),
            *(
                _table(parameter, [[""] * len(parameter.kind.entries())] * BLANK_ENTRIES)
                for parameter in sheet.parameters.values()
                if parameter.kind.entries()
            ),
        ]
    )


def _blank_label(parameter: Parameter) -> str:
    return f"{parameter.heading}?" if isinstance(parameter.kind, Flag) else parameter.heading


def _marks(sheet: Sheet) -> Iterable[str]:
    """What is so, in a word or two: of the fields that are yes or no, and of what follows."""
    for name, parameter in sheet.parameters.items():
        if sheet.fields[name] is True:
            yield parameter.label
    for name, value in sheet.derived.items():
        if value is True:
            yield type(sheet).derivations[name].label


def _shown(sheet: Sheet, name: str) -> str:
    """A field's or a derived value as people read it."""
    if name not in sheet.parameters:
        return _word(sheet.derived[name])
    value = sheet.fields[name]
    if isinstance(value, tuple) and value and all(isinstance(each, tuple) for each in value):
        return text_of(value).replace(",", ", ")  # layers, say: their parts belong together
    return value_of(sheet.parameters[name], value)


def _values(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """Numbers, choices and short lists that aren't shown first, by their headings."""
    for name, parameter in sheet.parameters.items():
        if (
            isinstance(parameter.kind, Flag | Text)
            or parameter.kind.entries()
            or sheet.fields[name] == ()
            or name in (*_first(sheet), *(sheet.meter or ())[:1])
        ):
            continue
        value = _shown(sheet, name)
        now = _word(sheet.derived[name + NOW]) if name + NOW in sheet.derivations else value
        yield parameter.heading, value if now == value else f"{now} (of {value})"


def _followed(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """What follows from the fields and isn't shown with them or first."""
    for name, value in sheet.derived.items():
        if name in (*_first(sheet), *(sheet.meter or ())) or isinstance(value, bool) or value in ((), "", None):
            continue
        if not (name.endswith(NOW) and name.removesuffix(NOW) in sheet.parameters):
            yield type(sheet).derivations[name].label, _word(value)


def _entries_html(parameter: Parameter, entries: Iterable[Any]) -> str:
    kinds = parameter.kind.entries()
    return _table(
        parameter,
        [
            [
                _part(kind, value)
                for (kind, _), value in zip(
                    kinds.values(), entry if isinstance(entry, tuple) else (entry,), strict=True
                )
            ]
            for entry in entries
        ],
    )


def _part(kind: Kind, value: Any) -> str:
    return value_of(Parameter("", kind, value), value)


def _table(parameter: Parameter, rows: list[list[str]]) -> str:
    heads = [kind.label or label_of(name) for name, (kind, _) in parameter.kind.entries().items()]
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


def _word(value: Any) -> str:
    """A derived value as people read it: words begin with a capital."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, tuple | list):
        return ", ".join(map(_word, value)) or "none"
    text = with_minus(text_of(value))
    return text[:1].upper() + text[1:] if isinstance(value, str) else text


def _pairs(css_class: str, pairs: Iterable[tuple[str, str]]) -> str:
    items = "".join(f"<div><dt>{escape(head)}</dt><dd>{escape(value)}</dd></div>" for head, value in pairs)
    return f'<dl class="{css_class}">{items}</dl>' if items else ""


def _list(css_class: str, items: Iterable[str]) -> str:
    inside = "".join(f"<li>{item}</li>" for item in items)
    return f'<ul class="{css_class}">{inside}</ul>' if inside else ""
