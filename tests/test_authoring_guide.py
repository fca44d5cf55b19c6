"""The authoring guide's sheets, executed as printed: its code works and its examples produce the printed output."""

import doctest
import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from rules_py.play.examples import find_differences, parse_examples, play_example
from rules_py.play.fight.actions import Attempt, describe_use, find_unmet
from rules_py.play.fight.config import FightContext
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast import forecast
from rules_py.play.sheet import read_sheet

GUIDE = Path(__file__).parents[1] / "docs" / "authoring" / "sheets.md"
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


def test_guide_json_matches_the_sheet(moonbase):
    [shown] = [json.loads(text) for kind, text in FENCES if kind == "json"]
    assert read_sheet(shown, lambda _: moonbase.Pilot).to_dict() == shown


def test_guide_fight_can_be_joined_by_divers(moonbase):
    assert moonbase.FIGHT.sides_for(moonbase.Diver) == ("crew", "others")
    assert not moonbase.FIGHT.order.has_turns


@pytest.fixture
def fight(moonbase):
    """Return a fight of the guide's game in which nothing has happened yet."""
    find = {moonbase.spend_bolt.id: moonbase.spend_bolt, moonbase.be_hit.id: moonbase.be_hit}
    context = FightContext(find, lambda _: moonbase.Guard, lambda id, _: find[id], lambda _: moonbase.harpoon)
    return Fight("moonbase", moonbase.FIGHT, context)


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
    assert [each.reason for each in find_unmet(replace(shot, fight=spent))] == ["Guard has used the shot of this turn."]
    made = forecast(fight, exact=False, seed=1, at_most=400)
    bolts_hit = 1 - (2 / 3) ** 2
    assert abs(float(made.win_chances["crew"].chance) - bolts_hit) < 0.1, "two bolts are two shots"
