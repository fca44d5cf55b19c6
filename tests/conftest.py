"""Hypothesis settings, the parametrized tests that only run as trials, and a fixture that runs the command line."""

import os
import zlib
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rules_py.cli import main

EXAMPLES = int(os.environ.get("EXAMPLES", "5"))
"""The examples of a property; a trial runs 200."""

# Deterministic examples, no deadlines and no example database.
settings.register_profile(
    "fieldbook",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fieldbook")


BROWSER_TESTS = Path(__file__).parent / "browser"

OTHER_SAMPLES = {"size", "each_path"}
"""Parameters of browser tests whose sample tests/browser/conftest.py chooses."""


def count_examples(test: pytest.Function) -> int | None:
    """Return the number of a test's parameters that run as tests, or None for all of them.

    A browser test has one, unless its mark asks for more, because each takes seconds.
    """
    if mark := test.get_closest_marker("examples"):
        return mark.args[0]
    names = test.callspec.params.keys() if hasattr(test, "callspec") else set()
    is_sampled = BROWSER_TESTS in test.path.parents and names - OTHER_SAMPLES and "each_path" not in names
    return 1 if is_sampled else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the parameters of a test beyond its number of examples as trials.

    The examples that remain are spread evenly over the parameters that aren't trials already. A single example is
    chosen by the test's name, so that each game and each kind has its turn in some tests.
    """
    every = defaultdict(list)
    for item in items:
        if isinstance(item, pytest.Function) and not item.get_closest_marker("trial"):
            every[item.nodeid.partition("[")[0]].append(item)
    for those in every.values():
        number = count_examples(those[0])
        if number is None:
            continue
        start = zlib.crc32(those[0].originalname.encode()) if number == 1 else 0
        examples = {(start + at * len(those) // number) % len(those) for at in range(number)}
        for at, item in enumerate(those):
            if at not in examples:
                item.add_marker(pytest.mark.trial)


@pytest.fixture
def run(capsys):
    """Return a function that runs a command and returns its exit status, standard output and standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            status = main(list(arguments))
        except SystemExit as end:
            status = end.code
        return status, *capsys.readouterr()

    return run
