"""Usage dice, which get smaller as supplies run low, and step dice, which get larger."""

from dataclasses import dataclass
from typing import Literal

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


@dataclass(frozen=True)
class ChangingDie(RareNode):
    """A die that becomes another one for the next roll: ud8 gets smaller on a 1 or 2, sd6>=5 larger on a 5 or 6.

    Attributes:
        kind: "u" for a usage die, which is used up after a d4, or "s" for a step die, which grows up to a d12.
        sides: its sides.
        when: the faces on which it changes.
    """

    kind: Literal["u", "s"]
    sides: int
    when: Condition

    def __str__(self) -> str:
        is_usual = self.kind == "u" and self.when == USUAL_LOSS
        return f"{self.kind}d{self.sides}{'' if is_usual else self.when}"

    def roll(self, dice: Roller, label: str) -> int:
        faces = dice.throw(1, self.sides, label or str(self))
        dice.record(self.sides, faces, faces, label or str(self))
        dice.say(f"{self}: {self.describe_total(faces[0])}.")
        return faces[0]

    def describe_total(self, total: int) -> str:
        """Return a face with the die that follows."""
        return f"{total}, so {self.describe_next(total)}"

    def describe_next(self, face: int) -> str:
        """Return the die that follows, in words.

        >>> usage, step = ChangingDie("u", 4, USUAL_LOSS), ChangingDie("s", 6, Condition(">=", 5))
        >>> usage.describe_next(2), usage.describe_next(3), step.describe_next(5)
        ('it is used up', 'it stays a d4', 'it becomes a d8')
        """
        sizes = USAGE_STEPS if self.kind == "u" else STEPS_UP
        step = sizes.index(self.sides) + (-1 if self.kind == "u" else 1)
        if not self.when.includes(face) or step == len(sizes):
            return f"it stays a d{self.sides}"
        return f"it becomes a d{sizes[step]}" if step >= 0 else "it is used up"

    def count_ways(self) -> Work[Weights]:
        yield from ()
        return dict.fromkeys(range(1, self.sides + 1), 1)

    def compute_bounds(self) -> tuple[int, int]:
        return 1, self.sides
