"""`::: notation dice`: the guide to dice notation; each example is a button that rolls."""

from rules_py import RulesError, notation
from rules_py.mechanic import builtin
from rules_py.notation.guide import GUIDE
from rules_py.rendering.labels import build_chip_attributes

from .block_parser import Block, BlockKind
from .page import Page
from .templates import render


def notation_block(block: Block, page: Page) -> str:
    """Render the guide as a list."""
    if block.id != builtin.dice.id:
        raise RulesError(f"notation: got {block.id!r}, takes {builtin.dice.id}")
    return render("notation.html", entries=[(each.title, list(map(_build_part, each.split_text()))) for each in GUIDE])


def _build_part(part: tuple[str, bool]) -> dict[str, str]:
    text, is_example = part
    attributes = build_chip_attributes(str(notation.parse(text))) if is_example else {}
    return {"text": text, **attributes}


NOTATION = BlockKind("notation", notation_block, options=(), accepts_presets=False)
