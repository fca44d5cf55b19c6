"""Handler for tables that a reader pastes: dice, rows with their chances, and the dice in their texts."""

from typing import Any

from rules_py import rendering
from rules_py.bridge.answers import Answer, answers, find_no_parameters
from rules_py.notation import build_plan, parse, split_text
from rules_py.tables.pasted import read_table


@answers(find_no_parameters)
def paste(id: str, text: str, dice: str = "") -> Answer:
    """Read a pasted table; `id` is "dice", and `dice` is "none" for a table that isn't rolled on.

    Each cell is a list of texts and of dice, as `{"text", "notation", "plan"}`.
    """
    table = read_table(text, is_rolled=dice != "none")
    return {
        "dice": table.dice,
        "plan": table.plan,
        "columns": list(table.columns),
        "rows": [
            {
                "low": row.low,
                "high": row.high,
                "cells": [_split_cell(cell) for cell in row.cells],
                "chance": "" if row.chance is None else rendering.format_percent(row.chance),
            }
            for row in table.rows
        ],
    }


def _split_cell(cell: str) -> list[Any]:
    """Return the parts of a cell: text, and dice that can be rolled."""
    return [
        part
        if isinstance(part, str)
        else {"text": part.text, "notation": part.notation, "plan": build_plan(parse(part.notation))}
        for part in split_text(cell)
    ]
