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
NEXT = {
    "docs/dice.md": ("Tap a die and it rolls", "Tap any die and it rolls"),
    "rules_py/mechanic/builtin.py": ("comes to", "adds up to"),
}
"""What the second build has that the first has not: other words on a page, and in a rule."""


# The host


class Handler(SiteFiles):
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
        super().__init__(("127.0.0.1", 0), Handler)

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
def the_host(the_watch) -> Host:
    with Host() as host:
        the_watch.origins.add(host.origin)
        yield host


@pytest.fixture(scope="session")
def origin(the_host) -> str:
    return the_host.origin


@pytest.fixture(scope="session")
def first(site_folder) -> Path:
    """The site as it is."""
    return site_folder


@pytest.fixture(scope="session")
def second(tmp_path_factory) -> Path:
    """The site's next build: NEXT says what is new."""
    copy = tmp_path_factory.mktemp("second") / "project"
    for name in ("docs", "hooks", "overrides", "rules_py", "build"):
        shutil.copytree(PROJECT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "mkdocs.yml", copy)
    (copy / "node_modules").symlink_to(PROJECT / "node_modules")
    for name, (old, new) in NEXT.items():
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
def live_host(the_host, first) -> Host:
    the_host.folder = first
    threading.Thread(target=the_host.serve_forever, daemon=True).start()
    yield the_host
    the_host.shutdown()


@pytest.fixture
def host(live_host, first) -> Host:
    """Serves the first build; `folder` changes the build, `is_dead` the line; `answers` counts paths and statuses."""
    live_host.folder, live_host.is_dead = first, False
    live_host.hang_up()
    live_host.answers.clear()
    return live_host


# Readers

QUIET = "/licences/"
"""A page without dice, where Python does not start."""


@pytest.fixture
def reader(host, origin, open_context):
    """Makes a reader whose browser runs service workers; `size` and context options as arguments."""
    contexts = []

    def make(size: str = "desktop", **options) -> BrowserContext:
        contexts.append(open_context(size, base_url=origin, service_workers="allow", **options))
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()


ALL_IS_KEPT = """async () => {
  const { fallback } = await (await fetch("/assets/runtime/runtime.json")).json();
  return (await Promise.all(fallback.map((name) => caches.match(`/assets/runtime/${name}`)))).every(Boolean);
}"""


def visit(context: BrowserContext, path: str, fb) -> Page:
    """Visit once, until the site is ready offline and what hardly anybody needs is kept, too."""
    page = context.new_page()
    page.goto(path)
    expect(ready(page)).to_contain_text("Ready offline")
    fb.until(page, ALL_IS_KEPT, timeout=fb.START)
    return page


@pytest.fixture
def kept(reader, fb):
    """Makes the page of a reader who visited once, until the site was ready offline."""
    return lambda size="desktop", path=QUIET: visit(reader(size), path, fb)


@pytest.fixture(scope="session")
def visitors(live_host, origin, open_context, fb):
    """A reader of each size who visited once, for tests that change nothing in what is kept."""
    contexts = {}

    def of(size: str) -> BrowserContext:
        if size not in contexts:
            contexts[size] = open_context(size, base_url=origin, service_workers="allow")
            visit(contexts[size], QUIET, fb).close()
        return contexts[size]

    yield of
    for context in contexts.values():
        context.close()


@pytest.fixture
def cut_off(host, visitors):
    """Makes a new tab of a reader who visited once and has no connection now."""
    pages = []

    def make(size: str = "desktop") -> Page:
        pages.append(visitors(size).new_page())
        host.is_dead = True
        return pages[-1]

    yield make
    for page in pages:
        page.close()


def ready(page: Page):
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
    notice, ready = staticmethod(notice), staticmethod(ready)

    @staticmethod
    def cached(page: Page) -> set[str]:
        """The address of everything that the browser keeps, with its revision."""
        return set(page.evaluate(CACHED))

    @staticmethod
    def registrations(page: Page) -> int:
        return page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length")


@pytest.fixture(scope="session")
def offline() -> type[Offline]:
    return Offline
