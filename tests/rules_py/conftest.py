"""The made-up game that the core's tests use."""

import pytest

from tests.rules_py import station


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    with station.install():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item, nextitem):
    with station.install():
        return (yield)
