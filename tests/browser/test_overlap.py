"""Overlap and overflow: nothing covers text or runs off the edge, also with text twice as large."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import page_checks
from tests.browser.axe import find_violations_in_sampled_schemes

WIDE = [
    "/",
    "/psiops/",
    "/psiops/combat/",
    "/psiops/calc/",
    "/combat/derived/",
    "/combat/calc/",
    "/sideworld/combat/",
    "/sideworld/calc/",
    "/puml/dice/",
    "/xmas/combat/",
    "/xmas/calc/",
    "/compare/",
    "/dice/",
]
DOUBLE_FONT_SIZE = "250%"  # Material uses 125%

OFF_THE_EDGE = """() => [...document.querySelectorAll(
        "caption > span, .fb-calc-summary *, h1, h2, h3, .fb-title *, .fb-roll, legend, .fb-thumb *, [data-over]")]
    .filter((each) => each.checkVisibility() && each.getClientRects().length && !each.closest(".fb-hidden"))
    .filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left < -1 || right > document.documentElement.clientWidth + 1;
    })
    .map((each) => `${each.localName}.${each.className}: ${each.textContent.trim().slice(0, 60)}`)"""

IS_COVERED = """() => {
    const field = document.activeElement;
    const box = (field.closest(".fb-stepper, label") ?? field).getBoundingClientRect();
    if (box.height > 200) return []; // a table's own scroll, say
    const bars = [...document.querySelectorAll(".md-header, .fb-calc-summary, .fb-thumb, .fb-actions")]
        .filter((bar) => bar.checkVisibility() && /fixed|sticky/.test(getComputedStyle(bar).position)
            && !bar.contains(field));
    return bars.filter((bar) => {
        const { top, bottom } = bar.getBoundingClientRect();
        return box.bottom > top + 1 && box.top < bottom - 1;
    }).map((bar) => `${field.name || field.textContent.trim()} is under ${bar.className}`);
}"""


@pytest.mark.parametrize("path", WIDE)
def test_titles_bars_and_buttons_fit_with_text_at_200_percent(warm_page, fb, path):
    fb.go_to(warm_page, path)
    expect_all_on_screen(warm_page)
    warm_page.evaluate(f"document.documentElement.style.fontSize = '{DOUBLE_FONT_SIZE}'")
    try:
        expect_all_on_screen(warm_page)
    finally:
        warm_page.evaluate("document.documentElement.style.fontSize = ''")


def expect_all_on_screen(page: Page) -> None:
    assert page.evaluate(OFF_THE_EDGE) == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 1


LOW_ROWS = """() => {
    const style = new CSSStyleSheet();
    style.replaceSync(".fb-table--stacked tr { height: 45px !important }");
    document.adoptedStyleSheets.push(style);
}"""


def test_check_for_text_over_text_finds_rows_that_run_over_the_next(warm_phone, fb):
    """Rows of stacked tables once had a fixed height, and the results of dice in them ran over the row below."""
    fb.go_to(warm_phone, "/psiops/talents/")
    assert warm_phone.evaluate(page_checks.ROLL_EVERYTHING)
    assert warm_phone.evaluate(page_checks.OVERLAPS) == []
    warm_phone.evaluate(LOW_ROWS)
    try:
        assert len(warm_phone.evaluate(page_checks.OVERLAPS)) == 5  # the first ones
    finally:
        warm_phone.evaluate("document.adoptedStyleSheets.pop()")


@pytest.mark.parametrize("path", ["/psiops/combat/", "/psiops/calc/", "/sideworld/calc/", "/combat/derived/"])
def test_focused_controls_are_not_covered_by_bars(page, path):
    page.goto(path)
    page.locator("article").evaluate("article => { article.tabIndex = -1; article.focus(); }")
    page.locator(".fb-group").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    covered = set()
    for key in ("Tab", "Shift+Tab"):
        for _ in range(60):
            page.keyboard.press(key)
            if not page.evaluate("document.activeElement.closest('article') !== null"):
                break
            covered |= {f"{key}: {each}" for each in page.evaluate(IS_COVERED)}
    assert covered == set()


def test_tabbing_to_the_colour_switch_does_not_scroll_small_screens(page):
    """Without a sticky header, the page once jumped to its foot, where the switch was."""
    page.set_viewport_size({"width": 320, "height": 256})
    page.goto("/psiops/combat/")
    switch = page.get_by_role("radio", name="Follow the system")
    expect(switch).to_be_attached()
    for _ in range(8):
        page.keyboard.press("Tab")
        if switch.evaluate("each => each === document.activeElement"):
            break
    expect(switch).to_be_focused()
    assert page.evaluate("scrollY") == 0


def test_scroll_padding_fits_the_summary_of_each_calculator(warm_phone, fb):
    for path in ("/psiops/calc/", "/sideworld/calc/", "/psiops/calc/"):
        fb.go_to(warm_phone, path)
        fb.wait_until(
            warm_phone,
            """() => {
            const [numbers, thumb] = [".fb-calc-summary", ".fb-thumb"].map((each) => document.querySelector(each));
            const room = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom);
            return room > numbers.offsetHeight + thumb.offsetHeight;
        }""",
        )


def test_cancelled_tab_press_does_not_scroll_on_the_next_click(desktop):
    """The key press was once remembered, and the next clicked field scrolled from under the header during the click."""
    desktop.goto("/psiops/calc/")
    field = desktop.locator("fb-calc .fb-stepper input").first
    desktop.evaluate("addEventListener('keydown', (event) => event.preventDefault(), { once: true })")
    desktop.keyboard.press("Tab")
    covered = """field => {
        const edge = document.querySelector(".md-header").getBoundingClientRect().bottom;
        scrollBy(0, field.getBoundingClientRect().top - edge + 8);
        return [edge + 4, scrollY];
    }"""
    edge, before = field.evaluate(covered)
    box = field.bounding_box()
    desktop.mouse.click(box["x"] + box["width"] / 2, edge + 8)
    expect(field).to_be_focused()
    assert desktop.evaluate("scrollY") == before


def test_scrolled_page_has_no_floating_elements_over_text(warm_page, fb):
    fb.go_to(warm_page, "/psiops/combat/")
    warm_page.evaluate("scrollTo(0, 3000)")
    warm_page.evaluate("scrollTo(0, 2600)")  # such buttons appear when scrolling up
    floating = warm_page.evaluate("""() => [...document.querySelectorAll("body *")]
        .filter((each) => getComputedStyle(each).position === "fixed")
        .filter((each) => each.checkVisibility({ opacityProperty: true }))
        .filter((each) => { const box = each.getBoundingClientRect(); return box.width * box.height > 100
            && box.bottom > 0 && box.top < innerHeight && box.left < innerWidth && box.right > 0; })
        .map((each) => each.className)""")
    assert [each for each in floating if each != "fb-thumb"] == []


@pytest.mark.trial
def test_opened_what_if_is_in_view(warm_page, fb):
    fb.go_to(warm_page, "/psiops/calc/")
    fb.press(warm_page.get_by_role("button", name="Attribute", exact=True).first)
    chart = warm_page.locator(".fb-what-if-body svg.fb-svg").first
    expect(chart).to_be_visible(timeout=fb.START)
    expect(chart).to_be_in_viewport(ratio=0.9)
    title = warm_page.locator(".fb-what-if-title")
    expect(title).to_be_in_viewport()
    assert find_violations_in_sampled_schemes(warm_page) == []


def test_what_if_title_fits_on_a_phone(warm_phone, fb):
    fb.go_to(warm_phone, "/sideworld/calc/")
    fb.press(warm_phone.get_by_role("group", name="What if another").get_by_role("button").first)
    title = warm_phone.locator(".fb-what-if-body caption > span").first
    expect(title).to_be_visible(timeout=fb.START)
    box = title.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    assert title.evaluate("title => title.scrollWidth <= title.clientWidth + 1")


def test_button_bar_of_a_long_form_is_transparent(warm_page, fb):
    fb.go_to(warm_page, "/combat/fighting/")
    bar = warm_page.locator(".fb-form--long .fb-actions").first
    expect(bar).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(bar).to_have_css("border-top-width", "0px")
    expect(bar.locator("button").first).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")


EDGES = """form => [["details.fb-group > summary", "bottom"], [".fb-actions", "top"], [".fb-pin", "bottom"],
    [".fb-actions", "bottom"]].map(([part, edge]) => [...form.querySelectorAll(part)].at(-1)
    .getBoundingClientRect()[edge])"""


def test_pin_button_appears_without_moving_other_buttons(warm_page, fb):
    """The buttons of a long form once moved up by the bottom bar's height, over the form's last collapsed group."""
    fb.go_to(warm_page, "/psiops/combat/")
    roller = fb.Roller(warm_page, "psiops.attack")
    use = (
        lambda: fb.press(roller.root.locator('.fb-stepper:has([name="attribute"]) [data-step="1"]')),
        fb.ManualDice(roller).open_empty,
    )
    for each in use:
        each()
        expect(roller.root.locator(".fb-actions > .fb-pin")).to_be_visible()
        fold, top, pin, bottom = roller.root.locator("form").evaluate(EDGES)
        assert fold <= top < pin <= bottom + 1
