"""The ids that the command line lists, and its JSON for every change of a plain sheet."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import rules_py
from tests.compatibility.commands import answer


def trim_sheet(found: Mapping[str, Any], plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return a change's answer with only those parts of its sheet that a plain sheet doesn't have."""
    if "sheet" not in found:
        return dict(found)
    sheet = dict(found["sheet"])
    for part in ("fields", "derived"):
        sheet[part] = {name: value for name, value in sheet[part].items() if value != plain[part].get(name)}
    return {**found, "sheet": sheet}


def apply_changes(slug: str, folder: Path) -> dict[str, Any]:
    """Return what each change makes of a plain sheet of each kind; a refusal where the rules forbid it."""
    found = {}
    for sheet_id in rules_py.sheets(slug):
        plain = answer("sheet", sheet_id)
        file = folder / f"{sheet_id}.json"
        file.write_text(json.dumps(plain), encoding="utf-8")
        for change in rules_py.changes(sheet_id):
            found[f"{sheet_id} {change}"] = trim_sheet(answer("change", change, str(file)), plain)
    return found


def list_ids() -> dict[str, Any]:
    """Return the ids that the command line lists."""
    found = {name: answer(name) for name in ("systems", "list", "tables", "sheets")}
    found |= {
        f"{name} {slug}": answer(name, slug) for name in ("list", "tables", "sheets") for slug in found["systems"]
    }
    return found | {f"changes {id}": answer("changes", id) for id in rules_py.sheets()}
