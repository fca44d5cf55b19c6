"""Handlers for what a reader writes: tables with their chances, and the dice in any text."""

from typing import Any

from rules_py.bridge.answers import Answer, answers, find_no_parameters
from rules_py.notation import build_plan, parse, split_text
from rules_py.rendering.numbers import format_percent
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
                "cells": [_list_parts(cell) for cell in row.cells],
                "chance": "" if row.chance is None else format_percent(row.chance),
            }
            for row in table.rows
        ],
    }


@answers(find_no_parameters)
def scan(id: str, text: str) -> Answer:
    """Find the dice in a note; `id` is "dice". Its parts are like those of a cell."""
    return {"parts": _list_parts(text)}


def _list_parts(text: str) -> list[Any]:
    """Return the parts of a text: plain text, and dice that can be rolled."""
    return [
        part
        if isinstance(part, str)
        else {"text": part.text, "notation": part.notation, "plan": build_plan(parse(part.notation))}
        for part in split_text(text)
    ]
