"""Whether a site of many games builds in proportion, and whether a page of one game stays as light."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Playwright

from bench import generated_games
from bench.builds import build
from bench.chromium import launch, new_phone
from bench.formatting import Section, goal, kilobytes, seconds
from bench.host import Host
from bench.progress import tell
from bench.sites import RUNTIME, Site, first_roll, ours
from bench.traffic import Traffic

GROWTH = 1.2
"""How much more processor time one more game may take among many than among few; the clock is that unsteady."""
LINKS = 200
"""Bytes that one more game may add to another's page: its name in the navigation, and in the lists of the site."""


@dataclass
class Scaled:
    """A site of so many games: processor seconds of its build, and what a visit to the first game moved."""

    games: int
    seconds: float
    traffic: Traffic

    def bytes(self, kind: str) -> int:
        return self.traffic.bytes(lambda path: kind_of(path) == kind)


KINDS = {"page": "the page itself", "lists": "lists of the site", "runtime": "runtime and rules", "rest": "the rest"}


def kind_of(path: str) -> str:
    """What an address is of: the page, a list of all pages or files, what runs, or scripts, styles and fonts."""
    if path.endswith("/"):
        return "page"
    if path.startswith("/search/") or path.endswith((".xml", ".json")):
        return "lists"
    return "runtime" if path.startswith(RUNTIME) else "rest"


def measure(playwright: Playwright, counts: tuple[int, ...]) -> Section:
    """A site for each count of games; the counts go up."""
    scaled = [_scaled(playwright, count) for count in counts]
    section = Section(
        "Scale",
        f"Sites of many made-up games with {generated_games.TABLES} tables of {generated_games.ROWS} rows "
        "each, beside the real ones. Build is processor time. Then what a visit to one of them loads up to a first "
        "roll, on a host that compresses with gzip; lists are the sitemap, the search index and the runtime's own.",
        ("Made-up games", "Build", *(kind.capitalize() for kind in KINDS.values()), "All", "Goal"),
    )
    for one in scaled:
        section.rows.append(
            (
                str(one.games),
                seconds(one.seconds),
                *(kilobytes(one.bytes(kind)) for kind in KINDS),
                kilobytes(one.traffic.bytes()),
                "",
            )
        )
    first, second = _added(scaled[0], scaled[len(scaled) // 2]), _added(scaled[len(scaled) // 2], scaled[-1])
    section.rows.append(
        ("one more, first half", *_as_text(first), goal(f"loads at most {LINKS} bytes more", second["all"] <= LINKS))
    )
    section.rows.append(
        (
            "one more, second half",
            *_as_text(second),
            goal(f"takes at most {GROWTH} times the first half's time", second["seconds"] <= GROWTH * first["seconds"]),
        )
    )
    return section


def _added(before: Scaled, after: Scaled) -> dict[str, float]:
    """What one more game adds: seconds of the build, and bytes of a visit to another game by kind and in all."""
    games = after.games - before.games
    kinds = {kind: (after.bytes(kind) - before.bytes(kind)) / games for kind in KINDS}
    return {"seconds": (after.seconds - before.seconds) / games, **kinds, "all": sum(kinds.values())}


def _as_text(added: dict[str, float]) -> list[str]:
    return [seconds(added["seconds"]), *(f"{added[kind]:+,.0f} bytes" for kind in (*KINDS, "all"))]


def _scaled(playwright: Playwright, count: int) -> Scaled:
    with tempfile.TemporaryDirectory(prefix="bench-scale-", ignore_cleanup_errors=True) as folder:
        project = generated_games.copy_of_project(Path(folder) / "project")
        slug, *_ = generated_games.add_games(project, count)
        site = Path(folder) / "site"
        _, taken = build(project, site)
        tell(f"{count} games: {taken:.1f} s of the processor")
        return Scaled(count, taken, _visit(playwright, ours(site), slug))


def _visit(playwright: Playwright, site: Site, slug: str) -> Traffic:
    with Host(site.folder) as host, launch(playwright) as browser, new_phone(browser) as phone:
        traffic = host.count_anew()
        first_roll(phone.new_page(), f"{host.url}{slug}/", site)
        traffic.wait_until_quiet()
        return traffic
