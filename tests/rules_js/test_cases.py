"""A proof tries every kind of parameter: its lowest and highest value and others, texts and lists too."""

import random

import pytest

from rules_js.proof.cases import choose_value
from rules_py.parameters import ListOf, Notation, Number, Numbers, Parameter, Text, Whole
from rules_py.registry import games
from rules_py.registry.play import find_play

GAMES = ["combat", "psiops", "puml", "sideworld", "xmas"]
ROLLS = 60


def list_parameters(slug):
    play = find_play(slug)
    owners = [*games.find_game(slug).mechanics.values(), *play.sheets.values(), *play.changes.values()]
    return [parameter for owner in owners for parameter in owner.parameters.values()]


@pytest.mark.parametrize("slug", GAMES)
def test_every_parameter_has_several_accepted_values(slug):
    source = random.Random(slug)
    for parameter in list_parameters(slug):
        values = [choose_value(source, parameter, has_extremes=True) for _ in range(ROLLS)]
        assert len({str(parameter.accept(value)) for value in values}) > 1 or len(parameter.kind.all_values()) == 1


@pytest.mark.parametrize(
    ("kind", "default", "expected"),
    [
        (Whole(-3, 3, ""), 0, {-3, 3, 0}),
        (Whole(0, 1000, ""), 0, {0, 1000}),
        (Number(0, 5, ""), 0, {0, 5}),
        (Numbers(("a", "b"), "", 0, 9), (0, 0), {(0, 9), (9, 0)}),
        (Text("", most=9), "", {"", "x" * 9}),
        (Notation("", low=0), "1d6", {"1d6", "0", "2d6+1"}),
        (ListOf(Whole(0, 5, ""), "", most=4), (), {(), (0,), (5,)}),
    ],
)
def test_values_reach_both_ends_of_each_kind(kind, default, expected):
    source, parameter = random.Random(0), Parameter("each", kind, default)
    found = {parameter.accept(choose_value(source, parameter, has_extremes=True)) for _ in range(2000)}
    assert expected <= found
    assert len(found) > len(expected)
