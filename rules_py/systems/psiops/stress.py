"""PSIOPS, Stress: the roll when it reaches six points."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Whole
from rules_py.systems.psiops.action import PLAIN_ROLL, ActionRoll, compute_momentum, find_row
from rules_py.tables import table

RESULTS = {"panic": "Panic", "calm": "Calm", "transcendent": "Transcendent"}
EFFECTS = {"panic": "psiops.panic", "transcendent": "psiops.transcendent"}
"""The table of effects for each result."""


@mechanic(
    "psiops.stress",
    title="Maximum stress",
    page="psiops/stress/#the-limit",
    headline="result",
    words={"result": RESULTS},
    chance=("no panic", {"result": ("calm", "transcendent")}),
    labels={"removed": "Stress removed"},
)
def stress(
    dice: Dice,
    willpower: Annotated[int, Whole(-3, 3, "your WILLPOWER", label="WILLPOWER")] = 0,
    roll: ActionRoll = PLAIN_ROLL,
) -> Outcome:
    """Make an action roll with WILLPOWER when stress reaches 6: panic, keep it together, or rise above it.

    Reading: you roll when your stress gets to 6, not again for as long as it stays there. After a panic you are still
    at 6: the next roll comes once you have lost some stress and reached 6 again.
    """
    total = roll.make(dice, "WILLPOWER", willpower)
    row = find_row(dice, "psiops.stress-results", total)
    dice.say(row["meaning"])
    effect = None
    if row["result"] == "calm":
        dice.verdict(f"You keep it together and lose {row['removed']} stress")
    else:
        effects = table(EFFECTS[row["result"]])
        rolled = dice.row(effects)
        effect = rolled.name
        dice.verdict(f"{RESULTS[row['result']]}: {effect}")
        dice.add_consequence(rolled["effect"])
        if row["removed"] == "all":
            dice.add_consequence("You lose all your stress.")
        dice.offer_row(effects, rolled)
    removed = row["removed"]
    return {
        "total": total,
        "result": row["result"],
        "removed": removed if removed == "all" else int(removed),
        "effect": effect,
        "momentum": compute_momentum(dice, total, roll.spent_momentum),
    }
