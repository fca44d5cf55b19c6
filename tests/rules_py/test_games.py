"""The registry of games and of their mechanics by id."""

import pytest

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.registry.games import find_game, find_mechanic, mechanics, systems


def test_games_are_sorted_alphabetically():
    assert "station" in systems()
    assert list(systems()) == sorted(systems())


def test_mechanic_ids_start_with_the_game():
    for slug in systems():
        assert mechanics(slug)
        assert all(mechanic_id.startswith(f"{slug}.") for mechanic_id in mechanics(slug))


@pytest.mark.parametrize("slug", systems())
def test_game_lists_every_mechanic_of_its_modules(slug):
    made = [
        value
        for module in find_game(slug).package.modules
        for value in vars(module).values()
        if isinstance(value, Mechanic)
    ]
    assert {mechanic.id: mechanic for mechanic in made} == find_game(slug).mechanics
    assert set(mechanics(slug)) <= set(mechanics())


@pytest.mark.parametrize("slug", systems())
def test_mechanics_follow_file_and_definition_order(slug):
    places = [
        (mechanic.rule.__module__, mechanic.rule.__code__.co_firstlineno)
        for mechanic in find_game(slug).mechanics.values()
    ]
    assert places == sorted(places)


@pytest.mark.parametrize("slug", systems())
def test_parameter_labels_are_unique_in_each_mechanic(slug):
    for mechanic in find_game(slug).mechanics.values():
        assert [name for name, parameter in mechanic.parameters.items() if not parameter.kind.label] == [], mechanic.id
        labels = [parameter.label for parameter in mechanic.parameters.values()]
        assert len(labels) == len(set(labels)), (mechanic.id, labels)


def test_game_pages_are_below_its_slug():
    for slug in systems():
        assert find_game(slug).pages
        assert all(page.startswith(f"{slug}/") and page.endswith("/") for page in find_game(slug).pages)


def test_a_mechanic_is_found_by_its_id():
    for mechanic_id in mechanics():
        assert find_mechanic(mechanic_id).id == mechanic_id


def test_plain_dice_belong_to_no_game():
    assert find_mechanic("dice").id == "dice"
    assert "dice" not in mechanics()


def test_a_table_with_a_die_is_rolled_like_a_mechanic():
    panic = find_mechanic("station.panic").resolve([2], {})
    assert (panic.outcome["roll"], panic.outcome["name"], panic.faces) == ("2", "Frail", (2,))
    assert "station.panic" not in mechanics()


def test_a_table_without_dice_is_not_rolled():
    with pytest.raises(RulesError, match="^mechanic: station.weapons is a table without dice"):
        find_mechanic("station.weapons")


@pytest.mark.parametrize(
    ("mechanic_id", "offered"),
    [
        ("station.nothing", "station.action"),
        ("station", "station"),
        ("nothing.action", "station"),
        ("nothing", "station"),
        ("", "station"),
        (".", "station"),
        ("station.action.more", "station.action"),
        ("STATION.action", "station"),
        ("station.action ", "station.action"),
        ("Dice", "station"),
    ],
)
def test_unknown_mechanic_error_lists_available_ones(mechanic_id, offered):
    with pytest.raises(RulesError) as refusal:
        find_mechanic(mechanic_id)
    assert str(refusal.value).startswith(f"mechanic: got {mechanic_id!r}, takes ")
    assert offered in str(refusal.value)


@pytest.mark.parametrize("slug", ["nothing", "", "STATION", "station.action", "../systems/station", 5])
def test_unknown_game_error_lists_available_ones(slug):
    with pytest.raises(RulesError) as refusal:
        mechanics(slug)
    assert str(refusal.value) == f"game: got {slug!r}, takes {', '.join(systems())}"
