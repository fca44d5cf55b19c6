"""The table of the report: every path, every die."""

from contextlib import ExitStack

from playwright.sync_api import Playwright

from bench.chromium import fresh_profile, tab
from bench.fairness.paths import HANDFULS, MANY, Thrown, throw
from bench.fairness.randomness import faces_p, pairs_p, runs_p
from bench.formatting import Section, goal
from bench.host import Host
from bench.progress import tell
from bench.project import SITE

BROWSERS = 2

MILLIONS = {4: 1, 6: 2, 8: 1, 10: 1, 12: 1, 20: 2, 100: 2}
"""Faces of each die, ten million together."""

SMALL, LARGE = 12_000, 248
"""How often each browser rolls the handfuls, and how often many dice at once, for a million faces."""

WAYS = {"page": "page", "python": "Python"}
TESTS = (faces_p, pairs_p, runs_p)
ODD = 3e-5
"""Fair dice come below it, or as near to 1, once in two hundred reports."""


def measure(playwright: Playwright, quick: bool) -> Section:
    """All dice by both paths."""
    rolls, shares = sum(MILLIONS.values()) * BROWSERS, 8 if quick else 1
    small, large = rolls * SMALL // shares, rolls * LARGE // shares
    section = Section(
        "Fair dice",
        f"{small * sum(HANDFULS) + large * sum(MANY):,} faces of each path: {small * sum(HANDFULS):,} from "
        f"{small * len(HANDFULS):,} rolls of one to six dice, the others from {large * len(MANY):,} rolls of a "
        "thousand. In Python each roll has a seed of its own, drawn as for a reader. Tested are all, and the first "
        "ones of the rolls. *p* says how often fair dice would look as uneven: whether all faces come up as often "
        "(chi-square), any follows any as often (pairs, serial test), high and low ones take turns (runs, "
        f"Wald–Wolfowitz). Fair is what has all three from {ODD:.5f} to {1 - ODD:.5f}.",
        ("Die", "Path", "Tested", "Faces", "p of faces", "p of pairs", "p of runs", "Goal"),
    )
    with ExitStack() as stack:
        host = stack.enter_context(Host(SITE))
        host.prepare()
        pages = [stack.enter_context(tab(stack.enter_context(fresh_profile(playwright)))) for _ in range(BROWSERS)]
        for page in pages:
            page.goto(f"{host.url}dice/")
        for way, name in WAYS.items():
            for sides, millions in MILLIONS.items():
                thrown = throw(pages, way, sides, HANDFULS, millions * SMALL // shares) + throw(
                    pages, way, sides, MANY, millions * LARGE // shares
                )
                rows = rows_of(sides, name, thrown)
                section.rows += rows
                for row in rows:
                    tell(", ".join(row))
    return section


def rows_of(sides: int, path: str, thrown: Thrown) -> list[tuple[str, ...]]:
    """What the tests say of all faces of a die, and of the first one of each roll."""
    rows = []
    for which, faces in (("all", thrown.faces), ("first", thrown.firsts)):
        values = [test(faces, sides) for test in TESTS]
        rows.append(
            (
                f"d{sides}",
                path,
                which,
                f"{len(faces):,}",
                *(f"{value:.3f}" for value in values),
                goal("fair", all(ODD <= value <= 1 - ODD for value in values)),
            )
        )
    return rows
