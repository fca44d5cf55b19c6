"""Sideworld, Carrying: the penalty of weight, and the damage of falling or thrown objects."""

from fractions import Fraction
from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Flag, Number, Whole
from rules_py.tables import table
from rules_py.text.numbers import format_decimal


def find_carrying_penalty(code: int) -> int:
    """Return the penalty for something of this code in the hands; codes above 0 are too heavy for that."""
    return table("sideworld.encumbrance").row(str(code)).number("penalty")


@mechanic(
    "sideworld.carry",
    title="Something heavy",
    page="sideworld/carrying/#encumbrance",
    headline="dropped",
    labels={"row": "Code", "dropped": "Damage if dropped", "thrown": "Damage if thrown"},
)
def carry(
    dice: Dice,
    code: Annotated[int, Whole(-5, 9, "the number in braces", label="Encumbrance code")] = -1,
    metres: Annotated[int | Fraction, Number(0, 10_000, "how far it drops", label="Drops", unit="m")] = 1,
    armour: Annotated[bool, Flag("there is armour at the point of impact", label="Lands on armour")] = False,
) -> Outcome:
    """Look up a code's weight, its penalty in your hands, and its damage if thrown or dropped.

    The penalty is for Attack, Dodge, Initiative, Reactions, Strength, Endurance and Run Speed. What you carry in a
    rucksack or the like has none.

    A thrown object does its Hit Damage. A dropped one does that times the square of the metres, halved with armour at
    the point of impact.

    Reading: the damage of a dropped object is rounded down, if the metres or the half leave a fraction.
    """
    row = table("sideworld.encumbrance").row(str(code))
    hit_damage = row.number("hit_damage")
    dropped = int(hit_damage * metres**2 // (2 if armour else 1))
    dice.say(f"Dropped: {hit_damage} × {format_decimal(metres)} squared{' / 2' if armour else ''} = {dropped}.")
    dice.verdict(f"{hit_damage} damage thrown, {dropped} dropped from {format_decimal(metres)} m")
    dice.add_consequence(f"Weight {row['weight']}; carrying penalty {row['penalty']}.")
    penalty = row["penalty"] if row["penalty"] == "n/a" else find_carrying_penalty(code)
    return {
        "row": code,
        "weight": row["weight"],
        "transport": row["transport"],
        "hit_damage": hit_damage,
        "penalty": penalty,
        "thrown": hit_damage,
        "dropped": dropped,
    }
