"""Printed sheets: a page for each character, more pages for those with more, and little ink."""

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

import rules_py
from rules_py.formats.licences import find_licence
from tests.browser.opened_sheets import EMPTY_PAGE
from tests.browser.test_print import SIZES, choose, count_printed_pages
from tests.printed_characters import CHARACTERS, repeat_lists

pytestmark = pytest.mark.chromium

MOST_INK = 0.12
DARK = 128
"""The brightness, of 255, below which a pixel counts as ink."""

DOT = 96
"""The pixels of an inch of a page."""

LIMITED = ("allegiances", "parts_hit", "languages", "panic")
"""Lists that are short in play."""

FLOWS = """() => [...document.querySelectorAll(".fb-leaves > .fb-leaf")].map((leaf) =>
  [...leaf.querySelectorAll(".fb-leaf-column")].map((column) => [...column.children].map((box) => ({
    title: box.querySelector(".fb-leaf-title").textContent,
    rows: box.querySelectorAll("[data-row]").length,
    texts: box.querySelectorAll("p, td, b, span, i").length - 1,
    over: Math.round(
      box.getBoundingClientRect().bottom - leaf.querySelector(".fb-leaf-foot").getBoundingClientRect().top),
  }))))"""

CUT_OFF = "boxes => boxes.filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent)"
"""Script that returns the texts of boxes whose content is wider than they are."""

COUNT_LINES = """(element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
}"""
"""Script that returns the number of an element's lines."""


def open_sheet(page, id, fields):
    """Store a sheet and open it."""
    slug = id.partition(".")[0]
    page.goto(EMPTY_PAGE)
    place = page.evaluate(
        """async ([game, name, data]) => {
        const { keep } = await import("/assets/js/lib/store.js");
        return (await keep.add("sheets", { game, name, data })).id;
    }""",
        [slug, fields["name"], {"sheet": id, "fields": fields}],
    )
    page.goto(f"/{slug}/{'character' if slug == 'psiops' else 'characters'}/#kept={place}")


def print_sheet(page, fb, id, fields):
    """Open a stored sheet and tap Print, without the browser's own dialog, for prints in several sizes."""
    page.add_init_script("""
        window.print = () => {};
        window.addEventListener("afterprint", (event) => event.stopImmediatePropagation());
    """)
    open_sheet(page, id, fields)
    button = page.locator(".fb-sheet-print")
    expect(button).to_be_attached(timeout=fb.START)
    button.evaluate("button => button.click()")
    expect(page.locator("html.fb-prints-leaves .fb-leaves .fb-leaf").first).to_be_attached(timeout=fb.START)


@pytest.mark.parametrize("id", CHARACTERS)
def test_character_is_printed_on_one_page_with_little_ink(desktop, fb, id):
    print_sheet(desktop, fb, id, CHARACTERS[id])
    assert [count_printed_pages(desktop, format=size) for size in SIZES] == [1, 1]
    desktop.emulate_media(media="print")
    leaf = desktop.locator(".fb-leaf")
    with Image.open(io.BytesIO(leaf.screenshot())) as shot:
        pixels = shot.convert("L").histogram()
    assert sum(pixels[:DARK]) / sum(pixels) < MOST_INK
    assert leaf.evaluate("leaf => leaf.getBoundingClientRect().height") == pytest.approx(257 / 25.4 * DOT, abs=1)
    mask = leaf.locator(".fb-leaf-art").evaluate("art => getComputedStyle(art).maskImage")
    assert f"/{id.partition('.')[0]}/art.svg" in mask
    expect(leaf.locator(".fb-leaf-credit")).to_have_text(find_licence(id.partition(".")[0]).credit)


@pytest.mark.parametrize("id", CHARACTERS)
def test_browser_prints_an_open_sheet_as_drawn_and_then_shows_it_again(desktop, fb, id):
    open_sheet(desktop, id, CHARACTERS[id])
    expect(desktop.locator(".fb-leaves")).to_be_attached(timeout=fb.START)
    desktop.evaluate("""addEventListener("beforeprint", () => {
        const names = document.querySelectorAll(".fb-prints-leaves .fb-leaf-name");
        window.names = [...names].map((name) => name.textContent);
    })""")
    assert count_printed_pages(desktop, format="A4") == 1
    assert desktop.evaluate("names") == [CHARACTERS[id]["name"]]
    expect(desktop.locator("html.fb-prints-leaves")).to_have_count(0)
    expect(desktop.locator(".fb-leaf")).to_have_count(0)
    expect(desktop.locator(".fb-vitals").first).to_be_visible()


def test_browser_of_a_phone_prints_an_open_sheet_with_its_name_on_one_line(phone, fb):
    open_sheet(phone, "combat.character", CHARACTERS["combat.character"])
    expect(phone.locator(".fb-vitals").first).to_be_visible(timeout=fb.START)
    phone.emulate_media(media="print")  # a phone draws pages only for the button Print
    for part in (".fb-sheet-name", ".fb-plate-line"):
        assert phone.locator(part).evaluate(COUNT_LINES) == 1


@pytest.mark.trial
def test_sheet_prints_although_it_is_still_being_drawn(desktop, fb):
    desktop.add_init_script("""
        window.print = () => {
            document.body.dataset.printed = document.querySelectorAll(".fb-prints-leaves .fb-leaf").length;
        };
        new MutationObserver((_, observer) => {
            if (!document.querySelector(".fb-vitals")) return;
            observer.disconnect();
            document.querySelector(".fb-sheet-print").click(); // after the first panel, and before the others
        }).observe(document, { childList: true, subtree: true });
    """)
    open_sheet(desktop, "psiops.operative", CHARACTERS["psiops.operative"])
    expect(desktop.locator("body")).to_have_attribute("data-printed", "1", timeout=fb.START)


@pytest.mark.trial
@pytest.mark.parametrize(
    ("id", "times"), [("psiops.operative", 2), ("sideworld.character", 2), ("combat.character", 4)]
)
def test_character_with_more_goes_on_to_a_second_page_in_order(desktop, fb, id, times):
    fields = repeat_lists(CHARACTERS[id], times, LIMITED)
    print_sheet(desktop, fb, id, fields)
    assert [count_printed_pages(desktop, format=size) for size in SIZES] == [2, 2]
    desktop.emulate_media(media="print")
    first, second = desktop.evaluate(FLOWS)
    assert [box for column in (*first, *second) for box in column if box["over"] > 0] == []
    for column in second:
        assert column[0]["rows"] or column[0]["texts"] > 0, column[0]  # not a lone title
        assert "Notes" in column[-1]["title"]  # ruled lines take what is left
    for before, after in zip(first, second, strict=True):
        titles = [box["title"] for box in before]
        assert titles, "an empty column"
        if after[0]["title"].endswith(", continued"):
            assert titles[-1] == after[0]["title"].removesuffix(", continued")
            assert before[-1]["rows"]
    printed = desktop.locator(".fb-leaves").inner_text()
    for weapon in fields["weapons"]:
        assert printed.count(weapon["name"]) >= times


@pytest.mark.parametrize("slug", rules_py.systems())
def test_blank_sheets_are_printed_without_scripts(make_context, slug):
    context = make_context("desktop", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/{slug}/paper/")
    choose(page, "Sheets")
    kinds = page.locator(".fb-paper-sheet").count()
    assert [count_printed_pages(page, format=size) for size in SIZES] == [kinds, kinds]
    page.emulate_media(media="print")
    assert page.locator(".fb-leaf-box").evaluate_all(CUT_OFF) == []
    foot = page.locator(".fb-leaf-foot").first
    expect(foot).to_contain_text("CC BY" if slug in ("psiops", "puml", "xmas") else ".", use_inner_text=False)
    expect(page.locator(".fb-leaf-game svg").first).to_be_attached()
    context.close()
