"""Sideworld, Carrying: what weight costs, and what it does to whoever it lands on."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import mechanic
from rules_py.parameters import Flag, Whole
from rules_py.table_files import table


@mechanic("sideworld.carry", title="Something heavy", page="sideworld/carrying/#encumbrance", headline="dropped")
def carry(dice: Dice, code: Annotated[int, Whole(-5, 9, "the number in braces")] = -1,
          metres: Annotated[int, Whole(0, 10_000, "how far it drops")] = 1,
          armour: Annotated[bool, Flag("there is armour at the point of impact")] = False):
    """A code's weight, its penalty in your hands, and its damage: thrown, or dropped on somebody.

    Thrown it does its Hit Damage. Dropped it does that times the square of the metres, halved with
    armour at the point of impact. Reading: the half is rounded down.
    """
    row = table("sideworld.encumbrance").row(str(code))
    hit_damage = row.number("hit_damage")
    dropped = hit_damage * metres ** 2 // (2 if armour else 1)
    dice.say(f"Dropped: {hit_damage} × {metres} × {metres}{' / 2' if armour else ''} = {dropped}.")
    dice.then(f"Weight {row['weight']}; carrying penalty {row['penalty']}.")
    dice.then(f"Thrown it does {hit_damage} damage, dropped from {metres}m it does {dropped}.")
    penalty = row["penalty"] if row["penalty"] == "n/a" else row.number("penalty")
    return {"row": code, "weight": row["weight"], "transport": row["transport"], "hit_damage": hit_damage,
            "penalty": penalty, "thrown": hit_damage, "dropped": dropped}
