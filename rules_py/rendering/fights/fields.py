"""Fields of a board's drawers: the parameters of rolls and changes."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from rules_py.parameters import EntryOf, Flag, Parameter, Whole
from rules_py.play.board.plays import list_entries
from rules_py.play.changes import Change
from rules_py.play.sheet import Sheet
from rules_py.rendering.labels import ROLLED, ROLLED_IF_EMPTY
from rules_py.text.serialization import to_text

MOST_SEGMENTS = 6
"""The number of choices up to which they are shown side by side."""


def rank_param(parameter: Parameter) -> int:
    """Return the place of a parameter in a form: 0 for choices side by side, 1 for ticks, and 2 for other fields."""
    if isinstance(parameter.kind, Flag):
        return 1
    return 0 if 0 < len(_name_choices(parameter)) <= MOST_SEGMENTS else 2


def _name_choices(parameter: Parameter) -> Mapping[str, str]:
    """Return the names of a parameter's choices by their values as text; none for a number or a text."""
    kind = parameter.kind
    names = kind.names()
    if names or isinstance(kind, Whole):
        return names
    return {to_text(each): to_text(each) for each in kind.all_values()}


def render_param(name: str, parameter: Parameter, value: Any, field_id: str) -> str:
    """Render the field of a roll's parameter."""
    kind, attributes = parameter.kind, f'data-param="{escape(name)}"'
    label = escape(parameter.label)
    if isinstance(kind, Flag):
        checked = " checked" if value else ""
        return f'<label class="fb-tick"><input type="checkbox" {attributes}{checked}> {label}</label>'
    names, text = _name_choices(parameter), to_text(value)
    if names and len(names) <= MOST_SEGMENTS:
        options = "".join(
            f'<label><input type="radio" name="{field_id}" value="{escape(each)}" {attributes}'
            f"{' checked' if each == text else ''}>{escape(called)}</label>"
            for each, called in names.items()
        )
        return f'<fieldset class="fb-board-segments"><legend>{label}</legend>{options}</fieldset>'
    if names:
        return f"<label>{label} {_render_select(attributes, names.items(), text, '')}</label>"
    if isinstance(kind, Whole):
        return _render_stepper(parameter, attributes, text)
    return f"<label>{label} {_render_input(parameter, attributes, text)}</label>"


def _render_stepper(parameter: Parameter, attributes: str, text: str) -> str:
    """Render a number with buttons for one less and one more."""
    label = escape(parameter.label)
    less, more = (
        f'<button type="button" data-step="{by}" aria-label="{label}: one {name}" tabindex="-1">{sign}</button>'
        for by, name, sign in ((-1, "less", "−"), (1, "more", "+"))
    )
    field = _render_input(parameter, f'{attributes} aria-label="{label}"', text)
    return f'<div class="fb-number"><span>{label}</span><span class="fb-stepper">{less}{field}{more}</span></div>'


def _render_input(parameter: Parameter, attributes: str, text: str, placeholder: str = "") -> str:
    kind = parameter.kind
    start = placeholder or f'value="{escape(text)}"'
    if isinstance(kind, Whole):
        most = "" if kind.high is None else f' max="{kind.high}"'
        keys = "text" if kind.low < 0 else "numeric"  # phones' number pads have no minus
        return f'<input type="number" inputmode="{keys}" min="{kind.low}"{most} {attributes} {start}>'
    return f'<input type="text" autocomplete="off" {attributes} {start}>'


def _render_select(attributes: str, options: Iterable[tuple[str, str]], chosen: str, label: str) -> str:
    named = f' aria-label="{escape(label)}"' if label else ""
    shown = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(text)}</option>'
        for value, text in options
    )
    return f"<select {attributes}{named}>{shown}</select>" if shown else ""


def list_change_fields(change: Change, sheet: Sheet) -> list[str]:
    """Return the fields of a change, without those that the sheet has no entries for."""
    return [
        field
        for name, parameter in change.parameters.items()
        if (field := _render_change_field(name, parameter, sheet, is_rolled=name in change.own_dice))
    ]


def _render_change_field(name: str, parameter: Parameter, sheet: Sheet, *, is_rolled: bool) -> str:
    """Render the field of a change's parameter; one with an own die begins empty."""
    kind, attributes = parameter.kind, f'data-param="{escape(name)}"'
    if isinstance(kind, EntryOf):
        return _render_select(attributes, list_entries(kind, sheet), to_text(parameter.default), parameter.label)
    if isinstance(kind, Flag):
        checked = " checked" if parameter.default else ""
        label = escape(parameter.label)
        return f'<label class="fb-tick"><input type="checkbox" {attributes}{checked}> {label}</label>'
    values = () if isinstance(kind, Whole) else kind.all_values()
    if names := kind.names() or {to_text(value): to_text(value) for value in values}:
        return _render_select(attributes, names.items(), to_text(parameter.default), parameter.label)
    placeholder = f'placeholder="{ROLLED}" title="{ROLLED_IF_EMPTY}"' if is_rolled else ""
    box = _render_input(parameter, attributes, to_text(parameter.default), placeholder)
    return f"<label>{escape(parameter.label)} {box}</label>"
