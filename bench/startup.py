"""Benchmark of the time until the first roll, compared with stock Pyodide."""

import statistics
from collections import defaultdict
from collections.abc import Iterator

from playwright.sync_api import Playwright

from bench import sites
from bench.chromium import fresh_profile, open_tab
from bench.formatting import Section, format_goal, format_spread
from bench.host import Host
from bench.progress import print_progress
from bench.sites import Site, measure_first_roll, measure_runtime_start
from bench.throttled_link import ThrottledLink
from bench.traffic import LONG_QUIET

RUNTIME = "its part after the worker's start"
WARM, COLD, LATER = "later visit, HTTP cache", "first visit, fast line", "later visit, no network"
COMMON, SLOW = "first visit, 9 Mbit/s and 85 ms", "first visit, 1.6 Mbit/s and 150 ms"
LINES = {COMMON: (9, 0.085), SLOW: (1.6, 0.150)}
RUNS = {WARM: 5, COMMON: 5, SLOW: 3, LATER: 5}
MIN_SPEEDUPS = {RUNTIME: 3.0, WARM: 2.2}
"""The minimum ratio of stock Pyodide's time to ours."""
MAX_SHARE = 0.65
"""The largest share of stock Pyodide's time that a first roll over a throttled link may take."""
MAX_LATER_SHARE = 0.5


def measure_startup(playwright: Playwright, runs: dict[str, int]) -> Section:
    """Measure all kinds of visits; `runs` gives the number of runs by row name."""
    ours, stock = sites.our_site(), sites.stock_site()
    times: dict[Site, dict[str, list[float]]] = {ours: defaultdict(list), stock: defaultdict(list)}
    for site in alternate_sites(ours, stock, runs[WARM]):
        cold, warm, runtime = measure_warm_visits(playwright, site)
        print_progress(
            f"{site.name}: {COLD} {cold:.2f} s, {WARM} {format_spread(warm)}, runtime {format_spread(runtime)}"
        )
        times[site][COLD].append(cold)
        times[site][WARM] += warm
        times[site][RUNTIME] += runtime
    for name, line in LINES.items():
        for site in alternate_sites(ours, stock, runs[name]):
            times[site][name].append(measure_cold_visit(playwright, site, ThrottledLink(*line)))
            print_progress(f"{site.name}: {name} {times[site][name][-1]:.2f} s")
    if ours.has_service_worker:
        times[ours][LATER] = [measure_offline_visit(playwright, ours) for _ in range(runs[LATER])]
    return build_section(times[ours], times[stock])


def build_section(ours: dict[str, list[float]], stock: dict[str, list[float]]) -> Section:
    """Build the table from the times in seconds by row name, ours and stock Pyodide's."""
    section = Section(
        "Start",
        "Time from the start of a visit until the first roll's result is painted, with a tap as soon as the button is "
        "shown: median (least–most).",
        ("Visit", "Fieldbook", "Stock Pyodide", "Stock / ours", "Goal"),
    )
    for name in (WARM, RUNTIME, COLD, *LINES):
        ratio = statistics.median(stock[name]) / statistics.median(ours[name])
        section.rows.append(
            (name, format_spread(ours[name]), format_spread(stock[name]), f"{ratio:.2f}", _format_row_goal(name, ratio))
        )
    if ours[LATER]:
        share = statistics.median(ours[LATER]) / statistics.median(ours[COMMON])
        section.rows.append(
            (
                LATER,
                format_spread(ours[LATER]),
                "",
                "",
                format_goal(
                    f"at most {MAX_LATER_SHARE:.0%} of the first visit at 9 Mbit/s, is {share:.0%}",
                    share <= MAX_LATER_SHARE,
                ),
            )
        )
    return section


def _format_row_goal(name: str, ratio: float) -> str:
    """Format the goal for a row, where `ratio` is stock Pyodide's time divided by ours."""
    if name in MIN_SPEEDUPS:
        return format_goal(f"at least {MIN_SPEEDUPS[name]}", ratio >= MIN_SPEEDUPS[name])
    return (
        format_goal(f"at most {MAX_SHARE:.0%} of stock's, is {1 / ratio:.0%}", 1 / ratio <= MAX_SHARE)
        if name in LINES
        else ""
    )


def alternate_sites(ours: Site, stock: Site, runs: int) -> Iterator[Site]:
    """Yield each site `runs` times in alternation; each goes first equally often."""
    for run in range(runs):
        yield from (ours, stock) if run % 2 == 0 else (stock, ours)


def measure_warm_visits(playwright: Playwright, site: Site) -> tuple[float, list[float], list[float]]:
    """Measure a first visit, and two more with a warm HTTP cache.

    Returns:
        The seconds of the first visit, of the two others, and of the runtime's start in the two others.
    """
    with Host(site.folder) as host, fresh_profile(playwright) as phone:
        host.precompress_files()
        visits, runtimes = [], []
        for _ in range(3):
            with open_tab(phone) as page:
                visits.append(measure_first_roll(page, host.url, site) / 1000)
                runtimes.append(measure_runtime_start(page) / 1000)
                host.traffic.wait_until_quiet()
        return visits[0], visits[1:], runtimes[1:]


def measure_cold_visit(playwright: Playwright, site: Site, link: ThrottledLink) -> float:
    """Return the seconds of a first visit over a throttled link."""
    with Host(site.folder, link=link) as host, fresh_profile(playwright) as phone, open_tab(phone) as page:
        host.precompress_files()
        return measure_first_roll(page, host.url, site) / 1000


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
            later = measure_first_roll(page, host.url, site) / 1000
        print_progress(f"{site.name}: {LATER} {later:.2f} s")
        return later
