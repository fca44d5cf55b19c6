"""The games' tables of actions by state: each cell, played in a fight."""

import pytest

from tests.cases import check_each
from tests.systems.action_states import (
    check_cell,
    find_coordinates,
    list_cells,
    list_coordinates,
    list_slugs,
    list_states,
)

CELLS = {slug: list_cells(slug) for slug in list_slugs()}


@check_each("slug, cell", [(slug, cell) for slug in CELLS for cell in CELLS[slug]])
def test_state_allows_or_refuses_an_action_as_the_table_says(slug, cell):
    check_cell(slug, list_states(slug), cell)


@pytest.mark.parametrize("slug", CELLS)
def test_every_state_has_a_cell_for_every_action_that_it_can_take(slug):
    assert set(list_coordinates(slug)) <= set(map(find_coordinates, CELLS[slug]))


def test_every_game_of_this_project_has_a_table():
    assert list(CELLS) == ["combat", "psiops", "puml", "sideworld", "xmas"]
