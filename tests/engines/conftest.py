"""Readers with Firefox, WebKit and a slow phone; tests/browser has those with a fast Chromium."""

import pytest

from tests.browser.conftest import SITE
from tests.browser.served_site import serve_site
from tests.engines.firefox import Firefox
from tests.engines.slow_phone import SlowPhone
from tests.engines.webkit import WebKit

QUICK = {"firefox": Firefox, "webkit": WebKit}
ENGINES = QUICK | {"slow-phone": SlowPhone}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "quick: not for a slow phone, on which it would take an hour")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize tests with each engine; the slow phone is only in trials, and tests marked `quick` skip it."""
    if "engine" in metafunc.fixturenames:
        engines = QUICK if metafunc.definition.get_closest_marker("quick") else ENGINES
        metafunc.parametrize(
            "engine",
            [pytest.param(name, marks=[] if name in QUICK else pytest.mark.trial) for name in engines],
            indirect=True,
            scope="module",
        )


@pytest.fixture(scope="module")
def engine(request):
    """Return the reader class of an engine; fail if its browser is missing."""
    kind = ENGINES[request.param]
    if missing := kind.describe_missing():
        pytest.fail(missing, pytrace=False)
    return kind


@pytest.fixture(scope="module")
def host(engine):
    """Serve the built site from a host that can be taken offline."""
    with serve_site(SITE, engine.FILES) as host:
        yield host


@pytest.fixture(scope="module")
def reader(engine, host):
    """Start a browser that all tests of a file share, in their order."""
    reader = engine(host.origin)
    yield reader
    reader.close()
    assert reader.errors == []
