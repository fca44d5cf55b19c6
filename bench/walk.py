"""Benchmark of a reader's way through the site with a phone on a slow line."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from playwright.sync_api import Page, Playwright

from bench import sites
from bench.chromium import fresh_profile, open_tab
from bench.formatting import Section, format_seconds, format_spread
from bench.host import Host
from bench.progress import print_progress
from bench.sites import ODDS_SELECTORS, Site, measure_calculator, measure_changed_odds
from bench.startup import SLOW_LINE
from bench.throttled_link import ThrottledLink

RUNS = 3
GAME = '.fb-landing[data-game="psiops"] fb-roller:defined'
ATTACK = 'fb-roller[mechanic="psiops.attack"]:defined'
HOME, PSIOPS, COMBAT = "the home page", "PSIOPS, by its link", "its page about combat, by its link"
ROLL, ODDS, CHANGE = "an attack, rolled", "its odds", "its odds with another number"
CALCULATOR = "a calculator, by its address with own values"
FOLLOW_LINK = """(path) => {
    const links = [...document.querySelectorAll(".fb-page a[href]")];
    links.find(({ href, hash }) => new URL(href).pathname === path && !hash).click();
}"""
STEPS = (HOME, PSIOPS, COMBAT, ROLL, ODDS, CHANGE, CALCULATOR)


def measure_walk(playwright: Playwright, runs: int = RUNS) -> Section:
    """Measure the walk through the site."""
    site, walks = sites.our_site(), []
    for _ in range(runs):
        walks.append(walk_once(playwright, site))
        steps = ", ".join(f"{name} {format_seconds(seconds)}" for name, seconds in walks[-1].items())
        print_progress(f"{site.name}: {steps}")
    return build_section(walks)


def build_section(walks: Sequence[Mapping[str, float]]) -> Section:
    """Build the table from the walks: the seconds by step."""
    megabits, latency = SLOW_LINE
    section = Section(
        "A reader's walk",
        f"A first visit with a phone's window at {megabits} Mbit/s and {1000 * latency:.0f} ms, without pauses, while "
        "the service worker caches the site. Each step takes from the tap until its result is painted, and a page "
        "until its first button works: median (least–most).",
        ("Step", "Time"),
    )
    for step in STEPS:
        section.rows.append((step, format_spread([walk[step] for walk in walks])))
    section.rows.append(("all steps", format_spread([sum(walk.values()) for walk in walks])))
    return section


def walk_once(playwright: Playwright, site: Site) -> dict[str, float]:
    """Walk through a site as a new reader, and return the seconds by step."""
    with (
        Host(site.folder, link=ThrottledLink(*SLOW_LINE)) as host,
        fresh_profile(playwright, service_workers="allow") as phone,
        open_tab(phone) as page,
    ):
        host.precompress_files()
        took: dict[str, float] = {}
        with _timed_step(page, took, HOME):
            page.goto(host.url, wait_until="commit")
            page.locator("fb-roller:defined").first.wait_for(state="attached")
        with _timed_step(page, took, PSIOPS):
            _follow_link(page, "/psiops/")
            page.locator(GAME).first.wait_for(state="attached")
        with _timed_step(page, took, COMBAT):
            _follow_link(page, "/psiops/combat/")
            page.locator(ATTACK).first.wait_for(state="attached")
        roller = page.locator(ATTACK).first
        took[ROLL] = roller.evaluate("(root, parts) => bench.tap(root, ...parts)", site.roll[1:])[1] / 1000
        with _timed_step(page, took, ODDS):
            roller.evaluate("(root) => root.querySelector('.fb-odds > summary').click()")
            roller.locator(f"{ODDS_SELECTORS[0]} table").first.wait_for()
        took[CHANGE] = measure_changed_odds(roller) / 1000
        took[CALCULATOR] = measure_calculator(page, host.url, site) / 1000
        return took


@contextmanager
def _timed_step(page: Page, took: dict[str, float], name: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    page.evaluate("bench.painted()")
    took[name] = time.monotonic() - began


def _follow_link(page: Page, path: str) -> None:
    """Tap the first link of the page's content to a path, which may be below the window's edge."""
    page.evaluate(FOLLOW_LINK, path)
