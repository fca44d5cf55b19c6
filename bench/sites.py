"""The two sites that are compared, and how to make a first roll on each."""

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from bench import baseline_site
from bench.project import SITE

RUNTIME = "/assets/runtime/"
SERVICE_WORKER = "service-worker.js"


@dataclass(frozen=True)
class Site:
    """A folder to serve and how to roll on its pages.

    Attributes:
        roll: the selectors of the element, its button, its result area and the answer.
    """

    name: str
    folder: Path
    roll: tuple[str, str, str, str]

    @property
    def has_service_worker(self) -> bool:
        return (self.folder / SERVICE_WORKER).is_file()


def our_site(folder: Path = SITE) -> Site:
    """Return the built site."""
    return Site("Fieldbook", folder, ("fb-roller", ".fb-roll", ".fb-result", ".fb-headline"))


def stock_site() -> Site:
    """Build a site that rolls our home page's mechanic with stock Pyodide."""
    home = (SITE / "index.html").read_text(encoding="utf-8")
    (mechanic, *_) = re.findall(r'<fb-roller [^>]*mechanic="([^"]+)"', home)
    return Site("stock Pyodide", baseline_site.build_baseline_site(mechanic), ("main", "button", "output", "p"))


def measure_first_roll(page: Page, url: str, site: Site) -> float:
    """Return the milliseconds from the start of a visit until the first roll is painted, tapped as soon as possible."""
    page.add_init_script(f"bench.tapAtOnce(...{list(site.roll)})")
    page.goto(url, wait_until="commit")
    return float(page.evaluate("bench.within(bench.first, 'the first roll')"))


def measure_runtime_start(page: Page) -> float:
    """Return the milliseconds from the start of the Python worker until the first roll is painted."""
    return float(page.evaluate("bench.first.then((first) => first - bench.startedAt)"))
