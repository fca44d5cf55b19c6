"""`::: odds ID over=name by=name field=name`: static odds over a parameter, as a heat table."""

from typing import Any

from hooks.rules_markdown.block_line import Block, mechanic_of, parameter_values
from hooks.rules_markdown.source import Source
from hooks.rules_markdown.templates import render
from rules_py import RulesError, show
from rules_py.exact_odds import Distribution, in_order, odds_of
from rules_py.mechanic import Mechanic


def odds_block(block: Block, source: Source) -> str:
    """A table of chances: a row for each value of `over`, a group for each value of `by`."""
    mechanic, params = mechanic_of(block)
    field = block.options.get("field", mechanic.headline)
    over, values = parameter_values(mechanic, need(block, "over", mechanic), "over")
    by, groups = (parameter_values(mechanic, block.options["by"], "by") if "by" in block.options
                  else (None, [None]))
    chances = {
        (group, value): field_odds(mechanic, params | {over: value} | ({by: group} if by else {}), field)
        for group in groups for value in values
    }
    columns = sorted_outcomes(mechanic, field, chances.values())
    return render("odds.html", mechanic=mechanic, field=field, over=over, by=by, groups=groups, values=values,
                  title=block.options.get("title", f"{mechanic.title}: {show.label_of(field).lower()} by {over}"),
                  columns=[(column, show.name_of(mechanic, field, column)) for column in columns],
                  tones={column: place / max(1, len(columns) - 1) for place, column in enumerate(columns)},
                  chances=chances, name_of=lambda name, value: show.name_of(mechanic, name, value),
                  anchor=source.own_anchor(f"odds-{mechanic.id.replace('.', '-')}"))


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


def sorted_outcomes(mechanic: Mechanic, field: str, distributions: Any) -> list[Any]:
    """Every value the field takes in any of the rows, numbers in order and words from worst to best."""
    seen = {value: None for chances in distributions for value in chances}
    return list(in_order(seen, mechanic.names.get(field, ())))
