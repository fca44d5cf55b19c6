"""Benchmark of scale: build time must grow linearly with the number of games, and a game's pages must stay small."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Playwright

from bench import generated_games
from bench.builds import build_site
from bench.chromium import launch, new_phone
from bench.formatting import Section, format_goal, format_kilobytes, format_seconds
from bench.host import Host
from bench.progress import print_progress
from bench.sites import PYTHON, RULES, Site, measure_first_roll, our_site
from bench.traffic import Traffic

MAX_GROWTH = 1.2
"""The most CPU time that one more game may take at many games, relative to few; timings vary this much."""
MAX_LINK_BYTES = 200
"""The most bytes that one more game may add to another game's page: its entries in the navigation and in lists."""


@dataclass
class ScaledSite:
    """A site with `games` generated games.

    Attributes:
        seconds: the CPU seconds of its build.
        traffic: of a visit to the first generated game.
    """

    games: int
    seconds: float
    traffic: Traffic

    def total_bytes(self, kind: str) -> int:
        return self.traffic.total_bytes(lambda path: classify_path(path) == kind)


KINDS = {"page": "the page itself", "lists": "lists of the site", "rules": "rules", "rest": "the rest"}


def classify_path(path: str) -> str:
    """Return the kind of a path.

    Returns:
        `page`, `lists` (of all pages or files), `rules`, or `rest` (scripts, styles, fonts).
    """
    if path.endswith("/"):
        return "page"
    if path.startswith("/search/") or path.endswith((".xml", ".json")):
        return "lists"
    return "rules" if path.startswith((PYTHON, RULES)) else "rest"


def measure_scale(playwright: Playwright, counts: tuple[int, ...]) -> Section:
    """Measure a site for each number of games, in ascending order."""
    scaled = [_measure_site(playwright, count) for count in counts]
    section = Section(
        "Scale",
        f"Sites with made-up games in addition to the real ones. Each has {generated_games.TABLES} tables of "
        f"{generated_games.ROWS} rows. Build is processor time. The other columns are the bytes that a visit to a "
        "made-up game loads up to a first roll, on a host that compresses with gzip. Lists are the sitemap and "
        "the search index.",
        ("Made-up games", "Build", *(kind.capitalize() for kind in KINDS.values()), "All", "Goal"),
    )
    for one in scaled:
        section.rows.append(
            (
                str(one.games),
                format_seconds(one.seconds),
                *(format_kilobytes(one.total_bytes(kind)) for kind in KINDS),
                format_kilobytes(one.traffic.total_bytes()),
                "",
            )
        )
    first, second = (
        _cost_per_game(scaled[0], scaled[len(scaled) // 2]),
        _cost_per_game(scaled[len(scaled) // 2], scaled[-1]),
    )
    section.rows.append(
        (
            "one more, first half",
            *_format_cost(first),
            format_goal(f"loads at most {MAX_LINK_BYTES} bytes more", second["all"] <= MAX_LINK_BYTES),
        )
    )
    section.rows.append(
        (
            "one more, second half",
            *_format_cost(second),
            format_goal(
                f"takes at most {MAX_GROWTH} times the first half's time",
                second["seconds"] <= MAX_GROWTH * first["seconds"],
            ),
        )
    )
    return section


def _cost_per_game(before: ScaledSite, after: ScaledSite) -> dict[str, float]:
    """Return the cost of one more game: CPU seconds of the build, and bytes of a visit by kind and in total."""
    games = after.games - before.games
    kinds = {kind: (after.total_bytes(kind) - before.total_bytes(kind)) / games for kind in KINDS}
    return {"seconds": (after.seconds - before.seconds) / games, **kinds, "all": sum(kinds.values())}


def _format_cost(cost: dict[str, float]) -> list[str]:
    return [format_seconds(cost["seconds"]), *(f"{cost[kind]:+,.0f} bytes" for kind in (*KINDS, "all"))]


def _measure_site(playwright: Playwright, count: int) -> ScaledSite:
    with tempfile.TemporaryDirectory(prefix="bench-scale-", ignore_cleanup_errors=True) as folder:
        project = generated_games.copy_project(Path(folder) / "project")
        slug, *_ = generated_games.add_games(project, count)
        site = Path(folder) / "site"
        _, taken = build_site(project, site)
        print_progress(f"{count} games: {taken:.1f} s of the processor")
        return ScaledSite(count, taken, _measure_visit(playwright, our_site(site), slug))


def _measure_visit(playwright: Playwright, site: Site, slug: str) -> Traffic:
    with Host(site.folder) as host, launch(playwright) as browser, new_phone(browser) as phone:
        traffic = host.reset_traffic()
        measure_first_roll(phone.new_page(), f"{host.url}{slug}/", site)
        traffic.wait_until_quiet()
        return traffic
