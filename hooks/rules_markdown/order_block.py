"""`::: order ID`: who acts when: rolls of an initiative mechanic, kept until the fight ends."""

from hooks.rules_markdown.block_line import Block, BlockKind, mechanic_of
from hooks.rules_markdown.form import mechanic_form
from hooks.rules_markdown.opening import opening_of
from hooks.rules_markdown.page import Page
from hooks.rules_markdown.templates import render
from rules_py import RulesError
from rules_py.odds.exact import odds_of


def order_block(block: Block, page: Page) -> str:
    """The form that adds somebody, and the list it adds to."""
    mechanic, params = mechanic_of(block)
    if "total" not in odds_of(mechanic, params):
        raise RulesError(f"order: got {block.id}, takes a mechanic with a total to sort by")
    anchor = f"order-{mechanic.id.replace('.', '-')}"
    return render(
        "order.html",
        **mechanic_form(block, page, mechanic, params, anchor, f"{mechanic.title}: the order"),
        again=block.options.get("again"),
        opening=opening_of(mechanic, params),
    )


ORDER = BlockKind("order", order_block, options=("title", "hide", "again"))
