"""Checks of a page with axe-core: WCAG 2.2 AA and its best practices."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.in_firefox import IN_FIREFOX, MOTION

SOURCE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
ALL_RULES = {
    "type": "tag",
    "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"],
}
CONTRAST_RULE = {"type": "rule", "values": ["color-contrast"]}
"""The only rule that colours can break; nothing else differs between light and dark."""

SCHEMES = ("light", "dark")


@dataclass
class Sample:
    """The colours in which the running test is checked: both in a trial, otherwise light or dark by its name."""

    schemes: tuple[str, ...] = SCHEMES

    def choose(self, name: str, is_trial: bool) -> None:
        self.schemes = SCHEMES if is_trial else (SCHEMES[zlib.crc32(name.encode()) % 2],)


sample = Sample()

FIND = """async ([place, rules]) => {
    // Half faded in is no colour.
    const ends = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
    ends.forEach((animation) => animation.finish()); // a page that no screen shows waits for ever for its end
    // Bars that stay in view lie over different targets with each scroll, and make those too small.
    const bars = [...document.querySelectorAll("body *")]
        .filter((each) => each.matches(".md-header, .fb-thumb") || getComputedStyle(each).position === "sticky");
    bars.forEach((bar) => { bar.style.position = "static"; });
    // Preloading would fetch all styles again, for a rule that isn't run.
    const { violations } = await axe.run(place, { runOnly: rules, resultTypes: ["violations"], preload: false });
    bars.forEach((bar) => { bar.style.position = ""; });
    return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3)
        .map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary.replace(/\\s+/g, " ")}`));
}"""


def find_violations(page: Page, place: str = "html", rules: dict[str, Any] = ALL_RULES) -> list[str]:
    """Return each rule that elements in `place` violate, with up to three of these elements."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"() => {{ {SOURCE.read_text()} }}")
    found: list[str] = page.evaluate(FIND, [place, rules])
    return found


@contextmanager
def use_color_scheme(page: Page, scheme: str) -> Iterator[None]:
    """Show the page in dark or light colours; afterwards restore light."""
    _set_color_scheme(page, scheme)
    yield
    if scheme != "light":
        _set_color_scheme(page, "light")


def _set_color_scheme(page: Page, scheme: str) -> None:
    theirs = {"light": "default", "dark": "slate"}[scheme]
    if IN_FIREFOX:  # the driver can't change the preferred scheme, so set the page's own attribute
        page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme; }", theirs)
    else:
        page.emulate_media(color_scheme=scheme)
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", theirs)


def find_violations_in_sampled_schemes(page: Page, place: str = "html") -> list[str]:
    """Check every rule in the test's colours, and contrast in the others if it has two; afterwards restore light."""
    page.emulate_media(reduced_motion="reduce")  # a half-faded colour would fail the contrast check
    found = []
    for scheme, rules in zip(sample.schemes, (ALL_RULES, CONTRAST_RULE)):
        with use_color_scheme(page, scheme):
            found += [f"{scheme}: {each}" for each in find_violations(page, place, rules)]
    page.emulate_media(reduced_motion=MOTION)
    return found
