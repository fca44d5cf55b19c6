"""Everything that a game prints as data: its tables, its rules' texts and their dice, with the licence."""

from typing import Any

import rules_py
from rules_py.formats.dice import find_rule_dice
from rules_py.formats.licences import find_licence
from rules_py.formats.programs import FOUNDRY
from rules_py.mechanic.definition import Mechanic
from rules_py.registry.games import find_game
from rules_py.tables.model import Table
from rules_py.text.readings import describe_rule, parse_readings

VERSION = 1
"""The version of the JSON's form. A new field doesn't change it; a field that goes or gets another meaning does."""


def build_game_data(slug: str) -> dict[str, Any]:
    """Build the JSON of a game: `{"version", "game", "fieldbook", "licence", "tables", "rules"}`.

    Args:
        slug: the game's slug.

    Raises:
        RulesError: there is no such game.
    """
    game, licence = find_game(slug), find_licence(slug)
    return {
        "version": VERSION,
        "game": slug,
        "fieldbook": rules_py.__version__,
        "licence": licence.to_dict(),
        "tables": [_build_table(each) for each in game.tables.values()],
        "rules": [_build_rule(each) for each in game.mechanics.values()],
    }


def _build_table(table: Table) -> dict[str, Any]:
    rows = [
        ({"roll": row.roll} if row.roll else {})
        | {"key": row.key, "cells": row.cells}
        | ({"note": row.note} if row.note else {})
        for row in table.rows
    ]
    heading = {"roll_heading": table.roll_heading} if table.roll_heading else {}
    notes = {"note": table.note} if table.note else {}
    return {
        "id": table.id,
        "title": table.title,
        "page": table.page,
        "source": table.source,
        "die": table.die,
        **heading,
        "columns": table.columns,
        "rows": rows,
        **notes,
    }


def _build_rule(mechanic: Mechanic) -> dict[str, Any]:
    described = mechanic.describe()
    return {
        "id": mechanic.id,
        "title": mechanic.title,
        "page": mechanic.page,
        "text": describe_rule(mechanic.rule.__doc__),
        "readings": parse_readings(mechanic.rule.__doc__),
        "dice": [
            {"dice": FOUNDRY.write(each.node) or str(each.node), "label": each.label}
            for each in find_rule_dice(mechanic)
        ],
        "parameters": described["parameters"],
    }
