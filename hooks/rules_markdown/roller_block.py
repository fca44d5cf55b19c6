"""`::: roller ID`: a mechanic's form, with presets and hidden fields, and its odds for readers without scripts."""

from rules_py import RulesError, rendering
from rules_py.probability.odds import Odds, odds_of

from .block_parser import Block, BlockKind, mechanic_of
from .form import mechanic_form, steppable
from .initial_dice import opening_of
from .page import Page
from .templates import render

KEPT = ("none", "last")
"""What of its rolls stays on the device."""


def roller_block(block: Block, page: Page, with_odds: bool = True) -> str:
    """The form, and the odds of the presets, which a reader without scripts sees too; a calculation has none."""
    mechanic, params = mechanic_of(block)
    odds = Odds(mechanic.id, params, odds_of(mechanic, params))
    rolls = any(len(chances) > 1 for chances in odds.outcomes.values())
    if (keep := block.options.get("keep", "none")) not in KEPT:
        raise RulesError(f"keep: got {keep!r}, takes {' or '.join(KEPT)}")
    form = mechanic_form(block, page, mechanic, params, block.options.get("anchor", mechanic.anchor), mechanic.title)
    return render(
        "roller.html",
        **form,
        keep=keep,
        rolls=rolls,
        action="Roll" if rolls else "Work it out",
        odds=rendering.odds_html(mechanic, odds) if rolls and with_odds else None,
        ordered=rendering.has_order(mechanic, odds),
        opening=opening_of(mechanic, params) if rolls else "",
        steppable=steppable(mechanic.parameters),
    )


ROLLER = BlockKind("roller", roller_block, options=("title", "hide", "keep", "anchor"))
