"""Usage dice, which get smaller as supplies run low."""

from dataclasses import dataclass

from rules_py.notation.nodes import Roller
from rules_py.notation.rare import RareNode
from rules_py.probability.convolution import Weights
from rules_py.scheduling import Work

USAGE_STEPS = (4, 6, 8, 10, 12, 20)
"""The sides of usage dice, from the last one to the first."""

HIGHEST_LOSS = 2
"""The highest face on which a usage die gets smaller."""


@dataclass(frozen=True)
class UsageDie(RareNode):
    """A die that gets one step smaller on a 1 or 2, and is used up after a d4: ud8."""

    sides: int

    def __str__(self) -> str:
        return f"ud{self.sides}"

    def roll(self, dice: Roller, label: str) -> int:
        faces = dice.throw(1, self.sides, label or str(self))
        dice.record(self.sides, faces, faces, label or str(self))
        dice.say(f"{self}: {self.describe_total(faces[0])}.")
        return faces[0]

    def describe_total(self, total: int) -> str:
        """Return a face with what becomes of the die.

        >>> [UsageDie(8).describe_total(1), UsageDie(8).describe_total(3), UsageDie(4).describe_total(2)]
        ['1, so it becomes a d6', '3, so it stays a d8', '2, so it is used up']
        """
        if total > HIGHEST_LOSS:
            return f"{total}, so it stays a d{self.sides}"
        step = USAGE_STEPS.index(self.sides)
        return f"{total}, so it becomes a d{USAGE_STEPS[step - 1]}" if step else f"{total}, so it is used up"

    def count_ways(self) -> Work[Weights]:
        yield from ()
        return dict.fromkeys(range(1, self.sides + 1), 1)

    def compute_bounds(self) -> tuple[int, int]:
        return 1, self.sides
