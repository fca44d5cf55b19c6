"""The dice of the history against fair dice."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import find_violations_in_sampled_schemes

KEEP = """async ([store, records]) => {
    const { keep } = await import("/assets/js/lib/store.js");
    for (const each of records) await (store === "rolls" ? keep.putLatest(store, [each], 200) : keep.add(store, each));
}"""


def build_roll(number: int, faces: list[int], source: str = "random", **more) -> dict:
    """Return a roll of the history, one of the last ten minutes."""
    at = int(time.time() * 1000) - 600_000 + number
    about = {
        "title": "Action roll",
        "verdict": "Critical success",
        "home": "psiops/playing/#psiops.action",
        "given": {},
    }
    rolled = {
        "id": "psiops.action",
        "params": {},
        "faces": faces,
        "dice": [{"sides": 6, "faces": faces, "kept": faces, "label": "2d6"}],
        "outcome": {"total": 14, "band": "critical", "momentum": 3},
        "steps": [],
        "sentence": "Action roll: critical success.",
        "source": source,
        "about": {**about, "given": {"attribute": "2"}, "tone": 1},
    }
    data = {
        "at": at,
        "game": "psiops",
        "sheet": "",
        "chosen": {},
        "isOfFight": False,
        "who": "Kestrel",
        "rolled": rolled,
    }
    return {
        "id": f"roll-{number}",
        "game": "psiops",
        "name": "",
        "data": {**data, **more},
        "changed": at,
        "revision": 1,
    }


def store(page: Page, kind: str, *records: dict) -> None:
    page.evaluate(KEEP, [kind, list(records)])


def open_part(page: Page, fb, name: str):
    part = page.locator(name)
    fb.press(part.locator("summary").first)
    return part


def test_luck_compares_the_history_with_fair_dice(page, fb):
    page.goto("/dice/")
    expect(page.locator("fb-luck:defined")).to_be_attached()
    luck = open_part(page, fb, "fb-luck")
    expect(luck).to_contain_text("No dice to count yet.")
    rolls = [build_roll(number, [6, 6]) for number in range(2)]
    store(page, "rolls", *rolls, build_roll(5, [1, 1], "own dice"), build_roll(6, [1, 1], "shared"))
    expect(luck).to_contain_text(
        "Your 4 d6 averaged 6.00; 3.5 is expected. Luck this good or better happens 1 time in 1,296.", timeout=fb.START
    )
    expect(luck).to_contain_text(
        "Not counted: 2 dice that you typed in yourself, and 2 dice of rolls that others shared"
    )
    fb.press(luck.locator("summary", has_text="as a table"))
    expect(luck.locator("tbody tr").last).to_have_text("640.67", use_inner_text=False)
    store(page, "rolls", build_roll(9, [1]))
    expect(luck).to_contain_text("Your 5 d6", timeout=fb.START)
    expect(luck.locator("table")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert find_violations_in_sampled_schemes(page, "fb-luck") == []


def test_nothing_is_computed_before_it_is_opened(page, fb):
    page.goto("/dice/")
    store(page, "rolls", build_roll(1, [3, 4]))
    page.reload(wait_until="networkidle")
    expect(page.locator("fb-luck:defined")).to_be_attached()
    assert page.locator("fb-luck section").count() == 0


@pytest.mark.trial
def test_tray_links_to_it(page, fb):
    page.goto("/psiops/")
    store(page, "rolls", build_roll(1, [6, 6]))
    page.keyboard.press("Alt+R")
    fb.press(page.get_by_role("tab", name="Rolls"))
    fb.press(page.get_by_role("link", name="My luck"))
    page.wait_for_url("**/dice/#luck")
    expect(page.locator("fb-luck")).to_contain_text("Your 2 d6 averaged 6.00", timeout=fb.START)
