"""Preset lists: table rows that fill in the numbers of a form."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules_py.tables import Row, table


@dataclass(frozen=True)
class TablePreset:
    """A list whose entries fill in numbers from the rows of a table.

    Attributes:
        columns: parameter → the column with its number.
        label: the column that names each entry, if it isn't the first one.
        is_transposed: the list has an entry for each column of the table, and `columns` and `label` name rows by key.
            For a table with a row for each kind of number.
        list_parameter: the list parameter whose entries it fills in; `columns` then names the numbers of an entry.
    """

    title: str
    table_id: str
    columns: Mapping[str, str]
    label: str | None = None
    is_transposed: bool = False
    list_parameter: str = ""

    def entries(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield each entry of the list: its label and its cells by name."""
        source = table(self.table_id)
        if not self.is_transposed:
            yield from ((self._label_for(row), row.cells) for row in source.rows)
            return
        for column, heading in list(source.columns.items())[1:]:
            cells = {row.key: row[column] for row in source.rows}
            yield cells[self.label] if self.label else heading, cells

    def _label_for(self, row: Row) -> str:
        """Return the label of an entry.

        That is the `label` cell, the roll if the first cell is a number, or else the first cell.
        """
        if self.label:
            return row[self.label]
        return row.roll.replace("-", "–") if row.roll and row.name.lstrip("+-").isdigit() else row.name
