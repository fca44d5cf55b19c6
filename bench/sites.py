"""The two sites that are compared, and what a first roll is on each."""

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
    """A folder to serve, and a roll on its pages: the element, the button, the answer's place and the answer."""

    name: str
    folder: Path
    roll: tuple[str, str, str, str]

    @property
    def has_service_worker(self) -> bool:
        return (self.folder / SERVICE_WORKER).is_file()


def our_site(folder: Path = SITE) -> Site:
    """The built site."""
    return Site("Fieldbook", folder, ("fb-roller", ".fb-roll", ".fb-result", ".fb-headline"))


def stock_site() -> Site:
    """Stock Pyodide, rolling what our home page rolls."""
    home = (SITE / "index.html").read_text(encoding="utf-8")
    (mechanic, *_) = re.findall(r'<fb-roller [^>]*mechanic="([^"]+)"', home)
    return Site("stock Pyodide", baseline_site.build_baseline_site(mechanic), ("main", "button", "output", "p"))


def measure_first_roll(page: Page, url: str, site: Site) -> float:
    """Milliseconds from the start of a visit until the first roll's answer is painted, tapped as soon as it can be."""
    page.add_init_script(f"bench.tapAtOnce(...{list(site.roll)})")
    page.goto(url, wait_until="commit")
    return float(page.evaluate("bench.within(bench.first, 'the first roll')"))


def measure_runtime_start(page: Page) -> float:
    """Milliseconds of it that passed since the page asked for the worker that runs Python."""
    return float(page.evaluate("bench.first.then((first) => first - bench.startedAt)"))
