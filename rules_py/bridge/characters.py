"""Handler for characters that are being made: the steps, and what a tap on them does."""

import json
from typing import TYPE_CHECKING, Any

from rules_py.bridge.answers import Answer, answers, find_play_parameters
from rules_py.registry.games import find_mechanic

if TYPE_CHECKING:
    from rules_py.parameters import Parameter


def _find_form(id: str, *_: Any, **__: Any) -> "dict[str, Parameter]":
    return find_play_parameters(id)


@answers(_find_form)
def making(id: str, fields: str, progress: str, act: str, is_wide: int = 0, seed: int | None = None) -> Answer:
    """Return a character that is being made, after a tap.

    Args:
        id: the sheet's type.
        fields: the sheet's fields, as JSON; "null" for a new character.
        progress: how far the player is, as JSON.
        act: the tap, as JSON, or "null".
        is_wide: 1 for a page that has room for the sheet beside the steps, or 0.
        seed: seeds the dice.
    """
    from rules_py.bridge.sheets import build_view
    from rules_py.play.making import Making, Progress
    from rules_py.registry.play import find_sheet
    from rules_py.rendering.making.page import describe_act, describe_making, render_bar, render_so_far, render_steps
    from rules_py.rendering.open_sheet.page import render_open_sheet

    kind, given, tap = find_sheet(id), json.loads(fields), json.loads(act)
    made = Making.begin(kind) if given is None else Making(kind.from_fields(given), Progress.read(json.loads(progress)))
    if isinstance(tap, dict):
        made = made.act(tap, find_mechanic, seed)
    return {
        "sheet": made.sheet.to_dict(),
        "progress": made.progress.to_dict(),
        "said": describe_act(made, tap),
        "plate": describe_making(made),
        "steps": render_steps(made),
        "bar": render_bar(made),
        "so_far": render_so_far(made),
        "beside": render_open_sheet(build_view(made.sheet, {})) if is_wide else "",
    }
