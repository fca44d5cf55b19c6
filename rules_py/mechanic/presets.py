"""Lists that fill in the numbers of a form from the rows of a game's tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules_py.tables import Row, table


@dataclass(frozen=True)
class TablePreset:
    """A list that fills in numbers from a table's row: parameter → column.

    Attributes:
        label: the column that names a row in the list, where the first one doesn't.
        entry_of: it fills an entry of this list parameter, and `sets` names the entry's numbers, each with its column.
        across: the list runs over the table's columns, and what is said of columns here goes for rows. For a table
            with a row for each kind of number.
    """

    title: str
    table_id: str
    columns: Mapping[str, str]
    label: str | None = None
    is_transposed: bool = False
    list_parameter: str = ""

    def entries(self) -> Iterator[tuple[str, dict[str, str]]]:
        """What the list offers: what each entry is called, and its cells by name."""
        source = table(self.table_id)
        if not self.is_transposed:
            yield from ((self._label_for(row), row.cells) for row in source.rows)
            return
        for column, heading in list(source.columns.items())[1:]:
            cells = {row.key: row[column] for row in source.rows}
            yield cells[self.label] if self.label else heading, cells

    def _label_for(self, row: Row) -> str:
        """The label's cell, else its roll where its first cell is a number, else that."""
        if self.label:
            return row[self.label]
        return row.roll.replace("-", "–") if row.roll and row.name.lstrip("+-").isdigit() else row.name
