"""Rolling on a table, as a mechanic: the same ways in as for any rule."""

from functools import lru_cache
from typing import Any

from rules_py.dice import Dice
from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.table_files import table


@lru_cache(maxsize=None)
def table_mechanic(table_id: str) -> Mechanic:
    """The mechanic that rolls on a table: outcome `roll` (as printed) and each column.

    Raises:
        RulesError: the table is only looked up.
    """
    source = table(table_id)
    if source.die is None:
        raise RulesError(f"mechanic: {table_id} is a table without dice; look it up with: table {table_id}")

    def rule(dice: Dice) -> dict[str, Any]:
        row = dice.row(source)
        dice.say(f"{source.title}: {row.roll} is {row.name}.")
        for text in list(row.cells.values())[1:]:
            dice.then(text)
        return {"roll": row.roll, **row.cells}

    return Mechanic(table_id, source.title, rule, source.rule, {}, headline=next(iter(source.columns)))
