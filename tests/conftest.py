"""Hypothesis settings, the parametrized tests that only run as trials, and a fixture that runs the command line."""

import os
from collections import defaultdict

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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the parameters of a test beyond its number of `examples` as trials.

    The examples that remain are spread evenly over the parameters that aren't trials already.
    """
    every = defaultdict(list)
    for item in items:
        if item.get_closest_marker("examples") and not item.get_closest_marker("trial"):
            every[item.path, item.originalname].append(item)
    for those in every.values():
        number = those[0].get_closest_marker("examples").args[0]
        examples = {at * len(those) // number for at in range(number)}
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
