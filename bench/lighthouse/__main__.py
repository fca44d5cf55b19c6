"""Run Lighthouse on a page of each kind and print the median scores; fail if one is too low."""

import argparse
import statistics
import sys
from collections.abc import Mapping, Sequence

from bench.formatting import Section
from bench.host import Host
from bench.lighthouse.pages import KINDS
from bench.lighthouse.runs import LIGHTHOUSE, run_lighthouse
from bench.lighthouse.scores import MIN_SCORES, SHIFT_AUDIT, Report, compute_score, find_shortfalls, median_score
from bench.project import BUILD, SITE
from bench.report import format_text

RUNS = 3
REPORTS = BUILD / "lighthouse"
"""The folder with the full Lighthouse reports of the last runs."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.lighthouse", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(KINDS)}; all when left out")
    parser.add_argument("--runs", type=int, default=RUNS, choices=range(1, 10, 2), help="of each page; an odd number")
    parser.add_argument("--any-score", action="store_true", help="only shows that it works: no score is too low")
    asked = parser.parse_args()
    if unknown := [kind for kind in asked.kinds if kind not in KINDS]:
        parser.error(f"kind: got {unknown[0]!r}, takes {', '.join(KINDS)}")
    if not (SITE / "index.html").is_file():
        sys.exit(f"{SITE} holds no built site: run `make build` first.")
    if not LIGHTHOUSE.is_file():
        sys.exit("Lighthouse is not installed: run `make lighthouse`.")
    reports, lost = run_rounds(asked.kinds or list(KINDS), asked.runs)
    reports = {kind: of_kind for kind, of_kind in reports.items() if of_kind}
    print(format_text(build_table(reports)) if reports else "No page was measured.", flush=True)
    short = [each for kind, of_kind in reports.items() for each in find_shortfalls(f"{kind} ({KINDS[kind]})", of_kind)]
    problems = lost if asked.any_score else [*map(str, short), *lost]
    if problems:
        sys.exit("\n".join(["", *problems]))


def run_rounds(kinds: Sequence[str], runs: int) -> tuple[dict[str, list[Report]], list[str]]:
    """Run Lighthouse and return the reports by kind of page, and the errors of the runs that failed.

    Each round visits every page once, so that a temporary load on the machine affects only one run of each page.
    """
    reports: dict[str, list[Report]] = {kind: [] for kind in kinds}
    lost = []
    with Host(SITE, headers=read_site_headers()) as host:
        host.precompress_files()
        for turn in range(1, runs + 1):
            for kind in kinds:
                try:
                    reports[kind].append(run_lighthouse(host.url + KINDS[kind], REPORTS, f"{kind}-{turn}"))
                except RuntimeError as error:
                    lost.append(f"{kind}, run {turn}: {error}")
                    print(lost[-1], file=sys.stderr, flush=True)
                    continue
                print(
                    f"{kind}: {', '.join(str(compute_score(reports[kind][-1], name)) for name in MIN_SCORES)}",
                    file=sys.stderr,
                    flush=True,
                )
    return reports, lost


def read_site_headers() -> dict[str, str]:
    """Read the headers that the site's `_headers` file sets for every path."""
    _, *lines = (SITE / "_headers").read_text().splitlines()
    return dict(line.strip().split(": ", 1) for line in lines)


def build_table(reports: Mapping[str, Sequence[Report]]) -> Section:
    """Build the table of median scores, with the spread of the performance score, which depends on timing."""
    rows = []
    for kind, of_kind in reports.items():
        times = [compute_score(report, "performance") for report in of_kind]
        rows.append(
            (
                kind,
                f"/{KINDS[kind]}",
                *(str(median_score(of_kind, name)) for name in MIN_SCORES),
                f"{min(times)}-{max(times)}",
                *(
                    _format_median(of_kind, audit)
                    for audit in (
                        "first-contentful-paint",
                        "largest-contentful-paint",
                        "total-blocking-time",
                        SHIFT_AUDIT,
                    )
                ),
            )
        )
    speed = statistics.median(
        report["environment"]["benchmarkIndex"] for of_kind in reports.values() for report in of_kind
    )
    version = next(iter(reports.values()))[0]["lighthouseVersion"]
    return Section(
        f"Lighthouse {version} as a phone: median scores; this machine's benchmarkIndex {speed:.0f}",
        "",
        ("Kind", "Page", *MIN_SCORES, "its runs", "FCP", "LCP", "TBT", "CLS"),
        rows,
    )


def _format_median(reports: Sequence[Report], audit: str) -> str:
    middle = statistics.median(report["audits"][audit]["numericValue"] for report in reports)
    return f"{middle:.3f}" if audit == SHIFT_AUDIT else f"{middle:.0f} ms"


if __name__ == "__main__":
    main()
