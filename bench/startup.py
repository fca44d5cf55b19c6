"""Benchmark of the time until a first answer, compared with stock Pyodide."""

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from playwright.sync_api import Playwright

from bench import sites
from bench.chromium import find_slow_chromium, fresh_profile, open_tab
from bench.formatting import Section, format_goal, format_spread
from bench.host import Host
from bench.progress import print_progress
from bench.sites import Site, measure_calculator, measure_first_roll
from bench.throttled_link import ThrottledLink
from bench.traffic import LONG_QUIET

COMMON_LINE, SLOW_LINE = (9, 0.085), (1.6, 0.150)
"""Megabits per second and seconds of latency."""

DIE = ("fb-die", "button", "", ".fb-die-result")
"""Like `Site.roll`, for the first die in a sentence."""


def measure_first_visit(playwright: Playwright, site: Site, line: tuple[float, float] | None = None) -> float:
    """Return the seconds until a first roll with an empty cache, over a throttled link if there is a `line`."""
    with Host(site.folder, link=ThrottledLink(*line or ())) as host, fresh_profile(playwright) as phone:
        host.precompress_files()
        with open_tab(phone) as page:
            return measure_first_roll(page, host.url, site) / 1000


def measure_first_die(playwright: Playwright, site: Site) -> float:
    """Return the seconds until a first roll of a die in a sentence, with an empty cache, over a slow line."""
    return measure_first_visit(playwright, replace(site, roll=DIE), SLOW_LINE)


def measure_later_visit(playwright: Playwright, site: Site, browser: str | None = None) -> float:
    """Return the seconds until a first roll in a second visit, with a warm HTTP cache."""
    with Host(site.folder) as host, fresh_profile(playwright, browser=browser) as phone:
        host.precompress_files()
        for _ in range(2):
            with open_tab(phone) as page:
                later = measure_first_roll(page, host.url, site) / 1000
                host.traffic.wait_until_quiet()
        return later


def measure_slow_visit(playwright: Playwright, site: Site) -> float:
    """Return the seconds of `measure_later_visit` on a quarter of a core."""
    return measure_later_visit(playwright, site, find_slow_chromium())


def measure_offline_visit(playwright: Playwright, site: Site) -> float:
    """Return the seconds of a second visit with the host down, served by the service worker from its cache."""
    with Host(site.folder) as host, fresh_profile(playwright, service_workers="allow") as phone:
        host.precompress_files()
        with open_tab(phone) as page:
            measure_first_roll(page, host.url, site)
            page.evaluate("bench.within(navigator.serviceWorker.ready, 'the service worker').then(() => true)")
            host.traffic.wait_until_quiet(LONG_QUIET)
        host.close()
        with open_tab(phone) as page:
            return measure_first_roll(page, host.url, site) / 1000


def measure_bookmark(playwright: Playwright, site: Site) -> float:
    """Return the seconds of a first visit to a calculator with a reader's own values, over a slow line."""
    with Host(site.folder, link=ThrottledLink(*SLOW_LINE)) as host, fresh_profile(playwright) as phone:
        host.precompress_files()
        with open_tab(phone) as page:
            return measure_calculator(page, host.url, site) / 1000


@dataclass(frozen=True)
class Visit:
    """A kind of visit.

    Attributes:
        name: the name of its row.
        measure: measures one visit to a site, in seconds.
        runs: how often each site is visited.
        most: the most seconds that the median of our site may take, if there is a goal.
    """

    name: str
    measure: Callable[[Playwright, Site], float]
    runs: int
    most: float | None = None


IN_SENTENCE = Visit("a die in a sentence, 1.6 Mbit/s and 150 ms", measure_first_die, 3, 0.9)
OFFLINE = Visit("later visit, no network", measure_offline_visit, 5, 0.4)
QUARTER = Visit("later visit, a quarter of a core", measure_slow_visit, 5, 1.5)
ONLY_OURS = (IN_SENTENCE, OFFLINE)
"""The visits that the site with stock Pyodide doesn't have."""

VISITS = (
    IN_SENTENCE,
    Visit(
        "first visit, 1.6 Mbit/s and 150 ms",
        lambda playwright, site: measure_first_visit(playwright, site, SLOW_LINE),
        3,
        1.2,
    ),
    Visit(
        "first visit, 9 Mbit/s and 85 ms",
        lambda playwright, site: measure_first_visit(playwright, site, COMMON_LINE),
        5,
        1.2,
    ),
    Visit("first visit, fast line", measure_first_visit, 5),
    Visit("later visit, HTTP cache", measure_later_visit, 5, 0.4),
    QUARTER,
    OFFLINE,
    Visit("a calculator's bookmark, 1.6 Mbit/s and 150 ms", measure_bookmark, 3, 3.0),
)

Times = Mapping[str, Mapping[str, Sequence[float]]]
"""Seconds by the name of the visit and the name of the site."""


def measure_startup(playwright: Playwright, most_runs: int | None = None) -> Section:
    """Measure all kinds of visits, each to the sites in turns; `most_runs` limits the runs."""
    compared = [sites.our_site(), sites.stock_site()]
    times: dict[str, dict[str, list[float]]] = {}
    for visit in VISITS:
        if visit is QUARTER and not find_slow_chromium():
            print_progress(f"not measured: {visit.name}, because this machine has no control groups")
            continue
        visited = compared[:1] if visit in ONLY_OURS else compared
        times[visit.name] = defaultdict(list)
        for site in take_turns(visited, min(visit.runs, most_runs or visit.runs)):
            times[visit.name][site.name].append(visit.measure(playwright, site))
            print_progress(f"{site.name}: {visit.name} {times[visit.name][site.name][-1]:.2f} s")
    return build_section([site.name for site in compared], times)


def take_turns(compared: Sequence[Site], runs: int) -> Iterator[Site]:
    """Yield each site `runs` times in turns; each goes first equally often."""
    for run in range(runs):
        first = run % len(compared)
        yield from (*compared[first:], *compared[:first])


def build_section(names: Sequence[str], times: Times) -> Section:
    """Build the table; the first name is our site's, and the last one's is stock Pyodide's."""
    ours, *_, stock = names
    section = Section(
        "Start",
        "Time from the start of a visit to the home page until the first roll's result is painted, with a tap as soon "
        "as the button works: a rule's, or that of a die in a sentence: median (least–most). A calculator's bookmark "
        "has a reader's own values, and its time ends when their numbers are painted. The sites take turns.",
        ("Visit", *names, "Stock / ours", "Goal"),
    )
    for visit in VISITS:
        if visit.name not in times:
            continue
        found = times[visit.name]
        middle = statistics.median(found[ours])
        section.rows.append(
            (
                visit.name,
                *(format_spread(found[name]) if found.get(name) else "" for name in names),
                f"{statistics.median(found[stock]) / middle:.1f}" if found.get(stock) else "",
                format_goal(f"at most {visit.most} s", middle <= visit.most) if visit.most else "",
            )
        )
    return section
