"""What a sheet fills in of a roller's form, as text, and what the player chooses for it."""

from collections.abc import Mapping
from typing import Any

from rules_py.errors import RulesError
from rules_py.play import Fills, Sheet
from rules_py.play.bindings import entry_of
from rules_py.text.formatting import text_of

Choice = dict[str, Any]


def filled(sheet: Sheet, fills: Fills, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as text by name, what the player chooses, and a sentence for each value that the roll doesn't take.

    Raises:
        RulesError: what was chosen is not on offer.
    """
    params: dict[str, str] = {}
    problems: list[str] = []
    for name, value in fills.params(sheet, chosen).items():
        try:
            params[name] = text_of(fills.mechanic.parameters[name].accept(value))
        except RulesError as error:
            problems.append(str(error))
    return {"params": params, "choices": list(_choices(sheet, fills)), "problems": problems}


def _choices(sheet: Sheet, fills: Fills) -> list[Choice]:
    found = []
    for name, fields in fills.choices.items():
        if fields:
            options = {field: _label(sheet, field) for field in fields}
            found.append({"name": name, "label": fills.mechanic.parameters[name].label, "options": options})
        elif entries := getattr(sheet, name):
            options = {str(number): _entry(sheet, name, number) for number in range(len(entries))}
            found.append({"name": name, "label": sheet.label_of(name), "options": options})
    return [each for each in found if len(each["options"]) > 1]


def _label(sheet: Sheet, name: str) -> str:
    return sheet.label_of(name) if name in sheet.parameters or name in sheet.derivations else name


def _entry(sheet: Sheet, name: str, number: int) -> str:
    """What an entry of a list is called: its first part."""
    entry = entry_of(sheet, name, {name: number})
    return str(entry[0] if isinstance(entry, tuple) and entry else entry) or f"{sheet.label_of(name)} {number + 1}"
