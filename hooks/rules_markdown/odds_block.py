"""`::: odds ID over=name by=name field=name`: static odds over a parameter, as a heat table."""

from typing import Any

from hooks.rules_markdown.block_line import Block, mechanic_of, parameter_values
from hooks.rules_markdown.source import Source
from rules_py import RulesError, show
from rules_py.exact_odds import Distribution, odds_of
from rules_py.mechanic import Mechanic


def odds_block(block: Block, source: Source) -> str:
    """A table of chances: a row for each value of `over`, a group for each value of `by`."""
    mechanic, params = mechanic_of(block)
    field = block.options.get("field", mechanic.headline)
    over, values = parameter_values(mechanic, need(block, "over", mechanic), "over")
    by, groups = (parameter_values(mechanic, block.options["by"], "by") if "by" in block.options
                  else (None, [None]))
    title = block.options.get("title", f"{mechanic.title}: {show.label_of(field).lower()} by {over}")
    rows_of = {group: [(value, field_odds(mechanic, params | ({by: group} if by else {}) | {over: value}, field))
                       for value in values] for group in groups}
    among = [chances for rows in rows_of.values() for _, chances in rows]
    tables = []
    for group, rows in rows_of.items():
        caption = f"{title} · {show.label_of(by)}: {show.name_of(mechanic, by, group)}" if by else title
        tables.append(show.heat_html(mechanic, field, over, rows, caption,
                                     source.own_anchor(f"odds-{mechanic.id.replace('.', '-')}"), among=among))
    return "\n".join(tables)


def need(block: Block, option: str, mechanic: Mechanic) -> str:
    """An option that a block can't do without."""
    if option not in block.options:
        raise RulesError(f"{option}: missing, takes a parameter of {mechanic.id}: {', '.join(mechanic.parameters)}")
    return block.options[option]


def field_odds(mechanic: Mechanic, params: dict[str, Any], field: str) -> Distribution:
    """The distribution of one field, or a refusal that names the fields there are."""
    outcomes = odds_of(mechanic, mechanic.check(params))
    if field not in outcomes:
        raise RulesError(f"field: got {field!r}, takes a field of {mechanic.id}: {', '.join(outcomes)}")
    return outcomes[field]
