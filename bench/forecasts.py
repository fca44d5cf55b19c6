"""Benchmark of forecasts: the CPU time of 1,000 simulated fights, and the time until a reader sees a first answer."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import CDPSession, Page, Playwright

from bench.chromium import fresh_profile, launch, new_phone, open_tab
from bench.formatting import Section, format_goal, format_spread
from bench.host import Host
from bench.progress import print_progress
from bench.project import PROJECT, SITE
from bench.startup import SLOW_LINE
from bench.throttled_link import ThrottledLink
from rules_py.bridge.fights import forecast
from rules_py.play.fight.commands import execute
from rules_py.play.fight.events import Event
from rules_py.registry.games import systems
from rules_py.registry.play import create_fight

FIGHTS, RUNS = 1_000, 3
FEW, MANY = (2, 2), (10, 20)
"""The numbers of combatants on the two sides."""

MOST_CPU, MOST_COLD, MOST_MANY = 1.0, 3.0, 2.0
"""Goals in seconds: for 1,000 compiled fights, for the first answers of a cold visit, and with many combatants."""

FILE_WITHOUT_POLICY = "robots.txt"
"""A file of the site, where scripts may start any worker."""

LOAD_RULES = """async (modules) => {
    const source = modules.map((each, at) => `import * as m${at} from "${each}";`).join("") + `
        onmessage = ({ data }) => postMessage(m0.answer(...data));
        postMessage("loaded");`;
    window.rules = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
    await new Promise((done, failed) => Object.assign(rules, { onmessage: done, onerror: failed }));
}"""
"""Script that starts a worker with the compiled rules, whose runtime comes first."""

ANSWER = """async (question) => {
    rules.postMessage(question);
    await new Promise((done, failed) => Object.assign(rules, { onmessage: done, onerror: failed }));
}"""

START_FIGHT = """async (acts) => {
    await customElements.whenDefined("fb-fight");
    for (const act of acts) await document.querySelector("fb-fight").act(act);
}"""

ASK = """async (isCold) => {
    const forecast = document.querySelector(".fb-forecast-ask").closest(".fb-forecast");
    const place = forecast.querySelector(".fb-forecast-answer");
    const start = isCold ? 0 : performance.now();
    const there = new Promise((done) => new MutationObserver((_, observer) => {
        if (!place.hasChildNodes()) return;
        observer.disconnect();
        done();
    }).observe(place, { childList: true, subtree: true }));
    forecast.querySelector(".fb-forecast-ask").click();
    await bench.within(there, "the forecast");
    const [, painted] = await bench.painted();
    forecast.querySelector(".fb-forecast-stop").click();
    return (painted - start) / 1000;
}"""
"""Script that asks for a forecast and returns the seconds until its first answer is painted, from the tap or, of a cold
visit, from its start."""


def measure_forecasts(playwright: Playwright, runs: int = RUNS) -> Section:
    """Measure the forecasts of all games that have fights with two sides."""
    section = Section(
        "Forecasts",
        f"A forecast of {FEW[0]} against {FEW[1]} combatants with blank sheets: the CPU time of {FIGHTS:,} simulated "
        "fights in Python and compiled in a browser's worker, both in a new process, with all of its threads. Then the "
        "time from the start of a first visit at "
        f"{SLOW_LINE[0]} Mbit/s and {SLOW_LINE[1] * 1000:.0f} ms until the first answer is painted, with the fight set "
        f"up at once. The last time is from the tap to the first answer with {MANY[0]} against {MANY[1]}. The median "
        f"and the range of {runs} measurements.",
        (
            "Game",
            f"{FIGHTS:,} fights, Python",
            f"{FIGHTS:,} fights, compiled",
            "First answer, first visit",
            f"First answer, {MANY[0]} against {MANY[1]}",
            "Goals",
        ),
    )
    for slug in systems():
        if not list_joins(slug, FEW):
            continue
        python = [measure_python(slug) for _ in range(runs)]
        compiled = [measure_compiled(playwright, slug) for _ in range(runs)]
        cold = [measure_first_answer(playwright, slug, FEW, is_cold=True) for _ in range(runs)]
        many = [measure_first_answer(playwright, slug, MANY, is_cold=False) for _ in range(runs)]
        medians = [statistics.median(each) for each in (python, compiled, cold, many)]
        print_progress(f"{slug}: {', '.join(f'{each:.2f} s' for each in medians)}")
        goals = (
            format_goal(f"at most {most:.1f} s", median <= most)
            for median, most in zip(medians[1:], (MOST_CPU, MOST_COLD, MOST_MANY), strict=True)
        )
        section.rows.append((slug, *map(format_spread, (python, compiled, cold, many)), "; ".join(goals)))
    return section


def measure_python(slug: str) -> float:
    """Return the CPU seconds of a forecast in a new Python process."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.forecasts", slug], cwd=PROJECT, check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def measure_compiled(playwright: Playwright, slug: str) -> float:
    """Return the CPU seconds of a forecast by the built site's compiled rules, in a worker of a new browser."""
    files = sorted((SITE / "assets" / "rules").glob("*/*.js"), key=lambda path: path.name != "runtime.js")
    question = ["forecast", [f"{slug}.fight", json.dumps(list_events(slug, FEW)), "{}", 1, FIGHTS]]
    with Host(SITE) as host, launch(playwright) as browser:
        session = browser.new_browser_cdp_session()
        with new_phone(browser) as phone, open_tab(phone) as page:
            page.goto(f"{host.url}{FILE_WITHOUT_POLICY}")
            page.evaluate(LOAD_RULES, [f"{host.url}{path.relative_to(SITE).as_posix()}" for path in files])
            before = read_cpu(session)
            page.evaluate(ANSWER, question)
            return read_cpu(session) - before


def read_cpu(session: CDPSession) -> float:
    """Return the CPU seconds that the processes of a browser's pages have taken."""
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(each["cpuTime"] for each in processes if each["type"] == "renderer"))


def measure_first_answer(playwright: Playwright, slug: str, counts: Sequence[int], is_cold: bool) -> float:
    """Return the seconds until a forecast's first answer; of a cold visit, over a slow line, since its start."""
    link = ThrottledLink(*SLOW_LINE) if is_cold else ThrottledLink()
    with Host(SITE, link=link) as host, fresh_profile(playwright) as phone:
        host.precompress_files()
        with open_tab(phone) as page:
            address = f"{host.url}{create_fight(slug).rules.page}"
            return ask_for_forecast(page, address, list_joins(slug, counts), is_cold)


def ask_for_forecast(page: Page, address: str, joins: Sequence[dict[str, Any]], is_cold: bool) -> float:
    """Start a fight on its page, ask for its forecast and return the seconds until the first answer is painted."""
    page.goto(address, wait_until="commit")
    page.evaluate(START_FIGHT, joins)
    page.locator(".fb-forecast-ask").wait_for(state="attached")
    return float(page.evaluate(ASK, is_cold))


def list_joins(slug: str, counts: Sequence[int]) -> list[dict[str, Any]]:
    """Return the commands with which combatants join the first two sides of a game; none if it lacks two sides."""
    fight = create_fight(slug)
    sheets = {
        side: sheet for sheet in reversed(list(fight.rules.sides_by_sheet)) for side in fight.rules.sides_for(sheet)
    }
    sides = list(fight.rules.sides)[: len(counts)]
    if not all(side in sheets for side in sides):
        return []
    return [
        {"act": "join", "sheet": sheets[side].id, "side": side, "count": count}
        for side, count in zip(sides, counts, strict=True)
    ]


def list_events(slug: str, counts: Sequence[int]) -> list[Event]:
    """Return the events of a fight whose combatants have joined."""
    fight, events = create_fight(slug), list[Event]()
    for join in list_joins(slug, counts):
        done = execute(fight, join)
        fight, events = done.fight, [*events, *done.events]
    return events


def main(slug: str) -> None:
    """Print the CPU seconds of a forecast in this process."""
    events = json.dumps(list_events(slug, FEW))
    began = time.process_time()
    forecast(f"{slug}.fight", events, "{}", 1, FIGHTS)
    print(time.process_time() - began)


if __name__ == "__main__":
    main(sys.argv[1])
