"""A page under attack: it visits hostile addresses and is checked after each visit."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import START, Roller

EVIL = "evil.example"
OTHER_PAGES = ("/licences/", "/speed/")
"""Pages from which the attacked page follows links."""

TOOLS = """([evil]) => {
    window.pwned = () => { window.hit = true; };
    const FORBIDDEN = "iframe, object, embed, base, frame, frameset, applet, meta[http-equiv=refresh], article script";
    const ADDRESSES = ["href", "src", "action", "formaction", "data", "xlink:href", "poster", "background", "srcset"];
    const parts = (root) => [...root.querySelectorAll("*")].flatMap((element) =>
        element instanceof HTMLTemplateElement ? [element, ...parts(element.content)] : [element]);
    const isStrange = (element) => element.matches(FORBIDDEN) || /pwned/i.test(element.localName)
        || [...element.attributes].some(({ name, value }) => /^on|pwned/i.test(name)
            || name === "style" && /url\\(\\s*["']?(https?:)?\\/\\//i.test(value)
            || ADDRESSES.includes(name) && (/^[\\s\\x00-\\x1f]*(javascript|vbscript|livescript|data|blob):/i.test(value)
                || URL.canParse(value, location.href) && new URL(value, location.href).hostname.includes(evil)));
    /** What nobody should ever find on a page. */
    window.found = (root = document) => {
        const all = parts(root).filter(isStrange).map((element) => `as markup: ${element.outerHTML.slice(0, 200)}`);
        if (window.hit) all.push("something ran");
        if (Object.keys(Object.prototype).length || ({}).pwned) all.push("every object has something new");
        const { scrollWidth, clientWidth } = document.scrollingElement;
        if (scrollWidth > clientWidth) {
            const wide = [...document.querySelectorAll("main *")].filter((each) => each.checkVisibility()
                && each.getBoundingClientRect().right > clientWidth + 1 && !each.closest(".fb-scroll, pre"));
            all.push(`${scrollWidth} wide on ${clientWidth}: ${wide.at(-1)?.outerHTML.slice(0, 200)}`);
        }
        delete window.hit;
        return all;
    };
    const WAITS = "article [aria-busy], article fb-status, article [data-age=past], .fb-preview [aria-busy]";
    /** Every question is answered, and all that the address asked for stands on the page. */
    window.settled = async (patience) => {
        const { runtime } = await import("/assets/js/entry/main.js");
        await runtime.ask("roll", "dice", '{"notation": "d6"}'); // no more than one: rolls go before all else
        await new Promise((next) => setTimeout(next));
        const end = Date.now() + patience;
        for (let waits; (waits = document.querySelector(WAITS)); await new Promise((next) => setTimeout(next, 20))) {
            if (Date.now() > end) throw new Error(`never answered: ${waits.outerHTML.slice(0, 300)}`);
        }
    };
    /** Follow a link of the site to another page. */
    window.visit = async (address, patience) => {
        let isBefore = true;
        const arrived = new Promise((done) => document$.subscribe(() => { isBefore ? (isBefore = false) : done(); }));
        const link = Object.assign(document.createElement("a"), { href: address, textContent: "a link" });
        document.querySelector("article").append(link);
        link.click();
        await arrived;
        await settled(patience);
        return found();
    };
}"""


class AttackedPage:
    """A phone's page on which Python runs."""

    def __init__(self, page: Page):
        self.page = page
        self.patience = START

    def load_page(self, path: str) -> None:
        """Load a page and inject the checking tools; instant navigation follows links once it has the sitemap."""
        with self.page.expect_response("**/sitemap.xml") as sitemap:
            self.page.goto(path)
        sitemap.value.finished()
        self.page.evaluate(TOOLS, [EVIL])

    def visit(self, path: str, query: list[tuple[str, str]] = [], hash: str = "") -> None:  # noqa: B006
        """Follow a link to this address, and check that the page contains nothing hostile."""
        asked = "&".join(f"{quote(name, safe='')}={quote(text, safe='')}" for name, text in query)
        address = f"{path}{'?' if asked else ''}{asked}{'#' if hash else ''}{hash}"
        if self.page.evaluate("location.pathname") == path:
            away = next(each for each in OTHER_PAGES if each != path)
            self.page.evaluate("([path, patience]) => visit(path, patience)", [away, self.patience])
        found = self.page.evaluate("([address, patience]) => visit(address, patience)", [address, self.patience])
        assert found == [], f"{address}\n" + "\n".join(found)

    def check_page(self) -> None:
        """Check that the current page contains nothing hostile."""
        found = self.page.evaluate("found()")
        assert found == [], "\n".join(found)

    def check_still_rolls(self) -> None:
        """Check that the page still rolls; its form may have kept what an attack filled in."""
        self.visit("/dice/")
        roller = Roller(self.page, "dice")
        roller.param("notation").fill("2d6")
        roller.roll()
        assert roller.error.all_inner_texts() == []
        self.check_page()


@pytest.fixture(scope="session")
def shared_attacked_page(make_context):
    """Open one page for all attacks, with separate device storage."""
    context = make_context("phone")
    attacked = AttackedPage(context.new_page())
    attacked.load_page("/dice/")
    attacked.check_still_rolls()
    yield attacked
    context.close()


@pytest.fixture
def attacked_page(shared_attacked_page, session_guard) -> AttackedPage:
    """Yield the attacked page; any error that its scripts report fails the test."""
    session_guard.pages.append(shared_attacked_page.page)
    yield shared_attacked_page
    shared_attacked_page.check_still_rolls()
    session_guard.pages.remove(shared_attacked_page.page)
