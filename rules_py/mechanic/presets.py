"""Preset lists: table rows that fill in the fields of a form."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules_py.parameters import Parameter
from rules_py.tables import Row, table

NO_VALUE = "–"
"""The cell of a table that gives no value."""


@dataclass(frozen=True)
class TablePreset:
    """A list whose entries fill in parameters from the rows of a table.

    Attributes:
        columns: parameter → the column with its value: a number, dice, or a choice by its key or its name.
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

    def filled_entries(self, parameters: Mapping[str, Parameter]) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield each entry of the list: its label and the text for each parameter that it fills in.

        The text is "" if the table gives no value: then a form empties the field, so that it asks for the parameter.
        Entries without any value are left out.

        Raises:
            RulesError: a parameter doesn't accept its cell.
        """
        for label, cells in self.entries():
            filled = {
                name: "" if cells[column] == NO_VALUE else str(parameters[name].accept(cells[column]))
                for name, column in self.columns.items()
            }
            if any(filled.values()):
                yield label, filled

    def _label_for(self, row: Row) -> str:
        """Return the label of an entry.

        That is the `label` cell, the roll if the first cell is a number, or else the first cell.
        """
        if self.label:
            return row[self.label]
        return row.roll.replace("-", "–") if row.roll and row.name.lstrip("+-").isdigit() else row.name
