"""Opened panels at a width of 320 px, and with text twice as large on a phone: everything is reachable.

A page never gets wider, so overflowing parts would be clipped; the tests therefore compare boxes, not widths.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_checks import CUT_OFF, OVERLAPS, TWICE_AS_LARGE
from tests.browser.test_every_page import NARROW, PHONE, TRAY_CONTENT

pytestmark = pytest.mark.chromium  # the boxes of one engine suffice

STICKS_OUT = """(place) => [...document.querySelectorAll(`${place} *`)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true })
        && !each.closest(".fb-hidden, .fb-tray-formulas, .fb-board-pick") && !each.parentElement.closest(".fb-scroll"))
    .filter((each) => {
        const { left, right, width, height } = each.getBoundingClientRect();
        return width && height && (left < -1 || right > document.documentElement.clientWidth + 1);
    })
    .map((each) => each.outerHTML.slice(0, 120)).slice(0, 5)"""
"""Script that finds elements beyond the screen's edge, except for those that scroll sideways on purpose."""

OUT_OF_REACH = """(place) => [...document.querySelectorAll(`${place} :is(button, input, select, summary)`)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => {
        each.scrollIntoView({ block: "center", inline: "nearest" });
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return !seen || !each.contains(seen) && !seen.closest("label")?.contains(each);
    })
    .map((each) => each.outerHTML.slice(0, 120)).slice(0, 5)"""


CLEAR_STORAGE = """async () => {
    localStorage.clear();
    for (const { name } of await indexedDB.databases()) {
        const opening = indexedDB.open(name);
        await new Promise((done, failed) => Object.assign(opening, { onsuccess: done, onerror: failed }));
        const stores = [...opening.result.objectStoreNames];
        const clearing = stores.length ? opening.result.transaction(stores, "readwrite") : null;
        for (const store of stores) clearing.objectStore(store).clear();
        if (clearing) await new Promise((oncomplete, onabort) => Object.assign(clearing, { oncomplete, onabort }));
        opening.result.close();
    }
}"""
"""Script that clears everything that the page has stored, such as a fight."""


def open_tray(page: Page, fb) -> str:
    """Open the tray and roll five kinds of dice."""
    fb.go_to(page, "/psiops/combat/")
    page.locator("[data-opens=tray]:visible").click()
    dice = page.locator(TRAY_CONTENT)
    expect(dice.locator("fb-roller")).to_be_visible()
    for die in ("d6", "d8", "d20", "d66", "d100"):
        dice.get_by_role("button", name=die, exact=True).click()
    dice.get_by_role("button", name="Roll d6+d8+d20+d66+d100", exact=True).last.click()
    expect(dice.locator(".fb-tray-number")).to_be_in_viewport(ratio=0.9)
    return TRAY_CONTENT


def open_tile_menu(page: Page, fb) -> str:
    fb.go_to(page, "/psiops/screen/")
    page.locator(".fb-tile-more").first.click()
    page.locator(".fb-tile").first.evaluate("tile => tile.style.setProperty('--width', 2)")  # the minimum
    menu = ".fb-tile[data-open] .fb-tile-menu"
    expect(page.locator(menu)).to_be_visible()
    return menu


def open_comparison(page: Page, fb) -> str:
    """Open three compared scenarios."""
    fb.go_to(page, "/sideworld/calc/")
    page.get_by_role("button", name="Compare with this").click()
    page.get_by_role("button", name="Add this set-up").click()
    expect(page.locator(".fb-laid tbody tr")).to_have_count(4 * 3, timeout=fb.START)
    return ".fb-calc-answers"


def open_cards(page: Page, fb) -> str:
    fb.go_to(page, "/psiops/paper/")
    expect(page.locator("fb-paper.fb-paper--ready")).to_be_attached()
    page.get_by_role("radio", name="Cards").check(force=True)
    page.locator(".fb-deck").first.evaluate("deck => { deck.open = true; }")
    return ".fb-paper-cards"


def open_drawer(page: Page, fb) -> str:
    page.goto("/psiops/")  # the theme closes the menu after navigation by a link
    page.locator(".fb-thumb").get_by_role("button", name="Rules").click()
    menu = page.locator(".md-sidebar--primary")
    expect(menu).to_be_in_viewport()
    fb.wait_until(page, "() => document.querySelector('.md-sidebar--primary').getBoundingClientRect().left > -1")
    return ".fb-menu"


def open_forecast(page: Page, fb) -> str:
    """Open a forecast above a form in the fight."""
    fb.go_to(page, "/xmas/fight/")
    fight = page.locator("fb-fight")
    unfold = "all => all.forEach((each) => { each.open = true; })"
    for kind in ("Operator", "Cannon Fodder"):
        fight.get_by_role("button", name=f"Add: {kind}", exact=True).first.click()
        shown = fight.locator(".fb-piece:not([data-free]) .fb-board-name", has_text=kind)
        expect(shown).to_be_visible(timeout=fb.START)
    fight.get_by_role("button", name="Who will win?").click()
    expect(fight.locator(".fb-forecast-people li").first).to_be_visible(timeout=fb.START)
    fight.locator("details").evaluate_all(unfold)
    fight.locator('.fb-piece[data-role="acts"]').click()
    fight.get_by_role("button", name="Correct the sheet").first.click()
    expect(fight.locator(".fb-fight-form .fb-stepper").first).to_be_attached(timeout=fb.START)
    fight.locator("details").evaluate_all(unfold)
    return "fb-fight"


@pytest.fixture
def resizable_page(warm_phone):
    """Yield a phone's page that the test may resize; afterwards restore its size and clear its storage."""
    yield warm_phone
    warm_phone.keyboard.press("Escape")
    warm_phone.evaluate("document.querySelector('#__drawer:checked')?.click()")
    warm_phone.evaluate(TWICE_AS_LARGE, False)
    warm_phone.set_viewport_size({"width": PHONE, "height": 844})
    warm_phone.evaluate(CLEAR_STORAGE)


@pytest.mark.examples(2)
@pytest.mark.parametrize(("width", "twice"), [(NARROW, False), (PHONE, True)], ids=["narrow", "twice as large"])
@pytest.mark.parametrize(
    "opened",
    [
        open_tray,
        open_tile_menu,
        open_comparison,
        open_cards,
        open_drawer,
        pytest.param(open_forecast, marks=pytest.mark.trial),
    ],
)
def test_opened_panels_are_neither_clipped_nor_unreachable(resizable_page, fb, opened, width, twice):
    page = resizable_page
    page.set_viewport_size({"width": width, "height": 844})
    page.evaluate(TWICE_AS_LARGE, twice)
    place = opened(page, fb)
    looks = [STICKS_OUT]
    if opened is not open_tile_menu:  # the menu covers its tile
        looks.append(OVERLAPS.replace('document.querySelector(".md-content")', f'document.querySelector("{place}")'))
    if (
        twice or opened is not open_tray
    ):  # there a long formula is cut short on its button, and the dice stay at the thumb
        looks.append(CUT_OFF.replace(".md-content", place))
    if opened in (open_tray, open_tile_menu, open_drawer):
        looks.append(OUT_OF_REACH)
    assert [each for look in looks for each in page.evaluate(look, place)] == []
