"""Fixtures: the site and its next builds on a host that can go offline, and readers with a service worker."""

import os
import re
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

from rules_site import offline as offline_files
from tests.browser.served_site import SiteFiles
from tests.browser.static_files import StaticHost

PROJECT = Path(__file__).parents[3]
RULE_SOURCE = "rules_py/mechanic/builtin.py"
NEXT_BUILD_CHANGES = {
    "docs/dice.md": ("Tap a die and it rolls", "Tap any die and it rolls"),
    RULE_SOURCE: ("The total of", "The sum of"),
}
"""Changes of the next build: other words on a page and in a rule."""

LEFT_OUT_GAMES = ("combat", "psiops", "puml", "sideworld")
"""Games whose pages the second build leaves out, to be quicker."""


# The host


class LiveBuildFiles(SiteFiles):
    """Request handler for the files of the live build."""

    def guess_type(self, path) -> str:
        return self.server.types.get(Path(path).name) or super().guess_type(path)

    def parse_request(self) -> bool:
        self.directory = str(self.server.folder)
        return super().parse_request()

    def log_request(self, code="-", size="-") -> None:
        self.server.answers[self.path.partition("?")[0], int(code)] += 1


class Host(StaticHost):
    """A host whose site can be replaced and whose answers can fail; `types` has wrong types by the file's name."""

    folder: Path
    types: dict[str, str]

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
        """Close every connection and its requests, because a finished visit may have left some open."""
        with urlopen(f"http://127.0.0.1:{self.server_port}/robots.txt"):
            """Connections made before this one have been accepted by now."""
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
    """Return the site's folder."""
    return site_folder


@pytest.fixture(scope="session")
def second_build(tmp_path_factory) -> Path:
    """Build the site with the changes of `NEXT_BUILD_CHANGES` and without the pages of `LEFT_OUT_GAMES`."""
    copy = tmp_path_factory.mktemp("second") / "project"
    packages = ("rules_js", "rules_markdown", "rules_py", "rules_site", "rules_support")
    for name in ("docs", "hooks", "overrides", "page", *packages, "build"):
        shutil.copytree(PROJECT / name, copy / name)  # with the bytecode, which the build would compile again
    excluded = "".join(f"\n  /{slug}/" for slug in LEFT_OUT_GAMES)
    settings = re.sub(
        r"^exclude_docs: (.+)$",
        rf"exclude_docs: |\n  \1{excluded}",
        (PROJECT / "mkdocs.yml").read_text(),
        flags=re.MULTILINE,
    )
    (copy / "mkdocs.yml").write_text(settings)
    shutil.copy(PROJECT / "package.json", copy)
    (copy / "node_modules").symlink_to(PROJECT / "node_modules")
    for name, (old, new) in NEXT_BUILD_CHANGES.items():
        text = (copy / name).read_text()
        assert text.count(old) == 1, f"{name} has {old!r} {text.count(old)} times"
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
def edited_build(tmp_path_factory, site_folder) -> Path:
    """Copy the site and make the changes of a next build in its files, which takes a moment.

    The compiled rules get another address, because a build names their folder by what they are made of.
    """
    copy = Path(shutil.copytree(site_folder, tmp_path_factory.mktemp("edited") / "site"))
    old_rules = next((copy / "assets/rules").iterdir())
    new_rules = old_rules.rename(old_rules.with_name(old_rules.name[::-1]))
    assert new_rules.name != old_rules.name
    texts = {path: path.read_text(encoding="utf-8") for path in copy.rglob("*") if path.suffix in (".html", ".js")}
    texts = {path: text.replace(old_rules.name, new_rules.name) for path, text in texts.items()}
    for path, source in ((copy / "dice" / "index.html", "docs/dice.md"), (new_rules / "core.js", RULE_SOURCE)):
        old, new = NEXT_BUILD_CHANGES[source]
        assert old in texts[path]
        texts[path] = texts[path].replace(old, new)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    offline_files.write(copy)
    return copy


@pytest.fixture(params=["edited", pytest.param("second", marks=pytest.mark.trial)])
def next_build(request) -> Path:
    """Return the site's next build: a copy with changed files, and in the trials a build of changed sources."""
    return request.getfixturevalue(f"{request.param}_build")


@pytest.fixture(scope="session")
def live_host(session_host, first_build) -> Host:
    session_host.folder = first_build
    threading.Thread(target=session_host.serve_forever, daemon=True).start()
    yield session_host
    session_host.shutdown()


@pytest.fixture
def host(live_host, first_build) -> Host:
    """Serve the first build and allow changes of the host.

    `folder` changes the build, `types` the type of a file and `is_unreachable` the connection; `answers` counts paths
    and statuses.
    """
    live_host.folder, live_host.types, live_host.is_unreachable = first_build, {}, False
    live_host.hang_up()
    live_host.answers.clear()
    return live_host


# Readers

QUIET = "/licences/"
"""A page without dice."""


@pytest.fixture
def make_reader(host, origin, make_context):
    """Yield a function that creates a reader's context with service workers, from `size` and context options."""
    contexts = []

    def make(size: str = "desktop", **options) -> BrowserContext:
        contexts.append(make_context(size, base_url=origin, service_workers="allow", **options))
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()


def visit_until_cached(context: BrowserContext, path: str) -> Page:
    """Visit once, until the site is ready offline."""
    page = context.new_page()
    page.goto(path)
    expect(ready_note(page)).to_contain_text("Ready offline")
    return page


@pytest.fixture
def visit_and_cache(make_reader):
    """Return a function that creates the page of a reader who visited once, until the site was ready offline."""
    return lambda size="desktop", path=QUIET: visit_until_cached(make_reader(size), path)


@pytest.fixture(scope="session")
def cached_visitors(live_host, origin, make_context):
    """Yield a function that returns a reader's context by size after one visit; tests must not change its cache."""
    contexts = {}

    def open_visitor(size: str) -> BrowserContext:
        if size not in contexts:
            contexts[size] = make_context(size, base_url=origin, service_workers="allow")
            visit_until_cached(contexts[size], QUIET).close()
        return contexts[size]

    yield open_visitor
    for context in contexts.values():
        context.close()


@pytest.fixture
def open_offline_page(host, cached_visitors):
    """Yield a function that opens a new tab of a reader who visited once and is now offline."""
    pages = []

    def make(size: str = "desktop") -> Page:
        pages.append(cached_visitors(size).new_page())
        host.is_unreachable = True
        return pages[-1]

    yield make
    for page in pages:
        page.close()


def ready_note(page: Page):
    """Return the footer's note that the site is ready offline."""
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
    """Helpers that the test files share as one fixture."""

    QUIET = QUIET
    notice, ready_note = staticmethod(notice), staticmethod(ready_note)

    @staticmethod
    def cached_urls(page: Page) -> set[str]:
        """Return the address of every cached file, with its revision."""
        return set(page.evaluate(CACHED))

    @staticmethod
    def count_registrations(page: Page) -> int:
        return page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length")


@pytest.fixture(scope="session")
def offline() -> type[Offline]:
    return Offline
