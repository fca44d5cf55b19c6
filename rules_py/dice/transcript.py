"""The transcript of a roll: its dice, steps and consequences, and the rolls and table rows that follow."""

from typing import Any, NamedTuple


class DiceResult(NamedTuple):
    """Dice rolled together: their faces in order, and the faces that count.

    Attributes:
        sum_text: the sum that a rule made with them, "5 + 1, +1 attribute = 7", or "".
        names: what each face of such a die shows, from the first one, or () if that is its number.
    """

    sides: int
    faces: tuple[int, ...]
    kept: tuple[int, ...]
    label: str
    sum_text: str = ""
    names: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        found = {"sides": self.sides, "faces": list(self.faces), "kept": list(self.kept), "label": self.label}
        return {**found, "names": list(self.names)} if self.names else found

    def name_face(self, face: int) -> str:
        """Return what a face shows.

        >>> DiceResult(3, (1, 3), (1, 3), "2dF", names=("−", "0", "+")).name_face(3)
        '+'
        """
        return self.names[face - 1] if self.names else str(face)


class NextRoll(NamedTuple):
    """A roll that follows: the instruction, the mechanic or table, and its known parameters."""

    text: str
    mechanic: str
    preset_params: dict[str, Any]
    at_once: bool


class TableRowRef(NamedTuple):
    """A table row that an outcome names: the title of its table, its name and its page#anchor."""

    table_title: str
    row_name: str
    page: str


class Transcript:
    """A record of one run of a rule, used to display it."""

    def __init__(self) -> None:
        self.dice_results: list[DiceResult] = []
        self.steps: list[str] = []
        self.consequences: list[str] = []
        self.verdict = ""
        self.verdict_index = 0
        self.next_rolls: list[NextRoll] = []
        self.rows: list[TableRowRef] = []

    def set_verdict(self, text: str) -> None:
        """Set the verdict; the previous one becomes a step where it was given."""
        if self.verdict:
            self.steps.insert(self.verdict_index, f"{self.verdict}.")
        self.verdict, self.verdict_index = text, len(self.steps)
