"""PUML, Combat: a random complication or something amazing."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Choice
from rules_py.systems.puml.combat import SIDES
from rules_py.tables import Row, Table, table

IN_DEFENCE_ONLY = "free-attack"


@mechanic("puml.complication", title="A complication", page="puml/twists/#complications-list", headline="name")
def complication(dice: Dice) -> Outcome:
    """Pick one of the examples at random, all equally likely.

    Reading: picking one at random is our addition, for when nobody has an idea: the text leaves the choice to the
    referee. All of them are equally likely. With dice of your own, take a D8 for seven entries and roll again on an 8.
    """
    row = roll_row(dice, table("puml.complications"), list(table("puml.complications").rows))
    return {"name": row.name}


@mechanic("puml.ultra-success", title="Something amazing", page="puml/twists/#ultra-successes-list", headline="name")
def ultra_success(
    dice: Dice, side: Annotated[str, Choice(SIDES, "the phase in which the two 6s fell", label="Phase")] = "offense"
) -> Outcome:
    """Pick one of the examples that the phase allows at random, all equally likely.

    Reading: picking one at random is our addition here too: the text has the referee and the player work it out.
    """
    successes = table("puml.ultra-successes")
    fitting = [row for row in successes.rows if side == "defence" or row.key != IN_DEFENCE_ONLY]
    return {"name": roll_row(dice, successes, fitting).name}


def roll_row(dice: Dice, source: Table, rows: list[Row]) -> Row:
    """Pick one of these rows of a table, by a die with as many sides as there are rows."""
    row = rows[dice.die(len(rows)) - 1]
    dice.verdict(row.name)
    dice.offer_row(source, row)
    return row
