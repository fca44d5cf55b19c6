"""The JSON Schema of table files, with which editors complete them."""

from collections.abc import Mapping
from typing import Any

from rules_py.tables.loader import ROW_KEYS, TABLE_KEYS
from rules_py.tables.model import ROLL_PATTERN

DRAFT = "https://json-schema.org/draft/2020-12/schema"

DESCRIPTIONS: Mapping[str, str] = {
    "id": "the game's slug, a dot, and the name of the file",
    "title": "the table's title",
    "die": "the dice of a roll on the table, such as d6; without it, the table is only looked up",
    "page": "the page and the anchor that show the table, such as moonbase/airlock/#leaks",
    "source": "the chapter of the game that has the table",
    "columns": "the heading of each column",
    "roll_heading": "the heading of the numbers, if the table has no die",
    "note": "a note below the table",
    "rows": "the rows, each under [[rows]]",
}

ROW_DESCRIPTIONS: Mapping[str, str] = {
    "roll": "the numbers of the row: 11, 3-5, 6- (6 or less) or 13+ (13 or more)",
    "key": "a short name of the row, if it has no numbers",
    "note": "a note of the row",
}

REQUIRED = ("id", "title", "page", "source", "columns", "rows")


def build_table_schema() -> dict[str, Any]:
    """Build the JSON Schema of a table's file. A row also has a text for each column, which a schema can't tell."""
    text = {"type": "string", "minLength": 1}
    row = {key: {**text, "description": ROW_DESCRIPTIONS[key]} for key in ROW_KEYS}
    row["roll"]["pattern"] = f"^(?:{ROLL_PATTERN.pattern})$"
    parts: dict[str, dict[str, Any]] = {key: {**text, "description": DESCRIPTIONS[key]} for key in TABLE_KEYS}
    parts["columns"] |= {"type": "object", "minProperties": 1, "additionalProperties": text}
    parts["rows"] |= {
        "type": "array",
        "minItems": 1,
        "items": {"type": "object", "properties": row, "additionalProperties": text},
    }
    for key in ("columns", "rows"):
        del parts[key]["minLength"]
    return {
        "$schema": DRAFT,
        "title": "A table of a game",
        "type": "object",
        "properties": parts,
        "required": list(REQUIRED),
        "additionalProperties": False,
    }
