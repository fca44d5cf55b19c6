"""Which games there are, and their mechanics by id."""

import pytest

from rules_py.errors import RulesError
from rules_py.games import find, mechanics, systems


def test_games_stand_in_alphabetical_order():
    assert "psiops" in systems()
    assert list(systems()) == sorted(systems())


def test_a_games_mechanics_bear_its_name():
    for slug in systems():
        assert mechanics(slug)
        assert all(mechanic_id.startswith(f"{slug}.") for mechanic_id in mechanics(slug))


def test_all_mechanics_are_those_of_all_games():
    assert mechanics() == tuple(mechanic_id for slug in systems() for mechanic_id in mechanics(slug))
    assert len(set(mechanics())) == len(mechanics())


def test_a_mechanic_is_found_by_its_id():
    for mechanic_id in mechanics():
        assert find(mechanic_id).id == mechanic_id


def test_plain_dice_belong_to_no_game():
    assert find("dice").id == "dice"
    assert "dice" not in mechanics()


def test_a_table_with_a_die_is_rolled_like_a_mechanic():
    panic = find("psiops.panic").resolve([2], {})
    assert (panic.outcome["roll"], panic.outcome["name"], panic.faces) == ("2", "Frail", (2,))
    assert "psiops.panic" not in mechanics()


def test_a_table_without_dice_is_not_rolled():
    with pytest.raises(RulesError, match="^mechanic: psiops.weapons is a table without dice"):
        find("psiops.weapons")


@pytest.mark.parametrize(("mechanic_id", "offered"), [
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
])
def test_an_unknown_mechanic_is_refused_with_those_there_are(mechanic_id, offered):
    with pytest.raises(RulesError) as refusal:
        find(mechanic_id)
    assert str(refusal.value).startswith(f"mechanic: got {mechanic_id!r}, takes ")
    assert offered in str(refusal.value)


@pytest.mark.parametrize("slug", ["nothing", "", "PSIOPS", "psiops.action", "../systems/psiops", 5])
def test_an_unknown_game_is_refused_with_those_there_are(slug):
    with pytest.raises(RulesError) as refusal:
        mechanics(slug)
    assert str(refusal.value) == f"game: got {slug!r}, takes {', '.join(systems())}"
