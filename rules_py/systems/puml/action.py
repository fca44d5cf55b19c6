"""PUML: the action roll, which the combat chapter builds on."""

from typing import Annotated

from rules_py.dice import Dice, Pool
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Flag, Whole
from rules_py.tables import Row, table
from rules_py.text.wording import format_term

Attribute = Annotated[int, Whole(-3, 3, "the attribute you roll with", label="Attribute")]
Modifier = Annotated[
    int, Whole(-6, 6, "everything else that is added or taken off", label="Modifier", neutral="no modifier")
]
Advantage = Annotated[
    bool, Flag("roll a third die and drop the lowest", label="Advantage", once=True, neutral="no advantage")
]
Disadvantage = Annotated[bool, Flag("roll a third die and drop the highest", label="Disadvantage", once=True)]


def roll_two(dice: Dice, advantage: bool, disadvantage: bool) -> Pool:
    """Roll the two dice that count; advantage and disadvantage cancel each other."""
    if advantage == disadvantage:
        if advantage:
            dice.say("Advantage and disadvantage cancel each other out.")
        return dice.pool(2)
    return dice.pool(3, drop="lowest" if advantage else "highest")


def find_band(dice: Dice, counted: tuple[int, ...], *terms: tuple[str, int]) -> tuple[int, Row]:
    """Return the total and its row of outcomes: an ultra success for two 6s, otherwise by the total's band."""
    total, added = dice.add_up(counted, *terms), sum(value for _, value in terms)
    dice.say(f"{' + '.join(map(str, counted))}{f' {format_term(added)}' if added else ''} = {total}.")
    if counted == (6, 6):
        row = table("puml.outcomes").row("ultra")
        dice.say(f"Two 6s: {row.name}, whatever the total.")
    else:
        band = table("puml.bands").row_for_roll(total)
        row = table("puml.outcomes").row(band.key)
        dice.say(f"{total} is {band.roll}: {row.name}.")
    dice.verdict(row.name)
    return total, row


@mechanic(
    "puml.action", title="Action roll", page="puml/rolls/#action-roll", headline="band", words={"band": "puml.outcomes"}
)
def action(
    dice: Dice,
    attribute: Attribute = 0,
    modifier: Modifier = 0,
    advantage: Advantage = False,
    disadvantage: Disadvantage = False,
) -> Outcome:
    """Roll 2D6 + attribute. Two 6s among the dice that count are an ultra success, whatever the total.

    Reading: the chapter we hold gives the bands and the two 6s. The roll itself, and what advantage and disadvantage
    do, are from the game's own rules page. With three dice, the 6s must be on the two that count.

    Reading: a task other than an attack brings a complication or something amazing, too.
    """
    counted = roll_two(dice, advantage, disadvantage).kept
    total, row = find_band(dice, counted, ("attribute", attribute), ("modifier", modifier))
    offer_twist(dice, "offense", row.key)
    return {"total": total, "band": row.key}


def offer_twist(dice: Dice, side: str, band: str) -> None:
    """Offer the roll for a complication after a partial success, and for something amazing after an ultra success."""
    if band == "partial":
        dice.offer_roll("Pick a complication", "puml.complication", at_once=True)
    elif band == "ultra":
        dice.offer_roll("Pick something amazing", "puml.ultra-success", at_once=True, side=side)
