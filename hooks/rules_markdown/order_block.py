"""`::: order ID`: who acts when: rolls of an initiative mechanic, kept until the fight ends."""

from hooks.rules_markdown.block_line import Block, mechanic_of
from hooks.rules_markdown.roller_block import fields_of
from hooks.rules_markdown.source import Source
from hooks.rules_markdown.templates import render
from rules_py import RulesError
from rules_py.exact_odds import odds_of


def order_block(block: Block, source: Source) -> str:
    """The form that adds somebody, and the list it adds to."""
    mechanic, params = mechanic_of(block)
    if "total" not in odds_of(mechanic, params):
        raise RulesError(f"order: got {block.id}, takes a mechanic with a total to sort by")
    return render("order.html", mechanic=mechanic, anchor=source.own_anchor(f"order-{block.id.replace('.', '-')}"),
                  root=source.root, title=block.options.get("title", f"{mechanic.title}: the order"),
                  again=block.options.get("again"), fields=fields_of(mechanic, params, block))
