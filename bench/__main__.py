"""Run all benchmarks and write docs/speed.md, or run only the named parts; --write also writes those to the page."""

import argparse
import sys

from playwright.sync_api import Playwright, sync_playwright

from bench import builds, changes, forecasts, latency, proofs, report, scale, startup, transfer, walk
from bench.fairness.measure import measure_fairness as fairness
from bench.formatting import Section, list_missed_goals
from bench.project import PROJECT, SITE

TAPS, BUILDS, PROOFS = 60, 3, 3
GAMES = (10, 25, 50)

PARTS = {
    "start": lambda playwright, quick: [startup.measure_startup(playwright, 1 if quick else None)],
    "walk": lambda playwright, quick: [walk.measure_walk(playwright, 1 if quick else walk.RUNS)],
    "bytes": lambda playwright, quick: [
        transfer.measure_first_visits(playwright),
        transfer.measure_rolls_with_odds(playwright),
        transfer.measure_first_views(playwright),
    ],
    "latency": lambda playwright, quick: [latency.measure_latency(playwright, 5 if quick else TAPS)],
    "changes": lambda playwright, quick: changes.measure_changes(playwright, 5 if quick else changes.CHANGES),
    "fairness": lambda playwright, quick: [fairness(playwright, quick)],
    "forecasts": lambda playwright, quick: [forecasts.measure_forecasts(playwright, 1 if quick else forecasts.RUNS)],
    "build": lambda playwright, quick: [builds.measure_builds(1 if quick else BUILDS)],
    "proofs": lambda playwright, quick: [proofs.measure_proofs(1 if quick else PROOFS)],
    "scale": lambda playwright, quick: [scale.measure_scale(playwright, (1, 2, 3) if quick else GAMES)],
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(PARTS)}; all parts by default")
    parser.add_argument("--quick", action="store_true", help="few runs, to show that it works; only prints")
    parser.add_argument("--write", action="store_true", help="write the parts to the page and keep the others")
    parser.add_argument("--strict", action="store_true", help="fail if a goal is missed")
    asked = parser.parse_args()
    if asked.write and asked.quick:
        parser.error("--write doesn't work with --quick: the page needs complete measurements")
    if unknown := [part for part in asked.parts if part not in PARTS]:
        parser.error(f"part: got {unknown[0]!r}, takes {', '.join(PARTS)}")
    if not (SITE / "index.html").is_file():
        sys.exit(f"{SITE} holds no built site: run `make build` first.")
    with sync_playwright() as playwright:
        sections = [section for part in asked.parts or PARTS for section in measure_part(playwright, part, asked.quick)]
        if asked.write or not (asked.parts or asked.quick):
            write = report.write_parts if asked.parts else report.write_page
            write(sections, report.describe_machine(playwright))
            print(f"Written to {report.PAGE.relative_to(PROJECT)}.")
    if asked.strict and (short := [row for section in sections for row in list_missed_goals(section)]):
        sys.exit("\n".join(short))


def measure_part(playwright: Playwright, part: str, quick: bool) -> list[Section]:
    """Run one part of the benchmarks and print its tables as soon as they are ready."""
    sections = PARTS[part](playwright, quick)
    for section in sections:
        print(report.format_text(section), flush=True)
    return sections


if __name__ == "__main__":
    main()
