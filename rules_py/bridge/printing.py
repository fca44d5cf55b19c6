"""Handlers for a sheet on paper and in the notes of other programs."""

import json
from typing import TYPE_CHECKING, Any

from rules_py.bridge.answers import Answer, answers, find_play_parameters

if TYPE_CHECKING:
    from rules_py.parameters import Parameter


def _find_form(id: str, *_: Any, **__: Any) -> "dict[str, Parameter]":
    return find_play_parameters(id)


@answers(_find_form)
def paper(id: str, fields: str, look: str = "{}") -> Answer:
    """Return the printed page of a sheet.

    Args:
        id: the sheet's type.
        fields: a JSON object of values as text or as in a sheet's JSON.
        look: the page's `mark`, `credit` and `drawing` as a JSON object; see `rules_py.rendering.paper_sheet.Look`.
    """
    from rules_py.registry.play import find_sheet
    from rules_py.rendering.paper_sheet import Look, render_paper_sheet

    about = {name: str(value) for name, value in json.loads(look).items() if name in Look._fields}
    return {"html": render_paper_sheet(find_sheet(id).from_fields(json.loads(fields)), Look(**about))}


@answers(_find_form)
def statblock(id: str, fields: str, source: str = "") -> Answer:
    """Return a sheet as a block for Obsidian: `{"text"}`.

    Args:
        id: the sheet's type.
        fields: a JSON object of values as text or as in a sheet's JSON.
        source: the line that says where the game's rules come from, or "".
    """
    from rules_py.formats.statblocks import write_statblock
    from rules_py.registry.play import find_sheet

    return {"text": write_statblock(find_sheet(id).from_fields(json.loads(fields)), source)}
