"""Prints time to first roll (cold and warm), latency of rolls, odds and calculators, and build time."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.server import SiteServer

PROJECT = Path(__file__).parents[1]
PAGE = "psiops/"
ROLLER = '[id="psiops.action"]'
STARTS = 5
ROLLS = 200
CALCULATIONS = 40
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# Taps the button, or sets the field to a value, and tells how long it took until the frame with a new result was painted.
TAP = """async ([root, control, result, value]) => {
  const scope = document.querySelector(root);
  const place = scope.querySelector(result);
  const changed = new Promise((done) => new MutationObserver((_, observer) => {
    if (!place.querySelector('.fb-headline, table')) return;
    observer.disconnect();
    requestAnimationFrame(() => { const painted = new MessageChannel(); painted.port1.onmessage = done; painted.port2.postMessage(0); });
  }).observe(place, { childList: true, subtree: true }));
  const start = performance.now();
  const tapped = scope.querySelector(control);
  if (value === undefined) tapped.click();
  else {
    tapped.value = value;
    tapped.dispatchEvent(new Event('change', { bubbles: true }));
  }
  await changed;
  return performance.now() - start;
}"""

# The buttons that take each of a calculator's numbers one step away and back.
STEPS = """calculator => [...calculator.querySelectorAll('.fb-stepper input')]
  .flatMap((field) => (Number(field.value) < Number(field.max || Infinity) ? [1, -1] : [-1, 1])
    .map((step) => `.fb-stepper:has([name="${field.name}"]) [data-step="${step}"]`))"""


def main() -> None:
    chromium = subprocess.run([PROJECT / "scripts" / "find-browser"], capture_output=True, text=True, check=True)
    measured = {"build": build_times()}
    with SiteServer(PROJECT / "site") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.stdout.strip(),
                                             args=["--no-sandbox", "--disable-gpu"])
        measured["first roll, cold cache"] = [cold_start(browser, server.url) for _ in range(STARTS)]
        measured["first roll, warm cache"] = warm_starts(browser, server.url)
        measured |= latencies(browser, server.url)
        for page_of in sorted((PROJECT / "site").glob("*/calc/index.html")):
            slug = page_of.parent.parent.name
            measured |= {f"{slug}/calc, tap to paint": recalculations(browser, f"{server.url}{slug}/calc/")}
        browser.close()
    width = max(map(len, measured))
    print(f"{'':{width}}  {'median':>9}  {'95 %':>9}  {'worst':>9}  runs")
    for name, times in measured.items():
        worst, high = max(times), sorted(times)[max(0, round(len(times) * .95) - 1)]
        print(f"{name:{width}}  {statistics.median(times):6.0f} ms  {high:6.0f} ms  {worst:6.0f} ms  {len(times)}")


def build_times() -> list[float]:
    """Milliseconds of a whole build, from nothing in site/."""
    return [timed(lambda: subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--clean"], cwd=PROJECT,
                                         check=True, capture_output=True)) for _ in range(3)]


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def first_roll(page: Page, url: str) -> float:
    """From opening the page to the first answer, with the button tapped as soon as it can be."""
    start = time.perf_counter()
    page.goto(url + PAGE, wait_until="commit")
    page.locator(f"{ROLLER} .fb-roll").click()
    page.locator(f"{ROLLER} .fb-result .fb-headline").wait_for()
    return (time.perf_counter() - start) * 1000


def cold_start(browser: Browser, url: str) -> float:
    context = browser.new_context(**PHONE)
    try:
        return first_roll(context.new_page(), url)
    finally:
        context.close()


def warm_starts(browser: Browser, url: str) -> list[float]:
    context = browser.new_context(**PHONE)
    times = [in_new_tab(context, url) for _ in range(STARTS + 1)][1:]
    context.close()
    return times


def in_new_tab(context: BrowserContext, url: str) -> float:
    page = context.new_page()
    try:
        return first_roll(page, url)
    finally:
        page.close()


def latencies(browser: Browser, url: str) -> dict[str, list[float]]:
    """From tap to painted result, on a page where Python runs already."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    first_roll(page, url)
    rolls = [page.evaluate(TAP, [ROLLER, ".fb-roll", ".fb-result"]) for _ in range(ROLLS)]
    page.locator(f"{ROLLER} .fb-odds > summary").click()
    odds = [page.evaluate(TAP, [ROLLER, f'[data-step="{1 if turn % 6 < 3 else -1}"]', ".fb-odds-body"])
            for turn in range(ROLLS // 4)]
    sweeps = [page.evaluate(TAP, [ROLLER, ".fb-what-if select", ".fb-what-if-body", over])
              for over in ["modifier", "attribute"] * (ROLLS // 16)]
    context.close()
    return {"a roll, tap to paint": rolls, "odds, change to paint": odds[1:], "first odds": odds[:1],
            "what if, choice to paint": sweeps}


def recalculations(browser: Browser, url: str) -> list[float]:
    """From a tap on one number after the other, there and back, to all of a calculator's answers, painted."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto(url)
    steps = page.locator("fb-calc").evaluate(STEPS)
    for step in steps[:2]:  # the first answer waits for Python
        page.evaluate(TAP, ["fb-calc", step, ".fb-calc-body"])
    times = [page.evaluate(TAP, ["article", step, "fb-calc"]) for step in steps * -(-CALCULATIONS // len(steps))]
    context.close()
    return times


if __name__ == "__main__":
    main()
