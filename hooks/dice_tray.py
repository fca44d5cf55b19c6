"""What the dice tray knows of the games: a JSON file that a page fetches when a reader opens the tray.

Knows nothing of MkDocs.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules_py import RulesError
from rules_py.registry.games import find_mechanic
from rules_py.registry.play import find_play

from .rules_markdown.block_parser import Block
from .rules_markdown.page import Page
from .rules_markdown.roller_block import ROLLER, roller_block

NAME = "assets/tray.json"
"""Where the site has it."""


def write(site: Path, games: Mapping[str, Mapping[str, Any]]) -> Path:
    """Write it.

    Args:
        games: slug → name, mark (an SVG), accent (colours for light and dark) and the id of the game's core roll, where
            it has one.

    Raises:
        ValueError: a game's core roll is none of its mechanics; the message says whose.
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
    """The form of a game's core roll, and where that roll stands."""
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
    """The rolls that lead to a change of a sheet."""
    changes = find_play(slug).changes.values()
    return sorted({after.mechanic.id for change in changes for after in change.triggers if after.role != "fight"})
