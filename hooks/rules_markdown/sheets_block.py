"""`::: sheets SLUG`: a game's characters and enemies, made, kept on the device, changed and shared; blank ones too."""

import json
from collections.abc import Mapping
from typing import Any

from rules_py import RulesError
from rules_py.parameters import Parameter
from rules_py.play import Change, MadeBy, Sheet
from rules_py.registry.play import Play, play_of
from rules_py.rendering.sheets import NAME, blank_html

from .block_parser import Block, BlockKind
from .form import field_of, fields_of
from .page import Page
from .templates import render

TITLES = {"toggle": "Conditions", "text": "Notes", "lines": "Notes"}
"""The groups of a form where the sheet says nothing of its own, by control; any other field is in VALUES."""

VALUES = "Values"


def sheets_block(block: Block, page: Page) -> str:
    """The place where they are kept, and the form of each kind, which scripts take from their templates."""
    play = play_of(block.id)
    if not play.sheets:
        raise RulesError(f"sheets: got {block.id}, takes a game that declares sheets")
    board = play.fight.board if play.fight else None  # is a fight's own, and kept with it
    kinds = [sheet for sheet in play.sheets.values() if sheet is not board]
    anchor = page.own_anchor("sheets")
    return render(
        "sheets.html",
        anchor=anchor,
        slug=block.id,
        address=page.address,
        root=page.root,
        kinds=[_kind(sheet, play, f"{anchor}-{number}") for number, sheet in enumerate(kinds)],
    )


def _kind(sheet: type[Sheet], play: Play, anchor: str) -> dict[str, Any]:
    made = {name: each.short() for name, each in sheet.ready_made().items()}
    return {
        "sheet": sheet,
        "anchor": anchor,
        "groups": _groups(sheet),
        "ready": made and json.dumps(made),
        "blank": blank_html(sheet),
        "made_by": sheet.made_by and _made_by(sheet.made_by, f"{anchor}-made"),
        "changes": [_change(change, f"{anchor}-{number}") for number, change in enumerate(play.changes_of(sheet))],
    }


def _groups(sheet: type[Sheet]) -> list[dict[str, Any]]:
    """The form's fields by group, in the order in which the sheet has them; a list of entries is a group."""
    found: dict[str, list[dict[str, Any]]] = {"": []}
    for name, parameter in sheet.parameters.items():
        field = field_of(parameter, parameter.default)
        title = (
            ""
            if name == NAME
            else parameter.label
            if parameter.kind.entries()
            else TITLES.get(field["control"], VALUES)
        )
        found.setdefault(title, []).append(field)
    return [{"title": title, "fields": fields, "open": title == VALUES} for title, fields in found.items() if fields]


def _made_by(made_by: MadeBy, anchor: str) -> dict[str, Any]:
    """The roll that makes one, and what the player chooses then."""
    mechanic = made_by.mechanic
    return {
        "mechanic": mechanic.id,
        "title": mechanic.title,
        "page": mechanic.page,
        "fields": _form(mechanic.parameters),
        "choices": _form(made_by.parameters),
        "anchor": anchor,
    }


def _form(parameters: Mapping[str, Parameter]) -> list[dict[str, Any]]:
    return fields_of(parameters, {name: parameter.default for name, parameter in parameters.items()})


def _change(change: Change, anchor: str) -> dict[str, Any]:
    return {
        "id": change.id,
        "title": change.title,
        "page": change.page,
        "anchor": anchor,
        "fields": _form(change.parameters),
    }


SHEETS = BlockKind("sheets", sheets_block, options=(), takes_presets=False)
