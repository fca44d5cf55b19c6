"""A served site, a browser and pages as readers have them; a test fails on whatever a reader should never get.

Tests wait for what a reader sees. A page that starts Python costs seconds, so tests that do not care about the start
share one that is warm (`warm_phone`, `warm_desktop`, `warm_page`) and go from page to page by the site's own links.
"""

import http.server
import os
import re
import subprocess
import threading
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect, sync_playwright

PROJECT = Path(__file__).parents[2]
SITE = Path(os.environ.get("SITE_DIR", PROJECT / "site"))
BUILT_FOR = "http://localhost:8000"
"""Where mkdocs.yml says the site will live; its sitemap has that in every address."""

SIZES = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
             "--disable-component-update", "--disable-sync"]
START = 30_000
"""Milliseconds that a start of Python may take on a busy machine."""

ACTION = 10_000
"""Milliseconds that anything else may take."""

expect.set_options(timeout=ACTION)


def pages_of_the_site() -> list[str]:
    """The path of every page, as addresses have it."""
    found = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))
    return ["/" + name.removesuffix("index.html") for name in found] or ["/"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `each_path` runs on every page."""
    if "each_path" in metafunc.fixturenames:
        metafunc.parametrize("each_path", pages_of_the_site())


# The server

class Handler(http.server.SimpleHTTPRequestHandler):
    """Files of the site, as a static host serves them."""

    protocol_version = "HTTP/1.1"
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm",
        ".json": "application/json", ".woff2": "font/woff2", ".whl": "application/octet-stream",
    }

    def do_GET(self) -> None:
        # Instant navigation takes a link for one of the site's own only if the sitemap lists it, host and port included.
        if self.path == "/sitemap.xml":
            body = (SITE / "sitemap.xml").read_text().replace(BUILT_FOR, self.server.origin).encode()
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "application/xml")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return
        super().do_GET()

    def log_message(self, *_) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, *_) -> None:
        """A browser that goes away in the middle of a file is nothing to tell."""


@pytest.fixture(scope="session")
def site_folder() -> Path:
    """The built site's files."""
    if not (SITE / "index.html").is_file():
        pytest.fail(f"{SITE} holds no built site: run `make build` before the browser tests.", pytrace=False)
    return SITE


@pytest.fixture(scope="session")
def site(site_folder) -> str:
    """The origin that serves the built site."""
    with Server(("127.0.0.1", 0), partial(Handler, directory=str(site_folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.origin
        server.shutdown()


# What no reader should ever get

@dataclass
class Watch:
    """Page errors, console errors and requests to other hosts, from every page of the test that runs."""

    origin: str
    problems: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    def expect_trouble(self) -> None:
        """This test breaks something on purpose, and the console will say so."""
        self.expected.append("^(console|page error): ")

    def attach(self, context: BrowserContext) -> None:
        context.on("weberror", lambda error: self.problems.append(f"page error: {error.error}"))
        context.on("console", self._console)
        context.on("request", lambda request: self._request(request.url))

    def _console(self, message) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _request(self, url: str) -> None:
        if urlsplit(url).scheme not in ("data", "blob", "about") and not url.startswith(self.origin + "/"):
            self.problems.append(f"request to another origin: {url}")

    def check(self) -> None:
        for page in self.pages:
            if not page.is_closed():
                page.evaluate("0")  # whatever is under way arrives first
        left = [problem for problem in self.problems
                if not any(re.search(pattern, problem) for pattern in self.expected)]
        self.problems.clear()
        self.expected.clear()
        assert not left, "\n".join(left)


@pytest.fixture(scope="session")
def the_watch(site) -> Watch:
    return Watch(site)


@pytest.fixture(autouse=True)
def watch(the_watch: Watch) -> Watch:
    """Fails the test on an uncaught error, an unexpected console error or a request to another origin."""
    yield the_watch
    the_watch.check()


# Browser and pages

@pytest.fixture(scope="session")
def browser():
    found = subprocess.run([PROJECT / "scripts" / "find-browser"], capture_output=True, text=True)
    if found.returncode:
        pytest.fail("There is no Chromium: run `make browser`, or set CHROME_PATH to one.", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.stdout.strip(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def open_context(browser, site, the_watch):
    """Makes a watched context. Nothing is left of an earlier visit, a service worker's cache included."""
    def make(size: str, **options) -> BrowserContext:
        context = browser.new_context(base_url=site, service_workers="block", **SIZES[size] | options)
        context.set_default_timeout(ACTION)
        the_watch.attach(context)
        return context
    return make


@pytest.fixture
def new_page(open_context):
    """Makes pages for one test, each in a context of its own; `size` and context options as arguments."""
    contexts = []

    def make(size: str = "desktop", **options) -> Page:
        contexts.append(open_context(size, **options))
        return contexts[-1].new_page()
    yield make
    for context in contexts:
        context.close()


@pytest.fixture(params=list(SIZES))
def size(request) -> str:
    return request.param


@pytest.fixture
def page(new_page, size) -> Page:
    """A fresh page, on a phone and on a desktop."""
    return new_page(size)


@pytest.fixture
def phone(new_page) -> Page:
    return new_page("phone")


@pytest.fixture
def desktop(new_page) -> Page:
    return new_page("desktop")


@pytest.fixture(scope="session")
def warm(open_context, the_watch):
    """Gives the page of a size on which Python runs already."""
    pages: dict[str, Page] = {}

    def warm_of(size: str) -> Page:
        if size not in pages:
            page = open_context(size).new_page()
            page.goto("/dice/")
            roller = Roller(page, "dice")
            roller.roll()
            pages[size] = page
            the_watch.pages.append(page)
        return pages[size]
    yield warm_of
    for page in pages.values():
        page.context.close()


@pytest.fixture
def warm_phone(warm) -> Page:
    return warm("phone")


@pytest.fixture
def warm_desktop(warm) -> Page:
    return warm("desktop")


@pytest.fixture
def warm_page(warm, size) -> Page:
    """The warm page, on a phone and on a desktop."""
    return warm(size)


# What readers do

def press(target: Locator) -> None:
    """A tap on a phone, a click on a desktop."""
    if target.page.viewport_size["width"] < 600:
        target.tap()
    else:
        target.click()


def go_to(page: Page, path: str) -> None:
    """Go to a page by a link of the site, which keeps the worker; always arrives at a page nobody touched."""
    if urlsplit(page.url).path == path:
        follow(page, "/licences/" if path != "/licences/" else "/dice/")
    follow(page, path)


def follow(page: Page, path: str) -> None:
    address = page.evaluate("""path => [...document.links]
        .find((link) => link.origin === location.origin && link.pathname === path && !link.hash)?.href""", path)
    if address:
        follow_link_to(page, address)
    else:  # no link leads to the page for what is not there
        page.goto(path)
    page.evaluate("scrollTo(0, 0)")


def follow_link_to(page: Page, address: str) -> None:
    """Follow a link such as may stand on a page of the site, to a form's state or a shared roll too."""
    page.evaluate("""address => {
        let before = true;
        window.arrived = new Promise((done) => document$.subscribe(() => before ? (before = false) : done()));
        const link = Object.assign(document.createElement("a"), { href: address, textContent: "a link" });
        const article = document.querySelector("article");
        article.dataset.left = "";
        article.append(link);
        link.click();
    }""", address)
    expect(page.locator("article:not([data-left])")).to_be_attached()
    page.evaluate("window.arrived")


class Held:
    """Requests that are not answered until they are let go."""

    def __init__(self, page: Page, pattern):
        self.page, self.pattern, self.routes = page, pattern, []
        page.route(pattern, lambda route: self.routes.append(route))

    def release(self) -> None:
        for route in self.routes:
            route.continue_()
        self.page.unroute(self.pattern)


class Answer:
    """A place where answers appear, and the button that asks."""

    def __init__(self, root: Locator, place: str):
        self.page = root.page
        self.root = root
        self.result = root.locator(place)
        self.button = root.locator("button.fb-roll")
        self.headline = self.result.locator(".fb-headline")
        self.total = self.headline.locator(".fb-total")
        self.error = self.result.locator(".fb-error")
        self.follows = self.result.locator(".fb-follows > li")
        self.steps = self.result.locator(".fb-steps > li")

    def roll(self) -> None:
        """Press the button and wait for the answer to that press."""
        self.ask(self.button)

    def ask(self, button: Locator, act=press) -> None:
        """Press any button that asks, and wait for an answer that was not there before."""
        self.result.evaluate("place => [...place.children].forEach((child) => child.setAttribute('data-old', ''))")
        act(button)
        new = self.result.locator(":is(.fb-headline, .fb-error):not([data-old])")
        expect(new).to_be_visible(timeout=START)

    def faces(self) -> list[int]:
        """Every face in the order it fell."""
        return [int(re.match(r"\d+", text)[0]) for text in self.result.locator(".fb-face").all_inner_texts()]

    def dropped(self) -> list[int]:
        return [int(re.match(r"\d+", text)[0]) for text in self.result.locator("s.fb-face").all_inner_texts()]

    def field(self, name: str) -> Locator:
        """The value of an outcome field beside the headline."""
        return self.result.locator(".fb-fields-out > div").filter(has=self.page.get_by_text(name, exact=True)).locator("dd")


class Roller(Answer):
    """A roller on a page."""

    def __init__(self, page: Page, mechanic: str):
        super().__init__(page.locator(f'fb-roller[mechanic="{mechanic}"]').first, ".fb-result")
        self.odds = self.root.locator("details.fb-odds")
        self.faces_field = self.root.get_by_label("Faces you rolled")
        self.read_button = self.root.get_by_role("button", name="Read them")

    def param(self, name: str) -> Locator:
        """The field of a parameter (all of them, where a choice has one each)."""
        return self.root.locator(f'[name="{name}"]')

    def more(self, label: str, times: int = 1) -> None:
        for _ in range(times):
            press(self.root.get_by_role("button", name=f"{label}: one more", exact=True))

    def fewer(self, label: str, times: int = 1) -> None:
        for _ in range(times):
            press(self.root.get_by_role("button", name=f"{label}: one less", exact=True))

    def toggle(self, label: str) -> None:
        press(self.root.get_by_role("checkbox", name=label, exact=True))

    def choose(self, label: str) -> None:
        """Press one of the segments of a choice."""
        press(self.root.get_by_role("radio", name=label, exact=True))

    def values(self) -> dict[str, str]:
        """What the form says, by parameter, as text."""
        return self.root.locator("form").evaluate("""form => {
            const values = {};
            for (const field of form.elements) {
              if (!field.name || (field.type === "radio" && !field.checked)) continue;
              values[field.name] = field.type === "checkbox" ? String(field.checked) : field.value;
            }
            return values;
        }""")

    def read(self, faces: str) -> None:
        """Type faces of one's own and have them read."""
        if not self.faces_field.is_visible():
            press(self.root.get_by_role("button", name="My dice"))
        self.faces_field.fill(faces)
        self.ask(self.read_button)

    def open_odds(self) -> None:
        press(self.odds.locator("> summary"))

    def odds_rows(self) -> list[list[str]]:
        """The headline's odds as shown: what it is called and its chance (and the chance up to there)."""
        return [row.locator("th, td").all_inner_texts()
                for row in self.odds.locator(".fb-odds-body > .fb-odds-table tbody tr").all()]


class Table(Answer):
    """A table that is rolled on."""

    def __init__(self, page: Page, table: str):
        super().__init__(page.locator(f'fb-table[table="{table}"]'), ".fb-table-result")
        self.current = self.root.locator('tr[aria-current="true"]')
        self.row_link = self.result.locator("a.fb-to-row")


class Chip:
    """Dice in a text."""

    def __init__(self, root: Locator):
        self.root = root
        self.page = root.page
        self.button = root.locator("button")
        self.result = root.locator(".fb-die-result")
        self.total = self.result.locator("b")

    def roll(self, act=press) -> int:
        """Press, and give the total that this press brought."""
        self.root.evaluate("chip => chip.querySelector('b')?.setAttribute('data-old', '')")
        act(self.button)
        expect(self.result.locator("b:not([data-old])")).to_be_visible(timeout=START)
        return int(self.total.inner_text())


class Helpers:
    """What the test files share, as one fixture."""

    Roller, Table, Chip, Held = Roller, Table, Chip, Held
    press, go_to, follow_link_to = staticmethod(press), staticmethod(go_to), staticmethod(follow_link_to)
    START = START

    @staticmethod
    def python(page: Page):
        """The workers that run Python."""
        return [worker for worker in page.workers if urlsplit(worker.url).path.endswith("/assets/js/worker.js")]

    @classmethod
    def load_dice(cls, page: Page, *faces: int, sides: int = 6) -> None:
        """The next random bytes in Python are such that these faces fall; then chance takes over again."""
        unused_bits = 8 - (sides - 1).bit_length()
        cls.python(page)[0].evaluate("""bytes => {
            const chance = crypto.getRandomValues.bind(crypto);
            crypto.getRandomValues = (array) => {
              if (array.byteLength !== 1 || !bytes.length) return chance(array);
              array[0] = bytes.shift();
              return array;
            };
        }""", [(face - 1) << unused_bits for face in faces])

    @staticmethod
    def load_page_dice(page: Page, *faces: int) -> None:
        """The same for the dice that the page rolls itself: those of tables and in the text."""
        page.evaluate("""faces => {
            const chance = crypto.getRandomValues.bind(crypto);
            crypto.getRandomValues = (array) => {
              if (!(array instanceof Uint32Array && array.length === 1) || !faces.length) return chance(array);
              array[0] = faces.shift() - 1;
              return array;
            };
        }""", list(faces))

    @staticmethod
    def in_view(target: Locator) -> bool:
        """Whether a reader sees something without scrolling, and nothing lies over where its text begins."""
        expect(target).to_be_in_viewport()
        return target.evaluate("""element => {
            const box = element.getBoundingClientRect();
            const [x, y] = [box.left + Math.min(box.width, 40) / 2, box.top + box.height / 2];
            if (box.top < 0 || box.bottom > innerHeight) return false;
            const seen = document.elementFromPoint(x, y);
            return Boolean(seen) && (element.contains(seen) || seen.contains(element));
        }""")

    @staticmethod
    def live(page: Page) -> Locator:
        """What a screen reader is told."""
        return page.locator(".fb-live")


@pytest.fixture(scope="session")
def fb() -> type[Helpers]:
    return Helpers
