"""The table of the report: every path, every die."""

from playwright.sync_api import Playwright

from bench.chromium import fresh_profile, tab
from bench.fairness.paths import ROLLS, TOGETHER, faces_of
from bench.fairness.randomness import faces_p, pairs_p, runs_p
from bench.figures import Section, goal
from bench.host import Host
from bench.progress import tell
from bench.project import SITE

MILLIONS = {4: 1, 6: 2, 8: 1, 10: 1, 12: 1, 20: 2, 100: 2}
"""Faces of each die, ten million together."""

WAYS = {"page": "the page itself", "python": "Python in the browser"}
TESTS = (faces_p, pairs_p, runs_p)
ODD = 1e-4
"""Fair dice come below it once in two hundred reports."""


def measure(playwright: Playwright, quick: bool) -> Section:
    """All dice by both paths."""
    section = Section(
        "Fair dice", "Ten million faces of each path, as rollers and dice in a text get them. *p* says how often fair "
        "dice would look at least as uneven: any value between 0 and 1 is as likely as any other, so of so many "
        "a few lie below 0.05. *Faces* asks whether all come up as often (chi-square), *pairs* whether any follows any "
        "as often (serial test), *runs* whether high and low ones take turns as chance has them (Wald–Wolfowitz).",
        ("Die", "Path", "Faces thrown", "p of faces", "p of pairs", "p of runs", "Goal"))
    with Host(SITE) as host, fresh_profile(playwright) as phone, tab(phone) as page:
        host.prepare()
        page.goto(f"{host.url}dice/")
        for way, name in WAYS.items():
            for sides, millions in MILLIONS.items():
                faces = faces_of(page, way, sides, TOGETHER * ROLLS if quick else millions * 1_000_000)
                values = [test(faces, sides) for test in TESTS]
                tell(f"d{sides}, {name}: {', '.join(f'{value:.3f}' for value in values)}")
                section.rows.append((f"d{sides}", name, f"{len(faces):,}", *(f"{value:.3f}" for value in values),
                                     goal(f"each at least {ODD}", min(values) >= ODD)))
    return section
