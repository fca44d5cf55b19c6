"""PUML's table of actions and states: who may act, and who may be acted against."""

import pytest

from tests.systems.action_states import check_cell, find_coordinates, list_cells, list_coordinates, list_states

STATES, CELLS = list_states("puml"), list_cells("puml")


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: "-".join(find_coordinates(cell)))
def test_state_allows_or_refuses_an_action_as_the_table_says(cell):
    check_cell("puml", STATES, cell)


def test_every_state_has_a_cell_for_every_action_that_it_can_take():
    assert set(list_coordinates("puml")) <= set(map(find_coordinates, CELLS))
