"""A rule that a reader types: its form, a roll, its odds beside the printed rule's, and its mistakes."""

import base64
import io
import json
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from rules_py.registry.games import find_mechanic, iter_games
from rules_py.workbench import ask
from rules_py.workbench.bench import load_rule
from rules_py.workbench.sources import find_source
from tests.cases import check_each

EVERY_RULE = [mechanic for game in iter_games() for mechanic in game.mechanics.values()]
SEED = 5

TWO_DICE = '''\
from typing import Annotated

from rules_py.dice import Dice
from rules_py.mechanic import mechanic
from rules_py.parameters import Whole


@mechanic("my.leap", title="Leap", page="workbench/", headline="landed", graded_by=("landed",))
def leap(dice: Dice, agility: Annotated[int, Whole(0, 5, "your agility")] = 2):
    """Two dice and agility against 8."""
    total = dice.add_up(dice.pool(2).kept, ("agility", agility))
    return {"total": total, "landed": total >= 8}
'''


@pytest.fixture(autouse=True)
def workbench(monkeypatch):
    """Leave Python without the workbench's game and the reader's module."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    sys.modules.pop("rule", None)


def define(source, printed="", params=None):
    return json.loads(ask("define", source, printed, json.dumps(params or {}), SEED))


@check_each("mechanic", EVERY_RULE)
def test_the_source_of_every_printed_rule_defines_it_again(mechanic):
    again = load_rule(find_source(mechanic), mechanic.id)
    assert again is not mechanic
    assert again.describe() == mechanic.describe()
    rolled = mechanic.roll({}, SEED)
    assert again.resolve(rolled.faces, {}).to_dict() == rolled.to_dict()


def test_a_changed_rule_has_its_odds_beside_the_printed_ones():
    source = find_source(find_mechanic("psiops.action"))
    changed = source.replace("attribute)", "attribute) + 1")
    assert changed != source
    # Of the 36 results of 2D6, 21 are 7 or more, and 26 are 6 or more.
    assert define(source, "psiops.action")["said"] == "Printed 58.3%, yours 58.3%"
    assert define(changed, "psiops.action")["said"] == "Printed 58.3%, yours 72.2%"


def test_a_new_rule_has_a_form_a_roll_and_odds():
    answer = define(TWO_DICE)
    assert 'name="agility" value="2"' in answer["form"]
    assert "Leap:" in answer["roll"]["said"]
    assert answer["said"] == "Yours 72.2%"  # 26 of 36
    rolled = json.loads(ask("resolve", "workbench.rule", "4,4", '{"agility": "0"}'))
    assert rolled["roll"]["outcome"] == {"total": 8, "landed": True}


def test_the_forms_values_stay_as_far_as_the_rule_takes_them():
    answer = define(TWO_DICE, params={"agility": "5", "armor": "2"})
    assert answer["params"] == {"agility": "5"}
    assert answer["said"] == "Yours 97.2%"  # all of 36 but 2
    assert define(TWO_DICE.replace("Whole(0, 5", "Whole(0, 3"), params={"agility": "5"})["params"] == {}


def test_odds_follow_the_forms_values():
    define(TWO_DICE)
    answer = json.loads(ask("compare", "workbench.rule", "", '{"agility": "0"}'))
    assert answer["said"] == "Yours 41.7%"  # 15 of 36


@check_each(
    "source, line, number, said",
    [
        ("def leap(:\n", 1, "FB101", "SyntaxError: invalid syntax"),
        ("\nfoo()\n", 2, "FB105", "name 'foo' is not defined; import the name, or correct its spelling."),
        ("import nowhere", 1, "FB102", "No module named 'nowhere'"),
        ("x = 1", 0, "FB205", "got no rule, takes a function with @mechanic(…) above it."),
        ("raise SystemExit(3)", 1, "FB139", "SystemExit: 3."),
        ("def turn():\n    turn()\n\nturn()", 2, "FB105", "it calls itself without an end."),
        (TWO_DICE.replace('title="Leap", ', ""), 8, "FB106", 'it takes title="<words>", which readers see.'),
        (TWO_DICE.replace("title=", "titel="), 8, "FB107", "Did you mean"),
        (TWO_DICE.replace(" = 2):", "):"), 8, "FB202", "got the parameter agility without a default, takes one."),
        (TWO_DICE.replace("total >= 8", "totl >= 8"), 12, "FB220", "name 'totl' is not defined"),
        (TWO_DICE.replace("    return {", "    {"), 8, "FB221", "takes an outcome such as {'total': 7}."),
        (TWO_DICE.replace('headline="landed"', 'headline="land"'), 8, "FB208", "Did you mean landed?"),
    ],
)
def test_a_mistake_is_a_message_of_the_check_with_its_line(source, line, number, said):
    answer = define(source)
    assert (answer["line"], answer["number"], said in answer["error"]) == (line, number, True), answer["error"]
    assert answer["error"].endswith(f"[{number}]")


def test_a_check_finds_what_a_roll_does_not_show():
    by_chance = TWO_DICE.replace("import mechanic\n", "import mechanic\nimport random\n").replace(
        "total >= 8}", "total >= random.choice((7, 8))}"
    )
    assert "error" not in define(by_chance)
    found = json.loads(ask("check", by_chance, ""))["problems"]
    assert [(each["number"], each["line"]) for each in found] == [("FB224", 13)]
    assert json.loads(ask("check", TWO_DICE, "")) == {"problems": []}


@pytest.mark.parametrize("id", ["my.leap", "psiops.leap", "my.repair"])
def test_a_rule_is_saved_as_a_game_that_passes_its_check(tmp_path, monkeypatch, id):
    answer = json.loads(ask("save", TWO_DICE.replace("my.leap", id), ""))
    slug, name = answer["slug"], id.partition(".")[2]
    assert slug == ("my" if id.startswith("my.") else "mygame")
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(answer["zip"]))) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / slug
    metadata = folder / f"{slug}_rules-0.1.0.dist-info"  # as `pip install --editable .` writes it
    metadata.mkdir()
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
    [(group, entries)] = project["project"]["entry-points"].items()
    lines = "".join(f"{name} = {value}\n" for name, value in entries.items())
    (metadata / "entry_points.txt").write_text(f"[{group}]\n{lines}")
    (metadata / "METADATA").write_text(f"Name: {slug}-rules\nVersion: 0.1.0\n")

    def run(*command):
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(Path.cwd())])}
        return subprocess.run(
            [sys.executable, "-m", "rules_py", *command], env=environ, capture_output=True, text=True, check=False
        )

    checked = run("check", slug)
    assert (checked.returncode, "no problems" in checked.stdout) == (0, True), checked.stdout + checked.stderr
    name = "repair-of-mine" if name == "repair" else name
    assert run("roll", f"{slug}.{name}", "--seed", "1").returncode == 0
    assert f"::: roller {slug}.{name}" in (folder / f"{slug}_rules/pages/index.md").read_text("utf-8")


def test_a_rule_that_fails_when_rolled_keeps_its_form():
    answer = define(TWO_DICE.replace("total >= 8", "total >= 8 // (agility - 2)"))
    assert "agility" in answer["form"]
    assert answer["line"] == 12
