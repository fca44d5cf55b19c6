"""The mechanic that every game shares: rolls of plain dice notation."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.notation import parse
from rules_py.parameters.notations import Notation
from rules_py.text.sentences import MINUS, TIMES


@mechanic("dice", title="Dice", page="dice/", headline="total")
def dice(
    dice: Dice, notation: Annotated[str, Notation("dice such as 2d6+1, 3d6kh2 or d66", label="Dice")] = "2d6"
) -> Outcome:
    """Roll dice notation and add it up."""
    node = parse(notation)
    total = dice.total(notation)
    words = node.describe_total(total)
    shown = notation.replace("-", MINUS).replace("*", TIMES)  # screen readers read a hyphen as a dash, or skip it
    dice.say(f"The total of {shown} is {total}." if words == str(total) else f"{shown} makes {words}.")
    dice.verdict(f"{shown}: {words}")
    return {"total": total}
