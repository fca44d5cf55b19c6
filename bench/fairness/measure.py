"""The fairness table of the report: a row for each code path and each die."""

from contextlib import ExitStack

from playwright.sync_api import Playwright

from bench.chromium import fresh_profile, open_tab
from bench.fairness.paths import HANDFULS, LONG_ROLLS, RolledFaces, roll_faces
from bench.fairness.randomness import faces_p_value, pairs_p_value, runs_p_value
from bench.formatting import Section, format_goal
from bench.host import Host
from bench.progress import print_progress
from bench.project import SITE

BROWSERS = 2

MILLIONS = {4: 1, 6: 2, 8: 1, 10: 1, 12: 1, 20: 2, 100: 2}
"""Millions of faces to roll with each die; ten million in total."""

SMALL, LARGE = 12_000, 248
"""Rolls per browser and million faces: of a few dice each (HANDFULS), and of many dice each (LONG_ROLLS)."""

PATH_NAMES = {"page": "page", "rule": "rule"}
TESTS = (faces_p_value, pairs_p_value, runs_p_value)
MIN_P_VALUE = 3e-5
"""Fair dice fall outside this range, at either end, about once in two hundred reports."""


def measure_fairness(playwright: Playwright, quick: bool) -> Section:
    """Test all dice on both code paths."""
    rolls, shares = sum(MILLIONS.values()) * BROWSERS, 8 if quick else 1
    small, large = rolls * SMALL // shares, rolls * LARGE // shares
    section = Section(
        "Fair dice",
        f"{small * sum(HANDFULS) + large * sum(LONG_ROLLS):,} faces of each path: {small * sum(HANDFULS):,} from "
        f"{small * len(HANDFULS):,} rolls of 1 to 6 dice, the others from {large * len(LONG_ROLLS):,} rolls of 1,000 "
        "dice. A rule gets a seed for each roll, drawn as for a reader. The tests run on all faces, and on the "
        "first face of each roll. *p* is the chance that fair dice look at least as uneven. Three tests compare how "
        "often each face falls (chi-square), how often each face follows each (pairs, serial test), and how high and "
        f"low faces alternate (runs, Wald–Wolfowitz). Dice are fair if all three p are from {MIN_P_VALUE:.5f} to "
        f"{1 - MIN_P_VALUE:.5f}.",
        ("Die", "Path", "Tested", "Faces", "p of faces", "p of pairs", "p of runs", "Goal"),
    )
    with ExitStack() as stack:
        host = stack.enter_context(Host(SITE))
        host.precompress_files()
        pages = [stack.enter_context(open_tab(stack.enter_context(fresh_profile(playwright)))) for _ in range(BROWSERS)]
        for page in pages:
            page.goto(f"{host.url}dice/")
        for way, name in PATH_NAMES.items():
            for sides, millions in MILLIONS.items():
                thrown = roll_faces(pages, way, sides, HANDFULS, millions * SMALL // shares) + roll_faces(
                    pages, way, sides, LONG_ROLLS, millions * LARGE // shares
                )
                rows = build_rows(sides, name, thrown)
                section.rows += rows
                for row in rows:
                    print_progress(", ".join(row))
    return section


def build_rows(sides: int, path: str, rolls: RolledFaces) -> list[tuple[str, ...]]:
    """Build the rows of test results for all faces of a die and for the first face of each roll."""
    rows = []
    for which, faces in (("all", rolls.faces), ("first", rolls.first_faces)):
        values = [test(faces, sides) for test in TESTS]
        rows.append(
            (
                f"d{sides}",
                path,
                which,
                f"{len(faces):,}",
                *(f"{value:.3f}" for value in values),
                format_goal("fair", all(MIN_P_VALUE <= value <= 1 - MIN_P_VALUE for value in values)),
            )
        )
    return rows
