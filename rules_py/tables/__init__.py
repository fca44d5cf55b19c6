"""Tables of a game: their rows, the files they are read from, and rolling on them (`rules_py.tables.rolling`)."""

from rules_py.tables.files import read
from rules_py.tables.of_games import table, table_ids
from rules_py.tables.rows import ROLL, Row, Table

__all__ = ["ROLL", "Row", "Table", "read", "table", "table_ids"]
