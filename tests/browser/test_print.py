"""What is printed: a reference of one page, exactly the cards that are ticked, eight a sheet, and a sheet a page."""

import re

import pytest
from playwright.sync_api import expect

import rules_py
from tests.browser.axe import violations_in_light_and_dark

pytestmark = pytest.mark.chromium

SIZES = ("A4", "Letter")
CUT_OFF = """() => [...document.querySelectorAll(".fb-paper-chosen .fb-card")].filter((card) => {
    const { right, bottom } = card.getBoundingClientRect();
    return [...card.querySelectorAll("p, dl, dd, dt, span")].some((part) => {
        const box = part.getBoundingClientRect();
        return box.right > right || box.bottom > bottom || part.scrollWidth > part.clientWidth + 1 && part.clientWidth;
    });
}).map((card) => card.textContent.trim().slice(0, 60))"""


def pages(page, **about) -> int:
    """How many pages a browser prints."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(**about)))


def opened(page, slug):
    page.goto(f"/{slug}/paper/")
    expect(page.locator("fb-paper.fb-paper--ready")).to_be_attached()


def choose(page, what):
    page.get_by_role("radio", name=what).check(force=True)


@pytest.mark.parametrize("slug", rules_py.systems())
def test_the_reference_is_one_page_each_sheet_is_one_and_no_card_is_cut_off(desktop, slug):
    opened(desktop, slug)
    assert [pages(desktop, format=size) for size in SIZES] == [1, 1]
    choose(desktop, "Sheets")
    kinds = desktop.locator(".fb-paper-sheet").count()
    assert [pages(desktop, format=size) for size in SIZES] == [kinds, kinds]
    choose(desktop, "Cards")
    cards = desktop.locator(".fb-paper-cards .fb-card").count()
    assert pages(desktop, format="A4") == pages(desktop, format="Letter", landscape=True) == -(-cards // 8)
    assert desktop.locator(".fb-paper-chosen .fb-card").count() == cards
    desktop.emulate_media(media="print")
    for size in ({"width": 700, "height": 1000}, {"width": 1000, "height": 700}):  # upright and lying
        desktop.set_viewport_size(size)
        assert desktop.evaluate(CUT_OFF) == []


def test_exactly_what_is_ticked_is_printed(desktop, fb):
    opened(desktop, "psiops")
    choose(desktop, "Cards")
    desktop.get_by_role("searchbox", name="Filter cards").fill("kinesis attack")
    shown = desktop.locator(".fb-paper-cards .fb-card:visible .fb-card-name")
    names = [name.split("\n")[0].strip() for name in shown.all_inner_texts()]
    assert "Pyrokinesis" in names and "Blink" not in names
    fb.press(desktop.get_by_role("button", name="Tick all shown"))
    expect(desktop.locator(".fb-paper-count")).to_have_text(f"{len(names)} cards on 1 sheet.")
    assert violations_in_light_and_dark(desktop) == []
    desktop.get_by_role("searchbox", name="Filter cards").fill("")
    deck = desktop.locator(".fb-deck", has=desktop.locator("summary", has_text="Weapons"))
    fb.press(deck.locator("summary"))
    deck.get_by_role("checkbox", name="Shotgun").check()
    chosen = desktop.locator(".fb-paper-chosen .fb-card-name").evaluate_all(
        "all => all.map((each) => each.firstChild.textContent.trim())"
    )
    assert chosen == [*names, "Shotgun"]
    assert pages(desktop, format="A4") == 1
    fb.press(desktop.get_by_role("button", name="Tick none"))
    expect(desktop.locator(".fb-paper-count")).to_contain_text("None ticked, so all:")


def test_a_kept_sheet_is_printed_filled(warm_desktop, fb):
    page = warm_desktop
    fb.go_to(page, "/xmas/fight/")
    id = page.evaluate("""async () => {
        const { keep } = await import(new URL("/assets/js/play/main.js", location.href));
        return (await keep.add("sheets", { game: "xmas", name: "Ada",
            data: { sheet: "xmas.operator", fields: { name: "Ada", spirit: 7 } } })).id;
    }""")
    try:
        fb.go_to(page, "/xmas/paper/")
        choose(page, "Sheets")
        page.get_by_role("checkbox", name="Ada").check()
        kept = page.locator(".fb-paper-sheet[data-kept] .fb-paper-page").filter(has_text="Ada")
        expect(kept).to_contain_text("Christmas Spirit7", timeout=fb.START, use_inner_text=False)
        assert pages(page, format="A4") == 1
    finally:
        page.evaluate(
            """async (id) => {
            const { keep } = await import(new URL("/assets/js/play/main.js", location.href));
            await keep.remove("sheets", id);
        }""",
            id,
        )


def test_where_what_filters_and_fills_did_not_come_it_is_said_and_not_printed(desktop, watch):
    watch.expect_trouble()
    desktop.route("**/paper/main.js", lambda route: route.fulfill(status=503, body="busy"))
    desktop.goto("/psiops/paper/")
    expect(desktop.locator("fb-paper .fb-error")).to_have_text(
        "What filters the cards and has your kept sheets did not load. Reload the page once you are online."
    )
    assert pages(desktop, format="A4") == 1


def test_without_scripts_cards_are_read_and_those_that_are_ticked_are_printed(open_context):
    context = open_context("desktop", java_script_enabled=False)
    page = context.new_page()
    page.goto("/psiops/paper/")
    assert pages(page, format="A4") == 1
    choose(page, "Cards")
    everything = pages(page, format="A4")
    deck = page.locator(".fb-deck").first
    deck.locator("summary").click()
    expect(deck).to_contain_text("Blink")
    deck.get_by_role("checkbox", name="Blink").check()
    assert pages(page, format="A4") == 1 < everything
    context.close()
