r"""Tables as people paste or write them: Markdown, spreadsheets, lists and plain lines, with their dice and chances.

>>> table = read_table("| 2d6 | Mood |\n|---|---|\n| 2 or less | **Angry** |\n| 3–9 | Wary |\n| 10+ | Kind |")
>>> table.dice, table.columns
('2d6', ('Mood',))
>>> [(row.low, row.high, row.cells, str(row.chance)) for row in table.rows]
[(2, 2, ('Angry',), '1/36'), (3, 9, ('Wary',), '29/36'), (10, 12, ('Kind',), '1/6')]
"""

from rules_py.tables.pasted.reader import MOST_ROWS, PastedRow, PastedTable, read_table

__all__ = ["MOST_ROWS", "PastedRow", "PastedTable", "read_table"]
