"""The test runner's order of parts, and its handling of hanging tests, in separate processes."""

import textwrap
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tools.test_runner.__main__ import run_parts
from tools.test_runner.outcome import Outcome
from tools.test_runner.parts import PARTS, WAITS_FOR
from tools.test_runner.steps import PROJECT, PytestTests

TESTS_HANGING_AT_FIRST = """
    from pathlib import Path
    from threading import Event

    def test_before(): pass

    def test_that_hangs():
        tried = Path(__file__).with_name("tried")
        if not tried.exists():
            tried.touch()
            Event().wait()

    def test_after(): pass
"""
HANGING_TESTS = """
    from threading import Event

    def test_that_hangs(): Event().wait()

    def test_after(): pass
"""


@pytest.fixture
def run_tests():
    """Yield a function that runs a file of tests with a timeout of one second each."""
    with TemporaryDirectory(dir=PROJECT / "build", prefix="tests-") as folder:  # the project's settings apply here

        def run(tests: str) -> Outcome:
            file = Path(folder, "test_made_up.py")
            file.write_text(textwrap.dedent(tests), encoding="utf-8")
            return PytestTests([str(file)], workers=2, test_timeout=1).run(Path(folder))

        yield run


def test_hanging_once_is_reported_as_flaky(run_tests):
    outcome = run_tests(TESTS_HANGING_AT_FIRST)
    assert outcome.failures == []
    assert [test.partition("::")[2] for test in outcome.flaky] == ["test_that_hangs"]
    assert outcome.passed == 3


@pytest.mark.trial
def test_hanging_twice_is_reported_as_a_failure(run_tests):
    outcome = run_tests(HANGING_TESTS)
    assert [test.partition("::")[2] for test in outcome.failures] == ["test_that_hangs"]
    assert outcome.flaky == []
    assert outcome.passed == 1


class Note:
    """A step that notes its part's name when it begins and when it ends, and has an outcome."""

    def __init__(self, notes: list[str], outcome: Outcome):
        self.notes, self.outcome = notes, outcome

    def run(self, folder: Path) -> Outcome:
        self.notes.append(f"{folder.name} begins")
        self.notes.append(f"{folder.name} ends")
        return self.outcome


@pytest.fixture
def run_noted_parts(tmp_path, monkeypatch):
    """Return a function that runs made-up parts, and returns their names and what they noted."""
    monkeypatch.setattr("tools.test_runner.__main__.RESULTS", tmp_path)

    def run(names, waits_for, failing=()):
        notes: list[str] = []
        steps = {name: [Note(notes, Outcome(failures=[name] if name in failing else []))] for name in names}
        return list(run_parts(steps, waits_for)[0]), notes

    return run


def test_a_part_begins_after_those_that_it_waits_for(run_noted_parts):
    names, notes = run_noted_parts(PARTS, WAITS_FOR, failing=["rules"])
    assert names == list(PARTS)
    for name, earlier in WAITS_FOR.items():
        for each in earlier:
            assert notes.index(f"{each} ends") < notes.index(f"{name} begins")


def test_only_chosen_parts_are_waited_for_and_trials_run_one_after_another(run_noted_parts):
    assert run_noted_parts(["engines", "build"], WAITS_FOR)[0] == ["engines", "build"]
    names = ["faults", "site", "samples"]
    _, notes = run_noted_parts(names, {after: [before] for before, after in pairwise(names)})
    assert notes == [f"{name} {what}" for name in names for what in ("begins", "ends")]


def test_no_part_that_waits_begins_unless_the_site_is_built(run_noted_parts):
    names, _ = run_noted_parts(PARTS, WAITS_FOR, failing=["site"])
    assert names == ["lint", "site", "rules"]
