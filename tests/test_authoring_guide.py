"""The authoring guide's sheets, executed as printed: its code works and its examples produce the printed output."""

import doctest
import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Annotated

import pytest

from rules_py.errors import DataError, RefusedActionError
from rules_py.play import Order
from rules_py.play.examples import find_differences, parse_examples, play_example
from rules_py.play.fight.actions import Attempt, describe_use, find_unmet
from rules_py.play.fight.commands import execute
from rules_py.play.fight.config import FightContext
from rules_py.play.fight.offers import is_decided
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast import forecast
from rules_py.play.sheet import read_sheet

GUIDE = Path(__file__).parents[1] / "docs" / "authoring" / "sheets.md"
BOT = GUIDE.with_name("bot.md")
FENCES = re.findall(r"```(python|pycon|json|toml)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def moonbase():
    """Return the module that the guide's Python code defines."""
    module = ModuleType("moonbase_of_the_guide")
    sys.modules[module.__name__] = module
    for kind, text in FENCES:
        if kind == "python":
            exec(compile(text, str(GUIDE), "exec"), module.__dict__)
    yield module
    del sys.modules[module.__name__]


def test_guide_examples_pass_as_doctests(moonbase):
    shown = "".join(text for kind, text in FENCES if kind == "pycon")
    test = doctest.DocTestParser().get_doctest(shown, vars(moonbase), "the guide", str(GUIDE), 0)
    told: list[str] = []
    results = doctest.DocTestRunner().run(test, out=told.append)
    assert results.attempted >= 6 and not results.failed, "".join(told)


def test_a_deck_of_the_guide_remembers_its_cards():
    [text] = re.findall(r"```python\n([^`]*?CARDS = .*?)```", GUIDE.with_name("index.md").read_text("utf-8"), re.DOTALL)
    module = ModuleType("deck_of_the_guide")
    vars(module).update(Annotated=Annotated)
    exec(compile(text, str(GUIDE), "exec"), vars(module))
    out = ""
    for faces, cards in (((2,), "leak"), ((1,), "leak, fire"), ((), "leak, fire, blackout")):
        roll = module.alarm.resolve(faces, {"out": out})
        out = roll.outcome["out"]
        assert out == cards and roll.next_rolls[0].preset_params == {"out": out}
    assert module.alarm.resolve([3], {"out": out}).outcome == {"card": "blackout", "out": "blackout"}


def test_examples_for_bots_and_notebooks_print_what_the_page_shows():
    shown = "".join(re.findall(r"```pycon\n(.*?)```", BOT.read_text(encoding="utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(shown, {}, "the page", str(BOT), 0)
    told: list[str] = []
    results = doctest.DocTestRunner().run(test, out=told.append)
    assert results.attempted >= 15 and not results.failed, "".join(told)


def test_guide_json_matches_the_sheet(moonbase):
    [shown] = [json.loads(text) for kind, text in FENCES if kind == "json"]
    assert read_sheet(shown, lambda _: moonbase.Pilot).to_dict() == shown


def test_guide_fight_can_be_joined_by_divers(moonbase):
    assert moonbase.FIGHT.sides_for(moonbase.Diver) == ("crew", "others")
    assert moonbase.FIGHT.order.has_turns


@pytest.fixture
def fight(moonbase):
    """Return a fight of the guide's game in which nothing has happened yet."""
    return Fight("moonbase", moonbase.FIGHT, build_context(moonbase))


def build_context(moonbase, **parts) -> FightContext:
    """Return the parts of the guide's game that its fights use, with some parts in place of the defaults."""
    find = {each.id: each for each in (moonbase.spend_bolt, moonbase.be_hit, moonbase.fetch_bolt)}
    return FightContext(find, lambda _: moonbase.Guard, lambda id, _: find[id], lambda _: moonbase.harpoon, **parts)


def test_guide_example_is_true(fight):
    [text] = [text for kind, text in FENCES if kind == "toml"]
    [example] = parse_examples(text, str(GUIDE), "moonbase")
    assert find_differences(play_example(example, fight)) == []


def test_guide_action_is_paid_limited_and_forecast(moonbase, fight):
    for key, side in (("kim", "crew"), ("lou", "others")):
        fight = fight.apply(
            {"event": "join", "who": key, "side": side, "sheet": {"sheet": "moonbase.guard", "fields": {}}}
        )
    shot = Attempt(fight, moonbase.SHOT, "kim", "lou", params={"aim": 0})
    assert find_unmet(shot) == ()
    spent = fight.with_action({"event": "roll", "mechanic": "moonbase.harpoon", "faces": [1], **describe_use(shot)})
    assert [each.reason for each in find_unmet(replace(shot, fight=spent))] == [
        "Guard has used the action of this turn."
    ]
    made = forecast(fight, exact=False, seed=1, at_most=400)
    expected = solve_guards_duel()
    assert abs(float(made.win_chances["crew"].chance) - expected["crew"]) < 0.1
    assert abs(float(made.win_chances["others"].chance) - expected["others"]) < 0.1, "both sides shoot"
    assert abs(float(made.undecided_chance.chance) - expected["nobody"]) < 0.1
    moonbase.FORECAST.check_declaration("the guide", moonbase.FIGHT.declared_actions)
    hinted = replace(fight, context=build_context(moonbase, forecast_hints=moonbase.FORECAST))
    made = forecast(hinted, exact=False, seed=1, at_most=400, choices={"kim": {"aim": 3}})
    assert made.undecided_chance.chance == 0, "those without a bolt fetch one"
    assert made.win_chances["crew"].chance > 0.6, "the reader has changed the aim"


def solve_guards_duel() -> dict[str, float]:
    """Sum up the guide's duel by its prose: in turn, each guard shoots one of two bolts, and a 5 or a 6 takes out."""
    left, chances = 1.0, {"crew": 0.0, "others": 0.0}
    for _ in range(2):
        for side in chances:
            chances[side] += left / 3
            left *= 2 / 3
    return {**chances, "nobody": left}


def test_guide_fight_is_played_to_its_end_by_turns(moonbase):
    fight = Fight("moonbase", moonbase.FIGHT, build_context(moonbase))
    for key, side in (("kim", "crew"), ("lou", "others")):
        sheet = {"sheet": "moonbase.guard", "fields": {}}
        fight = fight.apply({"event": "join", "who": key, "side": side, "sheet": sheet})
    for by, at, face in (("kim", "lou", 4), ("lou", "kim", 1), ("kim", "lou", 5)):
        assert fight.available_actors == (by,)
        fight = execute(
            fight, {"act": "rolled", "mechanic": "moonbase.harpoon", "by": by, "at": at, "faces": [face]}
        ).fight
        if by == "kim" and face == 4:
            with pytest.raises(RefusedActionError, match="has used the action of this turn"):
                execute(fight, {"act": "roll", "mechanic": "moonbase.harpoon", "by": by, "at": at})
        if not is_decided(fight):
            fight = fight.apply({"event": "turn"})
    assert is_decided(fight) and [each.key for each in fight.active] == ["kim"]


def test_limit_by_turn_without_an_order_is_refused(moonbase):
    with pytest.raises(DataError, match="moonbase.harpoon with a limit by turn and no order"):
        replace(moonbase.FIGHT, order=Order())
