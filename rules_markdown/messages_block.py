"""`::: messages FB1`: the messages of `check` whose numbers begin like this, each with a wrong and a right example."""

from rules_py.checking.messages import MESSAGES
from rules_py.errors import UnknownIdError

from .block_parser import Block, BlockKind
from .page import Page
from .templates import render

GROUP_LENGTH = 3
"""The number of letters and digits that a group of messages has in common."""


def messages_block(block: Block, page: Page) -> str:
    """Render the messages."""
    shown = [each for number, each in MESSAGES.items() if number.startswith(block.id)]
    if not shown:
        raise UnknownIdError("messages", block.id, dict.fromkeys(number[:GROUP_LENGTH] for number in MESSAGES))
    page.anchors |= {each.number.lower() for each in shown}
    return render("messages.html", messages=shown)


MESSAGES_BLOCK = BlockKind("messages", messages_block, options=(), accepts_presets=False)
