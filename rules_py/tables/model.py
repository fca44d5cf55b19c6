"""Tables of a game: rolled on, or only looked up."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules_py.errors import RulesError
from rules_py.text.formatting import quote_text

ROLL_PATTERN = re.compile(r"(-?\d+)(?:-(-?\d+)|([-+]))?")
"""What a row stands for: 11, 3-5, 6- (6 or less) or 13+ (13 or more)."""


@dataclass(frozen=True, eq=False)
class Row:
    """One row: the numbers it stands for, its key, and its cells by column."""

    roll: str | None
    key: str
    cells: dict[str, str]
    note: str | None = None

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def number(self, column: str) -> int:
        """A cell read as a whole number (`+2` is 2)."""
        return int(self.cells[column])

    @property
    def name(self) -> str:
        """The first cell: what the row is called."""
        return next(iter(self.cells.values()))

    @property
    def anchor(self) -> str:
        """What the row is called in an address: its key, or its numbers in a form that needs no escaping.

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
        """The lowest and the highest number the row stands for, infinite where it is open.

        Raises:
            RulesError: the table is only looked up.
        """
        numbers = ROLL_PATTERN.fullmatch(self.roll or "")
        if numbers is None:
            raise RulesError(f"row: {self.key} stands for no number; its table is looked up by key")
        low, high, open_end = numbers.groups()
        if open_end:
            return (float("-inf"), int(low)) if open_end == "-" else (int(low), float("inf"))
        return int(low), int(high or low)


@dataclass(frozen=True, eq=False)
class Table:
    """A table: what is rolled on it (`die` is None where it is only looked up), columns and rows."""

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
        """What is rolled on it.

        Raises:
            RulesError: it is only looked up.
        """
        if self.die is None:
            raise RulesError(f"{self.id}: is only looked up, takes a table with a die to roll on")
        return self.die

    def row_for_roll(self, number: int) -> Row:
        """The row that stands for a number.

        Raises:
            RulesError: no row does.
        """
        for row in self.rows:
            low, high = row.bounds
            if low <= number <= high:
                return row
        raise RulesError(f"{self.id}: got {number}, takes {self.rows[0].roll} to {self.rows[-1].roll}")

    def row(self, key: str) -> Row:
        """The row of a key, of a roll as printed, or of a name (in any case).

        Raises:
            RulesError: there is none.
        """
        if key in self._by_key:
            return self._by_key[key]
        for row in self.rows:
            if key == row.roll or key.casefold() == row.name.casefold():
                return row
        raise RulesError(f"{self.id}: got {quote_text(key)}, takes {', '.join(self._by_key)}")

    @property
    def short_id(self) -> str:
        """Its id without the game's slug: what its anchors begin with."""
        return self.id.partition(".")[2]

    @property
    def anchor(self) -> str:
        """Its own anchor on the page that shows it."""
        return f"table-{self.short_id}"

    def anchor_for(self, row: Row) -> str:
        """A row's anchor on the page that shows the table."""
        return f"{self.short_id}-{row.anchor}"

    def page_anchor_for(self, row: Row) -> str:
        """page#anchor of a row."""
        return f"{self.page.partition('#')[0]}#{self.anchor_for(row)}"

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self._by_key)

    @property
    def names(self) -> dict[str, str]:
        """What each key is called, in the table's order."""
        return {row.key: row.name for row in self.rows}

    def to_dict(self) -> dict[str, Any]:
        """The table as JSON: every cell is text."""
        return {
            "table": self.id,
            "title": self.title,
            "die": self.die,
            "columns": list(self.columns),
            "rows": [({"roll": row.roll} if row.roll else {}) | row.cells for row in self.rows],
        }
