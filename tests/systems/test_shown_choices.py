"""Choices in forms and on fight pages: a player can tell any two of them apart, and sees who has left a fight."""

import re
from pathlib import Path

import pytest

from rules_py.parameters import ListOf, Record
from rules_py.registry import games
from rules_py.registry.play import find_play
from tests.systems.shown_board import parse
from tests.systems.table_session import TableSession

GAMES = [slug for slug in games.systems() if games.find_game(slug).package.name.startswith("rules_py.")]


def list_kinds(kind):
    """Yield a parameter's kind and those of its entries and their parts."""
    yield kind
    if isinstance(kind, ListOf):
        yield from list_kinds(kind.entry)
    if isinstance(kind, Record):
        for part in kind.kinds.values():
            yield from list_kinds(part)


@pytest.mark.parametrize("slug", GAMES)
def test_choices_of_a_parameter_have_different_names(slug):
    play, game = find_play(slug), games.find_game(slug)
    owners = (*play.sheets.values(), *play.changes.values(), *game.mechanics.values())
    found = [
        (owner.id, name, kind.names())
        for owner in owners
        for name, parameter in owner.parameters.items()
        for kind in list_kinds(parameter.kind)
        if kind.names()
    ]
    assert found or not Path(__file__).with_name(slug).is_dir(), "a game with tests of its own has choices"
    for owner, name, names in found:
        assert len(set(names.values())) == len(names), f"{owner} {name}: {list(names.values())}"


@pytest.mark.parametrize("slug", GAMES)
def test_card_says_who_has_left_the_fight(slug):
    table = TableSession(slug)
    sheets = [each.id.partition(".")[2] for each in table.fight.rules.sides_by_sheet]
    for number, sheet in enumerate(sheets, 1):
        table.join(sheet, name=f"Name {number}")
    for number, key in enumerate(table.fight.participants, 1):
        table.execute("withdraw", who=key)
        pieces = [each.text() for each in parse(table.html()).css(".fb-piece[data-out]")]
        told = {name for each in pieces if "fled" in each for name in re.findall(r"Name \d", each)}
        assert told == {f"Name {each}" for each in range(1, number + 1)}
        assert "Has left the fight." in table.html(open=f"piece {key}")
