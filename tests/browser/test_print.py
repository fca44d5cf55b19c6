"""Printed pages: a reference of one page, exactly the ticked cards, eight on a page, and one page for each sheet."""

import re

import pytest
from playwright.sync_api import expect

import rules_py
from tests.browser.axe import find_violations_in_sampled_schemes

pytestmark = pytest.mark.chromium

SIZES = ("A4", "Letter")
CUT_OFF = """() => [...document.querySelectorAll(".fb-paper-chosen .fb-card")].filter((card) => {
    const { right, bottom } = card.getBoundingClientRect();
    return [...card.querySelectorAll("p, dl, dd, dt, span")].some((part) => {
        const box = part.getBoundingClientRect();
        return box.right > right || box.bottom > bottom || part.scrollWidth > part.clientWidth + 1 && part.clientWidth;
    });
}).map((card) => card.textContent.trim().slice(0, 60))"""


def count_printed_pages(page, **about) -> int:
    """Return the number of pages that a browser prints."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(**about)))


def open_paper_page(page, slug):
    page.goto(f"/{slug}/paper/")
    expect(page.locator("fb-paper.fb-paper--ready")).to_be_attached()


def choose(page, what):
    page.get_by_role("radio", name=what).check(force=True)


@pytest.mark.parametrize("slug", rules_py.systems())
def test_printed_reference_and_sheets_take_one_page_each(desktop, slug):
    open_paper_page(desktop, slug)
    assert [count_printed_pages(desktop, format=size) for size in SIZES] == [1, 1]
    choose(desktop, "Sheets")
    kinds = desktop.locator(".fb-paper-sheet").count()
    assert [count_printed_pages(desktop, format=size) for size in SIZES] == [kinds, kinds]
    choose(desktop, "Cards")
    cards = desktop.locator(".fb-paper-cards .fb-card").count()
    assert (
        count_printed_pages(desktop, format="A4")
        == count_printed_pages(desktop, format="Letter", landscape=True)
        == -(-cards // 8)
    )
    assert desktop.locator(".fb-paper-chosen .fb-card").count() == cards
    desktop.emulate_media(media="print")
    for size in ({"width": 700, "height": 1000}, {"width": 1000, "height": 700}):  # portrait and landscape
        desktop.set_viewport_size(size)
        assert desktop.evaluate(CUT_OFF) == []


@pytest.mark.trial
def test_only_ticked_cards_are_printed(desktop, fb):
    open_paper_page(desktop, "psiops")
    choose(desktop, "Cards")
    desktop.get_by_role("searchbox", name="Filter cards").fill("kinesis attack")
    shown = desktop.locator(".fb-paper-cards .fb-card:visible .fb-card-name")
    names = [name.split("\n")[0].strip() for name in shown.all_inner_texts()]
    assert "Pyrokinesis" in names and "Blink" not in names
    fb.press(desktop.get_by_role("button", name="Tick all shown"))
    expect(desktop.locator(".fb-paper-count")).to_have_text(f"{len(names)} cards on 1 sheet.")
    assert find_violations_in_sampled_schemes(desktop) == []
    desktop.get_by_role("searchbox", name="Filter cards").fill("")
    deck = desktop.locator(".fb-deck", has=desktop.locator("summary", has_text="Weapons"))
    fb.press(deck.locator("summary"))
    deck.get_by_role("checkbox", name="Shotgun").check()
    chosen = desktop.locator(".fb-paper-chosen .fb-card-name").evaluate_all(
        "all => all.map((each) => each.firstChild.textContent.trim())"
    )
    assert chosen == [*names, "Shotgun"]
    assert count_printed_pages(desktop, format="A4") == 1
    fb.press(desktop.get_by_role("button", name="Tick none"))
    expect(desktop.locator(".fb-paper-count")).to_contain_text("None ticked, so all:")


def test_stored_sheet_is_printed_with_its_values(warm_desktop, fb):
    page = warm_desktop
    fb.go_to(page, "/xmas/fight/")
    id = page.evaluate("""async () => {
        const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
        return (await keep.add("sheets", { game: "xmas", name: "Ada",
            data: { sheet: "xmas.operator", fields: { name: "Ada", spirit: 7 } } })).id;
    }""")
    try:
        fb.go_to(page, "/xmas/paper/")
        choose(page, "Sheets")
        page.get_by_role("checkbox", name="Ada").check()
        kept = page.locator(".fb-paper-sheet[data-kept] .fb-paper-page").filter(has_text="Ada")
        expect(kept.locator(".fb-leaf-name")).to_have_text("Ada", timeout=fb.START, use_inner_text=False)
        expect(kept.locator(".fb-leaf-box", has_text="Christmas Spirit").locator(".fb-leaf-marks .on")).to_have_count(7)
        assert count_printed_pages(page, format="A4") == 1
    finally:
        page.evaluate(
            """async (id) => {
            const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
            await keep.remove("sheets", id);
        }""",
            id,
        )


@pytest.mark.parametrize("slug", rules_py.systems())
def test_rules_of_each_game_are_printed_on_one_page(desktop, slug):
    desktop.goto(f"/{slug}/paper/")
    assert [count_printed_pages(desktop, format=size) for size in SIZES] == [1, 1]


def test_failed_print_tools_show_an_error_that_is_not_printed(desktop, console_guard):
    console_guard.expect_errors()
    desktop.route("**/entry/paper.js", lambda route: route.fulfill(status=503, body="busy"))
    desktop.goto("/psiops/paper/")
    expect(desktop.locator("fb-paper .fb-error")).to_have_text(
        "The card filter and your saved sheets couldn't be loaded. Reload the page once you're online."
    )
    assert count_printed_pages(desktop, format="A4") == 1


def test_ticked_cards_print_without_scripts(make_context):
    context = make_context("desktop", java_script_enabled=False)
    page = context.new_page()
    page.goto("/psiops/paper/")
    assert count_printed_pages(page, format="A4") == 1
    choose(page, "Cards")
    everything = count_printed_pages(page, format="A4")
    deck = page.locator(".fb-deck").first
    deck.locator("summary").click()
    expect(deck).to_contain_text("Blink")
    deck.get_by_role("checkbox", name="Blink").check()
    assert count_printed_pages(page, format="A4") == 1 < everything
    context.close()


@pytest.mark.trial
@pytest.mark.parametrize("path", ["/psiops/combat/", "/xmas/combat/"])
def test_credit_takes_no_page_of_its_own(desktop, path):
    desktop.goto(path)
    whole = [count_printed_pages(desktop, format=size) for size in SIZES]
    desktop.locator(".fb-print-foot").evaluate("foot => foot.remove()")
    assert [count_printed_pages(desktop, format=size) for size in SIZES] == whole
