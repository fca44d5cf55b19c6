"""Fixtures: a served site, a browser and pages; a test fails on errors that no reader should get.

Tests wait for visible changes. A page takes a moment to load its rules, so tests that don't depend on that share a
warm page (`warm_phone`, `warm_desktop`, `warm_page`) and navigate by the site's own links.
"""

import os
import re
import subprocess
import threading
import traceback
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import greenlet
import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key
from playwright.sync_api import BrowserContext, Locator, Page, Request, Route, expect, sync_playwright

from rules_py.dice import RandomDice
from rules_site.pages import list_page_files
from tests.browser import axe
from tests.browser.in_firefox import IN_FIREFOX, MOTION, SERVICE_WORKER_ERROR, launch
from tests.browser.served_site import serve_site

PROJECT = Path(__file__).parents[2]
SITE = Path(os.environ.get("SITE_DIR", PROJECT / "site"))

TOUCH_OPTIONS = {} if IN_FIREFOX else {"has_touch": True, "is_mobile": True}
SIZES = {
    "phone": {"viewport": {"width": 390, "height": 844}, "reduced_motion": MOTION} | TOUCH_OPTIONS,
    "desktop": {"viewport": {"width": 1280, "height": 800}, "reduced_motion": MOTION},
}
QUIET_DRIVER = PROJECT / "tests" / "browser" / "quiet_driver.cjs"

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # tabs of a test share a process, whose start takes a tenth of a second
    "--renderer-process-limit=1",  # and a new tab, which shows no site yet, starts no other one either
    "--in-process-gpu",  # pages are drawn without a GPU, which needs no process of its own
    # No page or worker of a test lives long enough for optimizing compilers, and few objects need to be moved.
    "--js-flags=--liftoff-only --no-opt --no-maglev --min-semi-space-size=16",
]
CHROMIUM_ERRORS = [r"\(https?://[^/]+/favicon\.ico\)$", "'open' on 'Window'.*no longer runnable"]
IGNORED_ERRORS = [SERVICE_WORKER_ERROR] if IN_FIREFOX else CHROMIUM_ERRORS
"""Patterns of problems that fail no test.

Chromium asks for an icon where a text file, which names none, is the first page of a host.

Chromium pauses a page inside of `window.open` until the driver has attached to the new window, and refuses callbacks
that fall due in the meantime.
"""

LIST_CHANGES = "() => [navigator, navigator.clipboard ?? {}].flatMap(Object.getOwnPropertyNames)"
"""Script that lists what a test has put in place of the browser's own functions."""

POLICY_REPORT = re.compile(
    "content[- ]security[- ]policy|following directive|blocked by CSP|Trusted(HTML|Script)", re.IGNORECASE
)
"""Pattern of the browsers' reports that the site's CSP blocked something."""

TIMEOUT_FACTOR = int(os.environ.get("PATIENCE", "1"))
"""Factor for the timeouts of a slow machine."""

START = ACTION = 60_000 * TIMEOUT_FACTOR
"""Timeout in milliseconds for a start of Python or any other action on a busy machine."""

expect.set_options(timeout=ACTION)

ENABLE_SAVE_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"

COMPILED_RULES = re.compile(r"/assets/rules/")
RULES_FOLDER = re.compile(r'"folder":"[0-9a-f]{12}","parts":')
"""Pattern of the place of the compiled rules in the main script."""

PYTHON_FILES = re.compile(r"/assets/js/entry/python-worker\.js$|/assets/python/")
"""Pattern of the addresses of Python's files."""

PAGES_BY_KIND = {
    "home": "/",
    "a game": "/psiops/",
    "rules": "/psiops/combat/",
    "a table": "/psiops/talents/",
    "a calculator": "/combat/calc/",
    "an order": "/sideworld/playing/",
    "characters": "/xmas/characters/",
    "a fight": "/puml/fight/",
    "dice": "/dice/",
    "a screen": "/screen/",
    "rules on paper": "/sideworld/paper/",
    "the guide": "/authoring/",
}
"""A page of each kind, from different games."""

SHARED = pytest.StashKey["SharedPages"]()
HAS_FAILED = pytest.StashKey[bool]()


@cache
def list_site_pages() -> list[str]:
    """Return the path of every page, as in its address."""
    found = sorted(path.relative_to(SITE).as_posix() for path in list_page_files(SITE))
    return ["/" + name.removesuffix("index.html") for name in found] or ["/"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "every_size: runs on a phone and on a desktop")
    config.addinivalue_line("markers", "refused: only Python can answer, because the compiler has refused all rules")
    config.addinivalue_line("markers", "chromium: takes what only its driver can do, see in_firefox.py")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes `each_path` on pages, and a test that takes `size`, or a page of that size, on a screen.

    A test runs on a page of each kind and the trials run it on the others. The test's name decides between phone and
    desktop, and the trials run it on the other; the mark `every_size` asks for both.
    """
    if "each_path" in metafunc.fixturenames:
        metafunc.parametrize(
            "each_path",
            [
                pytest.param(page, marks=[] if page in PAGES_BY_KIND.values() else pytest.mark.trial)
                for page in list_site_pages()
            ],
        )
    if "size" in metafunc.fixturenames:
        sizes = sorted(SIZES)
        here = (
            sizes
            if metafunc.definition.get_closest_marker("every_size")
            else [sizes[zlib.crc32(metafunc.function.__name__.encode()) % 2]]
        )
        metafunc.parametrize(
            "size", [pytest.param(size, marks=[] if size in here else pytest.mark.trial) for size in sizes]
        )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if IN_FIREFOX:
        left = [item for item in items if item.get_closest_marker("chromium")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item):
    report = yield
    if report.failed:
        item.stash[HAS_FAILED] = True
        if SHARED in item.session.stash:
            item.session.stash[SHARED].is_stale = True
    return report


# The server


@pytest.fixture(scope="session")
def site_folder() -> Path:
    """Return the built site's folder."""
    if not (SITE / "index.html").is_file():
        pytest.fail(f"{SITE} holds no built site: run `make build` before the browser tests.", pytrace=False)
    return SITE


@pytest.fixture(scope="session")
def site(site_folder) -> str:
    """Serve the built site and yield its origin."""
    with serve_site(site_folder) as server:
        yield server.origin


# Errors that no reader should get


@dataclass
class ConsoleGuard:
    """Collector of problems on all pages of the running test.

    Problems are page errors, console errors and requests to other hosts.
    """

    origins: set[str]
    problems: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    def expect_errors(self) -> None:
        """Accept console errors, because the test breaks something on purpose; CSP reports still fail it."""
        self.expected.append(rf"(?is)^(console|page error): (?!.*({POLICY_REPORT.pattern}))")

    def expect_csp_violation(self) -> None:
        """Accept CSP reports, because the test violates the policy on purpose."""
        self.expected.append(rf"(?is)^(console|page error): .*({POLICY_REPORT.pattern})")

    def attach(self, context: BrowserContext) -> None:
        context.on("weberror", lambda error: self.problems.append(f"page error: {error.error}"))
        context.on("console", self._console)
        context.on("request", self._request)

    def _console(self, message) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _request(self, request: Request) -> None:
        scheme, host = urlsplit(request.url)[:2]
        if scheme not in ("data", "blob", "about") and f"{scheme}://{host}" not in self.origins:
            self.problems.append(f"request to another origin: {request.url}")

    def check(self) -> None:
        for page in self.pages:
            if not page.is_closed():  # this also receives pending events
                self.problems += [f"left changed on {page.url}: {name}" for name in page.evaluate(LIST_CHANGES)]
        left = [
            problem
            for problem in self.problems
            if not any(re.search(pattern, problem) for pattern in (*self.expected, *IGNORED_ERRORS))
        ]
        self.problems.clear()
        self.expected.clear()
        assert not left, "\n".join(left)


@pytest.fixture(scope="session")
def session_guard(site) -> ConsoleGuard:
    return ConsoleGuard({site})


@pytest.fixture(autouse=True)
def console_guard(session_guard: ConsoleGuard) -> ConsoleGuard:
    """Fail the test on an uncaught error, an unexpected console error or a request to another origin."""
    yield session_guard
    session_guard.check()


@pytest.fixture(autouse=True)
def axe_sample(request):
    """Choose light or dark colours for axe; a trial has both, and so has the one that shuffles all tests."""
    is_trial = bool(request.node.get_closest_marker("trial")) or "TEST_BY_TEST" in os.environ
    axe.sample.choose(request.node.nodeid, is_trial)


# Browser and pages


@cache
def run_tool(script: str, word: str) -> str:
    """Return the output of one of the project's scripts, or an empty string if it fails."""
    run = subprocess.run([PROJECT / "tools" / script, word], capture_output=True, check=False, text=True)
    return "" if run.returncode else run.stdout.strip()


@pytest.fixture(autouse=True)
def stack_report(request):
    """Print where a hanging test waits, before its process ends: faulthandler shows only Playwright's own loop.

    Calls without a timeout of their own, such as `Page.evaluate` with a promise, can hang.
    """
    limit = float(request.config.getini("faulthandler_timeout") or 0)
    waiting = greenlet.getcurrent()

    def report() -> None:
        stack = "".join(traceback.format_stack(waiting.gr_frame)[-12:])
        os.write(request.config.stash[fault_handler_stderr_fd_key], f"{request.node.nodeid} waits:\n{stack}".encode())

    timer = threading.Timer(limit / 2, report)
    timer.daemon = True
    if limit:
        timer.start()
    yield
    timer.cancel()


@pytest.fixture(scope="session")
def browser():
    found = IN_FIREFOX or run_tool("find-browser", "for-tests")
    if not found:
        pytest.fail("There is no Chromium: run `make browser`, or set CHROME_PATH to one.", pytrace=False)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("NODE_OPTIONS", f"--require={QUIET_DRIVER}")
        playwright = sync_playwright().start()
    try:
        browser = (
            launch(playwright) if IN_FIREFOX else playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        )
        yield browser
        browser.close()
    finally:
        playwright.stop()


@pytest.fixture(scope="session")
def make_context(browser, site, session_guard):
    """Return a function that creates a guarded browser context.

    It has no data of earlier visits, but starts with the site's fonts as if there had been one, unless `has_fonts` is
    False: otherwise the text of a page that has just loaded may move.
    """

    def make(size: str, has_fonts: bool = True, **options) -> BrowserContext:
        usual = {"base_url": site, "service_workers": "block"}
        context = browser.new_context(**usual | SIZES[size] | options)
        context.set_default_timeout(ACTION)
        session_guard.attach(context)
        if has_fonts:
            context.add_init_script(HAS_FONTS)
        return context

    return make


HAS_FONTS = "try { localStorage.setItem('fieldbook:fonts', 'true') } catch {}"
"""Script that lets a page start with the site's fonts."""

LASTING_CHANGES = (
    "add_cookies",
    "add_init_script",
    "expose_binding",
    "expose_function",
    "grant_permissions",
    "new_cdp_session",
    "on",
    "once",
    "route",
    "route_from_har",
    "route_web_socket",
    "set_default_navigation_timeout",
    "set_default_timeout",
    "set_extra_http_headers",
    "set_geolocation",
    "set_offline",
    "set_storage_state",
)
"""The methods of a browser context whose effects outlast its pages."""

CLOCK_CHANGES = ("install", "pause_at", "set_fixed_time", "set_system_time")
"""The methods of a context's clock, likewise."""

UNDONE_CHANGES = ("emulate_media", "on", "route", "set_viewport_size")
"""The methods of a page whose effects end with the test."""

PAGE_CHANGES = {"add_locator_handler", *LASTING_CHANGES} - {*UNDONE_CHANGES}
"""The methods of a page with other effects that outlast a test."""

LIGHT_PAGE = "/accessibility/"
"""A page that opens in two thirds of the time of most others."""

EMPTY_PAGE = "/robots.txt"
"""A page of the site without scripts."""

FORGET = """async () => {
    localStorage.clear();
    sessionStorage.clear();
    const remove = (name) => new Promise((done, fail) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = done;
        request.onerror = () => fail(request.error);
    });
    await Promise.all((await indexedDB.databases()).map(({ name }) => remove(name)));
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}"""
"""Script that deletes everything that the site has stored."""


class ReusedContext:
    """A browser context with a page that one test after another has to itself, with nothing stored.

    The page stays open in between. It keeps the process with the site's scripts, whose start takes longer than many a
    test, and a new page takes a third of the time of its first visit. A page is replaced if it stays changed.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.is_changed = False
        self._watch(context, LASTING_CHANGES, "is_changed")
        self._watch(context.clock, CLOCK_CHANGES, "is_changed")
        self._open_page()

    def _open_page(self) -> None:
        self.page = self.context.new_page()
        self.page.goto(EMPTY_PAGE)
        self._is_page_changed = False
        self._viewport = self.page.viewport_size
        self._listeners: list[tuple] = []
        self._watch(self.page, PAGE_CHANGES, "_is_page_changed")
        listen = self.page.on
        self.page.on = lambda *listener: (self._listeners.append(listener), listen(*listener))

    def _watch(self, part: Any, names: Iterable[str], mark: str) -> None:
        """Set a mark once one of a part's methods is called."""
        for name in names:
            if change := getattr(part, name, None):
                setattr(part, name, self._note_change(change, mark))

    def _note_change(self, change: Callable, mark: str) -> Callable:
        def make_change(*arguments, **options):
            setattr(self, mark, True)
            return change(*arguments, **options)

        return make_change

    def clear(self) -> None:
        """Leave the site, close all other pages and delete what the test has stored."""
        if self.page.is_closed() or self._is_page_changed:
            self._open_page()
        else:
            self._restore_page()
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.context.clear_cookies()
        self.page.evaluate(FORGET)

    def _restore_page(self) -> None:
        """Leave the site, and undo what the test has changed on the page."""
        page = self.page
        while self._listeners:
            page.remove_listener(*self._listeners.pop())
        page.unroute_all(behavior="ignoreErrors")
        page.goto(EMPTY_PAGE)
        page.mouse.move(0, 0)
        page.set_viewport_size(self._viewport)
        page.emulate_media(
            media="null", color_scheme="light", reduced_motion=MOTION, forced_colors="none", contrast="null"
        )


@pytest.fixture(scope="session")
def idle_contexts(browser) -> dict[tuple[str, bool], list[ReusedContext]]:
    """Yield the contexts that wait for a test, by their size and whether scripts run."""
    contexts = defaultdict(list)
    yield contexts
    for each in chain(*contexts.values()):
        each.context.close()


PAGE_OPTIONS = {"viewport", "color_scheme", "reduced_motion"}
"""The options of a context that a page can have on its own."""

SCRIPTS = "java_script_enabled"


@pytest.fixture
def make_page(make_context, idle_contexts, request):
    """Yield a function that creates pages for one test, each in its own context, from `size` and context options.

    A context without options, except those of a page and whether scripts run, is used again by another test, unless the
    test changed it or failed. With the mark `refused`, the site has no compiled rules.
    """
    contexts, reused = [], []

    def make(size: str = "desktop", **options) -> Page:
        is_refused = request.node.get_closest_marker("refused")
        if not (options.keys() - PAGE_OPTIONS - {SCRIPTS} or is_refused or IN_FIREFOX):
            has_scripts = options.pop(SCRIPTS, True)
            idle = idle_contexts[size, has_scripts]
            reused.append((idle, idle.pop() if idle else ReusedContext(make_context(size, **{SCRIPTS: has_scripts}))))
            page = reused[-1][1].page
            if "viewport" in options:
                page.set_viewport_size(options.pop("viewport"))
            if options:
                page.emulate_media(**options)
            return page
        contexts.append(make_context(size, **options))
        if is_refused:
            contexts[-1].route("**/entry/main.js", refuse_rules)
        return contexts[-1].new_page()

    yield make
    for context in contexts:
        context.close()
    for idle, each in reused:
        if each.is_changed or HAS_FAILED in request.node.stash:
            each.context.close()
        else:
            each.clear()
            idle.append(each)


def refuse_rules(route: Route) -> None:
    """Answer with the main script of a site whose rules the compiler has refused."""
    own = route.fetch()
    text, count = RULES_FOLDER.subn('"folder":"","parts":', own.text())
    assert count == 1
    route.fulfill(response=own, body=text)


@pytest.fixture
def page(make_page, size) -> Page:
    """Return a fresh page of the test's size."""
    return make_page(size)


@pytest.fixture
def phone(make_page) -> Page:
    return make_page("phone")


@pytest.fixture
def phone_without_python(phone) -> Page:
    """Return a phone whose site serves no Python files."""
    phone.route(PYTHON_FILES, lambda route: route.abort())
    return phone


@pytest.fixture
def desktop(make_page) -> Page:
    return make_page("desktop")


class SharedPages:
    """Pages that tests share; after a failure they are replaced, so that it doesn't cause others."""

    def __init__(self, the_watch: ConsoleGuard):
        self.guard = the_watch
        self.pages: dict[str, Page] = {}
        self.is_stale = False

    def get(self, name: str, make: Callable[[], Page]) -> Page:
        if self.is_stale:
            self.close()
        if name not in self.pages:
            page = make()
            self.pages[name] = page
            self.guard.pages.append(page)
        if IN_FIREFOX:
            self.pages[name].bring_to_front()  # otherwise the page gets no keyboard events
            self.pages[name].mouse.move(0, 0)  # a touch would leave no hover there either
        return self.pages[name]

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()
        self.pages.clear()
        self.is_stale = False


@pytest.fixture(scope="session")
def shared_pages(request, browser, session_guard) -> SharedPages:
    pages = request.session.stash[SHARED] = SharedPages(session_guard)
    yield pages
    pages.close()


@pytest.fixture(scope="session")
def open_warm_page(make_context, shared_pages):
    """Return a function that returns the shared page of a size, with its rules loaded."""

    def open_warm_page(size: str) -> Page:
        page = make_context(size).new_page()
        page.goto("/dice/")
        Roller(page, "dice").roll()
        return page

    return lambda size: shared_pages.get(size, lambda: open_warm_page(size))


@pytest.fixture
def warm_phone(open_warm_page) -> Page:
    return open_warm_page("phone")


@pytest.fixture
def moving_page(warm_page) -> Page:
    """Yield the warm page of the test's size, with animations."""
    warm_page.emulate_media(reduced_motion="no-preference")
    yield warm_page
    warm_page.emulate_media(reduced_motion=MOTION)


@pytest.fixture
def warm_desktop(open_warm_page) -> Page:
    return open_warm_page("desktop")


@pytest.fixture
def warm_page(open_warm_page, size) -> Page:
    """Return the warm page of the test's size."""
    return open_warm_page(size)


def wait_until(page: Page, condition: str, arg=None, timeout: int = ACTION):
    """Wait until a function in the page returns a true value, and return it.

    Playwright's own wait evaluates text in the page, which the site's CSP forbids.
    """
    return page.evaluate(
        """async ([arg, patience]) => {
        const condition = CONDITION;
        for (const end = Date.now() + patience;; await new Promise((next) => setTimeout(next, 50))) {
          const value = await condition(arg);
          if (value) return value;
          if (Date.now() > end) throw new Error(`never came true: ${condition}`);
        }
    }""".replace("CONDITION", condition),
        [arg, timeout],
    )


def add_script(page: Page, path: Path) -> None:
    """Run a script file in the page, bypassing the site's CSP."""
    page.evaluate(f"() => {{ {path.read_text()} }}")


# Reader actions


def press(target: Locator) -> None:
    """Tap on a phone; click on a desktop, and also if the driver has no touch."""
    if not IN_FIREFOX and target.page.viewport_size["width"] < 600:
        target.tap()
    else:
        target.click()


CLEAR_TRAY = """() => {
    const field = document.querySelector(".fb-tray-field");
    if (!field) return;
    field.value = "";
    field.dispatchEvent(new Event("input"));
}"""
"""Script that empties the dice tray, which stays open across pages."""


def go_to(page: Page, path: str) -> None:
    """Go to a page by a link of the site, which keeps the workers; the page is always freshly loaded."""
    page.evaluate(CLEAR_TRAY)
    if urlsplit(page.url).path == path:
        follow_link_by_path(page, LIGHT_PAGE if path != LIGHT_PAGE else "/dice/")
    follow_link_by_path(page, path)


def follow_link_by_path(page: Page, path: str) -> None:
    address = page.evaluate(
        """path => [...document.links]
        .find((link) => link.origin === location.origin && link.pathname === path && !link.hash)?.href""",
        path,
    )
    if address:
        follow_link_to(page, address)
        wait_until(page, "path => new URL(document.querySelector('link[rel=canonical]').href).pathname === path", path)
    else:  # the 404 page, to which no link leads
        page.goto(path)
    page.evaluate("scrollTo(0, 0)")


def follow_link_to(page: Page, address: str) -> None:
    """Follow a link as it may occur on a page of the site, also to a form's state or a shared roll."""
    page.evaluate(
        """address => {
        let before = true;
        sessionStorage.clear(); // what forms were set to
        window.arrived = new Promise((done) => document$.subscribe(() => before ? (before = false) : done()));
        const link = Object.assign(document.createElement("a"), { href: address, textContent: "a link" });
        const article = document.querySelector("article");
        article.dataset.left = "";
        article.append(link);
        link.click();
    }""",
        address,
    )
    expect(page.locator("article:not([data-left])")).to_be_attached()
    page.evaluate("window.arrived")


class HeldRequests:
    """Requests that stay unanswered until they are released."""

    def __init__(self, page: Page, pattern):
        self.page, self.pattern, self.routes = page, pattern, []
        page.route(pattern, lambda route: self.routes.append(route))

    def release(self) -> None:
        """Release the requests and all future ones; may be called repeatedly."""
        while self.routes:
            self.routes.pop(0).continue_()
        self.page.unroute(self.pattern)


class PatchedWorker:
    """The Python worker's script with other scripts before or after it, until it is restored."""

    SCRIPT = "**/entry/python-worker.js"

    def __init__(self, page: Page, before: str = "", after: str = "", headers: dict[str, str] | None = None):
        def patch(route):
            if self.is_restored:
                route.continue_()
                return
            own = route.fetch()
            route.fulfill(response=own, body=before + own.text() + after, headers=own.headers | (headers or {}))

        self.is_restored = False
        page.route(self.SCRIPT, patch)

    def restore(self) -> None:
        self.is_restored = True  # a route that is taken away may still be answering


PAGE_STATE = """async () => {
    const { runtime: { state } } = await import("/assets/js/entry/main.js");
    const busy = [...document.querySelectorAll("[aria-busy]")].map((each) => each.outerHTML.slice(0, 80));
    return JSON.stringify({ state, busy, focus: document.activeElement.outerHTML.slice(0, 120), at: location.href });
}"""
"""Script that describes the page's state, for debugging a missing answer."""


class AnswerPanel:
    """A part of a page where answers appear, with the button that requests them."""

    def __init__(self, root: Locator, place: str):
        self.page = root.page
        self.root = root
        self.result = root.locator(place).first  # a follow-up roll has its own result within
        self.button = root.locator("button.fb-roll").first
        self.headline = self.result.locator(":scope > .fb-headline")
        self.verdict = self.headline.locator("strong")
        self.total = self.result.locator(".fb-total b").last  # a reroll has a second sum
        self.error = self.result.locator(".fb-error")
        self.follow_ups = self.result.locator(".fb-follows > li")
        self.steps = self.result.locator(".fb-steps > li")
        self.source = self.result.locator(".fb-source")
        self.next_rolls = self.result.locator(":scope > .fb-next > fb-next button")

    def roll(self) -> None:
        """Press the button and wait for the answer to that press."""
        self.ask(self.button)

    def ask(self, button: Locator, act=press) -> None:
        """Press any requesting button, and wait for an answer that was not there before."""
        self.result.evaluate("place => [...place.children].forEach((child) => child.setAttribute('data-old', ''))")
        act(button)
        new = self.result.locator(":is(.fb-headline, .fb-error):not([data-old])")
        try:
            expect(new).to_be_visible(timeout=START)
        except AssertionError as error:
            error.add_note(f"The page is {self.page.evaluate(PAGE_STATE)}. There it says:\n{self.root.inner_text()}")
            raise

    def enter_faces(self, text: str) -> None:
        """Type the faces of physical dice, separated by spaces, and submit them."""
        own = ManualDice(self)
        own.open_empty()
        own.type(text)
        self.ask(own.use_button)

    def faces(self) -> list[int]:
        """Return every face in the order rolled, including those in a collapsed part."""
        return [int(re.match(r"\d+", text)[0]) for text in self.result.locator(".fb-face").all_text_contents()]

    def dropped_faces(self) -> list[int]:
        return [int(re.match(r"\d+", text)[0]) for text in self.result.locator("s.fb-face").all_text_contents()]


class ManualDice:
    """The form of a roller or table for entering physical dice."""

    def __init__(self, answer: AnswerPanel):
        self.page = answer.page
        self.root = answer.root.locator(".fb-own").first
        self.opener = answer.root.get_by_role("button", name="My dice").first
        self.slots = self.root.locator(".fb-slot")
        self.current_slot = self.root.locator(".fb-slot[aria-current]")
        self.note = self.root.locator(".fb-slots-note")
        self.pad = self.root.locator(".fb-pad")
        self.use_button = self.root.get_by_role("button", name="Use these dice")
        self.clear_button = self.root.get_by_role("button", name="Clear")

    def open_empty(self) -> None:
        """Open the form without entered dice."""
        if not self.root.is_visible():
            press(self.opener)
        elif self.clear_button.is_visible():
            press(self.clear_button)
        expect(self.current_slot).to_have_text("", timeout=START)

    def tap(self, *faces: int) -> None:
        for face in faces:
            press(self.pad.get_by_role("button", name=str(face), exact=True))

    def type(self, faces: str) -> None:
        self.pad.locator('[tabindex="0"]').focus()
        self.page.keyboard.type(faces)
        expect(self.use_button).to_be_visible()

    def slot_labels(self) -> list[str]:
        """Return each slot's label for screen readers."""
        return [slot.get_attribute("aria-label") for slot in self.slots.all()]


class Roller(AnswerPanel):
    """A roller on a page."""

    def __init__(self, page: Page, mechanic: str):
        super().__init__(page.locator(f'fb-roller[mechanic="{mechanic}"]').first, ".fb-result")
        self.odds = self.root.locator("details.fb-odds")

    def param(self, name: str) -> Locator:
        """Return the field of a parameter (for radio buttons, all of them) and expand its group."""
        self.unfold()
        return self.root.locator(f'[name="{name}"]')

    def unfold(self) -> None:
        """Expand all collapsed groups of the form, and the form itself if a character has filled it."""
        self.root.evaluate("""roller => {
            if (roller.hasAttribute("folded")) roller.querySelector(".fb-as-change").click();
        }""")
        self.root.locator("details.fb-group").evaluate_all("all => all.forEach((each) => { each.open = true; })")

    def increase(self, name: str, times: int = 1) -> None:
        """Increase a parameter with its stepper."""
        self.step(name, 1, times)

    def decrease(self, name: str, times: int = 1) -> None:
        self.step(name, -1, times)

    def step(self, name: str, by: int, times: int) -> None:
        self.unfold()
        for _ in range(times):
            press(self.root.locator(f'.fb-stepper:has([name="{name}"]) [data-step="{by}"]'))

    def toggle(self, name: str) -> None:
        press(self.param(name))

    def choose(self, label: str, group: str = "") -> None:
        """Press a segment of a choice; `group` is the choice's label if other choices have the same segment."""
        self.unfold()
        choice = self.root.get_by_role("group", name=group, exact=True) if group else self.root
        press(choice.get_by_role("radio", name=label, exact=True))

    def values(self) -> dict[str, str]:
        """Return the form's values by parameter, as text."""
        return self.root.locator("form").evaluate("""form => {
            const values = {};
            for (const field of form.elements) {
              if (!field.name || (field.type === "radio" && !field.checked)) continue;
              values[field.name] = field.type === "checkbox" ? String(field.checked) : field.value;
            }
            return values;
        }""")

    def open_odds(self) -> None:
        press(self.odds.locator("> summary"))

    def odds_rows(self) -> list[list[str]]:
        """Return the headline's odds as shown: label, probability and, if present, cumulative probability."""
        return [
            row.locator("th, td").all_inner_texts()
            for row in self.odds.locator(".fb-odds-body > .fb-odds-table tbody tr").all()
        ]


class Table(AnswerPanel):
    """A table that can be rolled."""

    def __init__(self, page: Page, table: str):
        super().__init__(page.locator(f'fb-table[table="{table}"]'), ".fb-table-result")
        self.current = self.root.locator('tr[aria-current="true"]')
        self.row_link = self.result.locator("a.fb-to-row")


class Chip:
    """Dice in running text."""

    def __init__(self, root: Locator):
        self.root = root
        self.page = root.page
        self.button = root.locator("button")
        self.result = root.locator(".fb-die-result")
        self.total = self.result.locator("b")

    def roll(self, act=press) -> int:
        """Press the dice and return the new total."""
        self.root.evaluate("chip => chip.querySelector('b')?.setAttribute('data-old', '')")
        act(self.button)
        expect(self.result.locator("b:not([data-old])")).to_be_visible(timeout=START)
        return int(self.total.inner_text())


class Helpers:
    """Helpers that the test files share as one fixture."""

    Roller, Table, Chip, HeldRequests, ManualDice, PatchedWorker = (
        Roller,
        Table,
        Chip,
        HeldRequests,
        ManualDice,
        PatchedWorker,
    )
    press, go_to, follow_link_to = staticmethod(press), staticmethod(go_to), staticmethod(follow_link_to)
    wait_until, add_script = staticmethod(wait_until), staticmethod(add_script)
    START = START

    @staticmethod
    def wait_until_loaded(page: Page) -> None:
        """Wait until a page's scripts run, its fonts have loaded and its idle callbacks have run.

        By then the page has requested everything that its scripts need. A page that draws nothing may never be idle, so
        the wait for an idle moment is limited.
        """
        page.evaluate(
            """async (limit) => {
            let step = "its scripts";
            const loaded = customElements.whenDefined("fb-search")
              .then(() => { step = "its fonts"; return document.fonts.ready; })
              .then(() => { step = "an idle moment"; })
              .then(() => new Promise((done) => { requestIdleCallback(done, { timeout: 5000 }); }));
            await Promise.race([loaded, new Promise((_, fail) => {
              setTimeout(() => fail(new Error(`The page still waits for ${step}.`)), limit);
            })]);
        }""",
            ACTION,
        )

    @staticmethod
    def read_copied(button: Locator) -> str:
        """Press a button, and return the text that it copies or shares.

        The page gets its own clipboard back, because other tests may share the page.
        """
        page = button.page
        page.evaluate("""() => {
            const take = async (text) => { window.copied = text; };
            const taken = { share: ({ url }) => take(url), clipboard: { writeText: take } };
            for (const [name, value] of Object.entries(taken))
                Object.defineProperty(navigator, name, { configurable: true, value });
        }""")
        press(button)
        text: str = wait_until(page, "() => window.copied")
        page.evaluate("() => { delete navigator.share; delete navigator.clipboard; delete window.copied; }")
        return text

    @staticmethod
    def clear_storage(page: Page) -> None:
        """Delete all stored records from the device, except for the rolls."""
        page.evaluate("""async () => {
            const { keep } = await import(new URL("/assets/js/lib/store.js", location.href));
            for (const store of ["sheets", "fights", "screens", "formulas"]) await keep.clear(store);
            localStorage.removeItem("fieldbook:last-formulas");
        }""")

    @staticmethod
    def find_offer(place: Locator) -> Locator:
        """Return the button that starts Python."""
        return place.get_by_role("button", name=re.compile("^Answer with Python"))

    @staticmethod
    def load_python_dice(page: Page, *faces: int, sides: int = 6) -> None:
        """Make the next roll in Python use a seed that gives these faces first; later rolls are random."""

        def rolls_these_faces(seed: int) -> bool:
            dice = RandomDice(seed)
            return all(dice.next_face(sides) == face for face in faces)

        page.evaluate(
            """seed => {
            const chance = crypto.getRandomValues.bind(crypto);
            const seeds = [[0, 0, 0, seed]];
            crypto.getRandomValues = (array) => {
              if (!(array instanceof Uint32Array && array.length === 4) || !seeds.length) return chance(array);
              array.set(seeds.shift());
              return array;
            };
        }""",
            next(filter(rolls_these_faces, count())),
        )

    @staticmethod
    def load_page_dice(page: Page, *faces: int) -> None:
        """Make the page's own dice, of tables and in text, show these faces next."""
        page.evaluate(
            """faces => {
            const chance = crypto.getRandomValues.bind(crypto);
            crypto.getRandomValues = (array) => {
              if (!(array instanceof Uint32Array && array.length === 1) || !faces.length) return chance(array);
              array[0] = faces.shift() - 1;
              return array;
            };
        }""",
            list(faces),
        )

    @staticmethod
    def is_in_view(target: Locator) -> bool:
        """Return True once an element is in view and nothing covers the start of its text, False if it never is.

        The page may still scroll or draw the element again, so that this looks at up to 60 frames.
        """
        expect(target).to_be_in_viewport()
        seen = "gone"
        while seen == "gone":
            seen = target.evaluate("""element => new Promise((done) => {
                let frames = 60;
                const look = () => {
                    const box = element.getBoundingClientRect();
                    const [x, y] = [box.left + Math.min(box.width, 40) / 2, box.top + box.height / 2];
                    const seen = box.top >= 0 && box.bottom <= innerHeight && document.elementFromPoint(x, y);
                    if (!element.isConnected) done("gone");
                    else if (seen && (element.contains(seen) || seen.contains(element))) done("seen");
                    else if ((frames -= 1)) requestAnimationFrame(look);
                    else done("hidden");
                };
                look();
            })""")
        return bool(seen == "seen")

    @staticmethod
    def settle(target: Locator) -> None:
        """Wait until an element has stayed in its place for ten frames."""
        target.evaluate("""element => new Promise((done) => {
            let [place, still] = ["", 0];
            const look = () => {
                const { x, y } = element.getBoundingClientRect();
                still = place === `${x} ${y}` ? still + 1 : 0;
                place = `${x} ${y}`;
                if (still < 10) requestAnimationFrame(look);
                else done();
            };
            look();
        })""")

    @staticmethod
    def live_region(page: Page) -> Locator:
        """Return the live region with announcements for screen readers."""
        return page.locator(".fb-live")


@pytest.fixture(scope="session")
def fb() -> type[Helpers]:
    return Helpers
