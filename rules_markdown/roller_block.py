"""`::: roller ID`: a mechanic's form, with presets and hidden fields, and static odds for readers without scripts."""

from rules_py import RulesError, rendering
from rules_py.mechanic import Mechanic
from rules_py.probability.cumulative import is_ordered
from rules_py.probability.odds import Odds
from rules_py.registry.games import has_game
from rules_py.registry.play import find_play

from .block_parser import Block, BlockKind, resolve_mechanic
from .form import build_mechanic_form, sweepable_labels
from .initial_dice import build_initial_dice
from .page import Page
from .templates import render

KEEP_OPTIONS = ("none", "last")
"""Which of the roller's results are stored on the device."""


def roller_block(block: Block, page: Page, include_odds: bool = True, is_fillable: bool = True) -> str:
    """Render the form with the odds for its presets; a mechanic without dice has no odds.

    Args:
        is_fillable: False if the character in use doesn't fill the form, such as in a fight.
    """
    mechanic, params = resolve_mechanic(block)
    odds = Odds.compute(mechanic, params)
    rolls = any(len(chances) > 1 for chances in odds.outcomes.values())
    if (keep := block.options.get("keep", "none")) not in KEEP_OPTIONS:
        raise RulesError(f"keep: got {keep!r}, takes {' or '.join(KEEP_OPTIONS)}")
    form = build_mechanic_form(
        block, page, mechanic, params, block.options.get("anchor", mechanic.anchor), mechanic.title
    )
    return render(
        "roller.html",
        **form,
        keep=keep,
        rolls=rolls,
        is_filled=is_fillable and _is_filled_by_a_sheet(mechanic),
        action="Roll" if rolls else "Calculate",
        odds=rendering.render_odds(mechanic, odds) if rolls and include_odds else None,
        ordered=_find_ordered(mechanic, odds),
        opening=build_initial_dice(mechanic, params) if rolls else "",
        steppable=sweepable_labels(mechanic.parameters),
    )


def _find_ordered(mechanic: Mechanic, odds: Odds) -> str:
    """Return the fields whose odds can be counted as at least or at most: the "headline", only "others" or ""."""
    if is_ordered(mechanic, mechanic.headline, odds.outcomes[mechanic.headline]):
        return "headline"
    return "others" if rendering.has_order(mechanic, odds) else ""


def _is_filled_by_a_sheet(mechanic: Mechanic) -> bool:
    """Return True if a sheet of the game fills in parameters of a roll."""
    slug = mechanic.id.partition(".")[0]
    sheets = find_play(slug).sheets.values() if has_game(slug) else ()
    return any(binding.mechanic.id == mechanic.id for sheet in sheets for binding in sheet.rolls)


ROLLER = BlockKind("roller", roller_block, options=("title", "hide", "keep", "anchor"))
