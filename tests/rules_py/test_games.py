"""Which games there are, and their mechanics by id."""

import pytest

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.registry.games import find_game, find_mechanic, mechanics, systems


def test_games_stand_in_alphabetical_order():
    assert "psiops" in systems()
    assert list(systems()) == sorted(systems())


def test_a_games_mechanics_bear_its_name():
    for slug in systems():
        assert mechanics(slug)
        assert all(mechanic_id.startswith(f"{slug}.") for mechanic_id in mechanics(slug))


@pytest.mark.parametrize("slug", systems())
def test_every_rule_of_a_games_modules_is_among_its_mechanics(slug):
    made = [
        value
        for module in find_game(slug).package.modules
        for value in vars(module).values()
        if isinstance(value, Mechanic)
    ]
    assert {mechanic.id: mechanic for mechanic in made} == find_game(slug).mechanics
    assert set(mechanics(slug)) <= set(mechanics())


@pytest.mark.parametrize("slug", systems())
def test_mechanics_stand_in_the_order_of_their_files_and_in_each_as_they_are_defined(slug):
    places = [
        (mechanic.rule.__module__, mechanic.rule.__code__.co_firstlineno)
        for mechanic in find_game(slug).mechanics.values()
    ]
    assert places == sorted(places)


@pytest.mark.parametrize("slug", systems())
def test_every_parameter_has_a_label_of_its_own(slug):
    for mechanic in find_game(slug).mechanics.values():
        assert [name for name, parameter in mechanic.parameters.items() if not parameter.kind.label] == [], mechanic.id
        labels = [parameter.label for parameter in mechanic.parameters.values()]
        assert len(labels) == len(set(labels)), (mechanic.id, labels)


def test_a_games_pages_are_its_own():
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
    panic = find_mechanic("psiops.panic").resolve([2], {})
    assert (panic.outcome["roll"], panic.outcome["name"], panic.faces) == ("2", "Frail", (2,))
    assert "psiops.panic" not in mechanics()


def test_a_table_without_dice_is_not_rolled():
    with pytest.raises(RulesError, match="^mechanic: psiops.weapons is a table without dice"):
        find_mechanic("psiops.weapons")


@pytest.mark.parametrize(
    ("mechanic_id", "offered"),
    [
        ("psiops.nothing", "psiops.action"),
        ("psiops", "psiops"),
        ("nothing.action", "psiops"),
        ("nothing", "psiops"),
        ("", "psiops"),
        (".", "psiops"),
        ("psiops.action.more", "psiops.action"),
        ("PSIOPS.action", "psiops"),
        ("psiops.action ", "psiops.action"),
        ("Dice", "psiops"),
    ],
)
def test_an_unknown_mechanic_is_refused_with_those_there_are(mechanic_id, offered):
    with pytest.raises(RulesError) as refusal:
        find_mechanic(mechanic_id)
    assert str(refusal.value).startswith(f"mechanic: got {mechanic_id!r}, takes ")
    assert offered in str(refusal.value)


@pytest.mark.parametrize("slug", ["nothing", "", "PSIOPS", "psiops.action", "../systems/psiops", 5])
def test_an_unknown_game_is_refused_with_those_there_are(slug):
    with pytest.raises(RulesError) as refusal:
        mechanics(slug)
    assert str(refusal.value) == f"game: got {slug!r}, takes {', '.join(systems())}"
