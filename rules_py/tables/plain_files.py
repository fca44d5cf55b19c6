"""Loader of tables without settings: Markdown and CSV files, from which title, dice and columns follow."""

import csv
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from rules_py.errors import DataError, RulesError
from rules_py.tables.model import Row, Table
from rules_py.tables.pasted import PastedRow, PastedTable, read_table
from rules_py.tables.pasted.lines import (
    Layout,
    Line,
    LineError,
    is_dice_heading,
    is_weight_heading,
    raise_all,
    read_layout,
)
from rules_py.tables.pasted.ranges import is_range
from rules_py.tables.pasted.reader import read_cells

NOTHING = "–"
"""The text of an empty cell."""

RESERVED_KEYS = ("roll", "key", "note")

_HEADING = re.compile(r"#{1,6}\s+(?P<title>.+?)\s*#*")
_SEPARATORS = ";\t,"


def parse_markdown_table(text: str, path: str, table_id: str) -> Table:
    """Parse a table in Markdown, or a list: the first heading is the title, and other text is the note.

    Args:
        text: the content of the file.
        path: the path of the file, for messages.
        table_id: the table's id.

    Raises:
        DataError: the file is invalid; the message has file and line.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    has_cells = any("|" in line for line in lines)
    title, notes, kept = "", [], []
    for line in lines:
        heading = _HEADING.fullmatch(line.strip())
        if heading and not is_dice_heading(heading["title"]):
            title = title or heading["title"]
            kept.append("")
        elif has_cells and "|" not in line and not is_dice_heading(line.strip("# ")):
            notes.append(line.strip())
            kept.append("")
        else:
            kept.append(line)

    def read() -> tuple[PastedTable, bool]:
        layout = read_layout("\n".join(kept))
        is_rolled = not layout.has_cells or _is_rolled(layout)
        return read_table("\n".join(kept), is_rolled), is_rolled

    return _build_table(read, path, table_id, title, " ".join(filter(None, notes)))


def parse_csv_table(text: str, path: str, table_id: str) -> Table:
    """Parse a table as spreadsheets write it, with a heading; the first column is the roll, if the table has one.

    Args:
        text: the content of the file.
        path: the path of the file, for messages.
        table_id: the table's id.

    Raises:
        DataError: the file is invalid; the message has file and line.
    """

    def read() -> tuple[PastedTable, bool]:
        heading, *rows = _split_csv(text.removeprefix("\ufeff")) or [Line(1, "", ())]
        if not rows:
            raise heading.refuse("write a heading, and a line for each row")
        width = len(heading.cells)
        errors = [
            row.refuse(f"the heading has {width} cells, and this line has {len(row.cells)}")
            for row in rows
            if len(row.cells) > width
        ]
        rows = [replace(row, cells=row.cells[:width]) for row in rows]
        layout = Layout(tuple(rows), heading.cells, has_cells=True)
        is_rolled = _is_rolled(layout)
        found = PastedTable("", None, heading.cells, tuple(_list_lookups(rows)))
        try:
            found = read_cells(layout) if is_rolled else found
        except LineError as error:
            errors += [error, *error.further]
        raise_all(errors)
        return found, is_rolled

    return _build_table(read, path, table_id)


def _split_csv(text: str) -> list[Line]:
    """Return the lines of a CSV file that have cells, divided like its heading."""
    first = text.partition("\n")[0]
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=separator)
    lines, begins = [], 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            texts = tuple(" ".join(cell.split()) for cell in cells)
            lines.append(Line(begins, separator.join(texts), texts))
        begins = reader.line_num + 1
    return lines


def _list_lookups(rows: Iterable[Line]) -> Iterator[PastedRow]:
    return (PastedRow(None, None, row.cells) for row in rows)


def _is_rolled(layout: Layout) -> bool:
    """Return True if a table of cells is rolled on: it names dice, weights or ranges."""
    return (
        any(map(is_dice_heading, layout.heading))
        or is_weight_heading(layout.heading)
        or any(is_range(row.cells[0]) or row.cells[0].endswith("%") for row in layout.rows if row.cells)
        or any(is_dice_heading(line.cells[0]) for line in layout.title)
    )


def _build_table(
    read: Callable[[], tuple[PastedTable, bool]], path: str, table_id: str, title: str = "", note: str = ""
) -> Table:
    """Build a table from what was read.

    Raises:
        DataError: it can't be read; its `further` errors are the mistakes of other lines.
    """
    try:
        read_rows, is_rolled = read()
    except LineError as error:
        first, *others = (DataError(f"{path}:{each.number}: {each.reason}") for each in (error, *error.further))
        first.further = tuple(others)
        raise first from None
    except (RulesError, csv.Error) as error:
        raise DataError(f"{path}:1: {error}") from None
    slug, _, name = table_id.partition(".")
    count = max(len(row.cells) for row in read_rows.rows)
    columns = _name_columns(read_rows.columns, count)
    rows: dict[str, Row] = {}
    for each in read_rows.rows:
        texts = [*(cell or NOTHING for cell in each.cells), *[NOTHING] * (count - len(each.cells))]
        roll = _write_roll(each) if is_rolled else None
        key = roll or write_key(texts[0], "-")
        if not key or key in rows:
            key = f"{key or 'row'}-{len(rows) + 1}"
        rows[key] = Row(roll, key, dict(zip(columns, texts, strict=True)))
    return Table(
        id=table_id,
        title=title or name.replace("-", " ").capitalize(),
        die=read_rows.dice if is_rolled else None,
        page=f"{slug}/#table-{name}",
        source="",
        columns=columns,
        rows=tuple(rows.values()),
        note=note or None,
    )


def _name_columns(headings: tuple[str, ...], count: int) -> dict[str, str]:
    """Return a key and a heading for each column.

    >>> _name_columns(("Name", "What happens", "Name"), 4)
    {'name': 'Name', 'what_happens': 'What happens', 'name_3': 'Name', 'column_4': 'Column 4'}
    """
    columns: dict[str, str] = {}
    for number in range(1, count + 1):
        heading = headings[number - 1] if number <= len(headings) else ""
        heading = heading or ("Result" if count == 1 else f"Column {number}")
        key = write_key(heading, "_") or f"column_{number}"
        is_taken = key in columns or key in RESERVED_KEYS or key[0].isdigit()
        columns[f"column_{key}" if key[0].isdigit() else f"{key}_{number}" if is_taken else key] = heading
    return columns


def write_key(text: str, joint: str) -> str:
    """Return a name for a text, of small letters and digits.

    >>> write_key("What happens?", "_"), write_key("Café Zoë", "-")
    ('what_happens', 'cafe-zoe')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return joint.join(re.findall(r"[a-z0-9]+", plain.lower()))


def _write_roll(row: PastedRow) -> str:
    """Return the numbers of a row as a table prints them."""
    return f"{row.low}" if row.low == row.high else f"{row.low}-{row.high}"
