"""Hypothesis profile of the tests, and the rule for which parametrized tests are trials."""

import os
import sys
from collections import defaultdict

import pytest
from hypothesis import HealthCheck, settings

EXAMPLES = 10 if sys.platform == "emscripten" else int(os.environ.get("EXAMPLES", "25"))
"""Number of examples per property: few in Pyodide, where each takes five times as long in the same code."""

# Hypothesis uses the same examples on every run, measures no time and writes nothing to disk.
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
    """Mark a test's parameters as trials, except for `examples(number)` of them, spread evenly."""
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
