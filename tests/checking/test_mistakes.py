"""Every mistake of the list is found: its number, its place and the closest valid name, without innocent places.

Each is made in a copy of the small game in `tests/fixtures/checked`, and checked in a process of its own.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules_py.checking.messages import MESSAGES
from rules_py.checking.problems import Report, read_report
from tests.checking.mistakes import MISTAKES, Mistake

PROJECT = Path(__file__).parents[2]
GAME = PROJECT / "tests" / "fixtures" / "checked"
EMPTY = "FB110"
"""The number of the mistake that no edit makes: a game without anything."""


QUICK = [each for each in MISTAKES if not each.takes_time]
FIRST = {each.number: each for each in reversed(QUICK)}
"""The first mistake of each number; the others are trials, because each takes a seventh of a second."""

ENDLESS = [each for each in MISTAKES if each.takes_time]


@pytest.fixture(scope="module")
def check_copy():
    """Return a function that checks the game in a folder, in a process of its own."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.checking.check_copies"],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:

        def check_copy(folder: Path) -> Report:
            assert process.stdin and process.stdout
            process.stdin.write(f"{folder}\n")
            answer = json.loads(process.stdout.readline())
            assert "error" not in answer, answer["error"]
            return read_report(answer)

        yield check_copy


def make_mistake(folder: Path, mistake: Mistake) -> None:
    """Make a mistake in a game's folder."""
    path = folder / mistake.file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    assert mistake.old in text
    edited = text.replace(mistake.old, mistake.new, 1) if mistake.old else text + mistake.new
    path.write_text(edited, encoding=mistake.encoding, errors="replace")


def find_lines(folder: Path, mistake: Mistake) -> set[int]:
    """Return the lines where a mistake may be found."""
    lines = (folder / (mistake.place or mistake.file)).read_text(encoding=mistake.encoding).splitlines()
    wanted, _, name = (mistake.at or mistake.new.split("\n")[0]).partition("  # ")
    if name and name != "second":  # a decorator
        original = (GAME / mistake.file).read_text(encoding="utf-8").splitlines()
        known = lines if any(f"def {name.replace('-', '_')}(" in line for line in lines) else original
        at = next(number for number, line in enumerate(known) if f"def {name.replace('-', '_')}(" in line)
        return {next(number for number in range(at, -1, -1) if known[number].startswith("@")) + 1}
    found = [number for number, line in enumerate(lines, 1) for part in wanted.split("|") if part in line]
    return {found[1]} if name == "second" else set(found) if "|" in wanted else {found[0]}


@pytest.mark.parametrize(
    "mistake",
    [pytest.param(each, marks=() if FIRST[each.number] is each else pytest.mark.trial) for each in QUICK],
    ids=[f"{each.number}-{each.words}" for each in QUICK],
)
def test_a_mistake_is_found_at_its_place(tmp_path, check_copy, mistake):
    folder = shutil.copytree(GAME, tmp_path / "game")
    make_mistake(folder, mistake)
    report = check_copy(folder)
    [problem] = report.problems
    said = str(problem)
    assert problem.number == mistake.number, said
    file, _, line = problem.place.rpartition(":")
    if not line.isdecimal():
        file, line = problem.place, "0"
    assert file == (mistake.place or mistake.file), said
    assert int(line) in (find_lines(folder, mistake) if line != "0" and mistake.new else {int(line)}), said
    assert mistake.suggestion in ("", problem.suggestion), said
    assert "\n" not in said and "Traceback" not in said and str(tmp_path) not in said, said


@pytest.mark.examples(2)
@pytest.mark.parametrize("mistake", ENDLESS, ids=[f"{each.number}-{each.words}" for each in ENDLESS])
def test_a_mistake_without_an_end_is_found_at_its_place(tmp_path, check_copy, mistake):
    test_a_mistake_is_found_at_its_place(tmp_path, check_copy, mistake)


def test_the_game_has_no_mistakes(check_copy):
    report = check_copy(GAME)
    assert report.problems == []
    assert report.summary == "2 tables, 4 rules, 1 sheet, 2 changes, 1 example, 5 pages: no problems"


def test_an_empty_game_is_a_mistake(tmp_path, check_copy):
    folder = shutil.copytree(GAME, tmp_path / "game")
    for path in (folder / "moonbase_rules").iterdir():
        if path.name != "__init__.py":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.rmtree(folder / "docs")
    [problem] = check_copy(folder).problems
    assert (problem.number, problem.place) == (EMPTY, "moonbase_rules/__init__.py")


def test_all_mistakes_of_a_table_are_reported_at_once(tmp_path, check_copy):
    folder = shutil.copytree(GAME, tmp_path / "game")
    path = folder / "moonbase_rules" / "data" / "leaks.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("title =", "tittle =").replace('roll = "1', 'roll = "one'), encoding="utf-8")
    assert [each.number for each in check_copy(folder).problems] == ["FB121", "FB128"]


def test_every_message_has_a_mistake():
    assert {each.number for each in MISTAKES} | {EMPTY} == set(MESSAGES)
