"""The test runner's handling of hanging tests, in separate processes."""

import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tools.test_runner.outcome import Outcome
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
