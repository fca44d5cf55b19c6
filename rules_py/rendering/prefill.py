"""Values that a sheet fills into a roller's form, as text, and the player's choices for them."""

from collections.abc import Mapping
from typing import Any

from rules_py.error_messages import error_message
from rules_py.errors import RulesError
from rules_py.parameters import Kind, Whole
from rules_py.play import RollBinding, Sheet
from rules_py.play.bindings import NO_ENTRY, find_entry
from rules_py.rendering.numbers import format_signed
from rules_py.text.numbers import is_whole
from rules_py.text.serialization import to_text

Choice = dict[str, Any]


def prefill_params(sheet: Sheet, binding: RollBinding, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the filled parameters as text, the player's choices, and the problems.

    The problems have a sentence for each value that the roll rejects or the sheet lacks.

    Raises:
        RulesError: a choice isn't among the options.
    """
    params: dict[str, str] = {}
    problems = list(dict.fromkeys(binding.find_missing(sheet, chosen).values()))
    for name, value in binding.fill_known_params(sheet, chosen).items():
        try:
            params[name] = to_text(binding.mechanic.parameters[name].accept(value))
        except RulesError as error:
            problems.append(error_message(error, binding.mechanic.parameters))
    return {"params": params, "choices": list(_list_choices(sheet, binding)), "problems": problems}


def _list_choices(sheet: Sheet, binding: RollBinding) -> list[Choice]:
    found = []
    for name, fields in binding.choices.items():
        if fields:
            options = {field: _label_field(sheet, field, binding.mechanic.parameters[name].kind) for field in fields}
            found.append({"name": name, "label": binding.mechanic.parameters[name].label, "options": options})
        elif entries := getattr(sheet, name):
            options = {str(number): _label_for_entry(sheet, name, number) for number in range(len(entries))}
            if label := binding.label_for_no_entry(name):
                options[str(NO_ENTRY)] = label
            found.append({"name": name, "label": sheet.label_for(name), "options": options})
    return [each for each in found if len(each["options"]) > 1]


def _label_field(sheet: Sheet, name: str, kind: Kind) -> str:
    """Return the label of a field and its value, if that is a whole number; with a sign if it can be negative."""
    label = sheet.label_for(name) if name in sheet.parameters or name in sheet.derivations else name
    value = getattr(sheet, name)
    if not is_whole(value):
        return label
    return f"{label} {format_signed(value) if isinstance(kind, Whole) and kind.low < 0 else value}"


def _label_for_entry(sheet: Sheet, name: str, number: int) -> str:
    """Return the label of a list entry: its first part."""
    entry = find_entry(sheet, name, {name: number})
    return str(entry[0] if isinstance(entry, tuple) and entry else entry) or f"{sheet.label_for(name)} {number + 1}"
