"""Reader actions in a browser, independent of the driver."""

import json
import re
import shutil
from abc import ABC, abstractmethod
from typing import Any

from tests.browser.served_site import SiteFiles

TIMEOUT = 120
"""Timeout in seconds for any action, including Python's start on a busy machine."""

WAIT_FOR_TEXT = """async (selector, wanted, patience) => {
    const find = () => [...document.querySelectorAll(selector)]
        .find((each) => each.checkVisibility() && new RegExp(wanted).test(each.innerText));
    const found = await new Promise((done) => {
        const look = () => { const seen = find(); if (seen) stop(seen); };
        const watch = new MutationObserver(look);
        const stop = (seen) => { watch.disconnect(); clearTimeout(end); done(seen ?? null); };
        const end = setTimeout(stop, patience * 1000);
        watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        look();
    });
    if (!found) {
        const there = [...document.querySelectorAll(selector)].map((each) => each.innerText).join(" | ");
        throw new Error(`${selector} never showed ${wanted}, but: ${there.slice(0, 300)}`);
    }
    return found.innerText;
}"""


WAIT_UNTIL_STABLE = """async () => {
    await Promise.all([customElements.whenDefined("fb-roller"), document.fonts.ready]);
    const frame = () => new Promise(requestAnimationFrame);
    const height = () => document.documentElement.scrollHeight;
    for (let before = -1; before !== height(); await frame()) { before = height(); await frame(); }
}"""
"""Script that waits until the page's scripts have loaded and its layout is stable."""


class Reader(ABC):
    """A browser with one tab."""

    PROGRAMS: tuple[str, ...] = ()
    FILES = SiteFiles
    """The request handler that serves the site to this browser."""

    @classmethod
    def describe_missing(cls) -> str:
        """Return a sentence about missing programs, or an empty string."""
        names = [name for name in cls.PROGRAMS if not shutil.which(name)]
        return f"There is no {', no '.join(names)}: run `make engines`." if names else ""

    def __init__(self, origin: str):
        self.origin = origin
        self.errors: list[str] = []  # console errors, if the driver reports them

    @abstractmethod
    def open(self, path: str) -> None:
        """Load a page of the site."""

    @abstractmethod
    def run(self, function: str, *args: Any) -> Any:
        """Call a function in the page, async or not, with plain data, and return its result."""

    @abstractmethod
    def press_now(self, selector: str) -> None:
        """Click the first visible element with a pointer, as a person would."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type into the focused element."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def wait_for_text(self, selector: str, wanted: str = r"\S") -> str:
        """Wait until a visible element's text matches a regular expression, and return the text."""
        return self.run(WAIT_FOR_TEXT, selector, wanted, TIMEOUT)

    def press(self, selector: str) -> None:
        """Click the first visible element, once there is one."""
        self.wait_for_text(selector, "")
        self.run(WAIT_UNTIL_STABLE)
        self.press_now(selector)

    def press_and_wait(self, selector: str, answer: str) -> str:
        """Click, and wait for an answer that was not there before."""
        self.run("(kind) => document.querySelectorAll(kind).forEach((old) => old.setAttribute('data-old', ''))", answer)
        self.press(selector)
        return self.wait_for_text(f"{answer}:not([data-old])")

    def press_named(self, name: str) -> None:
        """Click the button with this text, once it is there."""
        self.wait_for_text("button", f"^{re.escape(name)}$")
        self.run(
            """(name) => {
            document.querySelectorAll("[data-named]").forEach((each) => each.removeAttribute("data-named"));
            [...document.querySelectorAll("button")].find((each) => each.innerText === name).dataset.named = "";
        }""",
            name,
        )
        self.press_now("[data-named]")


def build_call(function: str, arguments: tuple[Any, ...]) -> str:
    """Build an expression that calls a function with plain data and evaluates to a promise of JSON."""
    given = ", ".join(map(json.dumps, arguments))
    return f"(async () => JSON.stringify(await ({function})({given})) ?? 'null')()"


FIND_VISIBLE = """(selector) => {
    const target = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
    if (!target) throw new Error(`nothing to press: ${selector}`);
    target.scrollIntoView({ block: "center", behavior: "instant" });
    return target;
}"""
"""Script that returns the first visible element for a driver to click."""
