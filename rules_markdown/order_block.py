"""`::: order ID`: an initiative order, rolled with a mechanic and stored until the fight ends."""

from typing import Any

from rules_py import RulesError
from rules_py.mechanic import Mechanic
from rules_py.probability.odds import compute_odds

from .block_parser import Block, BlockKind, resolve_mechanic
from .form import build_mechanic_form, parse_hidden_names
from .initial_dice import build_initial_dice
from .page import Page
from .templates import render


def order_block(block: Block, page: Page) -> str:
    """Render the form that adds a combatant, and the list."""
    mechanic, params = check_order(block, page)
    anchor = f"order-{mechanic.id.replace('.', '-')}"
    return render(
        "order.html",
        **build_mechanic_form(block, page, mechanic, params, anchor, f"{mechanic.title}: the order"),
        again=block.options.get("again"),
        opening=build_initial_dice(mechanic, params),
    )


def check_order(block: Block, page: Page) -> tuple[Mechanic, dict[str, Any]]:
    """Return the mechanic of an order, and its checked parameters.

    Raises:
        RulesError: the mechanic has no total, or an option or a preset isn't accepted.
    """
    mechanic, params = resolve_mechanic(block)
    if "total" not in compute_odds(mechanic, params):
        raise RulesError(f"order: got {block.id}, takes a mechanic with a total to sort by")
    parse_hidden_names(block, mechanic)
    return mechanic, params


ORDER = BlockKind("order", order_block, options=("title", "hide", "again"), check=check_order)
