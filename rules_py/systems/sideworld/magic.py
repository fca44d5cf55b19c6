"""Sideworld, Magic: paying for spells, sleep, and the chaos of a scrambled spell."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Flag, Notation, Whole
from rules_py.systems.sideworld.armour import MOST_TOTALS
from rules_py.tables import table
from rules_py.text.wording import decapitalize, pluralize

NE_PER_HOUR = 10
POISON_THAT_SCRAMBLES = 30


@mechanic(
    "sideworld.spell",
    title="Casting a spell",
    page="sideworld/magic/#spells",
    headline="cast",
    words={"cast": {"false": "Fizzles", "true": "Cast"}},
    labels={"ne_left": "NE left", "cost": "NE it takes"},
)
def spell(
    dice: Dice,
    ne: Annotated[int, Whole(0, 10_000, "the NE you have", label="Your NE")] = 20,
    cost: Annotated[
        str, Notation("what the spell costs, such as 3d6 or 10", low=0, most_in_odds=MOST_TOTALS, label="Spell's NE")
    ] = "2d6",
) -> Outcome:
    """Roll the spell's NE and pay it; if it is more than you have, the spell fizzles, and half of your NE is gone.

    To take NE from a staff or an amulet is an action of its own.

    Reading: the text doesn't say half of which NE. We take half of what you have, rounded up.
    """
    needed = dice.total(cost, "NE")
    cast, left = pay_ne(ne, needed)
    dice.say(f"It costs {needed} of {ne}.")
    dice.verdict(f"{'The spell works' if cast else 'The spell fizzles'}: {left} NE left")
    if cast:
        dice.offer_roll("Hurt or poisoned: is it scrambled?", "sideworld.scramble")
    return {"cast": cast, "ne_left": left, "cost": needed}


def pay_ne(ne: int, needed: int) -> tuple[bool, int]:
    """Return True if there is enough NE for a spell, and the NE left after it."""
    return needed <= ne, ne - needed if needed <= ne else ne // 2


@mechanic("sideworld.sleep", title="Sleep", page="sideworld/magic/#sleep", headline="ne", labels={"ne": "NE"})
def sleep(dice: Dice, hours: Annotated[int, Whole(0, 1000, "hours of sleep", label="Sleep", unit="h")] = 8) -> Outcome:
    """Sleep to restore 10 NE an hour."""
    dice.verdict(
        f"{pluralize(hours, 'hour')} of sleep {'restores' if hours == 1 else 'restore'} {NE_PER_HOUR * hours} NE"
    )
    return {"ne": NE_PER_HOUR * hours}


@mechanic(
    "sideworld.scramble",
    title="Is the spell scrambled?",
    page="sideworld/magic/#scramble",
    headline="scrambled",
    words={"scrambled": {"true": "Scrambled", "false": "Not scrambled"}},
    chance=("not scrambled", {"scrambled": False}),
)
def scramble(
    dice: Dice,
    hurt: Annotated[bool, Flag("you are below half of your full Stamina", label="Below half Stamina")] = False,
    poison: Annotated[int, Whole(0, 1000, "your Poison Level", label="Poison Level")] = 0,
) -> Outcome:
    """Roll 1D10 below half Stamina or at Poison Level 30 and above: on a 0 the spell is scrambled; then roll for chaos.

    Reading: the 0 on the die is its tenth face. Being hurt and poisoned at once still means one roll. Going by the
    poison levels, you pass out one point above 30, so it will seldom be poison that scrambles a spell.
    """
    if not hurt and poison < POISON_THAT_SCRAMBLES:
        dice.verdict("Nothing scrambles this spell")
        return {"scrambled": False, "chaos": "none"}
    if (rolled := dice.die(10, label="scrambled on the 0 (10)")) < 10:
        dice.say(f"{rolled} on 1D10: not the 0.")
        dice.verdict("The spell isn't scrambled")
        return {"scrambled": False, "chaos": "none"}
    row = dice.row(table("sideworld.chaos"))
    dice.say(f"The 0 on 1D10: scrambled. {row.roll} is {row.name}.")
    dice.verdict(f"Scrambled: {decapitalize(row.name)}")
    dice.add_consequence(row["effect"])
    dice.offer_row(table("sideworld.chaos"), row)
    return {"scrambled": True, "chaos": row.name}
