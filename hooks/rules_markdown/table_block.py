"""`::: table ID`: a table with its roll button and an anchor for each row."""

from math import isfinite

from hooks.rules_markdown.block_line import Block
from hooks.rules_markdown.source import Source
from hooks.rules_markdown.templates import render
from rules_py import Row, RulesError, table

PHONE_LINE = 56
"""Characters that a row may have side by side on a phone; with more, its columns stand one below the other."""
SHORT_CELL = 12
"""Characters up to which stacked cells still share a line."""


def table_block(block: Block, source: Source) -> str:
    """The table's HTML."""
    shown = table(block.id)
    name = block.id.partition(".")[2]
    if name in source.anchors:
        raise RulesError(f"table: got {block.id} a second time on this page, takes each table once")
    anchors = {row.key: f"{name}-{anchor_of(row)}" for row in shown.rows}
    source.anchors |= {name, f"table-{name}", *anchors.values()}
    widths = {column: max(len(row[column]) for row in shown.rows) for column in shown.columns}
    return render("table.html", table=shown, title=block.options.get("title", shown.title), name=name,
                  anchors=anchors, ends={row.key: ends_of(row) if shown.die else {} for row in shown.rows},
                  stacked=len(widths) > 1 and sum(widths.values()) > PHONE_LINE,
                  wide_rolls=any(row.roll and (len(row.roll) > 5 or row.roll[-1] in "-+") for row in shown.rows),
                  short=[column for column, width in list(widths.items())[1:] if width <= SHORT_CELL])


def ends_of(row: Row) -> dict[str, int]:
    """The lowest and the highest number that a row stands for, without an end where it is open.

    >>> ends_of(Row("3-5", "wary", {})), ends_of(Row("13+", "13+", {}))
    ({'low': 3, 'high': 5}, {'low': 13})
    """
    return {name: end for name, end in zip(("low", "high"), row.bounds) if isfinite(end)}


def anchor_of(row: Row) -> str:
    """What a row is called in an address: its key, or its numbers in a form that needs no escaping.

    >>> anchor_of(Row("13+", "13+", {"name": "Rallied"})), anchor_of(Row("3-5", "wary", {"name": "Wary"}))
    ('13-or-more', 'wary')
    """
    if row.key.endswith("+"):
        return row.key[:-1] + "-or-more"
    if row.key.endswith("-"):
        return row.key[:-1] + "-or-less"
    return row.key.replace("_", "-").lower()
