"""Choices as parameters: flags, words, rows of a table, and numbers that such rows name."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules_py.parameters.kind import Control, LabelledKind
from rules_py.parameters.numbers import Whole
from rules_py.tables import table
from rules_py.text.numbers import is_whole
from rules_py.text.wording import humanize

MOST_SEGMENTS, WIDEST_SEGMENTS = 5, 40
"""Limits for choices shown side by side in a form: their number, and their width in characters."""


@dataclass(frozen=True)
class Flag(LabelledKind):
    """Yes or no."""

    help: str
    word: ClassVar[str] = "bool"

    def accept(self, value: Any) -> bool:
        if isinstance(value, str):
            value = {"true": True, "false": False}.get(value.strip().lower())
        if not isinstance(value, bool):
            raise ValueError
        return value

    def describe_accepted(self) -> str:
        return "true or false"

    @property
    def control(self) -> Control:
        return "toggle"

    def all_values(self) -> Sequence[bool]:
        return False, True


def choose_control(names: dict[str, str]) -> Control:
    """Return "segments" (side by side) for choices that are few and short, else "select"."""
    width = sum(len(name) + 3 for name in names.values())
    return "segments" if len(names) <= MOST_SEGMENTS and width <= WIDEST_SEGMENTS else "select"


@dataclass(frozen=True)
class Choice(LabelledKind):
    """One of a few words or numbers."""

    choices: tuple[str | int, ...]
    help: str
    word: ClassVar[str] = "choice"

    def accept(self, value: Any) -> str | int:
        for choice in self.choices:
            if (isinstance(value, str) or is_whole(value)) and str(value).strip() == str(choice):
                return choice
        raise ValueError

    def describe_accepted(self) -> str:
        return ", ".join(map(str, self.choices[:-1])) + f" or {self.choices[-1]}"

    def describe(self) -> dict[str, Any]:
        return {"choices": list(self.choices)}

    @property
    def control(self) -> Control:
        return choose_control(self.names())

    def names(self) -> dict[str, str]:
        return {str(choice): humanize(str(choice)) for choice in self.choices}

    def all_values(self) -> Sequence[str | int]:
        return self.choices


@dataclass(frozen=True)
class RowOf(LabelledKind):
    """A row of a table, by its key, roll or name; `allow_none` accepts "none" as well."""

    table_id: str
    help: str
    allow_none: bool = False
    word: ClassVar[str] = "choice"

    def accept(self, value: Any) -> str:
        if not isinstance(value, str) and not is_whole(value):
            raise ValueError
        text = str(value).strip()
        return text if self.allow_none and text == "none" else table(self.table_id).row(text).key

    def describe_accepted(self) -> str:
        return f"a row of {self.table_id}: {', '.join(self.choices)}"

    @property
    def choices(self) -> tuple[str, ...]:
        return (*(("none",) if self.allow_none else ()), *table(self.table_id).keys)

    def describe(self) -> dict[str, Any]:
        return {"choices": list(self.choices)}

    @property
    def control(self) -> Control:
        return choose_control(self.names())

    def names(self) -> dict[str, str]:
        names = table(self.table_id).names
        return {choice: names.get(choice) or humanize(choice) for choice in self.choices}

    def all_values(self) -> Sequence[str]:
        return self.choices


@dataclass(frozen=True)
class NamedWhole(Whole):
    """A whole number that a form offers by the names of a table's rows: cover 2 is "Medium".

    Its range is small. A row names the number in its `column`. A number without a row is called "None" if it is 0, or
    else just by that number.
    """

    table_id: str
    column: str

    @property
    def control(self) -> Control:
        return choose_control(self.names())

    def names(self) -> dict[str, str]:
        names = {row.number(self.column): row.name for row in table(self.table_id).rows}
        return {str(value): names.get(value, str(value) if value else "None") for value in self.all_values()}
