"""Dice notation as a parameter, which plain dice need."""

from dataclasses import dataclass
from typing import Any, ClassVar

from rules_py import notation
from rules_py.parameters.kind import Control, LabelledKind
from rules_py.text.numbers import is_whole


@dataclass(frozen=True)
class Notation(LabelledKind):
    """Dice notation such as 2d6+1.

    Attributes:
        low: the lowest total that the rule accepts.
        high: the highest value of any part that the rule accepts, dropped dice included.
        most_in_odds: the maximum number of different totals that odds accept.
    """

    help: str
    low: int | None = None
    high: int | None = None
    most_in_odds: int | None = None
    word: ClassVar[str] = "notation"

    def accept(self, value: Any) -> str:
        if not isinstance(value, str):
            if not is_whole(value):
                raise ValueError
            value = str(value)
        text = notation.normalize(value)
        if self.low is not None and notation.compute_bounds(notation.parse(text))[0] < self.low:
            raise ValueError
        if self.high is not None and notation.compute_reach(notation.parse(text)) > self.high:
            raise ValueError
        return text

    def describe_accepted(self) -> str:
        limits = ([] if self.low is None else [f"never below {self.low}"]) + (
            [] if self.high is None else [f"with no part above {self.high}, dropped dice included"]
        )
        return "dice such as 2d6+1" + (f", {' and '.join(limits)}" if limits else "")

    def describe_odds_limit(self, value: str) -> str | None:
        if self.most_in_odds is None or notation.estimate_total_count(notation.parse(value)) <= self.most_in_odds:
            return None
        return f"dice with at most {self.most_in_odds} different totals"

    def list_limits(self, value: str) -> list[str]:
        return notation.parse(value).list_limits()

    @property
    def control(self) -> Control:
        return "dice"

    def sweep(self, current: str) -> list[str]:
        """Return the same dice with fewer and with more of them."""
        found = []
        for dice in notation.vary_dice_count(notation.parse(current)):
            try:
                found.append(self.accept(str(dice)))
            except ValueError:
                continue  # below or above what the rule accepts
        return list(dict.fromkeys(found))
