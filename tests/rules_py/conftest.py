"""The made-up game that the core's tests use."""

from pathlib import Path

import pytest

from tests.rules_py import station

HERE = Path(__file__).parent


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    with station.install():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item, nextitem):
    if not item.path.is_relative_to(HERE):  # pytest calls this for the tests of every folder
        return (yield)
    with station.install():
        return (yield)
