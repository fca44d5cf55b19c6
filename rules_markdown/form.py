"""Form fields, shared by all blocks that have a form."""

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from rules_py import RulesError
from rules_py.mechanic import Mechanic
from rules_py.mechanic.presets import TablePreset
from rules_py.parameters import ListOf, Parameter

from .block_parser import Block
from .page import Page


def build_mechanic_form(
    block: Block, page: Page, mechanic: Mechanic, params: Mapping[str, Any], anchor: str, title: str
) -> dict[str, Any]:
    """Build the template's data for a mechanic's form; the block's title option overrides `title`."""
    return {
        "mechanic": mechanic,
        "anchor": page.unique_anchor(anchor),
        "root": page.root,
        "address": page.address,
        "title": block.options.get("title", title),
        "repeats": page.is_title_repeated(block.options.get("title", title)),
        "is_rule_above": page.is_rule_above(mechanic.page),
        **group_fields(mechanic, build_fields(mechanic.parameters, params, parse_hidden_names(block, mechanic))),
    }


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


def parse_hidden_names(block: Block, mechanic: Mechanic) -> tuple[str, ...]:
    """Parse the names of the parameters that the block's `hide` option hides.

    Raises:
        RulesError: the mechanic has no such parameter.
    """
    names = tuple(name for name in block.options.get("hide", "").split(",") if name)
    for name in names:
        if name not in mechanic.parameters:
            raise RulesError(f"hide: got {name!r}, takes parameters of {mechanic.id}: {', '.join(mechanic.parameters)}")
    return names


CONTROL_ORDER = {"segments": 1, "toggle": 2}
"""Controls placed after all others: between narrow controls, they would leave half a row empty."""


def build_fields(
    parameters: Mapping[str, Parameter], values: Mapping[str, Any], hidden: Iterable[str] = ()
) -> list[dict[str, Any]]:
    """Build a form's fields: first those that fit two in a row, then choices as wide as the form, then toggles."""
    fields = [build_field(parameter, values[name], name in hidden) for name, parameter in parameters.items()]
    return sorted(fields, key=lambda field: CONTROL_ORDER.get(field["control"], 0))


def sweepable_labels(parameters: Mapping[str, Parameter]) -> dict[str, str]:
    """Return the labels of the parameters whose values a "what if" can sweep, by name."""
    return {name: parameter.label for name, parameter in parameters.items() if parameter.kind.sweep(parameter.default)}


def build_field(parameter: Parameter, value: Any, hidden: bool = False) -> dict[str, Any]:
    """Build the template's data for a field: the parameter's description, its control and its current value."""
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
