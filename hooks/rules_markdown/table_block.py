"""`::: table ID`: a table with its roll button and an anchor for each row."""

from math import isfinite

from rules_py import Row, RulesError, table

from .block_parser import Block, BlockKind
from .page import Page
from .templates import render

MAX_PHONE_LINE = 56
"""Characters that a row may have side by side on a phone; with more, its columns stand one below the other."""
MAX_NARROW, MAX_WRAPPED, MAX_SHORT_ROWS = 28, 110, 12
"""A name and a text beside it stay a table on a phone, up to so many characters in each and so many rows: the text is
wrapped into a few lines."""
MAX_WORDS_WIDTH, COLUMN_GAP = 50, 2
"""Characters that the longest words of a phone's columns may come to, with what lies between two columns."""
HEADING_WIDTH_FACTOR = 0.7
"""How wide a character of a heading is beside one of a cell."""
LONG_TABLE_ROWS = 15
"""Rows from which on a table can be filtered and sorted: more than a phone shows at once."""
MAX_SHORT_CELL = 12
"""Characters up to which stacked cells still share a line."""


def table_block(block: Block, page: Page) -> str:
    """The table's HTML."""
    shown = table(block.id)
    name = shown.short_id
    if name in page.anchors:
        raise RulesError(f"table: got {block.id} a second time on this page, takes each table once")
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
        wide_rolls=any(row.roll and (len(row.roll) > 5 or row.roll[-1] in "-+") for row in shown.rows),
        short=[column for column, width in list(widths.items())[1:] if width <= MAX_SHORT_CELL],
    )


def is_stacked(widths: list[int], longest_words: list[int], rows: int) -> bool:
    """Whether a table's columns, so many characters wide, stand one below the other on a phone.

    Args:
        longest: the characters of each column's longest word, which can't be wrapped.

    >>> is_stacked([9, 67], [9, 8], 6), is_stacked([78, 3], [8, 3], 8), is_stacked([20, 10, 6], [9, 9, 6], 40)
    (False, False, False)
    >>> is_stacked([9, 67], [9, 8], 36), is_stacked([9, 239], [9, 8], 6), is_stacked([9, 40, 40], [9, 8, 8], 6)
    (True, True, True)
    >>> is_stacked([12, 10, 10, 10, 10], [7, 10, 10, 10, 10], 7)
    True
    """
    if sum(longest_words) + COLUMN_GAP * (len(longest_words) - 1) > MAX_WORDS_WIDTH:
        return True
    narrow, *wide = sorted(widths)
    is_short = rows <= MAX_SHORT_ROWS and narrow <= MAX_NARROW and len(wide) == 1 and wide[0] <= MAX_WRAPPED
    return len(widths) > 1 and sum(widths) > MAX_PHONE_LINE and not is_short


def range_bounds(row: Row) -> dict[str, int]:
    """The lowest and the highest number that a row stands for, without an end where it is open.

    >>> range_bounds(Row("3-5", "wary", {})), range_bounds(Row("13+", "13+", {}))
    ({'low': 3, 'high': 5}, {'low': 13})
    """
    return {name: int(end) for name, end in zip(("low", "high"), row.bounds, strict=True) if isfinite(end)}


TABLE = BlockKind("table", table_block, options=("title",), accepts_presets=False)
