"""What a reader does in a browser, whichever drives it."""

import json
import re
import shutil
from abc import ABC, abstractmethod
from typing import Any

from tests.browser.served_site import SiteFiles

PATIENCE = 120
"""Seconds that anything may take, a start of Python on a busy machine among them."""

SEEN = """async (selector, wanted, patience) => {
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


STILL = """async () => {
    await Promise.all([customElements.whenDefined("fb-search"), document.fonts.ready]);
    const frame = () => new Promise(requestAnimationFrame);
    const height = () => document.documentElement.scrollHeight;
    for (let before = -1; before !== height(); await frame()) { before = height(); await frame(); }
}"""
"""The page's scripts are there, and nothing moves under a finger any more."""


class Reader(ABC):
    """A browser with one tab."""

    PROGRAMS: tuple[str, ...] = ()
    FILES = SiteFiles
    """How the site is served to it."""

    @classmethod
    def missing(cls) -> str:
        """What has to be there first, in a sentence; nothing where all is there."""
        names = [name for name in cls.PROGRAMS if not shutil.which(name)]
        return f"There is no {', no '.join(names)}: run `make engines`." if names else ""

    def __init__(self, origin: str):
        self.origin = origin
        self.errors: list[str] = []  # what the console says, where the driver tells

    @abstractmethod
    def open(self, path: str) -> None:
        """Load a page of the site."""

    @abstractmethod
    def run(self, function: str, *args: Any) -> Any:
        """Call a function in the page, async or not, with plain data; gives what it comes to."""

    @abstractmethod
    def press_now(self, selector: str) -> None:
        """Press the first element that can be seen, with a pointer as a person would."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type where the keyboard is."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def see(self, selector: str, wanted: str = r"\S") -> str:
        """Wait until an element that can be seen says what a regular expression wants; gives its text."""
        return self.run(SEEN, selector, wanted, PATIENCE)

    def press(self, selector: str) -> None:
        """Press the first element that can be seen, once there is one."""
        self.see(selector, "")
        self.run(STILL)
        self.press_now(selector)

    def ask(self, selector: str, answer: str) -> str:
        """Press, and wait for an answer that was not there before."""
        self.run("(kind) => document.querySelectorAll(kind).forEach((old) => old.setAttribute('data-old', ''))", answer)
        self.press(selector)
        return self.see(f"{answer}:not([data-old])")

    def press_named(self, name: str) -> None:
        """Press the button that says this, once it is there."""
        self.see("button", f"^{re.escape(name)}$")
        self.run(
            """(name) => {
            document.querySelectorAll("[data-named]").forEach((each) => each.removeAttribute("data-named"));
            [...document.querySelectorAll("button")].find((each) => each.innerText === name).dataset.named = "";
        }""",
            name,
        )
        self.press_now("[data-named]")


def called(function: str, args: tuple[Any, ...]) -> str:
    """An expression that calls a function with plain data and comes to a promise of JSON."""
    given = ", ".join(map(json.dumps, args))
    return f"(async () => JSON.stringify(await ({function})({given})) ?? 'null')()"


FIRST_SEEN = """(selector) => {
    const target = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
    if (!target) throw new Error(`nothing to press: ${selector}`);
    target.scrollIntoView({ block: "center", behavior: "instant" });
    return target;
}"""
"""What a driver needs to have in its hand before it can press."""
