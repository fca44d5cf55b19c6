"""Parameters that are whole numbers, which almost every rule has."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from rules_py.parameters.kind import MOST_STEPS, Control, LabelledKind
from rules_py.text.numbers import is_whole, parse_int

LARGEST = 10**100 - 1
"""The largest number that a range without an upper limit accepts."""


def choose_sweep_values[Number: int | Fraction](low: int, high: int | None, current: Number) -> list[int | Number]:
    """Return all numbers of a short range, or those around `current` of a long one.

    `current` is in the middle if possible. The distance between the numbers grows with `current`: near 100, one more
    makes little difference.

    >>> choose_sweep_values(-3, 6, 2)
    [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6]
    >>> choose_sweep_values(0, 100, 3)
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    >>> choose_sweep_values(0, None, 40)
    [22, 25, 28, 31, 34, 37, 40, 43, 46, 49, 52, 55, 58]
    """
    if high is not None and high - low < MOST_STEPS:
        return sorted({*range(low, high + 1), current})
    middle = math.floor(current)
    apart = max(1, round(abs(middle) / MOST_STEPS))
    if high is not None:
        apart = min(apart, (high - low) // (MOST_STEPS - 1))
    below = (middle - low) // apart
    above = MOST_STEPS if high is None else (high - middle) // apart
    before = min(below, max(MOST_STEPS // 2, MOST_STEPS - 1 - above))
    after = min(above, MOST_STEPS - 1 - before)
    return sorted({*(middle + apart * step for step in range(-before, after + 1)), current})


@dataclass(frozen=True)
class NumberInRange(LabelledKind):
    """A number from `low` to `high`, or without an upper limit if `high` is None."""

    low: int
    high: int | None
    help: str

    def describe(self) -> dict[str, Any]:
        return {"range": [self.low, self.high]}

    @property
    def is_signed(self) -> bool:
        """True if a number above 0 is written with a plus sign."""
        return self.low < 0

    @property
    def control(self) -> Control:
        return "stepper"

    def sweep(self, current: Any) -> list[Any]:
        return choose_sweep_values(self.low, self.high, current)


@dataclass(frozen=True)
class Whole(NumberInRange):
    """A whole number in its range."""

    word: ClassVar[str] = "int"

    def accept(self, value: Any) -> int:
        if isinstance(value, str):
            value = parse_int(value)
        if not is_whole(value) or not self.low <= value <= (LARGEST if self.high is None else self.high):
            raise ValueError
        return int(value)

    def describe_accepted(self) -> str:
        if self.high is None:
            return f"a whole number from {self.low} up"
        return f"a whole number from {self.low} to {self.high}"

    def all_values(self) -> Sequence[int]:
        return () if self.high is None else range(self.low, self.high + 1)

    def list_higher_values(self, value: int, limit: int) -> list[int]:
        """Return the next numbers above `value`, at most `limit` of them.

        >>> Whole(-3, 3, "your attribute").list_higher_values(1, 6)
        [2, 3]
        """
        end = value + limit if self.high is None else min(value + limit, self.high)
        return list(range(value + 1, end + 1))

    def parse_span(self, limits: str) -> list[int]:
        """Parse an author's limits, which may also be a range: `0..3` or `0-3`."""
        if ends := re.fullmatch(r"\s*([+-]?\d+)\s*(?:\.\.|-)\s*([+-]?\d+)\s*", limits):
            low, high = map(self.accept, ends.groups())
            return list(range(low, high + 1))
        return super().parse_span(limits)
