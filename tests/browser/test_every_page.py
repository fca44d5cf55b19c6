"""Properties of every page: everything rolls, nothing rolls unasked, nothing overflows, and it is accessible.

Each page is visited once, on a phone: checked as it opens, then with everything on it opened and rolled.
"""

from functools import cache

import pytest
from playwright.sync_api import Page, expect

from tests.browser import page_checks
from tests.browser.axe import CONTRAST_RULE, find_violations, find_violations_in_both_schemes, use_color_scheme

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
CHECKED_TRAY_PAGES = {"/", "/dice/", "/combat/", "/psiops/", "/puml/", "/sideworld/", "/xmas/"}
"""Pages with different dice trays: a game's own tray has its core roll."""


@pytest.fixture(scope="session")
def get_survey(make_context, shared_pages, fb):
    """Return a function that visits a page once and returns the findings by kind."""

    def open_survey_page() -> Page:
        page = make_context("phone").new_page()
        page.emulate_media(reduced_motion="reduce")  # a half-faded colour would fail the contrast check
        page.goto("/dice/")
        return page

    return cache(lambda path: survey_page(shared_pages.get("surveyor", open_survey_page), path, fb))


def survey_page(page: Page, path: str, fb) -> dict:
    found = {}
    page.set_viewport_size({"width": PHONE, "height": 844})
    fb.go_to(page, path)
    expect(page.locator("article")).to_be_visible()
    found["said again"] = page.evaluate(FIND_REPEATED_TITLES)
    found["height"], found["long forms"] = page.evaluate(HEIGHT), page.evaluate(LONGER_THAN_A_SCREEN)
    found["small dice"] = page.evaluate(page_checks.SMALL_TARGETS, page_checks.DICE)
    found["rolls"] = page.evaluate(page_checks.ROLL_EVERYTHING)
    page.evaluate(page_checks.TWICE_AS_LARGE, True)
    found["large text"] = page.evaluate(page_checks.OVERLAPS)
    page.evaluate(page_checks.TWICE_AS_LARGE, False)
    page.evaluate(page_checks.OPEN_EVERYTHING)
    page.evaluate(MARK_ROWS_WITH_DICE)
    found["axe, light"] = find_violations(page)
    with use_color_scheme(page, "dark"):
        found["axe, dark"] = find_violations(page, rules=CONTRAST_RULE)
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
    found["large text"] += [each for look in page_checks.ROOM for each in page.evaluate(look)]
    page.evaluate(page_checks.TWICE_AS_LARGE, False)
    if path in CHECKED_TRAY_PAGES:
        survey_tray(page, path, found)
    page.evaluate("localStorage.clear()")
    return found


def survey_tray(page: Page, path: str, found: dict) -> None:
    """Check the tray as it opens, and its list of rolls with one expanded."""
    page.set_viewport_size({"width": NARROW, "height": 844})
    page.evaluate(FORGET_ROLLS)
    page.evaluate(OPEN_TRAY)
    tray = page.locator(TRAY_CONTENT)
    expect(tray.locator(".fb-tray-game")).to_have_count(5)
    expect(tray.locator("fb-roller")).to_have_count(0 if path in ("/", "/dice/") else 1)
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
        found["axe, light"] += find_violations(page, TRAY_CONTENT)
        with use_color_scheme(page, "dark"):
            found["axe, dark"] += find_violations(page, TRAY_CONTENT, CONTRAST_RULE)
        found["small controls"] += page.evaluate(page_checks.SMALL_TARGETS, f"{TRAY_CONTENT} {page_checks.CONTROLS}")
        found[f"no room at {NARROW}"] += page.evaluate(
            page_checks.STICKS_OUT.replace(".md-content *", f"{TRAY_CONTENT} *")
        )
    page.keyboard.press("Escape")
    expect(tray).to_have_count(0)


def test_page_rolls_nothing_before_a_tap(get_survey, each_path):
    assert [each for each in get_survey(each_path)["rolls"] if each["before"]] == []


def test_every_rule_table_and_die_rolls(get_survey, each_path):
    assert [(each["name"], each["refusal"]) for each in get_survey(each_path)["rolls"] if each["refusal"]] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_expanded_page_with_results_has_no_axe_violations(get_survey, each_path, scheme):
    assert get_survey(each_path)[f"axe, {scheme}"] == []


@pytest.mark.trial
@pytest.mark.every_size
def test_freshly_opened_page_has_no_axe_violations(page, each_path):
    page.goto(each_path)
    assert find_violations_in_both_schemes(page) == []


@pytest.mark.parametrize("kind", ["dice", "controls"])
def test_tap_targets_are_large_enough(get_survey, each_path, kind):
    assert get_survey(each_path)[f"small {kind}"] == []


@pytest.mark.parametrize("width", [PHONE, NARROW])
def test_page_has_no_overflow_overlap_or_broken_words(get_survey, each_path, width):
    assert get_survey(each_path)[f"no room at {width}"] == []


def test_text_at_200_percent_fits(get_survey, each_path):
    assert get_survey(each_path)["large text"] == []


def test_page_height_stays_below_the_limit(get_survey, each_path):
    """The fights of COMBAT!, PSIOPS and Sideworld were once 16,000 to 19,000 px high.

    The authoring guide has no forms, and its pages are long texts.
    """
    assert get_survey(each_path)["height"] < (18_000 if each_path.startswith("/authoring/") else 10_500)


def test_collapsed_form_fits_on_a_phone_screen(get_survey, each_path):
    """The form about how long a target lasts was once 1,014 px high, with half of each row empty."""
    assert get_survey(each_path)["long forms"] == []


def test_titles_below_a_heading_do_not_repeat_it(get_survey, each_path):
    assert get_survey(each_path)["said again"] == []
