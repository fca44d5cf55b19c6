"""A table in the formats of other programs: CSV, Markdown, plain text and Foundry's RollTable."""

import csv
import io
import json
from collections.abc import Callable
from typing import NamedTuple

from rules_py import notation
from rules_py.errors import UnknownIdError
from rules_py.formats.licences import find_licence
from rules_py.formats.programs import FOUNDRY, Program
from rules_py.tables.model import Row, Table

NOTE_HEADING = "Note"
"""The heading of the column for rows' notes."""


class TableFormat(NamedTuple):
    """A format of tables.

    Attributes:
        id: its name on the command line.
        title: its name on the page.
        suffix: the end of a file's name.
        write: writes a table as text, with the licence line of its game.
        program: the program that rolls the table's dice; only tables with dice that it knows have the format. None if
            nothing is rolled.
    """

    id: str
    title: str
    suffix: str
    write: Callable[[Table], str]
    program: Program | None = None


def list_table_formats(table: Table) -> list[TableFormat]:
    """Return the formats that a table has."""
    return [each for each in TABLE_FORMATS if each.program is None or _is_rolled_by(each.program, table)]


def _is_rolled_by(program: Program, table: Table) -> bool:
    return table.die is not None and program.write(notation.parse(table.dice)) is not None


def find_table_format(format_id: str, table: Table) -> TableFormat:
    """Return a table's format with an id.

    Raises:
        UnknownIdError: the table doesn't have such a format.
    """
    known = {each.id: each for each in list_table_formats(table)}
    if format_id not in known:
        raise UnknownIdError("format", format_id, known, takes=f"one of {', '.join(known)}")
    return known[format_id]


def write_csv(table: Table) -> str:
    """Write a table as CSV (RFC 4180).

    The heading of the last column is the licence line, because CSV has no comments; its cells are empty.
    """
    line = find_licence(table.game).line
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([*_list_headings(table), *([line] if line else [])])
    for row in table.rows:
        writer.writerow([*_list_cells(table, row), *([""] if line else [])])
    return text.getvalue()


def write_markdown(table: Table) -> str:
    """Write a table as a Markdown table under its title."""
    headings = _list_headings(table)
    lines = [_join_cells(headings), _join_cells(["---"] * len(headings))]
    lines += [_join_cells(_list_cells(table, row)) for row in table.rows]
    return "\n\n".join([f"**{table.title}**", *_list_last_paragraphs(table), "\n".join(lines)]) + "\n"


def _join_cells(cells: list[str]) -> str:
    escaped = (cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(escaped)} |"


def write_text(table: Table) -> str:
    """Write a table as lines of text: the numbers and the name of a row, and its other cells after their headings."""
    heading = table.title + (f" ({table.die})" if table.die else "")
    lines = [_write_line(table, row) for row in table.rows]
    return "\n\n".join([heading, "\n".join(lines), *_list_last_paragraphs(table)]) + "\n"


def _write_line(table: Table, row: Row) -> str:
    first, *others = table.columns
    parts = [f"{table.columns[column]}: {row[column]}" for column in others]
    said = row[first] + (f" ({'; '.join(parts)})" if len(parts) > 1 else f": {row[others[0]]}" if others else "")
    return " ".join([*([f"{row.roll}."] if row.roll else []), said, *([f"[{row.note}]"] if row.note else [])])


def write_foundry_table(table: Table) -> str:
    """Write a table as the JSON that Foundry's "Import Data" takes for a RollTable.

    A result has its text under both names that versions of Foundry read. An open end is the die's own.

    Raises:
        ParameterError: the table is only for lookup.
        UnknownDiceError: Foundry doesn't know its dice.
    """
    faces = notation.find_totals(node := notation.parse(table.dice))
    results = [
        {
            "type": "text",
            "text": (said := _describe_result(table, row)),
            "description": said,
            "range": [
                min(face for face in faces if row.bounds[0] <= face <= row.bounds[1]),
                max(face for face in faces if row.bounds[0] <= face <= row.bounds[1]),
            ],
            "weight": sum(row.bounds[0] <= face <= row.bounds[1] for face in faces),
            "drawn": False,
        }
        for row in table.rows
    ]
    data = {
        "name": table.title,
        "description": " ".join(_list_last_paragraphs(table)),
        "formula": FOUNDRY.write_node(node),
        "replacement": True,
        "displayRoll": True,
        "results": results,
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _describe_result(table: Table, row: Row) -> str:
    """Return a result's text: the name in bold, and the other cells."""
    first, *others = table.columns
    parts = [row[column] if len(others) == 1 else f"{table.columns[column]}: {row[column]}" for column in others]
    said = [f"<strong>{_escape(row[first])}</strong>", *map(_escape, parts), *([_escape(row.note)] if row.note else [])]
    return "<br>".join(said)


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _list_headings(table: Table) -> list[str]:
    rolls = [table.die or table.roll_heading or "Roll"] if table.rows[0].roll else []
    return [*rolls, *table.columns.values(), *([NOTE_HEADING] if _has_notes(table) else [])]


def _list_cells(table: Table, row: Row) -> list[str]:
    notes = [row.note or ""] if _has_notes(table) else []
    return [*([row.roll] if row.roll else []), *row.cells.values(), *notes]


def _has_notes(table: Table) -> bool:
    return any(row.note for row in table.rows)


def _list_last_paragraphs(table: Table) -> list[str]:
    return [each for each in (table.note, find_licence(table.game).line) if each]


TABLE_FORMATS = (
    TableFormat("csv", "CSV", ".csv", write_csv),
    TableFormat("markdown", "Markdown", ".md", write_markdown),
    TableFormat("text", "Text", ".txt", write_text),
    TableFormat("foundry", "Foundry", ".foundry.json", write_foundry_table, FOUNDRY),
)
"""The formats that tables have, in the order in which a page offers them."""
