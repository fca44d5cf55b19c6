"""Whatever the page asks of a game is answered the same in short turns, and each of them comes further."""

import json

import pytest

from rules_py import bridge
from rules_py.mechanic import Mechanic
from rules_py.registry import games

CALCULATORS = [
    games.find_calculator(f"{slug}.calc") for slug in games.systems() if games.has_calculator(f"{slug}.calc")
]
MECHANICS = [games.find_mechanic(id) for id in games.mechanics()]
MOST_TURNS = 10_000


def in_turns(*question, milliseconds: float = 0) -> str:
    return next(answer for _ in range(MOST_TURNS) if (answer := bridge.ask(milliseconds, *question)) is not None)


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda calculator: calculator.id)
def test_calculators(calculator):
    assert in_turns("calculate", calculator.id, "{}") == bridge.calculate(calculator.id, "{}")


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda calculator: calculator.id)
def test_calculators_with_another_parameter(calculator):
    over = next(name for name, parameter in calculator.parameters.items() if parameter.describe()["kind"] == "int")
    parts = json.loads(bridge.sweep(calculator.id, "{}", over))["parts"]
    for part in range(parts):
        asked = "sweep", calculator.id, "{}", over, part
        assert in_turns(*asked, milliseconds=1) == bridge.sweep(*asked[1:])


@pytest.mark.parametrize("mechanic", MECHANICS, ids=lambda mechanic: mechanic.id)
def test_odds(mechanic: Mechanic):
    assert in_turns("odds", mechanic.id, "{}") == bridge.odds(mechanic.id, "{}")


@pytest.mark.parametrize("mechanic", MECHANICS, ids=lambda mechanic: mechanic.id)
def test_rolls_take_one_turn(mechanic: Mechanic):
    assert bridge.ask(0, "roll", mechanic.id, "{}", 1) == bridge.roll(mechanic.id, "{}", 1)
