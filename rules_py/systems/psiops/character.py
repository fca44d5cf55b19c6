"""PSIOPS, Your Character: attribute scores and complete characters."""

from functools import partial
from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Choice, ListOf, RowOf
from rules_py.tables import Row, table

MAXIMUM_HP = 6
STARTING_MOMENTUM = 2

STARTING_TALENTS = STARTING_SKILLS = 2
"""How often a new operative rolls for talents and for skills."""

DUPLICATE = ("reroll", "keep")


@mechanic(
    "psiops.attribute-score", title="Attribute score", page="psiops/character/#creating-a-character", headline="score"
)
def attribute_score(dice: Dice) -> Outcome:
    """Roll 1D3 + 1 - 1D3 for a score from -1 to 3."""
    score = roll_score(dice, "")
    dice.verdict(f"An attribute score of {score}")
    return {"score": score}


def roll_score(dice: Dice, before: str) -> int:
    """Roll a score with two dice whose labels begin with a text, such as the attribute."""
    first, second = dice.die(3, label=f"{before}first D3"), dice.die(3, label=f"{before}second D3")
    score = dice.add_up((first,), ("", 1), ("", -second))
    dice.say(f"{first} + 1 - {second} = {score}.")
    return score


@mechanic(
    "psiops.character",
    title="A new character",
    page="psiops/character/#creating-a-character",
    headline="drive",
    labels={
        "strength": "STRENGTH",
        "reflexes": "REFLEXES",
        "tactics": "TACTICS",
        "willpower": "WILLPOWER",
        "hp": "HP",
        "drive": "Drive",
        "armor": "Armor",
    },
    listed_fields=("strength", "reflexes", "tactics", "willpower", "hp", "momentum", "armor", "kit"),
)
def character(
    dice: Dice,
    taken_drives: Annotated[
        tuple[str, ...],
        ListOf(
            RowOf("psiops.drives", "a drive"),
            "drives that teammates already have",
            most=35,
            label="Drives already taken",
        ),
    ] = (),
    same_talent: Annotated[
        str,
        Choice(
            DUPLICATE,
            "a talent rolled twice: roll again, or keep it and work out with the GM how it gets better",
            label="Same talent twice",
        ),
    ] = "reroll",
    same_skill: Annotated[
        str, Choice(DUPLICATE, "a skill rolled twice: roll again, or keep just the one", label="Same skill twice")
    ] = "reroll",
) -> Outcome:
    """Roll everything for a new character; swapping two scores stays the player's choice.

    Reading: the rules don't say what happens if you roll the same skill twice. Having it twice does nothing, so the
    roller rolls again, unless you tell it to keep the one.
    """
    kit = table("psiops.basic-kit")
    taken = [table("psiops.drives").row(key) for key in taken_drives]
    scores = {
        name: dice.roll_independently(partial(roll_named_score, name=name))
        for name in ("strength", "reflexes", "tactics", "willpower")
    }
    talents = dice.roll_independently(lambda dice: roll_two_rows(dice, "psiops.talents", same_talent))
    drive = dice.roll_independently(lambda dice: roll_other_drive(dice, taken))
    skills = dice.roll_independently(lambda dice: roll_two_rows(dice, "psiops.skills", same_skill))
    return scores | {
        "talents": talents,
        "drive": drive,
        "skills": skills,
        "hp": MAXIMUM_HP,
        "momentum": STARTING_MOMENTUM,
        "armor": count_kit_armor(),
        "kit": [row.name for row in kit.rows],
    }


def count_kit_armor() -> int:
    """Return the armor of the basic kit."""
    return sum(row.number("armor") for row in table("psiops.basic-kit").rows if row["armor"] != "–")


def roll_named_score(dice: Dice, name: str) -> int:
    """Roll an attribute score and log it with its name."""
    score = roll_score(dice, f"{name.upper()}, ")
    dice.say(f"{name.upper()} is {score}.")
    return score


def roll_other_drive(dice: Dice, taken: list[Row]) -> str:
    """Roll a drive that no teammate has."""
    drive = dice.row(table("psiops.drives"), exclude=taken)
    dice.verdict(f"Your operative's drive: {drive.name}")
    dice.offer_row(table("psiops.drives"), drive)
    return drive.name


def roll_two_rows(dice: Dice, table_id: str, duplicate: str) -> list[str]:
    """Roll twice on a table; a duplicate is rolled again or kept."""
    first = dice.row(table(table_id))
    second = dice.row(table(table_id), exclude=[first] if duplicate == "reroll" else [])
    if first == second:
        dice.say(f"{first.name} came up twice.")
    for row in dict.fromkeys((first, second)):
        dice.offer_row(table(table_id), row)
    return [first.name, second.name]
