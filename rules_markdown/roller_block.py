"""`::: roller ID`: a mechanic's form, with presets and hidden fields, and static odds for readers without scripts."""

from rules_py import RulesError
from rules_py.mechanic import Mechanic
from rules_py.probability.odds import Odds
from rules_py.registry.games import has_game
from rules_py.registry.play import find_play
from rules_py.rendering.roller import RollerOptions, is_rolled, render_roller
from rules_py.workbench.sources import find_source

from .block_parser import Block, BlockKind, resolve_mechanic
from .form import build_mechanic_form, parse_hidden_names
from .initial_dice import build_initial_dice
from .page import Page

KEEP_OPTIONS = ("none", "last")
"""Which of the roller's results are stored on the device."""


def roller_block(block: Block, page: Page, include_odds: bool = True, is_fillable: bool = True) -> str:
    """Render the form with the odds for its presets; a mechanic without dice has no odds.

    Args:
        is_fillable: False if the character in use doesn't fill the form, such as in a fight.
    """
    mechanic, odds = check_roller(block, page)
    form = build_mechanic_form(
        block, page, mechanic, odds.params, block.options.get("anchor", mechanic.anchor), mechanic.title
    )
    attributes = {
        **({"fills": None} if is_fillable and _is_filled_by_a_sheet(mechanic) else {}),
        **({"keeps-last": None} if block.options.get("keep") == "last" else {}),
        **({"page": page.address} if page.address else {}),
    }
    options = RollerOptions(
        anchor=form["anchor"],
        title=form["title"],
        attributes=attributes,
        root=page.root,
        workbench=page.workbench if find_source(mechanic) else "",
        repeats_heading=form["repeats"],
        is_rule_above=form["is_rule_above"],
        has_odds=include_odds,
        opening=build_initial_dice(mechanic, odds.params) if is_rolled(odds) else "",
    )
    return render_roller(mechanic, odds, form, options)


def check_roller(block: Block, page: Page) -> tuple[Mechanic, Odds]:
    """Return the mechanic of a roller, and its odds with the block's presets.

    Raises:
        RulesError: there is no such mechanic, or an option or a preset isn't accepted.
    """
    mechanic, params = resolve_mechanic(block)
    if (keep := block.options.get("keep", KEEP_OPTIONS[0])) not in KEEP_OPTIONS:
        raise RulesError(f"keep: got {keep!r}, takes {' or '.join(KEEP_OPTIONS)}")
    parse_hidden_names(block, mechanic)
    return mechanic, Odds.compute(mechanic, params)


def _is_filled_by_a_sheet(mechanic: Mechanic) -> bool:
    """Return True if a sheet of the game fills in parameters of a roll."""
    slug = mechanic.id.partition(".")[0]
    sheets = find_play(slug).sheets.values() if has_game(slug) else ()
    return any(binding.mechanic.id == mechanic.id for sheet in sheets for binding in sheet.rolls)


ROLLER = BlockKind("roller", roller_block, options=("title", "hide", "keep", "anchor"), check=check_roller)
