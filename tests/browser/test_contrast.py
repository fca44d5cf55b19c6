"""Contrast of 3:1 for fields and focus rings against their surroundings (WCAG 1.4.11), in light and dark."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.chromium

RATIOS = """(about) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgba = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return canvas.getImageData(0, 0, 1, 1).data;
    };
    const brightness = (colour) => [...rgba(colour)].slice(0, 3).map((each) => each / 255)
        .map((each) => (each <= .03928 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4))
        .reduce((all, each, at) => all + each * [.2126, .7152, .0722][at], 0);
    const behind = (element) => {
        for (let each = element; each; each = each.parentElement) {
            const { backgroundColor } = getComputedStyle(each);
            if (rgba(backgroundColor)[3] === 255) return backgroundColor;
        }
        return "white";
    };
    window.ratio = (element, colour) => {
        const [one, other] = [colour, behind(element.parentElement)].map(brightness).sort();
        return (other + .05) / (one + .05);
    };
}"""

FIELDS = """:is(article, dialog[open]) :is(input:not([type=checkbox], [type=radio]), select, textarea, .fb-stepper,
    .fb-toggle > span, .fb-set-up-dice)"""
FAINT_EDGES = """(fields) => [...document.querySelectorAll(fields)]
    .filter((each) => each.checkVisibility({ opacityProperty: true }))
    .map((each) => [each, getComputedStyle(each)])
    .filter(([, { borderTopStyle, borderTopWidth }]) => borderTopStyle === "solid" && borderTopWidth !== "0px")
    .map(([each, { borderTopColor }]) => [each, ratio(each, borderTopColor)])
    .filter(([, of]) => of < 3)
    .map(([each, of]) => `${each.outerHTML.slice(0, 100)} has ${of.toFixed(2)}`)"""

FAINT_RING = """() => {
    const { outlineColor, outlineStyle } = getComputedStyle(document.activeElement);
    const of = ratio(document.activeElement, outlineColor);
    return outlineStyle === "none" || of < 3
        ? `${document.activeElement.outerHTML.slice(0, 100)} has ${outlineStyle} ${of.toFixed(2)}` : "";
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/psiops/combat/", "/sideworld/calc/", "/dice/", "/xmas/fight/"])
def test_field_borders_have_enough_contrast(warm_page, fb, path, scheme):
    fb.go_to(warm_page, path)
    warm_page.emulate_media(color_scheme=scheme)
    try:
        warm_page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        warm_page.evaluate(RATIOS)
        assert warm_page.evaluate(FAINT_EDGES, FIELDS) == []
    finally:
        warm_page.emulate_media(color_scheme="light")


def open_search(page):
    page.keyboard.press("/")
    return page.get_by_role("searchbox", name="Search the rules")


def open_named_dice(page):
    page.locator("[data-opens=tray]:visible").click()
    page.get_by_role("dialog").get_by_role("button", name="d6", exact=True).click()
    page.get_by_role("button", name="Save these dice under a name").click()
    return page.get_by_role("textbox", name="Name for")


def open_comparison(page):
    page.get_by_role("button", name="Compare with this").click()
    return page.get_by_role("textbox", name="Other dice to compare with")


def open_sheet_form(page):
    page.locator(".fb-sheets-makers [data-make]").first.click()
    page.locator(".fb-plate-more").click()
    page.get_by_role("button", name="Edit as a form").click()
    return page.locator(".fb-sheet-form [name=notes]")


def open_screens(page):
    page.get_by_role("button", name="Screens", exact=True).click()
    return page.get_by_role("combobox", name="Paper")


@pytest.mark.examples(1)
@pytest.mark.parametrize(
    ("path", "opened"),
    [
        ("/psiops/", open_search),
        ("/dice/", open_named_dice),
        ("/sideworld/calc/", open_comparison),
        ("/xmas/characters/", None),
        ("/xmas/characters/", open_sheet_form),
        ("/psiops/screen/", open_screens),
    ],
)
def test_borders_of_fields_in_opened_panels_have_enough_contrast(warm_page, fb, path, opened):
    fb.go_to(warm_page, path)
    ready = opened(warm_page) if opened else warm_page.get_by_role("combobox", name="Enemy from the rules")
    expect(ready).to_be_attached(timeout=fb.START)
    try:
        warm_page.evaluate("document.querySelectorAll('article details').forEach((each) => { each.open = true; })")
        warm_page.evaluate(RATIOS)
        for scheme in ("light", "dark"):
            warm_page.emulate_media(color_scheme=scheme)
            assert warm_page.evaluate(FAINT_EDGES, FIELDS) == []
    finally:
        warm_page.emulate_media(color_scheme="light")
        warm_page.keyboard.press("Escape")
        expect(warm_page.locator("dialog:modal")).to_have_count(0)
        fb.clear_storage(warm_page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_focus_ring_has_contrast_in_header_tabs_and_footer(desktop, scheme):
    desktop.emulate_media(color_scheme=scheme)
    desktop.goto("/psiops/")
    desktop.evaluate(RATIOS)
    stops = desktop.locator(":is(.md-header, .md-tabs, .md-footer) :is(a, button):visible")
    assert stops.count() > 8
    desktop.keyboard.press("Tab")  # shows the focus ring from now on
    for stop in stops.all():
        stop.focus()
        assert desktop.evaluate(FAINT_RING) == ""
