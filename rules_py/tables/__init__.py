"""Tables of a game: their rows, TOML loader and registry.

`rules_py.mechanic.table_rolls` rolls on them.
"""

from rules_py.tables.loader import parse_table
from rules_py.tables.model import ROLL_PATTERN, Row, Table
from rules_py.tables.registry import table, table_ids

__all__ = ["ROLL_PATTERN", "Row", "Table", "parse_table", "table", "table_ids"]
