"""The dice tray's data about the games: a JSON file that a page fetches when a reader opens the tray.

Doesn't depend on MkDocs.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules_markdown.block_parser import Block
from rules_markdown.page import Page
from rules_markdown.roller_block import ROLLER, roller_block
from rules_py import RulesError
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import find_play

NAME = "assets/tray.json"
"""The file's path in the site."""


def write(site: Path, games: Mapping[str, Mapping[str, Any]]) -> Path:
    """Write the dice tray's data and return the file's path.

    Args:
        site: the folder of the finished site.
        games: slug → name, mark (an SVG), accent (colours for light and dark) and `roll`, the id of its core roll.

    Raises:
        ValueError: a game's core roll isn't one of its mechanics; the message names the game.
    """
    path = site / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    known = {
        slug: {**about, **_render_core_roll(slug, about.get("roll")), "leads": _find_trigger_mechanics(slug)}
        for slug, about in games.items()
    }
    path.write_text(json.dumps(known, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    return path


def _render_core_roll(slug: str, mechanic_id: str | None) -> dict[str, str]:
    """Render the form of a game's core roll, with the address of the roll's own page."""
    if mechanic_id is None:
        return {}
    try:
        mechanic = find_mechanic(mechanic_id)
        if not mechanic_id.startswith(f"{slug}."):
            raise RulesError(f"mechanic: got {mechanic_id}, takes one of {slug}")
        form = roller_block(Block(ROLLER, mechanic_id, {}, {}), Page(), include_odds=False)
    except RulesError as error:
        raise ValueError(f"docs/{slug}/.meta.yml: roll: {error}") from None
    return {"home": mechanic.home, "form": form}


def _find_trigger_mechanics(slug: str) -> list[str]:
    """Return the ids of the mechanics whose rolls may trigger a change of a sheet outside fights."""
    changes = find_play(slug).changes.values()
    return sorted({after.mechanic.id for change in changes for after in change.triggers if after.role != "fight"})
