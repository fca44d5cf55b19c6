"""PSIOPS, Stress: what happens at six points."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import mechanic
from rules_py.parameters import Whole
from rules_py.systems.psiops.action import add_up, result_of, roll_two
from rules_py.table_files import table

RESULTS = {"panic": "Panic", "calm": "Calm", "transcendent": "Transcendent"}


@mechanic("psiops.stress", title="Maximum stress", page="psiops/stress/#the-limit", headline="result",
          words={"result": RESULTS})
def stress(dice: Dice, willpower: Annotated[int, Whole(-3, 3, "your WILLPOWER")] = 0):
    """+WILLPOWER at 6 stress: panic, keep it together, or rise above it."""
    total = add_up(dice, roll_two(dice), ("WILLPOWER", willpower))
    row = result_of(dice, "psiops.stress-results", total)
    effect = None
    if row["result"] != "calm":
        rolled = dice.row(table(f"psiops.{row['result']}"))
        dice.then(f"{rolled.name}: {rolled['effect']}")
        effect = rolled.name
    removed = row["removed"]
    return {"total": total, "result": row["result"], "removed": removed if removed == "all" else int(removed),
            "effect": effect}
