"""`::: readings ID …`: the Readings of rules, changes, sheets and fights, as a note next to the rule.

`about="left over"` keeps those of the id before it that contain these words.
"""

from rules_py import RulesError

from .block_parser import Block, BlockKind
from .page import Page
from .readings import Reading, find_readings
from .templates import render


def readings_block(block: Block, page: Page) -> str:
    """Render the Readings; one that several ids have is shown once."""
    found = {each.text: each for part in (block, *block.other_blocks) for each in _select_readings(part)}
    return render("readings.html", root=page.root, readings=list(found.values()))


def _select_readings(block: Block) -> list[Reading]:
    found, words = find_readings(block.id), block.options.get("about", "").casefold()
    chosen = [each for each in found if words in each.text.casefold()]
    if not chosen:
        raise RulesError(f"about: got {words!r}, takes words from a Reading of {block.id}")
    return chosen


READINGS = BlockKind("readings", readings_block, options=("about",), accepts_presets=False, accepts_several_ids=True)
