"""The registry of block kinds."""

from .calculator_block import CALCULATOR
from .compare_block import COMPARE
from .dice_block import DICE
from .dice_odds_block import DICE_ODDS
from .fight_block import FIGHT
from .files_block import FILES
from .licence_block import LICENCE
from .messages_block import MESSAGES_BLOCK
from .notation_block import NOTATION
from .odds_block import ODDS
from .order_block import ORDER
from .paper_block import PAPER
from .readings_block import READINGS
from .roller_block import ROLLER
from .sheets_block import SHEETS
from .table_block import TABLE

KINDS = {
    kind.name: kind
    for kind in (
        TABLE,
        ROLLER,
        ODDS,
        ORDER,
        READINGS,
        CALCULATOR,
        COMPARE,
        DICE,
        DICE_ODDS,
        NOTATION,
        SHEETS,
        FIGHT,
        PAPER,
        FILES,
        LICENCE,
        MESSAGES_BLOCK,
    )
}
