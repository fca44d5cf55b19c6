"""The kinds of blocks there are."""

from hooks.rules_markdown.calculator_block import CALCULATOR
from hooks.rules_markdown.compare_block import COMPARE
from hooks.rules_markdown.dice_block import DICE
from hooks.rules_markdown.dice_odds_block import DICE_ODDS
from hooks.rules_markdown.fight_block import FIGHT
from hooks.rules_markdown.odds_block import ODDS
from hooks.rules_markdown.order_block import ORDER
from hooks.rules_markdown.paper_block import PAPER
from hooks.rules_markdown.roller_block import ROLLER
from hooks.rules_markdown.sheets_block import SHEETS
from hooks.rules_markdown.table_block import TABLE

KINDS = {
    kind.name: kind for kind in (TABLE, ROLLER, ODDS, ORDER, CALCULATOR, COMPARE, DICE, DICE_ODDS, SHEETS, FIGHT, PAPER)
}
