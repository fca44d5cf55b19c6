"""Loader of table files: TOML next to a game's rules, checked so that errors name their line."""

import re
from typing import Any

from rules_py import notation
from rules_py.errors import DataError, NotationError
from rules_py.tables.model import ROLL_PATTERN, Row, Table

TABLE_KEYS = ("id", "title", "die", "page", "source", "columns", "roll_heading", "note", "rows")
ROW_KEYS = ("roll", "key", "note")

TEXT = "text in quotes"
EXPECTED = {"columns": '{ key = "Heading" }', "rows": "[[rows]]"}
"""The values that keys take which don't take text."""


def parse_table(text: str, path: str, table_id: str) -> Table:
    """Parse and check a table's TOML.

    Args:
        text: the content of the file.
        path: the path of the file, for messages.
        table_id: the id that the file must have.

    Raises:
        DataError: the file is invalid; the message has file, line, what it got and what it takes. Its `further` errors
            are the other mistakes of the file.
    """
    return _Reader(text, path, table_id).read_table()


class _Reader:
    """Reader that checks a table's TOML while it builds the table, and collects the mistakes."""

    def __init__(self, text: str, path: str, table_id: str):
        self.path, self.table_id = path, table_id
        self.errors: list[DataError] = []
        self.missing: list[str] = []
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

    def report(self, line: int, message: str) -> None:
        """Add a mistake, after which the others are looked for."""
        self.errors.append(self.build_error(line, message))

    def raise_errors(self) -> None:
        """Raise the first mistake with the others, if there are any.

        Raises:
            DataError: there are.
        """
        if self.errors:
            first, *others = self.errors
            first.further = tuple(others)
            raise first

    def read_top_level(self, key: str, kind: type, required: bool = True) -> Any:
        """Return a value, or None after a report of a wrong one; missing ones are reported later."""
        value = self.data.get(key)
        if value is None:
            self.missing += [key] if required else []
            return None
        if not isinstance(value, kind) or not value:
            self.report(self.key_lines.get(key, 1), f"{key}: got {value!r}, takes {EXPECTED.get(key, TEXT)}")
            return None
        return value

    def read_table(self) -> Table:
        unknown = [key for key in self.data if key not in TABLE_KEYS]
        for key in unknown:
            self.report(self.key_lines.get(key, 1), f"{key}: takes one of {', '.join(TABLE_KEYS)}")
        if (id := self.read_top_level("id", str)) and id != self.table_id:
            self.report(self.key_lines.get("id", 1), f"id: got {id!r}, takes {self.table_id!r}")
        texts = {key: self.read_top_level(key, str) for key in ("title", "page", "source")}
        options = {key: self.read_top_level(key, str, required=False) for key in ("die", "roll_heading", "note")}
        columns = self.read_columns()
        raw_rows = self.read_top_level("rows", list)
        if raw_rows and len(raw_rows) != len(self.row_lines):
            self.report(self.key_lines.get("rows", 1), "rows: takes each row under [[rows]] on a line of its own")
            raw_rows = None
        for key in self.missing[len(unknown) :]:  # a misspelt key is one mistake
            self.report(1, f"{key}: got None, takes {EXPECTED.get(key, TEXT)}")
        if columns is None or raw_rows is None:
            self.raise_errors()
        assert columns is not None and raw_rows is not None
        rows = [self.read_row(line, raw, columns) for line, raw in zip(self.row_lines, raw_rows, strict=True)]
        read = tuple(row for row in rows if row is not None)
        if len(read) < len(rows):
            self.raise_errors()
        table = Table(id=self.table_id, columns=columns, rows=read, **texts, **options)
        self.check_keys(table)
        self.check_rolls(table)
        self.raise_errors()
        return table

    def read_columns(self) -> dict[str, str] | None:
        columns: dict[str, str] | None = self.read_top_level("columns", dict)
        is_right = True
        for key, heading in (columns or {}).items():
            if key in ROW_KEYS or not isinstance(heading, str) or not heading:
                is_right = False
                self.report(
                    self.key_lines.get("columns", 1),
                    f"columns: got {key} = {heading!r}, takes headings "
                    f"in quotes under names other than {', '.join(ROW_KEYS)}",
                )
        return columns if is_right else None

    def read_row(self, line: int, raw: dict[str, Any], columns: dict[str, str]) -> Row | None:
        """Return a row, or None after reports of its mistakes."""
        before = len(self.errors)
        unknown = [key for key in raw if key not in columns and key not in ROW_KEYS]
        for key in unknown:
            self.report(line, f"{key}: not a column here, takes {', '.join((*columns, *ROW_KEYS))}")
        missing = [key for key in columns if key not in raw]
        for key in missing[len(unknown) :]:  # a misspelt column is one mistake
            self.report(line, f"{key}: missing in this row, takes {TEXT}")
        for key, value in raw.items():
            if key not in unknown and (not isinstance(value, str) or not value):
                self.report(line, f"{key}: got {value!r}, takes {TEXT}")
        roll = raw.get("roll")
        if isinstance(roll, str) and roll and not ROLL_PATTERN.fullmatch(roll):
            self.report(line, f"roll: got {roll!r}, takes a number or a range such as 3-5, 6- or 13+")
        name = raw.get("key", roll)
        if name is None:
            self.report(line, "key: missing in a row without a roll, takes a short name for the row")
        if len(self.errors) > before:
            return None
        return Row(roll, str(name), {column: raw[column] for column in columns}, raw.get("note"))

    def check_keys(self, table: Table) -> None:
        seen: set[str] = set()
        for line, row in zip(self.row_lines, table.rows, strict=True):
            if row.key in seen:
                self.report(line, f"key: got {row.key!r} a second time, takes another for each row")
            seen.add(row.key)

    def check_rolls(self, table: Table) -> None:
        rolled = [row.roll is not None for row in table.rows]
        if not any(rolled) and table.die is None:
            return
        before = len(self.errors)
        for line, is_rolled in zip(self.row_lines, rolled, strict=True):
            if not is_rolled:
                self.report(line, "roll: missing in this row, takes the numbers that the row stands for")
        if table.die is None and table.roll_heading is None:
            self.report(1, "roll_heading: missing, takes a heading for the roll column")
        if len(self.errors) > before:
            return
        self.check_order(table)
        if table.die is not None and len(self.errors) == before:
            self.check_coverage(table, table.die)

    def check_order(self, table: Table) -> None:
        previous = float("-inf")
        for number, (line, row) in enumerate(zip(self.row_lines, table.rows, strict=True)):
            low, high = row.bounds
            if low > high or (number and low <= previous):
                self.report(line, f"roll: got {row.roll!r}, takes numbers above those of the row before")
            previous = high

    def check_coverage(self, table: Table, die: str) -> None:
        try:
            faces = notation.find_totals(notation.parse(die))
        except NotationError as error:
            self.report(self.key_lines.get("die", 1), f"die: {error}")
            return
        before = len(self.errors)
        lowest, highest = min(faces), max(faces)
        for line, row in zip(self.row_lines, table.rows, strict=True):
            low, high = row.bounds
            covered = {face for face in faces if low <= face <= high}
            if not covered or lowest > low > float("-inf") or highest < high < float("inf"):
                self.report(line, f"roll: got {row.roll!r}, takes faces of {table.die}")
            faces = faces - covered
        if faces and len(self.errors) == before:
            self.report(self.row_lines[-1], f"roll: no row for {min(faces)}, takes one for each face of {table.die}")
