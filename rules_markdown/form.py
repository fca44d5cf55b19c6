"""The data of a mechanic's form in a block: its fields, its title and its place on the page."""

from collections.abc import Mapping
from typing import Any

from rules_py import RulesError
from rules_py.mechanic import Mechanic
from rules_py.rendering.forms import build_fields, group_fields

from .block_parser import Block
from .page import Page


def build_mechanic_form(
    block: Block, page: Page, mechanic: Mechanic, params: Mapping[str, Any], anchor: str, title: str
) -> dict[str, Any]:
    """Build the data of a mechanic's form; the block's title option overrides `title`."""
    return {
        "mechanic": mechanic,
        "anchor": page.unique_anchor(anchor),
        "root": page.root,
        "address": page.address,
        "title": block.options.get("title", title),
        "repeats": page.is_title_repeated(block.options.get("title", title)),
        "is_rule_above": page.is_rule_above(mechanic.page),
        **group_fields(mechanic, build_fields(mechanic.parameters, params, parse_hidden_names(block, mechanic))),
    }


def parse_hidden_names(block: Block, mechanic: Mechanic) -> tuple[str, ...]:
    """Parse the names of the parameters that the block's `hide` option hides.

    Raises:
        RulesError: the mechanic has no such parameter.
    """
    names = tuple(name for name in block.options.get("hide", "").split(",") if name)
    for name in names:
        if name not in mechanic.parameters:
            raise RulesError(f"hide: got {name!r}, takes parameters of {mechanic.id}: {', '.join(mechanic.parameters)}")
    return names
