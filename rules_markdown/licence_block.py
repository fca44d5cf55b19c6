"""`::: licence SLUG`: the terms of a game's text and data, and their sources; `::: licence all`: those of all games.

The game's `licence.toml` has the data. `show="terms changes"` keeps some of its parts.
"""

from rules_py import RulesError
from rules_py.formats import Licence, find_licence
from rules_py.formats.licences import LICENCE_KINDS
from rules_py.registry.games import find_game, systems

from .block_parser import Block, BlockKind
from .page import Page
from .templates import render

ALL = "all"
"""The id that lists all games."""

PARTS = ("terms", "sources", "changes", "notice", "reserved")


def licence_block(block: Block, page: Page) -> str:
    """Render the licence of a game, or the table of all games' licences."""
    if block.id != ALL:
        licence = find_licence(find_game(block.id).slug)
        return render("licence.html", licence=licence, kinds=LICENCE_KINDS, parts=_choose_parts(block))
    found = {slug: licence for slug in systems() if (licence := find_licence(slug)) != Licence()}
    return render("licences.html", licences=found, root=page.root)


def _choose_parts(block: Block) -> list[str]:
    parts = block.options["show"].split() if "show" in block.options else list(PARTS)
    for part in parts:
        if part not in PARTS:
            raise RulesError(f"show: got {part!r}, takes {', '.join(PARTS)}, with blanks between them")
    return parts


LICENCE = BlockKind("licence", licence_block, options=("show",), accepts_presets=False)
