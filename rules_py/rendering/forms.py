"""Forms of mechanics as HTML: their fields, and a roller with its odds."""

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from html import escape
from typing import Any

from rules_py.mechanic import Mechanic
from rules_py.mechanic.presets import TablePreset
from rules_py.parameters import ListOf, Parameter
from rules_py.text.serialization import to_text
from rules_py.text.wording import humanize

type Field = dict[str, Any]
"""A field's description, its control and its value, see `build_field`."""


def group_fields(mechanic: Mechanic, fields: list[dict[str, Any]]) -> dict[str, Any]:
    """Group a mechanic's fields into those always shown and collapsed groups, with the preset lists that fill them."""
    for pick in mechanic.presets:
        for field in fields:
            if field["name"] == pick.list_parameter:
                field["entry_names"] = {
                    "/".join(cells[cell] for cell in pick.columns.values()): label for label, cells in pick.entries()
                }
    shown = {field["name"] for field in fields if field["control"] != "hidden"}
    groups: list[dict[str, Any]] = [
        {"title": title, "fields": [field for field in fields if field["name"] in names]}
        for title, names in mechanic.groups.items()
        if shown.intersection(names)
    ]
    folded = {field["name"] for group in groups for field in group["fields"]}
    return {
        "fields": [field for field in fields if field["name"] not in folded],
        "groups": groups,
        "count": len(shown),
        "picks": build_preset_lists(
            [each for each in mechanic.presets if not each.list_parameter and shown.intersection(each.columns)],
            mechanic.parameters,
            fields,
        ),
    }


CONTROL_ORDER = {"segments": 1, "toggle": 2}
"""Controls placed after all others: between narrow controls, they would leave half a row empty."""


def build_fields(
    parameters: Mapping[str, Parameter], values: Mapping[str, Any], hidden: Iterable[str] = ()
) -> list[dict[str, Any]]:
    """Build a form's fields: first those that fit two in a row, then choices as wide as the form, then toggles."""
    fields = [build_field(parameter, values[name], name in hidden) for name, parameter in parameters.items()]
    return sorted(fields, key=lambda field: CONTROL_ORDER.get(field["control"], 0))


def list_sweepable_labels(parameters: Mapping[str, Parameter]) -> dict[str, str]:
    """Return the labels of the parameters whose values a "what if" can sweep, by name."""
    return {name: parameter.label for name, parameter in parameters.items() if parameter.kind.sweep(parameter.default)}


def build_field(parameter: Parameter, value: Any, hidden: bool = False) -> dict[str, Any]:
    """Build the data of a field: the parameter's description, its control and its current value."""
    parts = [
        build_field(Parameter(name, kind, start, "" if name else parameter.label), start)
        for name, (kind, start) in parameter.kind.entries().items()
    ]
    return parameter.describe() | {
        "control": "hidden" if hidden else parameter.kind.control,
        "parts_of_entry": parts,
        "value": float(value) if isinstance(value, Fraction) else value,
        "label": parameter.label,
        "heading": parameter.heading,
        "names": parameter.kind.names(),
        "can_be_empty": False,
        "placeholder": "",
        "add": label_add_button(parameter),
    }


def label_add_button(parameter: Parameter) -> str:
    """Label the button that adds an entry to a list, such as "Add a weapon"; "" for other parameters."""
    if not isinstance(parameter.kind, ListOf):
        return ""
    return f"Add {parameter.kind.entry.help}" if parameter.kind.entry.help else f"Add: {parameter.label}"


def build_preset_lists(
    presets: Iterable[TablePreset], parameters: Mapping[str, Parameter], fields: Iterable[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Build the options of preset lists with the values they fill in, and mark the fields that an option empties.

    A marked field takes no value too; then the rule asks for it. A row of choices can't be empty, so it becomes a list.
    """
    by_name = {field["name"]: field for field in fields if field["control"] != "hidden"}
    lists = []
    for preset in presets:
        options = []
        for label, filled in preset.filled_entries(parameters):
            sets = {name: text for name, text in filled.items() if name in by_name}
            for field in (by_name[name] for name, text in sets.items() if not text):
                field |= {"can_be_empty": True, "control": "select" if field["names"] else field["control"]}
            options.append({"label": label, "sets": json.dumps(sets)})
        lists.append({"title": preset.title, "options": options})
    return lists


def render_fields(fields: Iterable[Field], anchor: str) -> str:
    """Render fields, whose ids begin with the id of their form."""
    return "\n".join(render_field(field, f"{anchor}-{field['name']}") for field in fields)


def render_field(field: Field, id: str) -> str:
    """Render a field with its label, its control and its help, which a tap on "?" shows."""
    control = field["control"]
    if control == "hidden":
        value = _quote(to_text(field["value"]))
        return f'<input type="hidden" name="{field["name"]}" value={value} data-default={value}>'
    help = field["help"] if field["help"].lower() not in (field["heading"].lower(), field["label"].lower()) else ""
    title = f" title={_quote(help)}" if help else ""
    note = f'<small class="fb-help" hidden>{_escape(help)}</small>' if help else ""
    if control == "toggle":
        box = f'<input type="checkbox" name="{field["name"]}" value="true" data-default="{to_text(field["value"])}"'
        checked = " checked" if field["value"] else ""
        return f'<label class="fb-toggle"{title}>{box}{checked}><span>{_escape(field["label"])}</span></label>{note}'
    heading = _escape(field["heading"])
    if control == "segments":
        return (
            f'<fieldset class="fb-field fb-segments"{title}>\n<legend>{heading}</legend>{note}\n'
            f'<span class="fb-segment-row">\n{_render_segments(field)}\n</span>\n</fieldset>'
        )
    if control == "records":
        return (
            f'<fb-records class="fb-field fb-field--wide" name="{field["name"]}" most="{field["most"]}" '
            f'add={_quote(field["add"])} role="group" aria-label={_quote(field["heading"])}>\n'
            f"<template>{render_fields(field['parts_of_entry'], id)}</template>\n</fb-records>"
        )
    label = f'<label for="{id}">{heading}</label>{note}'
    described = f" aria-description={_quote(help)}" if help else ""
    if control == "list":
        return (
            f'<fb-list class="fb-field fb-field--wide"{_render_list_options(field)}>\n{label}\n'
            f'{_render_text_input(field, id)} autocomplete="off"{described}>\n'
            f'<div class="fb-entries">{_render_empty_entries(field)}</div>\n</fb-list>'
        )
    wide = "" if control in ("stepper", "select", "dice") else " fb-field--wide"
    return f'<div class="fb-field{wide}"{title}>\n{label}\n{_render_control(field, id, described)}\n</div>'


def _render_control(field: Field, id: str, described: str) -> str:
    """Render the control of a field that is a single input element, with its buttons."""
    if field["control"] == "stepper":
        return (
            f'<span class="fb-stepper">\n{_render_step(field, "-1", "−", "one less")}\n'
            f"{_render_number_input(field, id)}{described}>\n{_render_step(field, '1', '+', 'one more')}\n</span>"
        )
    if field["control"] == "select":
        return f'<select id="{id}" name="{field["name"]}" data-default={_quote(field["value"])}{described}>\n' + (
            f"{_render_options(field)}\n</select>"
        )
    if field["control"] == "lines":
        value = str(field["value"])
        return (
            f'<textarea id="{id}" name="{field["name"]}" rows="4" maxlength="{field["most"]}" '
            f"data-default={_quote(value)}{described}>{_escape(value)}</textarea>"
        )
    text = f'{_render_text_input(field, id)} autocomplete="off" autocapitalize="off" spellcheck="false"{described}>'
    if field["control"] != "dice":
        return text
    return (
        f'<span class="fb-stepper fb-stepper--dice">\n{_render_step(field, "-1", "−", "one die less")}\n{text}\n'
        f"{_render_step(field, '1', '+', 'one die more')}\n"
        f"{_render_step(field, 'die', 'die', 'another kind of die')}\n</span>"
    )


def _render_step(field: Field, step: str, sign: str, said: str) -> str:
    label = _quote(f"{field['label']}: {said}")
    return f'<button type="button" data-step="{step}" aria-label={label} tabindex="-1">{sign}</button>'


def _render_number_input(field: Field, id: str) -> str:
    """Render the beginning of a number's input element; phones' number pads have no minus."""
    low, high = field["range"]
    mode = "text" if low < 0 else "decimal" if field["kind"] == "number" else "numeric"
    return (
        f'<input id="{id}" type="number" inputmode="{mode}" name="{field["name"]}" value={_quote(field["value"])} '
        f'data-default={_quote(field["value"])} min="{low}"{"" if high is None else f' max="{high}"'} '
        f'step="{"any" if field["kind"] == "number" else 1}"{" data-can-be-empty" if field["can_be_empty"] else ""}'
        + (f" placeholder={_quote(field['placeholder'])}" if field["placeholder"] else "")
    )


def _render_text_input(field: Field, id: str) -> str:
    value = _quote(to_text(field["value"]))
    return f'<input id="{id}" type="text" name="{field["name"]}" value={value} data-default={value}'


def _render_segments(field: Field) -> str:
    return "\n".join(
        f'<label><input type="radio" name="{field["name"]}" value={_quote(choice)} data-default='
        f"{_quote(field['value'])}{' checked' if choice == str(field['value']) else ''}><span>{_escape(called)}</span>"
        "</label>"
        for choice, called in field["names"].items()
    )


def _render_options(field: Field) -> str:
    empty = ['<option value="" hidden disabled>choose …</option>'] if field["can_be_empty"] else []
    return "\n".join(
        empty
        + [
            f"<option value={_quote(choice)}{' selected' if choice == str(field['value']) else ''}>{_escape(called)}"
            "</option>"
            for choice, called in field["names"].items()
        ]
    )


def _render_list_options(field: Field) -> str:
    """Render the attributes by which the page knows the entries of a list."""
    entry = field["entry"]
    options = {"most": field["most"], "add": field["add"]}
    if "choices" in entry:
        options["choices"] = json.dumps(field["names"], sort_keys=True)
    elif "parts" in entry:
        options["parts"] = json.dumps([humanize(part) for part in entry["parts"]])
    if "entry_names" in field:
        options["names"] = json.dumps(field["entry_names"], sort_keys=True)
    if "range" in entry:
        low, high = entry["range"]
        options |= {"low": low} if high is None else {"low": low, "high": high}
    return "".join(f" {name}={_quote(value)}" for name, value in options.items())


def _render_empty_entries(field: Field) -> str:
    """Render a place for each entry, so that the page doesn't move when its script fills them."""
    return '<div class="fb-entry"></div>' * len([entry for entry in to_text(field["value"]).split(",") if entry])


def render_preset_list(preset: Mapping[str, Any], id: str) -> str:
    """Render a list whose options fill in several fields."""
    options = "\n".join(
        f"<option value={_quote(option['sets'])}>{_escape(option['label'])}</option>" for option in preset["options"]
    )
    return (
        f'<div class="fb-field fb-pick"><label for="{id}">{_escape(preset["title"])}</label>'
        f'<select id="{id}"><option value="">choose …</option>\n{options}\n</select></div>'
    )


def render_comparison_button() -> str:
    """Render the button that pins the current set-up, with which later ones are compared."""
    return '<button type="button" class="fb-beside" aria-pressed="false">Compare with this</button>'


def render_counts_place(css_class: str = "") -> str:
    """Render the place of the switch "exactly, at least, at most", which the page's script adds."""
    return f'<div class="fb-counts{f" {css_class}" if css_class else ""}"></div>'


def render_what_if(labels: Mapping[str, str]) -> str:
    """Render the buttons that show the odds for every value of a parameter; "" without any."""
    if not labels:
        return ""
    buttons = "".join(
        f'<button type="button" data-over="{name}" aria-pressed="false">{_escape(label)}</button>'
        for name, label in labels.items()
    )
    return (
        '<div class="fb-what-if" role="group" aria-label="What if another …">'
        '<p class="fb-what-if-title" aria-hidden="true">What if another …</p>\n'
        f'<div class="fb-what-if-row">{buttons}</div>\n<div class="fb-what-if-body" hidden></div></div>'
    )


def render_inputs(form: Mapping[str, Any], anchor: str) -> str:
    """Render the preset lists, the fields and the folded groups of a form that `group_fields` has built."""
    parts = []
    if form["picks"]:
        lists = [render_preset_list(each, f"{anchor}-pick-{at}") for at, each in enumerate(form["picks"], 1)]
        parts.append("\n".join(['<div class="fb-picks">', *lists, "</div>"]))
    if form["fields"]:
        parts.append(f'<div class="fb-fields">\n{render_fields(form["fields"], anchor)}\n</div>')
    parts += [
        f'<details class="fb-more fb-group"><summary><span>{_escape(group["title"])}</span> '
        '<span class="fb-group-set"></span></summary>\n'
        f'<div class="fb-fields" role="group" aria-label={_quote(group["title"])}>\n'
        f"{render_fields(group['fields'], anchor)}\n</div>\n</details>"
        for group in form["groups"]
    ]
    return "\n".join(parts)


def _escape(text: object) -> str:
    return escape(str(text), quote=False)


def _quote(text: object) -> str:
    return f'"{escape(str(text))}"'
