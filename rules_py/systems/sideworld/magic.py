"""Sideworld, Magic: paying for spells, sleep, and what a scrambled spell does."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import mechanic
from rules_py.parameters import Flag, Notation, Whole
from rules_py.systems.sideworld.armour import MOST_TOTALS
from rules_py.table_files import table

NE_PER_HOUR = 10
POISON_THAT_SCRAMBLES = 30


@mechanic("sideworld.spell", title="Casting a spell", page="sideworld/magic/#spells", headline="cast",
          words={"cast": {"false": "Fizzles", "true": "Cast"}})
def spell(dice: Dice, ne: Annotated[int, Whole(0, 10_000, "the NE you have")] = 20,
          cost: Annotated[str, Notation("what the spell costs, such as 3d6 or 10", low=0, most_in_odds=MOST_TOTALS)] = "2d6"):
    """Roll the spell's NE and pay it; if it is more than you have, the spell fizzles.

    Reading: on a fizzle half of the NE you have is lost, rounded up.
    """
    needed = dice.total(cost, "NE")
    cast = needed <= ne
    left = ne - needed if cast else ne // 2
    dice.say(f"It costs {needed} of {ne}.")
    dice.then(f"The spell works. {left} NE left." if cast else f"The spell fizzles. {left} NE left.")
    return {"cast": cast, "ne_left": left, "cost": needed}


@mechanic("sideworld.sleep", title="Sleep", page="sideworld/magic/#sleep", headline="ne")
def sleep(dice: Dice, hours: Annotated[int, Whole(0, 1000, "hours of sleep")] = 8):
    """Sleep restores 10 NE an hour."""
    dice.then(f"{hours} hours restore {NE_PER_HOUR * hours} NE.")
    return {"ne": NE_PER_HOUR * hours}


@mechanic("sideworld.scramble", title="Is the spell scrambled?", page="sideworld/magic/#scramble", headline="scrambled",
          words={"scrambled": {"true": "Scrambled", "false": "Not scrambled"}})
def scramble(dice: Dice, hurt: Annotated[bool, Flag("you are below half of your full Stamina")] = False,
             poison: Annotated[int, Whole(0, 1000, "your Poison Level")] = 0):
    """Below half Stamina or at Poison Level 30 and above, a spell is scrambled on the 0 of 1D10; then roll for chaos.

    Reading: the 0 is the die's tenth face. Being hurt and poisoned at once is still one roll.
    """
    if not hurt and poison < POISON_THAT_SCRAMBLES:
        dice.then("Nothing scrambles this spell.")
        return {"scrambled": False, "chaos": "none"}
    if (rolled := dice.die(10, label="scrambled on the 0 (10)")) < 10:
        dice.say(f"{rolled} on 1D10: not the 0.")
        dice.then("The spell stays as it should be.")
        return {"scrambled": False, "chaos": "none"}
    row = dice.row(table("sideworld.chaos"))
    dice.say(f"The 0 on 1D10: scrambled. {row.roll} is {row.name}.")
    dice.then(row["effect"])
    return {"scrambled": True, "chaos": row.name}
