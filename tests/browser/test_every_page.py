"""Properties of every page: everything rolls, nothing rolls unasked, nothing overflows, and it is accessible.

Each page is visited once, on a phone: checked as it opens, then with everything on it opened and rolled.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import page_checks
from tests.browser.axe import find_violations_in_sampled_schemes

NARROW, PHONE = 320, 390

MARK_ROWS_WITH_DICE = """() => {
    for (const table of document.querySelectorAll("fb-table[die]")) {
        const row = table.querySelector("tbody tr:has(fb-die)");
        if (!row) continue;
        table.querySelectorAll("[aria-current]").forEach((each) => each.removeAttribute("aria-current"));
        row.setAttribute("aria-current", "true");
    }
}"""
"""Script that replaces the randomly marked row by a fixed one, so that every run is the same."""

HEIGHT = "document.documentElement.scrollHeight"
LONGER_THAN_A_SCREEN = """() => [...document.querySelectorAll(".md-content fb-roller form")]
    .filter((form) => form.offsetHeight > innerHeight).map((form) => form.parentElement.id)"""

FIND_REPEATED_TITLES = """() => {
    const plain = (text) => text.toLowerCase().replace(/\\s*\\(.*?\\)|s\\b|#/g, "").trim();
    let heading = "";
    const again = [];
    for (const each of document.querySelectorAll(
            "article :is(h2, h3, h4, .fb-fold > summary), article caption, article .fb-title > span:first-child")) {
        const title = each.closest(".fb-title, caption");
        if (!title) heading = plain(each.textContent);
        else if (plain(each.textContent) === heading && each.offsetWidth > 2) again.push(heading);
    }
    return again;
}"""

OPEN_TRAY = "document.querySelector('[data-opens=tray]').click()"
FORGET_ROLLS = "async () => { await (await import('/assets/js/entry/tray.js')).forgetRolls(); }"
TRAY_CONTENT = "dialog.fb-tray[open]"
CHECKED_TRAY_PAGES = {"/dice/", "/combat/", "/psiops/", "/puml/", "/sideworld/", "/xmas/"}
"""Pages with different dice trays: a game's own tray has its core roll."""


LIMITS = {"/authoring/": 40_000, "/speed/": 15_000, "/": 10_500}
"""The greatest height of a page below an address; the first that fits counts.

The fights of COMBAT!, PSIOPS and Sideworld were once 16,000 to 19,000 px high. The authoring guide has no forms, and
its pages are long texts.
"""


@pytest.fixture
def survey_page(make_context, shared_pages) -> Page:
    """Return a phone's page that all surveys share."""

    def open_survey_page() -> Page:
        page = make_context("phone").new_page()
        page.emulate_media(reduced_motion="reduce")  # a half-faded colour would fail the contrast check
        page.goto("/dice/")
        return page

    return shared_pages.get("surveyor", open_survey_page)


def test_page_rolls_fits_and_is_accessible(survey_page, each_path, fb):
    page, found = survey_page, {}
    page.set_viewport_size({"width": PHONE, "height": 844})
    fb.go_to(page, each_path)
    expect(page.locator("article")).to_be_visible()
    limit = next(height for start, height in LIMITS.items() if each_path.startswith(start))
    found["higher than the limit"] = page.evaluate(f"{HEIGHT} >= {limit} ? [{HEIGHT}] : []")
    found["titles that repeat their heading"] = page.evaluate(FIND_REPEATED_TITLES)
    # The form about how long a target lasts was once 1,014 px high, with half of each row empty.
    found["forms longer than a screen"] = page.evaluate(LONGER_THAN_A_SCREEN)
    found["small dice"] = page.evaluate(page_checks.SMALL_TARGETS, page_checks.DICE)
    rolls = page.evaluate(page_checks.ROLL_EVERYTHING)
    is_example = each_path == "/workbench/"  # it shows a roll of the rule being written
    found["rolled before a tap"] = [each for each in rolls if each["before"] and not is_example]
    found["refused rolls"] = [each for each in rolls if each["refusal"]]
    page.evaluate(page_checks.TWICE_AS_LARGE, True)
    found["text at 200 percent"] = page.evaluate(page_checks.OVERLAPS)
    page.evaluate(page_checks.TWICE_AS_LARGE, False)
    page.evaluate(page_checks.OPEN_EVERYTHING)
    page.evaluate(MARK_ROWS_WITH_DICE)
    found["axe"] = find_violations_in_sampled_schemes(page)
    found["small controls"] = page.evaluate(page_checks.SMALL_TARGETS, f"{page_checks.CONTROLS}, .md-header__button")
    for width in (PHONE, NARROW):
        page.set_viewport_size({"width": width, "height": 844})
        found[f"no room at {width}"] = [
            each
            for look in (page_checks.STICKS_OUT, page_checks.OVERLAPS, page_checks.BROKEN_WORDS)
            for each in page.evaluate(look)
        ]
    page.set_viewport_size({"width": PHONE, "height": 844})
    page.evaluate(page_checks.TWICE_AS_LARGE, True)
    found["text at 200 percent"] += [each for look in page_checks.ROOM for each in page.evaluate(look)]
    page.evaluate(page_checks.TWICE_AS_LARGE, False)
    if each_path in CHECKED_TRAY_PAGES:
        survey_tray(page, each_path, found)
    page.evaluate("localStorage.clear()")
    assert {kind: faults for kind, faults in found.items() if faults} == {}


def survey_tray(page: Page, path: str, found: dict) -> None:
    """Check the tray as it opens, and its list of rolls with one expanded."""
    page.set_viewport_size({"width": NARROW, "height": 844})
    page.evaluate(FORGET_ROLLS)
    page.evaluate(OPEN_TRAY)
    tray = page.locator(TRAY_CONTENT)
    expect(tray.locator(".fb-tray-game")).to_have_count(5)
    expect(tray.locator("fb-roller")).to_have_count(0 if path == "/dice/" else 1)
    tray.get_by_role("textbox", name="Dice to roll").fill("")
    tray.get_by_role("button", name="d6", exact=True).click()
    tray.get_by_role("button", name="Roll d6", exact=True).last.click()
    expect(tray.locator(".fb-tray-number")).to_be_visible()
    for pane in ("Dice", "Rolls"):
        tray.get_by_role("tab", name=pane).click()
        if pane == "Rolls":
            expect(tray.locator(".fb-past li")).to_have_count(1)
            tray.locator(".fb-past summary").click()
            expect(tray.get_by_role("button", name="Copy", exact=True)).to_be_visible()
        found["axe"] += find_violations_in_sampled_schemes(page, TRAY_CONTENT)
        found["small controls"] += page.evaluate(page_checks.SMALL_TARGETS, f"{TRAY_CONTENT} {page_checks.CONTROLS}")
        found[f"no room at {NARROW}"] += page.evaluate(
            page_checks.STICKS_OUT.replace(".md-content *", f"{TRAY_CONTENT} *")
        )
    page.keyboard.press("Escape")
    expect(tray).to_have_count(0)


@pytest.mark.trial
@pytest.mark.every_size
def test_freshly_opened_page_has_no_axe_violations(page, each_path):
    page.goto(each_path)
    assert find_violations_in_sampled_schemes(page) == []
