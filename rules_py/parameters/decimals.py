"""Numbers with decimals as parameters, and several numbers that belong together."""

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from rules_py.parameters.kind import LabelledKind
from rules_py.parameters.numbers import NumberInRange, Whole
from rules_py.text.numbers import simplify_fraction
from rules_py.text.wording import humanize


@dataclass(frozen=True)
class Number(NumberInRange):
    """A number in its range: whole, or an exact fraction with up to three decimals."""

    high: int
    word: ClassVar[str] = "number"

    def accept(self, value: Any) -> int | Fraction:
        if isinstance(value, bool) or not isinstance(value, str | int | float | Fraction):
            raise ValueError
        if isinstance(value, str) and not re.fullmatch(
            r"\s*[+-]?[0-9]{1,15}(\.[0-9]{1,3}|/[1-9][0-9]{0,3})?\s*", value
        ):
            raise ValueError
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError
        number = Fraction(str(value) if isinstance(value, float) else value)
        if not self.low <= number <= self.high or 1000 % number.denominator:
            raise ValueError
        return simplify_fraction(number)

    def describe_accepted(self) -> str:
        return f"a number from {self.low} to {self.high}, with at most three decimals"


@dataclass(frozen=True)
class Numbers(LabelledKind):
    """Several whole numbers that belong together, such as (resilience, dc): `resilience/dc` as text."""

    parts: tuple[str, ...]
    help: str
    low: int = 0
    high: int = 1_000_000
    word: ClassVar[str] = "numbers"

    def accept(self, value: Any) -> tuple[int, ...]:
        if isinstance(value, str):
            value = value.split("/")
        if not isinstance(value, list | tuple) or len(value) != len(self.parts):
            raise ValueError
        return tuple(Whole(self.low, self.high, "").accept(part) for part in value)

    def describe_accepted(self) -> str:
        return f"{'/'.join(self.parts)}, whole numbers from {self.low} to {self.high}"

    def describe_accepted_for_players(self) -> str:
        return f"{' / '.join(map(humanize, self.parts))}, whole numbers from {self.low} to {self.high}"

    def describe(self) -> dict[str, Any]:
        return {"parts": list(self.parts), "range": [self.low, self.high]}
