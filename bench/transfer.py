"""How many bytes a visit moves, beside what stock Pyodide alone moves."""

import statistics
from typing import Literal

from playwright.sync_api import Playwright

from bench import payload_chart, sites
from bench.chromium import fresh_profile, launch, new_phone, tab
from bench.formatting import Section, goal, kilobytes
from bench.host import Host
from bench.host_kinds import BROTLI, GZIP, TEXT_ONLY, HostKind
from bench.progress import tell
from bench.sites import RUNTIME, Site, first_roll
from bench.traffic import LONG_QUIET, QUIET, Traffic

HOSTS = {
    GZIP: ("a host that compresses with gzip", 0.57),
    BROTLI: ("a host that compresses with Brotli", 0.52),
    TEXT_ONLY: ("a host that compresses text only, no WebAssembly", None),
}
FIRST_VIEW_GOAL = 300_000

# Data saver on: then the page waits for a tap before it starts Python, and what was loaded is the page alone.
SAVE_DATA = "Object.defineProperty(navigator.connection, 'saveData', { get: () => true })"


def first_visits(playwright: Playwright) -> Section:
    """Everything until a first roll and what follows it, ours beside stock Pyodide's own files."""
    ours, stock = sites.ours(), sites.beside()
    section = Section(
        "Bytes of a first visit",
        "The home page, the runtime and a first roll, as answers with their headers on the "
        "wire. Stock Pyodide is counted alone: without a page, rules or icepool.",
        ("Host", "Fieldbook, all of it", "of this the page", "Stock Pyodide alone", "Ours / stock", "Goal"),
    )
    for kind, (name, most) in HOSTS.items():
        visit = traffic_of(playwright, ours, kind)
        beside = traffic_of(playwright, stock, kind)
        stock_bytes = beside.bytes(is_of_pyodide)
        if kind is GZIP:
            alone = Traffic([answer for answer in beside.answers if is_of_pyodide(answer.path)])
            section.chart = payload_chart.svg(
                [
                    ("Stock Pyodide alone", payload_chart.parts(alone)),
                    ("These pages before", payload_chart.BEFORE),
                    ("These pages now", payload_chart.parts(visit)),
                ]
            )
        share = visit.bytes() / stock_bytes
        section.rows.append(
            (
                name,
                *map(kilobytes, (visit.bytes(), visit.bytes(is_of_page), stock_bytes)),
                f"{share:.0%}",
                goal(f"at most {most:.0%}", share <= most) if most else "",
            )
        )
    if ours.has_service_worker:
        later = traffic_of(playwright, ours, GZIP, service_workers="allow").bytes()
        section.rows.append((f"{HOSTS[GZIP][0]}, with what is kept for offline", kilobytes(later), "", "", "", ""))
    return section


def traffic_of(
    playwright: Playwright, site: Site, kind: HostKind, service_workers: Literal["allow", "block"] = "block"
) -> Traffic:
    """What a first visit moves until nothing more comes."""
    with Host(site.folder, kind) as host, fresh_profile(playwright, service_workers) as phone, tab(phone) as page:
        host.prepare()
        traffic = host.count_anew()
        first_roll(page, host.url, site)
        traffic.wait_until_quiet(QUIET if service_workers == "block" else LONG_QUIET)
        tell(f"{site.name} from {kind.name}: {kilobytes(traffic.bytes())}")
        return traffic


def is_of_pyodide(path: str) -> bool:
    """Whether a path is one of stock Pyodide's own files."""
    return path.startswith("/pyodide/")


def is_of_page(path: str) -> bool:
    """Whether a path is no part of the runtime."""
    return not path.startswith(RUNTIME)


def first_views(playwright: Playwright) -> Section:
    """What each page of the site loads before the runtime, on a host that compresses with gzip."""
    site = sites.ours()
    pages = [
        "/" + path.parent.relative_to(site.folder).as_posix().removeprefix(".")
        for path in sorted(site.folder.rglob("index.html"))
    ]
    with Host(site.folder) as host, launch(playwright) as browser:
        host.prepare()
        sizes = {}
        for place in pages:
            traffic = host.count_anew()
            with new_phone(browser) as phone:
                phone.add_init_script(SAVE_DATA)
                phone.new_page().goto(host.url.rstrip("/") + place.rstrip("/") + "/", wait_until="load")
                traffic.wait_until_quiet(0.3)
            sizes[place] = traffic.bytes(is_of_page)
            tell(f"first view of {place}: {kilobytes(sizes[place])}")
    largest = max(sizes, key=lambda page: sizes[page])
    median = statistics.median(sizes.values())
    return Section(
        "Bytes of a page's first view",
        "What a page loads with nothing cached before the runtime, on a host that "
        f"compresses with gzip; {len(sizes)} pages.",
        ("Page", "Size", "Goal"),
        [
            ("home page", kilobytes(sizes["/"]), ""),
            ("median of all pages", kilobytes(median), ""),
            (
                f"largest: {largest}",
                kilobytes(sizes[largest]),
                goal(f"at most {kilobytes(FIRST_VIEW_GOAL)}", sizes[largest] <= FIRST_VIEW_GOAL),
            ),
        ],
    )
