"""The place of an open sheet's controls on a phone: none lies over another, and none moves when the page changes."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.opened_sheets import PARTS, SLUGS, fill_lists, list_kinds, open_sheet

FULL = {
    "psiops.operative": {
        "weapons": [
            {"name": "Longest rifle of the armory", "ammo": 6, "full": 6},
            {"name": "B", "ammo": 5, "full": 6},
        ],
        "talents": [{"talent": "11"}],
    },
    "sideworld.character": {
        "weapons": [{"name": "Bow", "clip": 12, "loaded": 12}, {"name": "B", "clip": 8, "loaded": 8}]
    },
    "xmas.operator": {"weapons": [{"name": "First"}, {"name": "Second"}]},
    "puml.character": {"attributes": [{"name": "Brawn", "value": 2}, {"name": "Wits", "value": 1}]},
    "combat.character": {"weapons": [{"name": "First", "blunt": "no"}]},
}
"""Fields of the characters with the most boxes and the longest names; other sheets have their presets."""

USUAL_KINDS = 2
"""The number of kinds of a game's sheets, characters and enemies, that are checked in every run; trials check all."""

OVERLAPS = """() => {
    for (const panel of document.querySelectorAll(".fb-sheet-panel")) panel.classList.remove("fb-sheet-panel--closed");
    for (const fold of document.querySelectorAll(".fb-sheet-body details")) fold.open = true;
    const controls = [...document.querySelectorAll(
        ".fb-sheet-body :is(button, select, summary, .fb-pips, .fb-gauge-bar)")]
        .filter((each) => each.checkVisibility());
    const name = (each) => each.getAttribute("aria-label") ?? (each.textContent.trim() || each.className);
    const boxesOf = (each) => [each, ...each.querySelectorAll("i, b, small, span")]
        .map((part) => part.getBoundingClientRect()).filter(({ width }) => width);
    const boxes = controls.map((element) => [element, boxesOf(element)]);
    const isOver = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const width = document.documentElement.clientWidth;
    const faults = boxes.filter(([, all]) => all.some(({ left, right }) => left < -1 || right > width + 1))
        .map(([element]) => `${name(element)} runs off the page`);
    for (const [at, [one, its]] of boxes.entries()) {
        for (const [other, theirs] of boxes.slice(at + 1)) {
            if (!one.contains(other) && !other.contains(one) && its.some((a) => theirs.some((b) => isOver(a, b))))
                faults.push(`${name(one)} lies over ${name(other)}`);
        }
    }
    return faults;
}"""

RUNS_OVER = """() => {
    const flows = (element) => !["inline", "contents"].includes(getComputedStyle(element).display);
    const findRoom = (element) => {
        let room = element.parentElement;
        while (!flows(room)) room = room.parentElement;
        return room;
    };
    // The bar of tabs and warnings reach to the edges of the page.
    const ALLOWED = ".fb-tabs, .fb-sheet-warning, :is(.fb-hidden, .fb-scroll, svg), :is(.fb-hidden, .fb-scroll, svg) *";
    const found = new Set();
    for (const element of document.querySelectorAll(".fb-sheet-body *")) {
        if (!element.checkVisibility() || !flows(element) || element.matches(ALLOWED)) continue;
        if (["absolute", "fixed"].includes(getComputedStyle(element).position)) continue;
        const room = findRoom(element);
        if (getComputedStyle(room).overflowX !== "visible") continue;
        const [box, around] = [element.getBoundingClientRect(), room.getBoundingClientRect()];
        const over = Math.max(box.right - around.right, around.left - box.left);
        if (box.width > 1 && over > 1)
            found.add(`${element.outerHTML.slice(0, 90)} runs ${Math.round(over)} px over ${room.className}`);
    }
    return [...found];
}"""
"""Script that finds boxes that are wider than the room around them, after OVERLAPS has opened everything."""


def count_rolls(page: Page) -> int:
    return page.evaluate("""async () => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        const noted = Object.keys(localStorage).filter((name) => name.startsWith("fieldbook:rolled:"));
        return (await keep.list("rolls")).length + noted.length;
    }""")


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=[] if at < USUAL_KINDS else pytest.mark.trial)
        for slug in SLUGS
        for at, kind in enumerate(list_kinds(slug))
    ],
)
def test_boxes_of_a_sheet_have_room_at_any_size_of_text(make_page, fb, kind):
    """The box with the layers' numbers once ran 8 px over its place."""
    page = make_page("phone")
    open_sheet(page, kind, fb.START, **fill_lists(kind) | FULL.get(kind, {}))
    faults = {}
    for percent in (100, 125, 150, 200):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", f"{1.25 * percent}%")
        faults[percent] = [*page.evaluate(OVERLAPS), *page.evaluate(RUNS_OVER)]
    assert faults == {100: [], 125: [], 150: [], 200: []}


def test_address_of_a_character_shows_the_character(make_page, fb):
    page = make_page("phone")
    open_sheet(page, "psiops.operative", fb.START, **FULL["psiops.operative"])
    expect(page.locator("h3.fb-sheet-name")).to_be_in_viewport()
    page.reload()
    expect(page.locator(PARTS).first).to_be_attached(timeout=fb.START)
    expect(page.locator("h3.fb-sheet-name")).to_be_in_viewport()


@pytest.mark.trial
def test_tab_that_sticks_to_the_top_shows_its_own_start(make_page, fb):
    page = make_page("phone")
    open_sheet(page, "psiops.operative", fb.START, **FULL["psiops.operative"])
    tabs = page.locator(".fb-tabs")
    up = page.locator(".fb-tabs-up")
    expect(up).to_be_hidden()
    page.evaluate("() => scrollTo(0, document.querySelector('.fb-sheet-body').getBoundingClientRect().bottom - 600)")
    fb.settle(tabs)
    before = tabs.bounding_box()["y"]
    for tab in page.get_by_role("tab").all():
        box = tab.bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # its tap would scroll first
        expect(tab).to_have_attribute("aria-selected", "true")
        assert abs(tabs.bounding_box()["y"] - before) < 2
        panel = page.locator(".fb-sheet-panel:not(.fb-sheet-panel--closed)").first
        assert 0 <= panel.bounding_box()["y"] - before < 120
        page.evaluate("scrollBy(0, 300)")
    expect(up).to_have_text(re.compile(r"^HP \d of \d$"))
    up.tap()
    expect(page.locator(".fb-vitals")).to_be_in_viewport()
    expect(up).to_be_hidden()


@pytest.mark.chromium
def test_number_field_takes_any_minus_sign_and_ignores_the_wheel(make_page, fb):
    page = make_page("desktop")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/psiops/combat/")
    field = page.locator("fb-roller input[type=number][min^='-']").first
    field.evaluate("""field => { for (let each = field; each; each = each.parentElement) if (each.open === false)
        each.open = true; }""")
    expect(field).to_have_attribute("inputmode", "text")
    field.scroll_into_view_if_needed()
    field.fill("")
    page.evaluate("navigator.clipboard.writeText('−2')")
    field.press("ControlOrMeta+V")
    expect(field).to_have_value("-2")
    field.fill("")
    page.keyboard.insert_text("−")
    page.keyboard.insert_text("1")
    expect(field).to_have_value("-1")
    field.hover()
    top = page.evaluate("scrollY")
    page.mouse.wheel(0, 200)
    fb.wait_until(page, "top => scrollY !== top", top)
    expect(field).to_have_value("-1")
    expect(field).to_be_focused()
    expect(field).to_be_editable()
