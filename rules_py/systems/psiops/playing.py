"""PSIOPS, Playing the Game: clocks and reactions."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.errors import RulesError
from rules_py.mechanic import mechanic
from rules_py.parameters import Choice, Whole
from rules_py.table_files import table


@mechanic("psiops.reaction", title="Reaction roll", page="psiops/playing/#reaction-roll", headline="attitude",
          words={"attitude": "psiops.reactions"})
def reaction(dice: Dice, shift: Annotated[int, Whole(-1, 1, "Empathy: one category down or up")] = 0):
    """2D6 on the reactions; the Empathy talent may move the result by one category."""
    rows = table("psiops.reactions").rows
    total = dice.pool(2).total
    rolled = rows.index(table("psiops.reactions").at(total))
    row = rows[min(max(rolled + shift, 0), len(rows) - 1)]
    dice.say(f"{total} is {rows[rolled].name}" + (f", moved to {row.name}." if row is not rows[rolled] else "."))
    return {"total": total, "attitude": row.key}


@mechanic("psiops.clock", title="Progress clock", page="psiops/playing/#clocks", headline="marked")
def clock(dice: Dice, segments: Annotated[int, Choice((4, 6, 8), "more segments, harder problem")] = 4,
          marked: Annotated[int, Whole(0, 8, "segments already marked")] = 0,
          band: Annotated[str, Choice(("failure", "partial", "success", "critical"), "how the action went")] = "partial"):
    """An action marks segments by its band; the clock is done when all are marked."""
    if marked > segments:
        raise RulesError(f"marked: got {marked}, takes 0 to {segments} on a clock of {segments}")
    marks = table("psiops.bands").row(band).number("clock")
    after = min(segments, marked + marks)
    dice.say(f"{marked} + {marks} of {segments} marked.")
    dice.then("The clock is full." if after == segments else f"{segments - after} to go.")
    return {"marked": after, "done": after == segments}
