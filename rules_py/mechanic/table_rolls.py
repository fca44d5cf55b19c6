"""Table rolls as mechanics, so that they work like any other rule."""

from rules_py.dice import Dice
from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, Outcome
from rules_py.tables.model import Table


def build_table_mechanic(table: Table) -> Mechanic:
    """Build the mechanic that rolls on a table: outcome `roll` (as printed) and each column.

    Raises:
        RulesError: the table has no die and is only for lookup.
    """
    if table.die is None:
        raise RulesError(
            f"mechanic: {table.id} is a table without dice; look it up with: table {table.id}",
            plain="This table has no dice, so it can't be rolled. Look up its rows.",
        )

    def rule(dice: Dice) -> Outcome:
        row = dice.row(table)
        name = row.name.removesuffix(".")
        dice.say(f"{table.title}: {row.roll} is {name}.")
        dice.verdict(name)
        for text in list(row.cells.values())[1:]:
            dice.add_consequence(text)
        return {"roll": row.roll, **row.cells}

    return Mechanic(
        table.id, table.title, rule, table.page, {}, headline=next(iter(table.columns)), element=table.anchor
    )
