"""`::: sheets SLUG paper=…`: a game's characters and enemies: create, store, edit and share sheets.

`paper` is the address of the page with blank sheets, such as `moon/paper/`.
"""

import json
from collections.abc import Iterable
from typing import Any

from rules_py import RulesError
from rules_py.play import Change, Sheet
from rules_py.play.layout import build_default_layout
from rules_py.registry.play import PlayRegistry, find_play
from rules_py.rendering.forms import build_field, build_fields
from rules_py.rendering.labels import ROLLED, ROLLED_IF_EMPTY
from rules_py.rendering.sheets import NAME

from .block_parser import Block, BlockKind
from .page import Page
from .readings import Reading, list_change_readings, list_sheet_readings
from .templates import render

TITLES = {"toggle": "Conditions", "text": "Notes", "lines": "Notes"}
"""Titles of field groups by control, where the sheet defines none; all other fields are in VALUES."""

VALUES = "Values"
IN_PLAY = "In play"
"""The title of the fields that gauges change and that a new sheet has right, so that they needn't be typed."""


def sheets_block(block: Block, page: Page) -> str:
    """Render the list of stored sheets and, as templates for the page's script, the form of each kind."""
    play = check_sheets(block, page)
    board = play.fight_rules.board if play.fight_rules else None  # part of a fight, and stored with it
    kinds = [sheet for sheet in play.sheets.values() if sheet is not board]
    anchor = page.unique_anchor("sheets")
    templates = [_render_template(sheet, play, f"{anchor}-{number}", page.root) for number, sheet in enumerate(kinds)]
    return render(
        "sheets.html",
        anchor=anchor,
        slug=block.id,
        address=page.address,
        root=page.root,
        templates=templates,
        paper=block.options.get("paper", ""),
        is_many=len(kinds) + sum(bool(sheet.build_presets()) for sheet in kinds) > 2,
    )


def check_sheets(block: Block, page: Page) -> PlayRegistry:
    """Return the sheets of the block's game.

    Raises:
        RulesError: there is no such game, or it has no sheets.
    """
    play = find_play(block.id)
    if not play.sheets:
        raise RulesError(f"sheets: got {block.id}, takes a game that declares sheets")
    return play


def _render_template(sheet: type[Sheet], play: PlayRegistry, anchor: str, root: str) -> tuple[dict[str, str], str]:
    """Render the attributes and the content of a template with a sheet's form."""
    attributes = {"data-sheet": sheet.id, "data-title": sheet.title}
    if made := {name: each.list_non_default_fields() for name, each in sheet.build_presets().items()}:
        attributes["data-ready"] = json.dumps(made)
    changes = play.changes_for(sheet)
    return (
        attributes,
        render(
            "sheet-form.html",
            root=root,
            anchor=anchor,
            groups=_build_groups(sheet),
            changes=[_build_change(change, f"{anchor}-{number}") for number, change in enumerate(changes)],
            readings=[*list_sheet_readings(sheet), *_list_button_readings(changes)],
        ),
    )


def _list_button_readings(changes: Iterable[Change]) -> list[Reading]:
    """Return the Readings of the changes that are only a button; those with a form have theirs in it."""
    return [reading for change in changes if not change.parameters for reading in list_change_readings(change)]


def _list_fields_in_play(sheet: type[Sheet]) -> set[str]:
    """Return the names of the fields that gauges change, without those that begin at their maximum.

    A player who types another maximum, such as that of HP, types those too, so the form shows them.
    """
    blank = sheet()
    return {
        gauge.missing or gauge.value
        for gauge in (sheet.layout or build_default_layout(sheet)).list_gauges()
        if gauge.missing
        or not isinstance(gauge.most, str)
        or not gauge.most
        or getattr(blank, gauge.value) != getattr(blank, gauge.most)
    }


def _build_groups(sheet: type[Sheet]) -> list[dict[str, Any]]:
    """Build the form's groups of fields, in the sheet's order; a list is a separate group, and gauges are the last."""
    found: dict[str, list[dict[str, Any]]] = {"": []}
    in_play = _list_fields_in_play(sheet)
    for name, parameter in sorted(sheet.parameters.items(), key=lambda each: each[0] in in_play):
        field = build_field(parameter, parameter.default)
        title = (
            ""
            if name == NAME
            else IN_PLAY
            if name in in_play
            else parameter.label
            if parameter.kind.entries()
            else TITLES.get(field["control"], VALUES)
        )
        found.setdefault(title, []).append(field)
    return [{"title": title, "fields": fields, "open": title == VALUES} for title, fields in found.items() if fields]


def _leave_open(field: dict[str, Any]) -> dict[str, Any]:
    """Return a number field that begins empty, as the change rolls its die."""
    return field | {
        "value": "",
        "can_be_empty": True,
        "placeholder": ROLLED,
        "help": f"{field['help']}. {ROLLED_IF_EMPTY}.",
    }


def _build_change(change: Change, anchor: str) -> dict[str, Any]:
    parameters = change.parameters
    fields = build_fields(parameters, {name: parameter.default for name, parameter in parameters.items()})
    return {
        "id": change.id,
        "title": change.title,
        "page": change.page,
        "anchor": anchor,
        "fields": [_leave_open(field) if field["name"] in change.own_dice else field for field in fields],
        "readings": list_change_readings(change),
    }


SHEETS = BlockKind("sheets", sheets_block, options=("paper",), accepts_presets=False, check=check_sheets)
