"""The authoring guide's sheets, executed as printed: its code works and its examples produce the printed output."""

import doctest
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from rules_py.play.sheet import read_sheet

GUIDE = Path(__file__).parents[1] / "docs" / "authoring" / "sheets.md"
FENCES = re.findall(r"```(python|pycon|json)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


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
