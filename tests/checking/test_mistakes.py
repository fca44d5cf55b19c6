"""Every mistake of the list is found: its number, its place and the closest valid name, without innocent places.

Each is made in a copy of the small game in `tests/fixtures/checked`, and checked in a process of its own.
"""

import json
import os
import shutil
import sys
import tomllib
import traceback
from dataclasses import dataclass
from pathlib import Path

import pytest

from rules_py.checking.game import check_game
from rules_py.checking.messages import MESSAGES
from rules_py.checking.problems import Report, read_report
from rules_py.checking.session import Session

PROJECT = Path(__file__).parents[2]
GAME = PROJECT / "tests" / "fixtures" / "checked"
EMPTY = "FB110"
"""The number of the mistake that no edit makes: a game without anything."""


@dataclass(frozen=True)
class Mistake:
    """A mistake in the game of `tests/fixtures/checked`.

    Attributes:
        number: the number of its message.
        words: the mistake in words.
        file: the file that is edited.
        old: the text that the mistake replaces; "" to append the new one.
        new: the text with the mistake.
        at: a part of the line where it must be found; by default the first line of the new text. "@mechanic(  # drill"
            is the decorator of `drill`, "[[rows]]  # second" the second such line, and "|" stands between several.
        suggestion: the closest valid name, if there is one.
        place: the file where it must be found, if that isn't the edited one.
        takes_time: True if its code doesn't end.
    """

    number: str
    words: str
    file: str
    old: str
    new: str
    at: str = ""
    suggestion: str = ""
    place: str = ""
    takes_time: bool = False


MISTAKES = [
    Mistake(**each)
    for each in tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text(encoding="utf-8"))["mistakes"]
]
QUICK = [each for each in MISTAKES if not each.takes_time]
FIRST = {each.number: each for each in reversed(QUICK)}
"""The first mistake of each number; the others are trials, because each takes a seventh of a second."""

ENDLESS = [each for each in MISTAKES if each.takes_time]


@pytest.fixture(scope="module", autouse=True)
def _imported():
    """Import everything that a check needs, once for all processes."""
    check_game(Session("puml", PROJECT / "docs"))


def check_apart(folder: Path) -> Report:
    """Check the game in a folder in a copy of this process, which has imported all that a check needs."""
    reader, writer = os.pipe()
    if (child := os.fork()) == 0:
        try:
            os.close(reader)
            sys.path.insert(0, str(folder))
            session = Session("moonbase", folder / "docs")
            check_game(session)
            os.write(writer, json.dumps(session.report.to_dict()).encode())
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return read_report(json.loads(text))


def make_mistake(folder: Path, mistake: Mistake) -> None:
    """Make a mistake in a game's folder."""
    path = folder / mistake.file
    text = path.read_text(encoding="utf-8")
    assert mistake.old in text
    path.write_text(text.replace(mistake.old, mistake.new, 1) if mistake.old else text + mistake.new, encoding="utf-8")


def find_lines(folder: Path, mistake: Mistake) -> set[int]:
    """Return the lines where a mistake may be found."""
    lines = (folder / (mistake.place or mistake.file)).read_text(encoding="utf-8").splitlines()
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
def test_a_mistake_is_found_at_its_place(tmp_path, mistake):
    folder = shutil.copytree(GAME, tmp_path / "game")
    make_mistake(folder, mistake)
    report = check_apart(folder)
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
def test_a_mistake_without_an_end_is_found_at_its_place(tmp_path, mistake):
    test_a_mistake_is_found_at_its_place(tmp_path, mistake)


def test_the_game_has_no_mistakes():
    report = check_apart(GAME)
    assert report.problems == []
    assert report.summary == "2 tables, 4 rules, 1 sheet, 2 changes, 1 example, 5 pages: no problems"


def test_an_empty_game_is_a_mistake(tmp_path):
    folder = shutil.copytree(GAME, tmp_path / "game")
    for path in (folder / "moonbase_rules").iterdir():
        if path.name != "__init__.py":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.rmtree(folder / "docs")
    [problem] = check_apart(folder).problems
    assert (problem.number, problem.place) == (EMPTY, "moonbase_rules/__init__.py")


def test_every_message_has_a_mistake():
    assert {each.number for each in MISTAKES} | {EMPTY} == set(MESSAGES)
