"""The command `check`: its exit status, its sentence and its JSON, and rules that have to be ended from outside."""

import json
import shutil
from pathlib import Path

import pytest

from tests.rules_py import new_games

GAME = Path(__file__).parents[1] / "fixtures" / "checked"
DRILL = '    return {"rounds": max(1, dice.die(6) - skill)}'


@pytest.fixture
def game(tmp_path, monkeypatch):
    """Return the folder of an installed copy of the small game."""
    folder = shutil.copytree(GAME, tmp_path / "game")
    monkeypatch.syspath_prepend(folder)
    return folder


def change_drill(game: Path, body: str) -> int:
    """Change the last line of the rule `drill`, and return the line of the rule's decorator."""
    path = game / "moonbase_rules" / "airlock.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(DRILL, body), encoding="utf-8")
    lines = text.splitlines()
    return next(number for number, line in enumerate(lines, 1) if "moonbase.drill" in line) - 1


def test_a_game_without_mistakes_ends_with_status_0(run, game):
    status, out, err = run("check", "moonbase", "--docs", str(game / "docs"))
    assert (status, err) == (0, "")
    assert out == "2 tables, 4 rules, 1 sheet, 2 changes, 1 example, 5 pages: no problems\n"


def test_a_mistake_ends_with_status_1_and_is_data(run, game):
    change_drill(game, '    return {"round": dice.die(6)}')
    status, out, _ = run("check", "moonbase", "--docs", str(game / "docs"), "--json")
    found = json.loads(out)
    assert status == 1
    assert found["looked_at"]["table"] == 2
    headline, cumulative = found["problems"]
    assert headline["number"] == "FB208" and cumulative["number"] == "FB210"
    assert headline["file"] == "moonbase_rules/airlock.py" and headline["line"] > 1
    assert headline["expected"] == "a field of its outcome: round"
    assert headline["suggestion"] == "round" and headline["page"] == "authoring/messages/#fb208"
    assert headline["text"].startswith("moonbase_rules/airlock.py:") and headline["text"].endswith("[FB208]")


def test_a_warning_ends_with_status_0(run, game):
    from_library = "from datetime import date\n\nLIMIT = date(2026, 1, 1)"
    change_drill(game, f'    return {{"rounds": dice.die(6) + LIMIT.day}}\n\n\n{from_library}')
    status, out, _ = run("check", "moonbase", "--docs", str(game / "docs"))
    assert status == 0 and "[FB501]" in out and out.endswith("pages: 1 warning\n")


@pytest.mark.parametrize("arguments", [["nope"], ["moonbase", "--docs", "nowhere"], ["moonbase", "--colour"]])
def test_wrong_use_ends_with_status_2_and_one_line(run, game, arguments):
    status, out, err = run("check", *arguments)
    assert status == 2 and out == "" and err.count("\n") == 1


@pytest.mark.trial  # takes seconds of processor time
@pytest.mark.parametrize(
    "body",
    [
        "    while True:\n        try:\n            dice.die(6)\n        except BaseException:\n            pass",
        "    return {'rounds': len(str(9 ** 9 ** 9))}",
    ],
    ids=["it catches everything", "it calculates a long number"],
)
def test_a_rule_that_cannot_be_interrupted_is_ended_from_outside(run, game, body):
    line = change_drill(game, body)
    status, out, _ = run("check", "moonbase", "--docs", str(game / "docs"))
    assert status == 1
    [problem] = [each for each in out.splitlines() if each.endswith("[FB222]")]
    place, _, said = problem.partition(": ")
    assert place in {f"moonbase_rules/airlock.py:{at}" for at in range(line, line + 20)}
    assert said.startswith("moonbase.drill: a roll doesn't end within 1.5 seconds. ")


def test_code_that_ends_python_is_told_apart_from_code_that_does_not_end(run, game):
    line = change_drill(game, "    import os\n\n    os._exit(3)")
    status, out, _ = run("check", "moonbase", "--docs", str(game / "docs"))
    assert status == 1
    [problem] = [each for each in out.splitlines() if each.endswith("[FB139]")]
    place = f"moonbase_rules/airlock.py:{line}"
    assert problem.startswith(f"{place}: roll moonbase.drill: got an end of Python with exit status 3, takes ")
    assert "FB222" not in out


def test_pages_in_a_package_are_checked_with_icons_of_the_site(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    icon = tmp_path / "theme" / ".icons" / "own" / "crate.svg"
    icon.parent.mkdir(parents=True)
    icon.write_text("<svg/>", encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text("theme:\n  name: material\n  custom_dir: theme  # ours\n", encoding="utf-8")
    (tmp_path / "docs").mkdir()
    with new_games.install(tmp_path / "game", "newpaged", mark="own/crate") as answers:
        page = tmp_path / "game" / answers.package / "pages" / "index.md"
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace("::: roller newpaged.repair", "::: roller newpaged.repiar"), encoding="utf-8")
        _, out, _ = run("check", "newpaged")
    line = text[: text.index("::: roller newpaged.repair")].count("\n") + 1
    problem, summary = out.splitlines()
    assert problem.startswith(f"newpaged_rules/pages/index.md:{line}: ") and problem.endswith("[FB402]")
    assert "Did you mean newpaged.repair?" in problem and "5 pages" in summary
