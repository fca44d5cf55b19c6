"""What the tests' own runner makes of tests that hang, in processes beside it."""

import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tools.test_runner.outcome import Outcome
from tools.test_runner.steps import PROJECT, PytestTests

HANGS_AT_FIRST = """
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
HANGS = """
    from threading import Event

    def test_that_hangs(): Event().wait()

    def test_after(): pass
"""


@pytest.fixture
def outcome_of():
    """Runs a file of tests, of which each may take a second."""
    with TemporaryDirectory(dir=PROJECT / "build", prefix="tests-") as folder:  # where the project's settings hold

        def run(tests: str) -> Outcome:
            file = Path(folder, "test_made_up.py")
            file.write_text(textwrap.dedent(tests), encoding="utf-8")
            return PytestTests([str(file)], workers=2, test_timeout=1).run(Path(folder))

        yield run


def test_what_hangs_once_is_unsteady_and_holds_up_nothing(outcome_of):
    outcome = outcome_of(HANGS_AT_FIRST)
    assert outcome.failures == []
    assert [test.partition("::")[2] for test in outcome.flaky] == ["test_that_hangs"]
    assert outcome.passed == 3


def test_what_hangs_twice_is_red_and_holds_up_nothing(outcome_of):
    outcome = outcome_of(HANGS)
    assert [test.partition("::")[2] for test in outcome.failures] == ["test_that_hangs"]
    assert outcome.flaky == []
    assert outcome.passed == 1
