"""Benchmark of the bytes that a visit transfers, compared with stock Pyodide alone."""

import statistics
from typing import Literal

from playwright.sync_api import Playwright

from bench import sites
from bench.chromium import fresh_profile, launch, new_phone, open_tab
from bench.formatting import Section, format_goal, format_kilobytes
from bench.goals import FIRST_VIEW_GOAL
from bench.host import Host
from bench.host_kinds import BROTLI, GZIP, TEXT_ONLY, HostKind
from bench.progress import print_progress
from bench.sites import PYTHON, RULES, Site, measure_changed_odds, measure_first_roll
from bench.traffic import LONG_QUIET, QUIET, Traffic
from rules_site.pages import list_page_files

HOSTS = {
    GZIP: ("a host that compresses with gzip", 0.57),
    BROTLI: ("a host that compresses with Brotli", 0.52),
    TEXT_ONLY: ("a host that compresses text only, no WebAssembly", None),
}
ROLL_WITH_ODDS_GOAL = 300_000

EDITOR_PAGE = "/workbench"
"""The page that is an editor of Python, which takes almost half of its bytes. The goal is for pages with rules."""

# With data saver on, the page loads no rules in advance, so only the page itself is loaded.
SAVE_DATA = "Object.defineProperty(navigator.connection, 'saveData', { get: () => true })"


def measure_first_visits(playwright: Playwright) -> Section:
    """Measure everything up to and after a first roll, compared with stock Pyodide's own files."""
    ours, stock = sites.our_site(), sites.stock_site()
    section = Section(
        "Bytes of a first visit",
        "All responses for the home page and a first roll, with their headers, as sent. The figures of stock Pyodide "
        "are without a page or rules.",
        ("Host", "Fieldbook in all", "its compiled rules", "Stock Pyodide alone", "Ours / stock", "Goal"),
    )
    for kind, (name, most) in HOSTS.items():
        visit = measure_traffic(playwright, ours, kind)
        beside = measure_traffic(playwright, stock, kind)
        stock_bytes = beside.total_bytes(is_pyodide_path)
        share = visit.total_bytes() / stock_bytes
        section.rows.append(
            (
                name,
                *map(format_kilobytes, (visit.total_bytes(), visit.total_bytes(is_rules_path), stock_bytes)),
                f"{share:.0%}",
                format_goal(f"at most {most:.0%}", share <= most) if most else "",
            )
        )
    if ours.has_service_worker:
        later = measure_traffic(playwright, ours, GZIP, service_workers="allow").total_bytes()
        section.rows.append((f"{HOSTS[GZIP][0]}, including the offline cache", format_kilobytes(later), "", "", "", ""))
    return section


def measure_traffic(
    playwright: Playwright, site: Site, kind: HostKind, service_workers: Literal["allow", "block"] = "block"
) -> Traffic:
    """Measure the traffic of a first visit until it ends."""
    with Host(site.folder, kind) as host, fresh_profile(playwright, service_workers) as phone, open_tab(phone) as page:
        host.precompress_files()
        traffic = host.reset_traffic()
        measure_first_roll(page, host.url, site)
        traffic.wait_until_quiet(QUIET if service_workers == "block" else LONG_QUIET)
        print_progress(f"{site.name} from {kind.name}: {format_kilobytes(traffic.total_bytes())}")
        return traffic


def is_pyodide_path(path: str) -> bool:
    """Return True if a path is one of stock Pyodide's own files."""
    return path.startswith("/pyodide/")


def is_rules_path(path: str) -> bool:
    """Return True if a path is one of the compiled rules' files."""
    return path.startswith(RULES)


def is_page_path(path: str) -> bool:
    """Return True if a path belongs neither to Python nor to the compiled rules."""
    return not path.startswith((PYTHON, RULES))


def measure_rolls_with_odds(playwright: Playwright) -> Section:
    """Measure everything up to a first roll and its odds for another number, on a host that compresses with gzip."""
    site = sites.our_site()
    return build_odds_section(site.name, _measure_roll_with_odds(playwright, site))


def _measure_roll_with_odds(playwright: Playwright, site: Site) -> Traffic:
    with Host(site.folder) as host, fresh_profile(playwright) as phone, open_tab(phone) as page:
        host.precompress_files()
        traffic = host.reset_traffic()
        measure_first_roll(page, host.url, site)
        measure_changed_odds(page.locator(site.roll[0]).first)
        traffic.wait_until_quiet()
        print_progress(f"{site.name}, a roll with its odds: {format_kilobytes(traffic.total_bytes())}")
        return traffic


def build_odds_section(name: str, traffic: Traffic) -> Section:
    """Build the table of a visit with a roll and its odds."""
    parts = traffic.total_bytes(is_page_path), traffic.total_bytes(is_rules_path)
    total = traffic.total_bytes()
    goal = f"at most {format_kilobytes(ROLL_WITH_ODDS_GOAL)}"
    return Section(
        "Bytes of a first visit with odds",
        "All responses for the home page, a first roll, and its odds after a number was changed, on a host that "
        "compresses with gzip.",
        ("Site", "The page", "Rules", "Python", "In all", "Goal"),
        [
            (
                name,
                *map(format_kilobytes, (*parts, total - sum(parts), total)),
                format_goal(goal, total <= ROLL_WITH_ODDS_GOAL),
            )
        ],
    )


def measure_first_views(playwright: Playwright) -> Section:
    """Measure the bytes that each page loads before its rules, on a host that compresses with gzip."""
    site = sites.our_site()
    pages = [
        "/" + path.parent.relative_to(site.folder).as_posix().removeprefix(".")
        for path in list_page_files(site.folder)
        if path.name == "index.html"
    ]
    with Host(site.folder) as host, launch(playwright) as browser:
        host.precompress_files()
        sizes = {}
        for place in pages:
            traffic = host.reset_traffic()
            with new_phone(browser) as phone:
                phone.add_init_script(SAVE_DATA)
                phone.new_page().goto(host.url.rstrip("/") + place.rstrip("/") + "/", wait_until="load")
                traffic.wait_until_quiet(0.3)
            sizes[place] = traffic.total_bytes(is_page_path)
            print_progress(f"first view of {place}: {format_kilobytes(sizes[place])}")
    median = statistics.median(sizes.values())
    editor = sizes.pop(EDITOR_PAGE)
    largest = max(sizes, key=lambda page: sizes[page])
    return Section(
        "Bytes of a page's first view",
        "Bytes that a page loads before its rules, with an empty cache, on a host that "
        f"compresses with gzip. Measured on {len(pages)} pages.",
        ("Page", "Size", "Goal"),
        [
            ("home page", format_kilobytes(sizes["/"]), ""),
            ("median of all pages", format_kilobytes(median), ""),
            (
                f"largest: {largest}",
                format_kilobytes(sizes[largest]),
                format_goal(f"at most {format_kilobytes(FIRST_VIEW_GOAL)}", sizes[largest] <= FIRST_VIEW_GOAL),
            ),
            (f"{EDITOR_PAGE}, with its editor of Python", format_kilobytes(editor), ""),
        ],
    )
