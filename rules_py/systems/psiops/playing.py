"""PSIOPS, Playing the Game: clocks and reactions."""

from typing import Annotated

from rules_py.dice import Dice
from rules_py.errors import ParameterError
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Choice, RowOf, Whole
from rules_py.tables import table
from rules_py.text.wording import decapitalize


@mechanic(
    "psiops.reaction",
    title="Reaction roll",
    page="psiops/playing/#reaction-roll",
    headline="attitude",
    words={"attitude": "psiops.reactions"},
)
def reaction(
    dice: Dice, shift: Annotated[int, Whole(-1, 1, "the Empathy talent: one category down or up", label="Empathy")] = 0
) -> Outcome:
    """Roll 2D6 for a reaction; the Empathy talent may move the result by one category."""
    rows = table("psiops.reactions").rows
    total = dice.add_up(dice.pool(2).kept)
    rolled = rows.index(table("psiops.reactions").row_for_roll(total))
    row = rows[min(max(rolled + shift, 0), len(rows) - 1)]
    dice.say(f"{total} is {rows[rolled].name}" + (f", moved to {row.name}." if row is not rows[rolled] else "."))
    dice.verdict(f"Their attitude: {decapitalize(row.name)}")
    return {"total": total, "attitude": row.key}


SEGMENTS = (4, 6, 8)


def count_marks(band: str) -> int:
    """Return the number of segments that an action marks on a clock, by its degree of success."""
    return table("psiops.bands").row(band).number("clock")


@mechanic(
    "psiops.clock",
    title="Progress clock",
    page="psiops/playing/#clocks",
    headline="marked",
    labels={"marked": "Segments marked", "done": "Full"},
)
def clock(
    dice: Dice,
    segments: Annotated[int, Choice(SEGMENTS, "more segments, harder problem", label="Segments")] = 4,
    marked: Annotated[int, Whole(0, 8, "segments already marked", label="Already marked")] = 0,
    band: Annotated[str, RowOf("psiops.bands", "how the action went", label="Action roll")] = "partial",
) -> Outcome:
    """Mark segments by an action's band; the clock is done when all are marked."""
    if marked > segments:
        raise ParameterError(
            "marked",
            marked,
            f"0 to {segments}",
            given={"segments": segments},
            plain=f"A clock of {segments} segments can't have {marked} marked.",
        )
    marks = count_marks(band)
    after = min(segments, marked + marks)
    dice.say(f"{marked} + {marks} of {segments} marked.")
    dice.verdict(
        "The clock is full" if after == segments else f"{after} of {segments} segments marked, {segments - after} to go"
    )
    return {"marked": after, "done": after == segments}
