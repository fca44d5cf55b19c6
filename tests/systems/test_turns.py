"""Time-sliced answers of every game: they equal uninterrupted ones, and each slice makes progress."""

import json

import pytest

from rules_py import bridge
from rules_py.mechanic import Mechanic
from rules_py.registry import games
from tests.cases import check_each

CALCULATORS = [
    games.find_calculator(f"{slug}.calc") for slug in games.systems() if games.has_calculator(f"{slug}.calc")
]
MECHANICS = [games.find_mechanic(id) for id in games.mechanics()]
MAX_SLICES = 10_000


def ask_in_slices(*question, milliseconds: float = 0) -> str:
    return next(answer for _ in range(MAX_SLICES) if (answer := bridge.ask(milliseconds, *question)) is not None)


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda calculator: calculator.id)
def test_time_sliced_calculators_equal_uninterrupted_ones(calculator):
    assert ask_in_slices("calculate", calculator.id, "{}") == bridge.calculate(calculator.id, "{}")


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda calculator: calculator.id)
def test_time_sliced_sweeps_equal_uninterrupted_ones(calculator):
    over = next(name for name, parameter in calculator.parameters.items() if parameter.describe()["kind"] == "int")
    parts = json.loads(bridge.sweep(calculator.id, "{}", over))["parts"]
    for part in range(parts):
        asked = "sweep", calculator.id, "{}", over, part
        assert ask_in_slices(*asked, milliseconds=1) == bridge.sweep(*asked[1:])


@check_each("mechanic", MECHANICS)
def test_time_sliced_odds_equal_uninterrupted_ones(mechanic: Mechanic):
    assert ask_in_slices("odds", mechanic.id, "{}") == bridge.odds(mechanic.id, "{}")


@check_each("mechanic", MECHANICS)
def test_rolls_complete_in_one_time_slice(mechanic: Mechanic):
    assert bridge.ask(0, "roll", mechanic.id, "{}", 1) == bridge.roll(mechanic.id, "{}", 1)


def test_a_command_for_many_and_an_edit_of_the_past_yield_after_each_combatant_and_act():
    joins = [join("n1", "squad", "xmas.operator"), join("n2", "enemies", "xmas.enemy")]
    everyone = ("fight", "xmas.fight", json.dumps(joins), json.dumps({"act": "all"}), "{}", 7)
    assert ask_in_slices(*everyone) == bridge.fight(*everyone[1:])
    log = [*joins, *json.loads(bridge.fight(*everyone[1:]))["events"]]
    assert count_slices(*everyone) > count_slices("fight", "xmas.fight", json.dumps(joins)) + 5
    rolls = [event["id"] for event in log if event["event"] == "roll"]
    edits = {"edits": [{"do": "remove", "event": rolls[0]}]}
    past = ("past", "xmas.fight", json.dumps(log), json.dumps(edits), 7)
    assert ask_in_slices(*past) == bridge.past(*past[1:])
    assert count_slices(*past) >= 2 * len(rolls)  # each act is read, and then given again


def join(who: str, side: str, sheet: str) -> dict:
    return {"event": "join", "who": who, "side": side, "count": 6, "sheet": {"sheet": sheet, "fields": {}}}


def count_slices(*question) -> int:
    return next(number for number in range(MAX_SLICES) if bridge.ask(0, *question) is not None)
