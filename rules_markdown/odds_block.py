"""`::: odds ID over=name by=name field=name`: static odds by a parameter's value, as a heat map."""

from typing import Any

from rules_py import RulesError
from rules_py.mechanic import Mechanic
from rules_py.mechanic.labels import label_for_value
from rules_py.parameters import Parameter
from rules_py.probability.cumulative import COUNTS, EXACTLY, is_ordered
from rules_py.probability.odds import Chances, compute_odds
from rules_py.rendering.heatmap import render_heatmap
from rules_py.text.wording import decapitalize

from .block_parser import Block, BlockKind, resolve_mechanic
from .page import Page
from .templates import render


def odds_block(block: Block, page: Page) -> str:
    """Render a table of odds with a row for each value of `over`, or a table for each value of `by`."""
    mechanic, params = resolve_mechanic(block)
    field = block.options.get("field", mechanic.headline)
    over, values = parse_sweep(block, "over", mechanic)
    title = block.options.get(
        "title",
        f"{mechanic.title}: {decapitalize(mechanic.label_for(field))} by {decapitalize(over.label)}",
    )
    groups: list[tuple[str, dict[str, Any]]] = [(title, {})]
    if "by" in block.options:
        by, each = parse_sweep(block, "by", mechanic)
        groups = [(f"{title} · {by.label}: {label_for_value(by, value)}", {by.name: value}) for value in each]
    tables = [
        (
            caption,
            [(value, compute_field_odds(mechanic, params | group | {over.name: value}, field)) for value in values],
        )
        for caption, group in groups
    ]
    among = [chances for _, rows in tables for _, chances in rows]
    name = mechanic.id.replace(".", "-")
    anchors = [page.unique_anchor(f"odds-{name}") for _ in tables]

    def render_tables(counts: str) -> str:
        return "\n".join(
            render_heatmap(
                mechanic,
                field,
                over.name,
                rows,
                caption,
                anchor if counts == EXACTLY else "",
                extra_distributions=among,
                counts=counts,
            )
            for anchor, (caption, rows) in zip(anchors, tables, strict=True)
        )

    if not is_ordered(mechanic, field, {value for chances in among for value in chances}):
        return render_tables(EXACTLY)
    return render(
        "counted.html",
        anchor=page.unique_anchor(f"counts-{name}"),
        shown={counts: render_tables(counts) for counts in COUNTS},
    )


def parse_sweep(block: Block, option: str, mechanic: Mechanic) -> tuple[Parameter, list[Any]]:
    """Parse `over=attribute` or `over=armor:0..3` into the parameter and its values.

    Raises:
        RulesError: the option is missing, or its parameter or values are invalid.
    """
    name, _, limits = block.options.get(option, "").partition(":")
    if name not in mechanic.parameters:
        got = f"got {name!r}" if option in block.options else "missing"
        raise RulesError(f"{option}: {got}, takes a parameter of {mechanic.id}: {', '.join(mechanic.parameters)}")
    parameter = mechanic.parameters[name]
    if not limits and not parameter.kind.all_values():
        raise RulesError(f"{option}: got {name!r}, takes its values too, such as {name}:0..3 or {name}:0,3")
    return parameter, parameter.parse_span(limits)


def compute_field_odds(mechanic: Mechanic, params: dict[str, Any], field: str) -> Chances:
    """Compute the distribution of one field.

    Raises:
        RulesError: there is no such field; the message lists the fields.
    """
    outcomes = compute_odds(mechanic, mechanic.check(params))
    if field not in outcomes:
        raise RulesError(f"field: got {field!r}, takes a field of {mechanic.id}: {', '.join(outcomes)}")
    return outcomes[field]


ODDS = BlockKind("odds", odds_block, options=("title", "field", "over", "by"))
