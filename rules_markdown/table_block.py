"""`::: table ID`: a table with a roll button and an anchor for each row."""

from math import isfinite

from rules_py import Row, RulesError, table

from .block_parser import Block, BlockKind
from .page import Page
from .templates import render

MAX_PHONE_LINE = 56
"""The most characters in a row of a table on a phone; the columns of wider tables are stacked."""
MAX_NARROW, MAX_WRAPPED, MAX_SHORT_ROWS = 28, 110, 12
"""Limits for a name and a text in two columns to stay a table on a phone: the characters of each, and the rows.

The text is wrapped into a few lines.
"""
MAX_WORDS_WIDTH, COLUMN_GAP = 50, 2
"""The most characters of the columns' longest words together on a phone, and the gap between two columns."""
MAX_GRID_WIDTH = 56
"""The same for tables of short values, which are in smaller type."""
HEADING_WIDTH_FACTOR = 0.7
"""The width of a heading's character relative to a cell's."""
LONG_TABLE_ROWS = 15
"""The number of rows from which a table can be filtered and sorted: more than fit on a phone's screen."""
MAX_SHORT_CELL = 12
"""The most characters of stacked cells that share a line."""


def table_block(block: Block, page: Page) -> str:
    """Render the table."""
    shown = table(block.id)
    name = shown.short_id
    earlier = page.tables.get(name)
    if earlier == block.id:
        raise RulesError(f"table: got {block.id} a second time on this page, takes each table once")
    if earlier:
        raise RulesError(
            f"table: got {block.id} on the page of {earlier}, takes another page: their rows' anchors agree"
        )
    page.tables[name] = block.id
    anchors = {row.key: shown.anchor_for(row) for row in shown.rows}
    page.anchors |= {name, shown.anchor, *anchors.values()}
    widths = {column: max(len(row[column]) for row in shown.rows) for column in shown.columns}
    longest = [
        max(
            *(len(word) for row in shown.rows for word in row[column].split()),
            *(round(HEADING_WIDTH_FACTOR * len(word)) for word in heading.split()),
        )
        for column, heading in shown.columns.items()
    ]
    title = block.options.get("title", shown.title)
    return render(
        "table.html",
        table=shown,
        title=title,
        repeats=page.is_title_repeated(title),
        name=name,
        long=len(shown.rows) >= LONG_TABLE_ROWS,
        anchors=anchors,
        ends={row.key: range_bounds(row) if shown.die else {} for row in shown.rows},
        stacked=is_stacked(list(widths.values()), longest, len(shown.rows)),
        grid=is_grid(list(widths.values()), longest, len(shown.rows)),
        wide_rolls=any(row.roll and (len(row.roll) > 5 or row.roll[-1] in "-+") for row in shown.rows),
        short=[column for column, width in list(widths.items())[1:] if width <= MAX_SHORT_CELL],
    )


def is_stacked(widths: list[int], longest_words: list[int], rows: int) -> bool:
    """Return True if a table's columns are stacked on a phone.

    Args:
        widths: the characters of each column's longest cell.
        longest_words: the characters of each column's longest word, which can't be wrapped.
        rows: the number of rows.

    >>> is_stacked([9, 67], [9, 8], 6), is_stacked([78, 3], [8, 3], 8), is_stacked([20, 10, 6], [9, 9, 6], 40)
    (False, False, False)
    >>> is_stacked([9, 67], [9, 8], 36), is_stacked([9, 239], [9, 8], 6), is_stacked([9, 40, 40], [9, 8, 8], 6)
    (True, True, True)
    >>> is_stacked([12, 10, 10, 10, 10], [7, 10, 10, 10, 10], 7), is_stacked([12, 9, 9, 30], [7, 9, 9, 30], 7)
    (False, True)
    """
    if is_grid(widths, longest_words, rows):
        return False
    if sum(longest_words) + COLUMN_GAP * (len(longest_words) - 1) > MAX_WORDS_WIDTH:
        return True
    narrow, *wide = sorted(widths)
    is_short = rows <= MAX_SHORT_ROWS and narrow <= MAX_NARROW and len(wide) == 1 and wide[0] <= MAX_WRAPPED
    return len(widths) > 1 and sum(widths) > MAX_PHONE_LINE and not is_short


def is_grid(widths: list[int], longest_words: list[int], rows: int) -> bool:
    """Return True if a table's short values are compared across columns, in smaller type on a phone.

    Args:
        widths: the characters of each column's longest cell.
        longest_words: the characters of each column's longest word.
        rows: the number of rows.

    >>> is_grid([12, 10, 10, 10, 10], [7, 10, 10, 10, 10], 7), is_grid([9, 67], [9, 8], 6)
    (True, False)
    """
    needed = sum(longest_words) + COLUMN_GAP * (len(longest_words) - 1)
    is_short = all(width <= MAX_SHORT_CELL for width in widths[1:])
    return is_short and MAX_WORDS_WIDTH < needed <= MAX_GRID_WIDTH and rows <= MAX_SHORT_ROWS


def range_bounds(row: Row) -> dict[str, int]:
    """Return the lowest and highest number of a row's range, without an open end.

    >>> range_bounds(Row("3-5", "wary", {})), range_bounds(Row("13+", "13+", {}))
    ({'low': 3, 'high': 5}, {'low': 13})
    """
    return {name: int(end) for name, end in zip(("low", "high"), row.bounds, strict=True) if isfinite(end)}


TABLE = BlockKind("table", table_block, options=("title",), accepts_presets=False)
