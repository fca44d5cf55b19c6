"""Readers with Firefox, with WebKit and with a slow phone; those with a quick Chromium have tests/browser."""

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
    """A test of a reader's is run with each engine, the slow phone among trials alone; `quick` leaves it out there."""
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
    """Starts a reader's browser at an address."""
    kind = ENGINES[request.param]
    if missing := kind.describe_missing():
        pytest.fail(missing, pytrace=False)
    return kind


@pytest.fixture(scope="module")
def host(engine):
    """The built site on a host that can go away."""
    with serve_site(SITE, engine.FILES) as host:
        yield host


@pytest.fixture(scope="module")
def reader(engine, host):
    """A browser that all tests of a file share, in the order in which they stand."""
    reader = engine(host.origin)
    yield reader
    reader.close()
    assert reader.errors == []
