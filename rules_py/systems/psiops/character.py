"""PSIOPS, Your Character: attribute scores and a whole character at once."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import mechanic
from rules_py.parameters import ListOf, RowOf
from rules_py.table_files import table

MAXIMUM_HP = 6
STARTING_MOMENTUM = 2


@mechanic("psiops.attribute-score", title="Attribute score", page="psiops/character/#creating-a-character",
          headline="score")
def attribute_score(dice: Dice):
    """1D3 + 1, then 1D3 taken off: -1 to 3."""
    first, second = dice.die(3, label="first D3"), dice.die(3, label="second D3")
    dice.say(f"{first} + 1 - {second} = {first + 1 - second}.")
    return {"score": first + 1 - second}


@mechanic("psiops.character", title="A new character", page="psiops/character/#creating-a-character", headline="drive")
def character(dice: Dice, taken_drives: Annotated[tuple, ListOf(
        RowOf("psiops.drives", "a drive by name or number"), "drives that teammates already have", most=35)] = ()):
    """Everything that is rolled or fixed for a new character; swapping two scores stays the player's choice."""
    kit = table("psiops.basic-kit")
    taken = [table("psiops.drives").row(key) for key in taken_drives]
    scores = {name: dice.apart(lambda dice, name=name: named_score(dice, name))
              for name in ("strength", "reflexes", "tactics", "willpower")}
    return scores | {
        "talents": dice.apart(lambda dice: two_different(dice, "psiops.talents")),
        "drive": dice.apart(lambda dice: dice.row(table("psiops.drives"), but_not=taken).name),
        "skills": dice.apart(lambda dice: two_different(dice, "psiops.skills")),
        "hp": MAXIMUM_HP,
        "momentum": STARTING_MOMENTUM,
        "armor": sum(row.number("armor") for row in kit.rows if row["armor"] != "–"),
        "kit": [row.name for row in kit.rows],
    }


def named_score(dice: Dice, name: str) -> int:
    """An attribute score, and a step that says whose it is."""
    score = dice.field(attribute_score, "score")
    dice.say(f"{name.upper()} is {score}.")
    return score


def two_different(dice: Dice, table_id: str) -> list[str]:
    """Two rolls on a table; a duplicate is rolled again."""
    first = dice.row(table(table_id))
    second = dice.row(table(table_id), but_not=[first])
    return [first.name, second.name]
