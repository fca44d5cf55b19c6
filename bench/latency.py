"""Benchmark of the time from a tap until its answer is painted, on pages where everything has started."""

import re
import statistics
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import BrowserContext, Locator, Page, Playwright

import rules_py
from bench.chromium import fresh_profile, open_tab
from bench.formatting import Section, format_goal, format_milliseconds, percentile_95
from bench.host import Host
from bench.progress import print_progress
from bench.project import SITE
from bench.sites import ODDS_SELECTORS
from rules_py.registry.play import create_fight
from rules_py.rendering.fights.pieces import list_joins

FRAME, MECHANIC, BOARD, ODDS, CALCULATOR, SHEET = 16, 50, 50, 100, 100, 150
"""Goals for the 95th percentile, in milliseconds.

One frame is the goal for chips and tables, which don't need Python. They meet it if their own work fits in a frame and
they are painted in the very next frame, whenever in the current frame the tap came.
"""

CHIP_SELECTORS = ("button", "fb-die", ".fb-die-result b")
ROLL_SELECTORS = (".fb-roll", ".fb-result", ".fb-headline")
TABLE_ROLL_SELECTORS = (".fb-roll", ".fb-table-result", ".fb-headline")
CALCULATION_SELECTORS = (".fb-calc-body", "*")
BOARD_SELECTORS = (".fb-fight-stage", ".fb-board")
PLAY, UNDO = ".fb-do > .fb-play", ".fb-undo"
SHEET_SELECTORS = ("body", ".fb-open-sheet [data-part]")
CONTINUE = "fb-continue a"

STORE_SHEET = """async ([game, data]) => {
    const { keep } = await import(new URL("assets/js/lib/store.js", location.href));
    await keep.add("sheets", { game, name: "Ada", data });
}"""

SIDES = (4, 6)
"""The number of combatants on each side of a board."""


def measure_latency(playwright: Playwright, taps: int) -> Section:
    """Measure chips and tables across the site, and each game's first mechanic, odds, board, sheet and calculator.

    The board's big button is tapped at the same moment of a fight each time, as each result is undone again.
    """
    section = Section(
        "Tap to paint",
        "Time from a tap, at any moment of a frame, until the frame with its answer is painted. *Answer* is the time "
        "until the answer is in the page. The rest is painting, and the wait for the screen's next frame, at 60 "
        "frames a second.",
        (
            "Tap",
            "Answer, median",
            "Painted, median",
            "95 %",
            "Most",
            "95 % without the wait",
            "In the next frame",
            "Taps",
            "Goal for 95 %",
        ),
    )
    with Host(SITE) as host, fresh_profile(playwright) as phone:
        host.precompress_files()
        for name, most, times in _iter_measurements(phone, host.url, taps):
            answers, painted, unwaited, frames = zip(*times, strict=True)
            print_progress(f"{name}: {statistics.median(painted):.1f} ms")
            shown = (
                statistics.median(answers),
                statistics.median(painted),
                percentile_95(painted),
                max(painted),
                percentile_95(unwaited),
            )
            in_next = frames.count(1) / len(frames)
            aim = (
                format_goal(f"one frame, {FRAME} ms", in_next >= 0.95 and percentile_95(unwaited) <= FRAME)
                if most == FRAME
                else format_goal(f"{most} ms", percentile_95(painted) <= most)
            )
            section.rows.append((name, *map(format_milliseconds, shown), f"{in_next:.0%}", str(len(times)), aim))
    return section


def _iter_measurements(phone: BrowserContext, url: str, taps: int) -> Iterator[tuple[str, int, list[list[float]]]]:
    for kind, mark, parts in (
        ("chip", "<fb-die ", CHIP_SELECTORS),
        ("table", r"<fb-table [^>]*\bdie=", TABLE_ROLL_SELECTORS),
    ):
        for place in _find_pages_with(mark):
            with open_tab(phone) as page:
                page.goto(url + place)
                if page.locator("fb-roller").count():  # a roller starts Python
                    _measure_taps(page.locator("fb-roller").first, ROLL_SELECTORS, 1)
                root = page.locator("fb-die" if kind == "chip" else "fb-table[die]").first
                yield f"{kind}, {place}", FRAME, _measure_taps(root, parts, taps)
    for game in rules_py.systems():
        with open_tab(phone) as page:
            page.goto(f"{url}{game}/")
            roller = page.locator("fb-roller").first
            mechanic = roller.get_attribute("mechanic")
            yield f"roll, {mechanic}", MECHANIC, _measure_taps(roller, ROLL_SELECTORS, taps)
            roller.locator(".fb-odds > summary").click()
            yield f"odds, {mechanic}", ODDS, _measure_changes(roller, ODDS_SELECTORS, taps)
        if sheets := rules_py.sheets(game):
            with open_tab(phone) as page:
                page.goto(url)
                page.evaluate(STORE_SHEET, [game, rules_py.sheet(sheets[0], name="Ada").to_dict()])
                page.reload()
                yield f"sheet from the home page, {game}", SHEET, [_open_sheet(page) for _ in range(taps + 1)][1:]
        if (SITE / game / "fight" / "index.html").is_file():
            with open_tab(phone) as page:
                page.goto(f"{url}{game}/fight/#kept=new")
                _lay_out_fight(page, game)
                board = page.locator("fb-fight")
                pairs = [_play_and_undo(board) for _ in range(taps + 1)][1:]
                yield f"board, {game}", BOARD, [played for played, _ in pairs]
                yield f"undo on the board, {game}", BOARD, [undone for _, undone in pairs]
        if (SITE / game / "calc" / "index.html").is_file():
            with open_tab(phone) as page:
                page.goto(f"{url}{game}/calc/")
                yield (
                    f"calculator, {game}",
                    CALCULATOR,
                    _measure_changes(page.locator("fb-calc"), CALCULATION_SELECTORS, taps),
                )


def _measure_taps(root: Locator, parts: tuple[str, str, str], taps: int) -> list[list[float]]:
    """Tap one button `taps` times, after a first tap that waits for start-up and is not counted."""
    return [root.evaluate("(root, parts) => bench.tap(root, ...parts)", parts) for _ in range(taps + 1)][1:]


def _lay_out_fight(page: Page, game: str) -> None:
    """Let combatants join both sides of a fight, and roll for their order."""
    fight = create_fight(game)
    commands = [
        {**list_joins(fight, side)[0][1], "count": str(count)}
        for side, count in zip(fight.rules.sides, SIDES, strict=False)
    ]
    if fight.rules.order.has_turns:
        commands.append({"act": "order"})
    page.wait_for_selector("fb-fight[shown]")
    for command in commands:
        page.evaluate("command => document.querySelector('fb-fight').act(command)", command)


def _play_and_undo(board: Locator) -> list[list[float]]:
    """Tap the big button, or that of a group, and take the result back."""
    return [
        board.evaluate(
            "async (root, parts) => { await bench.quiet(root); return bench.tap(root, ...parts); }",
            [control, *BOARD_SELECTORS],
        )
        for control in (PLAY, UNDO)
    ]


def _open_sheet(page: Page) -> list[float]:
    """Open the sheet that the home page lists first, and go back."""
    page.locator(CONTINUE).first.wait_for()
    body = page.locator("body")
    body.evaluate("bench.quiet")
    times: list[float] = body.evaluate("(body, parts) => bench.tap(body, ...parts)", [CONTINUE, *SHEET_SELECTORS])
    page.evaluate("history.back()")
    return times


def _measure_changes(root: Locator, parts: tuple[str, str], taps: int) -> list[list[float]]:
    """Tap a form's controls in turn, each time for values not tried before; the first tap is not counted."""
    times: list[list[float]] = []
    while len(times) <= taps:
        control = root.evaluate("(root, turn) => bench.next(root.querySelector('form'), turn)", len(times))
        if control is None:
            break
        times.append(root.evaluate("(root, parts) => bench.tap(root, ...parts)", [control, *parts]))
    return times[1:]


def _find_pages_with(mark: str) -> list[str]:
    """Return the address of each game's page that contains the pattern most often."""
    found = []
    for game in rules_py.systems():
        counts = {
            path: len(re.findall(mark, path.read_text(encoding="utf-8")))
            for path in sorted((SITE / game).rglob("index.html"))
        }
        page, most = max(counts.items(), key=lambda item: item[1])
        if most:
            found.append(_page_address(page))
    return found


def _page_address(page: Path) -> str:
    return f"{page.parent.relative_to(SITE).as_posix()}/"
