"""Preset lists of all games: each entry fills in all that its table says about the form, and asks for what it doesn't.

PSIOPS' armory once filled in a weapon's damage without its class, so a shotgun hit at a range where it is impossible.
"""

from collections.abc import Iterator, Mapping

import pytest

import rules_py
from rules_py import RulesError
from rules_py.mechanic.presets import NO_VALUE, TablePreset
from rules_py.parameters import Choice, Parameter, RowOf
from rules_py.registry.games import find_mechanic, iter_games


def find_presets() -> Iterator[tuple[str, TablePreset, Mapping[str, Parameter]]]:
    """Yield every preset list with the id of its form and the form's parameters; for a list, those of an entry."""
    for id in rules_py.mechanics():
        about = find_mechanic(id)
        for preset in about.presets:
            if not preset.list_parameter:
                yield id, preset, about.parameters
    for calculator in (each for game in iter_games() for each in game.calculators.values()):
        for presets in calculator.presets.values():
            for preset in presets:
                yield calculator.id, preset, calculator.parameters


PRESETS = [pytest.param(preset, known, id=f"{id}: {preset.title}") for id, preset, known in find_presets()]


def read_columns(preset: TablePreset) -> dict[str, set[str]]:
    """Return the distinct values of each column (or row, if transposed) that an entry may fill in from."""
    columns: dict[str, set[str]] = {}
    for _, cells in preset.entries():
        for name, cell in cells.items():
            columns.setdefault(name, set()).add(cell)
    return {name: cells - {NO_VALUE} for name, cells in columns.items()}


def accepts(parameter: Parameter, text: str) -> bool:
    try:
        parameter.accept(text)
    except RulesError:
        return False
    return True


each_preset = pytest.mark.parametrize(("preset", "parameters"), PRESETS)


@each_preset
def test_every_entry_has_accepted_values(preset, parameters):
    entries = list(preset.filled_entries(parameters))
    labels = [label for label, _ in entries]
    assert entries and len(labels) == len(set(labels))
    for _, filled in entries:
        assert set(filled) == set(preset.columns)
        for name, text in filled.items():
            assert text == "" or str(parameters[name].accept(text)) == text
    left_out = [cells for label, cells in preset.entries() if label not in labels]
    assert all(cells[column] == NO_VALUE for cells in left_out for column in preset.columns.values())


@each_preset
def test_every_choice_that_the_table_names_is_filled_in(preset, parameters):
    columns = read_columns(preset)
    choices = {name: each for name, each in parameters.items() if isinstance(each.kind, Choice | RowOf)}
    for name, parameter in choices.items():
        for column, cells in columns.items():
            is_named = len(cells) > 1 and all(accepts(parameter, cell) for cell in cells)
            assert not is_named or preset.columns.get(name) == column, f"{column} names a choice of {name}"


@each_preset
def test_a_form_asks_for_what_an_entry_leaves_empty(preset, parameters):
    for _, filled in preset.filled_entries(parameters):
        for name, text in filled.items():
            if not text:
                with pytest.raises(RulesError, match=name):
                    parameters[name].accept(text)
