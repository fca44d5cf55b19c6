"""Loader of table files: TOML next to a game's rules, checked so that errors name their line."""

import re
from typing import Any

from rules_py import notation
from rules_py.errors import DataError, NotationError
from rules_py.tables.model import ROLL_PATTERN, Row, Table

TABLE_KEYS = ("id", "title", "die", "page", "source", "columns", "roll_heading", "note", "rows")
ROW_KEYS = ("roll", "key", "note")


def parse_table(text: str, path: str, table_id: str) -> Table:
    """Parse and check a table's TOML.

    Args:
        text: the content of the file.
        path: the path of the file, for messages.
        table_id: the id that the file must have.

    Raises:
        DataError: the file is invalid; the message has file, line, what it got and what it takes.
    """
    return _Reader(text, path, table_id).read_table()


class _Reader:
    """Reader that checks a table's TOML while it builds the table."""

    def __init__(self, text: str, path: str, table_id: str):
        self.path, self.table_id = path, table_id
        lines = list(enumerate(text.splitlines(), 1))
        self.row_lines = [number for number, line in lines if line.strip() == "[[rows]]"]
        self.key_lines = {line.split("=")[0].strip(): number for number, line in reversed(lines) if "=" in line}
        import tomllib  # only a table that is read needs it

        try:
            self.data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", str(error))
            raise self.build_error(
                int(line[1]) if line else len(lines), f"got text that is not TOML ({error}), takes a table file"
            ) from None

    def build_error(self, line: int, message: str) -> DataError:
        return DataError(f"{self.path}:{line}: {message}")

    def read_top_level(self, key: str, kind: type, expected: str = "text in quotes", required: bool = True) -> Any:
        value = self.data.get(key)
        if value is None and not required:
            return None
        if not isinstance(value, kind) or not value:
            raise self.build_error(self.key_lines.get(key, 1), f"{key}: got {value!r}, takes {expected}")
        return value

    def read_table(self) -> Table:
        for key in self.data:
            if key not in TABLE_KEYS:
                raise self.build_error(self.key_lines.get(key, 1), f"{key}: takes one of {', '.join(TABLE_KEYS)}")
        if self.read_top_level("id", str) != self.table_id:
            raise self.build_error(self.key_lines.get("id", 1), f"id: got {self.data['id']!r}, takes {self.table_id!r}")
        columns = self.read_top_level("columns", dict, '{ key = "Heading" }')
        for key, heading in columns.items():
            if key in ROW_KEYS or not isinstance(heading, str) or not heading:
                raise self.build_error(
                    self.key_lines.get("columns", 1),
                    f"columns: got {key} = {heading!r}, takes headings "
                    f"in quotes under names other than {', '.join(ROW_KEYS)}",
                )
        raw_rows = self.read_top_level("rows", list, "[[rows]]")
        if len(raw_rows) != len(self.row_lines):
            raise self.build_error(
                self.key_lines.get("rows", 1), "rows: takes each row under [[rows]] on a line of its own"
            )
        table = Table(
            id=self.table_id,
            title=self.read_top_level("title", str),
            die=self.read_top_level("die", str, required=False),
            page=self.read_top_level("page", str),
            source=self.read_top_level("source", str),
            columns=columns,
            rows=tuple(self.read_row(line, raw, columns) for line, raw in zip(self.row_lines, raw_rows, strict=True)),
            roll_heading=self.read_top_level("roll_heading", str, required=False),
            note=self.read_top_level("note", str, required=False),
        )
        self.check_keys(table)
        self.check_rolls(table)
        return table

    def read_row(self, line: int, raw: dict[str, Any], columns: dict[str, str]) -> Row:
        for key in columns:
            if key not in raw:
                raise self.build_error(line, f"{key}: missing in this row, takes text in quotes")
        for key, value in raw.items():
            if key not in columns and key not in ROW_KEYS:
                raise self.build_error(line, f"{key}: not a column here, takes {', '.join((*columns, *ROW_KEYS))}")
            if not isinstance(value, str) or not value:
                raise self.build_error(line, f"{key}: got {value!r}, takes text in quotes")
        roll = raw.get("roll")
        if roll is not None and not ROLL_PATTERN.fullmatch(roll):
            raise self.build_error(line, f"roll: got {roll!r}, takes a number or a range such as 3-5, 6- or 13+")
        name = raw.get("key", roll)
        if name is None:
            raise self.build_error(line, "key: missing in a row without a roll, takes a short name for the row")
        return Row(roll, name, {column: raw[column] for column in columns}, raw.get("note"))

    def check_keys(self, table: Table) -> None:
        seen: set[str] = set()
        for line, row in zip(self.row_lines, table.rows, strict=True):
            if row.key in seen:
                raise self.build_error(line, f"key: got {row.key!r} a second time, takes another for each row")
            seen.add(row.key)

    def check_rolls(self, table: Table) -> None:
        rolled = [row.roll is not None for row in table.rows]
        if not any(rolled) and table.die is None:
            return
        if not all(rolled):
            line = self.row_lines[rolled.index(False)]
            raise self.build_error(line, "roll: missing in this row, takes the numbers that the row stands for")
        if table.die is None and table.roll_heading is None:
            raise self.build_error(1, "roll_heading: missing, takes a heading for the roll column")
        self.check_order(table)
        if table.die is not None:
            self.check_coverage(table, table.die)

    def check_order(self, table: Table) -> None:
        previous = float("-inf")
        for number, (line, row) in enumerate(zip(self.row_lines, table.rows, strict=True)):
            low, high = row.bounds
            if low > high or (number and low <= previous):
                raise self.build_error(line, f"roll: got {row.roll!r}, takes numbers above those of the row before")
            previous = high

    def check_coverage(self, table: Table, die: str) -> None:
        try:
            faces = notation.find_totals(notation.parse(die))
        except NotationError as error:
            raise self.build_error(self.key_lines.get("die", 1), f"die: {error}") from None
        lowest, highest = min(faces), max(faces)
        for line, row in zip(self.row_lines, table.rows, strict=True):
            low, high = row.bounds
            covered = {face for face in faces if low <= face <= high}
            if not covered or lowest > low > float("-inf") or highest < high < float("inf"):
                raise self.build_error(line, f"roll: got {row.roll!r}, takes faces of {table.die}")
            faces = faces - covered
        if faces:
            raise self.build_error(
                self.row_lines[-1], f"roll: no row for {min(faces)}, takes one for each face of {table.die}"
            )
