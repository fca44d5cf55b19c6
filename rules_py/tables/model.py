"""Tables of a game, for rolls or only for lookup."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules_py.errors import ParameterError, UnknownIdError
from rules_py.text.quoting import shorten
from rules_py.text.sentences import use_minus_sign

ROLL_PATTERN = re.compile(r"(-?\d+)(?:-(-?\d+)|([-+]))?")
"""The numbers that a row covers: 11, 3-5, 6- (6 or less) or 13+ (13 or more)."""


@dataclass(frozen=True, eq=False)
class Row:
    """One row: the numbers it covers, its key, and its cells by column."""

    roll: str | None
    key: str
    cells: dict[str, str]
    note: str | None = None

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def number(self, column: str) -> int:
        """Return a cell as a whole number (`+2` is 2)."""
        return int(self.cells[column])

    @property
    def name(self) -> str:
        """The first cell, which names the row."""
        return next(iter(self.cells.values()))

    @property
    def anchor(self) -> str:
        """The row's name in URLs: its key, or its numbers in a form that needs no escaping.

        >>> Row("13+", "13+", {"name": "Rallied"}).anchor, Row("3-5", "wary", {"name": "Wary"}).anchor
        ('13-or-more', 'wary')
        """
        if self.key.endswith("+"):
            return self.key[:-1] + "-or-more"
        if self.key.endswith("-"):
            return self.key[:-1] + "-or-less"
        return self.key.replace("_", "-").lower()

    @cached_property
    def bounds(self) -> tuple[float, float]:
        """The lowest and the highest number that the row covers, infinite if it is open-ended.

        Raises:
            ParameterError: the table is only for lookup.
        """
        numbers = ROLL_PATTERN.fullmatch(self.roll or "")
        if numbers is None:
            raise ParameterError(
                "row", self.key, "a row of a table with a die", plain=f"{self.name} isn't the result of a die."
            )
        low, high, open_end = numbers.groups()
        if open_end:
            return (float("-inf"), int(low)) if open_end == "-" else (int(low), float("inf"))
        return int(low), int(high or low)


@dataclass(frozen=True, eq=False)
class Table:
    """A table: its die (None if it is only for lookup), columns and rows."""

    id: str
    title: str
    die: str | None
    page: str
    source: str
    columns: dict[str, str]
    rows: tuple[Row, ...]
    roll_heading: str | None = None
    note: str | None = None
    _by_key: dict[str, Row] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._by_key.update({row.key: row for row in self.rows})

    @property
    def dice(self) -> str:
        """The dice notation for a roll on the table.

        Raises:
            ParameterError: the table is only for lookup.
        """
        if self.die is None:
            raise ParameterError(
                "table",
                self.id,
                "a table with a die to roll on",
                plain=f"The table {self.title} is only for looking things up; it has no die.",
            )
        return self.die

    def row_for_roll(self, number: int) -> Row:
        """Return the row that covers a number.

        Raises:
            ParameterError: no row covers it.
        """
        for row in self.rows:
            low, high = row.bounds
            if low <= number <= high:
                return row
        raise ParameterError(
            self.id,
            number,
            f"{self.rows[0].roll} to {self.rows[-1].roll}",
            plain=use_minus_sign(f"The table {self.title} has no row for {shorten(number)}."),
        )

    def row(self, key: str) -> Row:
        """Return the row with a key, a roll as printed, or a name (in any case).

        Raises:
            UnknownIdError: there is no such row.
        """
        if key in self._by_key:
            return self._by_key[key]
        for row in self.rows:
            if key == row.roll or key.casefold() == row.name.casefold():
                return row
        raise UnknownIdError(self.id, key, self._by_key, noun="row", place=f"in the table {self.title}")

    @property
    def game(self) -> str:
        """The slug of the table's game."""
        return self.id.partition(".")[0]

    @property
    def short_id(self) -> str:
        """The id without the game's slug; the table's anchors contain it."""
        return self.id.partition(".")[2]

    @property
    def anchor(self) -> str:
        """The table's anchor on the page that shows it."""
        return f"table-{self.short_id}"

    def anchor_for(self, row: Row) -> str:
        """Return a row's anchor on the page that shows the table."""
        return f"{self.short_id}-{row.anchor}"

    def page_anchor_for(self, row: Row) -> str:
        """Return the page#anchor of a row."""
        return f"{self.page.partition('#')[0]}#{self.anchor_for(row)}"

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self._by_key)

    @property
    def names(self) -> dict[str, str]:
        """The name of each key, in the table's order; if rows share a name, the cell behind it tells them apart."""
        names = {row.key: row.name for row in self.rows}
        if len(set(names.values())) == len(names) or len(self.columns) == 1:
            return names
        second = list(self.columns)[1]
        return {row.key: f"{row.name} ({row[second]})" for row in self.rows}

    def to_dict(self) -> dict[str, Any]:
        """Return the table as JSON data, with every cell as text."""
        return {
            "table": self.id,
            "title": self.title,
            "die": self.die,
            "columns": list(self.columns),
            "rows": [({"roll": row.roll} if row.roll else {}) | row.cells for row in self.rows],
        }
