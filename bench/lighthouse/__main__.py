"""Looks at a page of each kind three times and prints the median of each score; fails where one is too low."""

import argparse
import statistics
import sys
from collections.abc import Mapping, Sequence

from bench.formatting import Section
from bench.host import Host
from bench.lighthouse.pages import KINDS
from bench.lighthouse.runs import LIGHTHOUSE, run
from bench.lighthouse.scores import SHIFT, WANTED, Report, median, score, shortfalls
from bench.project import BUILD, SITE
from bench.report import as_text

RUNS = 3
REPORTS = BUILD / "lighthouse"
"""Where everything that Lighthouse said of the last runs stands."""


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
    reports, lost = seen(asked.kinds or list(KINDS), asked.runs)
    reports = {kind: of_kind for kind, of_kind in reports.items() if of_kind}
    print(as_text(table(reports)) if reports else "No page was measured.", flush=True)
    short = [each for kind, of_kind in reports.items() for each in shortfalls(f"{kind} ({KINDS[kind]})", of_kind)]
    problems = lost if asked.any_score else [*map(str, short), *lost]
    if problems:
        sys.exit("\n".join(["", *problems]))


def seen(kinds: Sequence[str], runs: int) -> tuple[dict[str, list[Report]], list[str]]:
    """Reports by kind of page, and why others are missing.

    Each round looks at every page once, so that a busy minute lowers one run of each.
    """
    reports: dict[str, list[Report]] = {kind: [] for kind in kinds}
    lost = []
    with Host(SITE, headers=site_headers()) as host:
        host.prepare()
        for turn in range(1, runs + 1):
            for kind in kinds:
                try:
                    reports[kind].append(run(host.url + KINDS[kind], REPORTS, f"{kind}-{turn}"))
                except RuntimeError as error:
                    lost.append(f"{kind}, run {turn}: {error}")
                    print(lost[-1], file=sys.stderr, flush=True)
                    continue
                print(
                    f"{kind}: {', '.join(str(score(reports[kind][-1], name)) for name in WANTED)}",
                    file=sys.stderr,
                    flush=True,
                )
    return reports, lost


def site_headers() -> dict[str, str]:
    """What the site's own file for hosts says for every file."""
    _, *lines = (SITE / "_headers").read_text().splitlines()
    return dict(line.strip().split(": ", 1) for line in lines)


def table(reports: Mapping[str, Sequence[Report]]) -> Section:
    """The medians, with the spread of the one that is measured in time."""
    rows = []
    for kind, of_kind in reports.items():
        times = [score(report, "performance") for report in of_kind]
        rows.append(
            (
                kind,
                f"/{KINDS[kind]}",
                *(str(median(of_kind, name)) for name in WANTED),
                f"{min(times)}-{max(times)}",
                *(
                    _median_of(of_kind, audit)
                    for audit in ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", SHIFT)
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
        ("Kind", "Page", *WANTED, "its runs", "FCP", "LCP", "TBT", "CLS"),
        rows,
    )


def _median_of(reports: Sequence[Report], audit: str) -> str:
    middle = statistics.median(report["audits"][audit]["numericValue"] for report in reports)
    return f"{middle:.3f}" if audit == SHIFT else f"{middle:.0f} ms"


if __name__ == "__main__":
    main()
