"""Usage dice, which get smaller as supplies run low, and step dice, which get larger."""

from dataclasses import dataclass

from rules_py.notation.nodes import Roller
from rules_py.notation.pools import Condition
from rules_py.notation.rare import RareNode
from rules_py.probability.convolution import Weights
from rules_py.scheduling import Work

USAGE_STEPS = (4, 6, 8, 10, 12, 20)
"""The sides of usage dice, from the last one to the first."""

STEPS_UP = (4, 6, 8, 10, 12)
"""The sides of step dice, from the first one to the last."""

HIGHEST_LOSS = 2
"""The highest face on which a usage die gets smaller."""

USUAL_LOSS = Condition("<=", HIGHEST_LOSS)


class ChangingDie(RareNode):
    """A die that becomes another one for the next roll."""

    sides: int

    def roll(self, dice: Roller, label: str) -> int:
        faces = dice.throw(1, self.sides, label or str(self))
        dice.record(self.sides, faces, faces, label or str(self))
        dice.say(f"{self}: {self.describe_total(faces[0])}.")
        return faces[0]

    def describe_total(self, total: int) -> str:
        """Return a face with what becomes of the die."""
        return f"{total}, so {self.describe_next(total)}"

    def describe_next(self, face: int) -> str:
        """Return what becomes of the die."""
        raise NotImplementedError

    def count_ways(self) -> Work[Weights]:
        yield from ()
        return dict.fromkeys(range(1, self.sides + 1), 1)

    def compute_bounds(self) -> tuple[int, int]:
        return 1, self.sides


@dataclass(frozen=True)
class UsageDie(ChangingDie):
    """A die that gets one step smaller on a 1 or 2, and is used up after a d4: ud8."""

    sides: int
    when: Condition = USUAL_LOSS

    def __str__(self) -> str:
        return f"ud{self.sides}{'' if self.when == USUAL_LOSS else self.when}"

    def describe_next(self, face: int) -> str:
        """Return what becomes of the die.

        >>> [UsageDie(8).describe_next(1), UsageDie(8).describe_next(3), UsageDie(4).describe_next(2)]
        ['it becomes a d6', 'it stays a d8', 'it is used up']
        """
        if not self.when.includes(face):
            return f"it stays a d{self.sides}"
        step = USAGE_STEPS.index(self.sides)
        return f"it becomes a d{USAGE_STEPS[step - 1]}" if step else "it is used up"


@dataclass(frozen=True)
class StepDie(ChangingDie):
    """A die that gets one step larger on some faces, up to a d12: sd6>=5."""

    sides: int
    when: Condition

    def __str__(self) -> str:
        return f"sd{self.sides}{self.when}"

    def describe_next(self, face: int) -> str:
        """Return what becomes of the die.

        >>> die, largest = StepDie(6, Condition(">=", 5)), StepDie(12, Condition(">=", 5))
        >>> [die.describe_next(5), die.describe_next(4), largest.describe_next(12)]
        ['it becomes a d8', 'it stays a d6', 'it stays a d12']
        """
        step = STEPS_UP.index(self.sides)
        larger = self.when.includes(face) and step + 1 < len(STEPS_UP)
        return f"it becomes a d{STEPS_UP[step + 1]}" if larger else f"it stays a d{self.sides}"
