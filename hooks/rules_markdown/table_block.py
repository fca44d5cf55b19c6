"""`::: table ID`: a table with its roll button and an anchor for each row."""

from hooks.rules_markdown.block_line import Block
from hooks.rules_markdown.source import Source
from hooks.rules_markdown.templates import render
from rules_py import Row, RulesError, table

LONG_CELL = 48
"""Characters from which a cell is running text, so that a narrow screen stacks the columns."""


def table_block(block: Block, source: Source) -> str:
    """The table's HTML."""
    shown = table(block.id)
    name = block.id.partition(".")[2]
    if name in source.anchors:
        raise RulesError(f"table: got {block.id} a second time on this page, takes each table once")
    anchors = {row.key: f"{name}-{anchor_of(row)}" for row in shown.rows}
    source.anchors |= {name, *anchors.values()}
    has_long_cells = any(len(cell) > LONG_CELL for row in shown.rows for cell in row.cells.values())
    return render("table.html", table=shown, title=block.options.get("title", shown.title), name=name,
                  anchors=anchors, stacked=len(shown.columns) > 1 and has_long_cells)


def anchor_of(row: Row) -> str:
    """What a row is called in an address: its key, or its numbers in a form that needs no escaping.

    >>> anchor_of(Row("13+", "13+", {"name": "Rallied"})), anchor_of(Row("3-5", "wary", {"name": "Wary"}))
    ('13-or-more', 'wary')
    """
    if row.key.endswith("+"):
        return row.key[:-1] + "-or-more"
    if row.key.endswith("-"):
        return row.key[:-1] + "-or-less"
    return row.key.replace("_", "-")
