"""COMBAT!'s actions by state: each cell of the table, played in a fight."""

import pytest

from tests.systems.action_states import check_cell, find_coordinates, list_cells, list_coordinates, list_states

STATES, CELLS = list_states("combat"), list_cells("combat")


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: "-".join(find_coordinates(cell)))
def test_state_allows_or_refuses_an_action_as_the_table_says(cell):
    check_cell("combat", STATES, cell)


def test_every_state_has_a_cell_for_every_action():
    assert sorted(map(find_coordinates, CELLS)) == sorted(list_coordinates("combat"))
