"""`::: dice d4 d20 2d6 …`: a button for each; a tap rolls the dice with the plan embedded in the page."""

from rules_py import notation
from rules_py.rendering.labels import build_chip_attributes

from .block_parser import Block, BlockKind
from .page import Page
from .templates import render


def dice_block(block: Block, page: Page) -> str:
    """Render the buttons and the result area."""
    dice = [
        {"text": each.id, **build_chip_attributes(str(notation.parse(each.id)))}
        for each in (block, *block.other_blocks)
    ]
    return render("dice.html", dice=dice, anchor=page.unique_anchor("handful"))


DICE = BlockKind("dice", dice_block, options=(), accepts_presets=False, accepts_several_ids=True)
