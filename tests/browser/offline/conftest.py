"""The site and its next build on a host that can lose its line, and readers whose browser may keep what it serves."""

import os
import shutil
import socket
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import override
from urllib.request import urlopen

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.served_site import SiteFiles
from tests.browser.static_files import StaticHost

PROJECT = Path(__file__).parents[3]
NEXT_BUILD_CHANGES = {
    "docs/dice.md": ("Tap a die and it rolls", "Tap any die and it rolls"),
    "rules_py/mechanic/builtin.py": ("comes to", "adds up to"),
}
"""What the second build has that the first has not: other words on a page, and in a rule."""


# The host


class LiveBuildFiles(SiteFiles):
    """Files of whatever build is live."""

    def parse_request(self) -> bool:
        self.directory = str(self.server.folder)
        return super().parse_request()

    def log_request(self, code="-", size="-") -> None:
        self.server.answers[self.path.partition("?")[0], int(code)] += 1


class Host(StaticHost):
    """A host whose site can change and whose answers can fail."""

    folder: Path

    def __init__(self):
        self.answers: Counter[tuple[str, int]] = Counter()
        self.connections: dict[socket.socket, threading.Thread] = {}
        super().__init__(("127.0.0.1", 0), LiveBuildFiles)

    @override
    def process_request(self, request: socket.socket, client_address: tuple[str, int]) -> None:
        self.connections[request] = threading.Thread(
            target=self.process_request_thread, daemon=True, args=(request, client_address)
        )
        self.connections[request].start()

    def hang_up(self) -> None:
        """End every connection and whatever is asked on it: a visit that is over may have left more than was read."""
        with urlopen(f"http://127.0.0.1:{self.server_port}/robots.txt"):
            """Whoever connected before was taken before."""
        for connection, thread in list(self.connections.items()):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            thread.join()
        self.connections.clear()


@pytest.fixture(scope="session")
def session_host(session_guard) -> Host:
    with Host() as host:
        session_guard.origins.add(host.origin)
        yield host


@pytest.fixture(scope="session")
def origin(session_host) -> str:
    return session_host.origin


@pytest.fixture(scope="session")
def first_build(site_folder) -> Path:
    """The site as it is."""
    return site_folder


@pytest.fixture(scope="session")
def second_build(tmp_path_factory) -> Path:
    """The site's next build: NEXT says what is new."""
    copy = tmp_path_factory.mktemp("second") / "project"
    for name in ("docs", "hooks", "overrides", "rules_py", "build"):
        shutil.copytree(PROJECT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "mkdocs.yml", copy)
    (copy / "node_modules").symlink_to(PROJECT / "node_modules")
    for name, (old, new) in NEXT_BUILD_CHANGES.items():
        text = (copy / name).read_text()
        assert text.count(old) == 1, f"{name}: {old!r} stands there {text.count(old)} times"
        (copy / name).write_text(text.replace(old, new))
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q"],
        cwd=copy,
        text=True,
        capture_output=True,
        check=False,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return copy / "site"


@pytest.fixture(scope="session")
def live_host(session_host, first_build) -> Host:
    session_host.folder = first_build
    threading.Thread(target=session_host.serve_forever, daemon=True).start()
    yield session_host
    session_host.shutdown()


@pytest.fixture
def host(live_host, first_build) -> Host:
    """Serves the first build; `folder` changes the build, `is_dead` the line; `answers` counts paths and statuses."""
    live_host.folder, live_host.is_unreachable = first_build, False
    live_host.hang_up()
    live_host.answers.clear()
    return live_host


# Readers

QUIET = "/licences/"
"""A page without dice, where Python does not start."""


@pytest.fixture
def make_reader(host, origin, make_context):
    """Makes a reader whose browser runs service workers; `size` and context options as arguments."""
    contexts = []

    def make(size: str = "desktop", **options) -> BrowserContext:
        contexts.append(make_context(size, base_url=origin, service_workers="allow", **options))
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()


IS_FULLY_CACHED = """async () => {
  const { fallback } = await (await fetch("/assets/runtime/runtime.json")).json();
  return (await Promise.all(fallback.map((name) => caches.match(`/assets/runtime/${name}`)))).every(Boolean);
}"""


def visit_until_cached(context: BrowserContext, path: str, fb) -> Page:
    """Visit once, until the site is ready offline and what hardly anybody needs is kept, too."""
    page = context.new_page()
    page.goto(path)
    expect(ready_note(page)).to_contain_text("Ready offline")
    fb.wait_until(page, IS_FULLY_CACHED, timeout=fb.START)
    return page


@pytest.fixture
def visit_and_cache(make_reader, fb):
    """Makes the page of a reader who visited once, until the site was ready offline."""
    return lambda size="desktop", path=QUIET: visit_until_cached(make_reader(size), path, fb)


@pytest.fixture(scope="session")
def cached_visitors(live_host, origin, make_context, fb):
    """A reader of each size who visited once, for tests that change nothing in what is kept."""
    contexts = {}

    def open_visitor(size: str) -> BrowserContext:
        if size not in contexts:
            contexts[size] = make_context(size, base_url=origin, service_workers="allow")
            visit_until_cached(contexts[size], QUIET, fb).close()
        return contexts[size]

    yield open_visitor
    for context in contexts.values():
        context.close()


@pytest.fixture
def open_offline_page(host, cached_visitors):
    """Makes a new tab of a reader who visited once and has no connection now."""
    pages = []

    def make(size: str = "desktop") -> Page:
        pages.append(cached_visitors(size).new_page())
        host.is_unreachable = True
        return pages[-1]

    yield make
    for page in pages:
        page.close()


def ready_note(page: Page):
    """What the foot says once the site is ready offline."""
    return page.locator(".fb-ready")


def notice(page: Page):
    return page.locator("fb-notice")


CACHED = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(url);
  return found;
}"""


class Offline:
    """What the test files share, as one fixture."""

    QUIET = QUIET
    notice, ready_note = staticmethod(notice), staticmethod(ready_note)

    @staticmethod
    def cached_urls(page: Page) -> set[str]:
        """The address of everything that the browser keeps, with its revision."""
        return set(page.evaluate(CACHED))

    @staticmethod
    def count_registrations(page: Page) -> int:
        return page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length")


@pytest.fixture(scope="session")
def offline() -> type[Offline]:
    return Offline
