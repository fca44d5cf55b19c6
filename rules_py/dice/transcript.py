"""The transcript of a roll: its dice, sums, steps and consequences, and the rolls and table rows that follow."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class DiceResult:
    """Dice rolled together: their faces in order, and the faces that count."""

    sides: int
    faces: tuple[int, ...]
    kept: tuple[int, ...]
    label: str

    def to_dict(self) -> dict[str, Any]:
        return {"sides": self.sides, "faces": list(self.faces), "kept": list(self.kept), "label": self.label}


@dataclass(frozen=True)
class DiceSum:
    """Dice that were added up, with what a rule added to them.

    Attributes:
        position: how many dice results came before it; it belongs to the last of them.
        rolled: the numbers that the dice contribute, in the order rolled.
        added: what is added, as (name, value), without zeros; the name may be "".
    """

    position: int
    rolled: tuple[int, ...]
    added: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        return sum(self.rolled) + sum(value for _, value in self.added)


@dataclass(frozen=True)
class NextRoll:
    """A roll that follows: the instruction, the mechanic or table, and its known parameters."""

    text: str
    mechanic: str
    preset_params: dict[str, Any]
    at_once: bool


@dataclass(frozen=True)
class TableRowRef:
    """A table row that an outcome names: the title of its table, its name and its page#anchor."""

    table_title: str
    row_name: str
    page: str


@dataclass
class Transcript:
    """A record of one run of a rule, used to display it."""

    dice_results: list[DiceResult] = field(default_factory=list)
    sums: list[DiceSum] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    consequences: list[str] = field(default_factory=list)
    verdict: str = ""
    verdict_index: int = 0
    next_rolls: list[NextRoll] = field(default_factory=list)
    rows: list[TableRowRef] = field(default_factory=list)

    def set_verdict(self, text: str) -> None:
        """Set the verdict; the previous one becomes a step where it was given."""
        if self.verdict:
            self.steps.insert(self.verdict_index, f"{self.verdict}.")
        self.verdict, self.verdict_index = text, len(self.steps)

    def add_sum(self, rolled: tuple[int, ...], added: tuple[tuple[str, int], ...]) -> None:
        """Add a sum of the latest dice. What is added to a sum of the same dice becomes part of that sum."""
        position, added = len(self.dice_results), tuple((name, value) for name, value in added if value)
        latest = self.dice_results[-1].kept if self.dice_results else ()
        if sorted(rolled) == sorted(latest):
            rolled = latest
        last = self.sums[-1] if self.sums else None
        if last is not None and last.position == position and rolled == (last.total,):
            rolled, added = last.rolled, (*last.added, *added)
            self.sums.pop()
        self.sums.append(DiceSum(position, rolled, added))
