"""The board of a fight: rows stay where they are, everything fits the window, and each state is accessible."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.board_states import find_states
from tests.browser.boards import Board, BoardPage, find_join, lay_out, lay_out_four_against_six
from tests.browser.opened_sheets import EMPTY_PAGE, SLUGS
from tests.browser.page_checks import STICKS_OUT

SIZES = {"phone": (390, 844), "tablet": (1024, 768), "laptop": (1280, 800), "phone on its side": (844, 390)}

ROWS = """() => {
    const top = (selector) => document.querySelector(selector)?.getBoundingClientRect().top ?? null;
    const bottom = (selector) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? null;
    const texts = (selector) => [...document.querySelectorAll(`.fb-board ${selector}`)].map((each) => each.textContent);
    const form = JSON.stringify([texts(".fb-piece > .fb-board-name"), texts(".fb-order").length]);
    return { form, scrolled: [scrollX, scrollY], bar: top(".fb-board-bar"), enemies: top(".fb-board-side[data-foes]"),
        mat: top(".fb-mat"), end: bottom(".fb-board") };
}"""
"""Script that returns where the rows of a board begin, and how far the page is scrolled.

Its form decides on both: who is in the fight or may join it, and whether there is an order of turns.
"""

TAPPED = """(at) => {
    const shown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const controls = [...document.querySelectorAll(".fb-board :is(button, input, select)")]
        .filter((each) => shown(each) && !each.disabled && !each.matches(".fb-fight-delete, .fb-fight-fresh"))
        .filter((each) => !each.closest(".fb-shelf-place, .fb-forecast, .fb-fight-form"));
    const control = controls[Math.floor(at * controls.length)];
    control?.click();
    return control?.outerHTML.slice(0, 160) ?? "";
}"""
"""Script that taps one of the visible controls of the board, the one at a share of the list."""

CUT_OFF_ROWS = """() => [".fb-board-bar", ".fb-board-side[data-foes]", ".fb-board-side:not([data-foes])",
    ".fb-mat", ".fb-do, .fb-decisions, .fb-after > .fb-row"].filter((selector) => {
        const found = [...document.querySelectorAll(`.fb-board :is(${selector})`)];
        const shown = found.find((each) => each.checkVisibility());
        const box = shown?.getBoundingClientRect();
        const bar = [...document.querySelectorAll(".fb-thumb")].find((each) => each.checkVisibility());
        const end = bar?.getBoundingClientRect().top ?? innerHeight;
        return !box || !box.width || box.top < 0 || box.bottom > end + 1 || box.right > innerWidth + 1;
    })"""
"""Script that finds the rows that a reader would have to scroll to."""

DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def take_random_taps(board, seed, count):
    """Tap controls, and return where the rows were before and after each tap."""
    chance = random.Random(seed)
    seen = [("start", board.page.evaluate(ROWS))]
    for _ in range(count):
        tapped = board.page.evaluate(TAPPED, chance.random())
        board.wait()
        board.page.evaluate(DRAWN)
        seen.append((tapped, board.page.evaluate(ROWS)))
    return seen


@pytest.mark.chromium
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("window", ["phone", "tablet", "laptop"])
def test_rows_stay_where_they_are_after_each_tap(make_page, fb, slug, window):
    page = make_page("phone" if window == "phone" else "desktop")
    width, height = SIZES[window]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(EMPTY_PAGE)
    board = Board(page, fb, slug, lay_out_four_against_six(slug))
    board.tap(board.play)
    rows_by_form = {}
    seen = take_random_taps(board, f"{slug} {window}", 10)
    assert [(tapped, rows) for tapped, rows in seen if rows_by_form.setdefault(rows["form"], rows) != rows] == []
    assert page.evaluate(STICKS_OUT) == []


@pytest.mark.chromium
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("window", SIZES)
def test_four_against_six_fit_the_window(make_page, fb, slug, window):
    page = make_page("phone" if "phone" in window else "desktop")
    width, height = SIZES[window]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(EMPTY_PAGE)
    board = Board(page, fb, slug, lay_out_four_against_six(slug))
    expect(board.root.locator(".fb-piece:not([data-free])")).to_have_count(10)
    assert page.evaluate(CUT_OFF_ROWS) == []
    board.tap(board.play)
    assert page.evaluate(CUT_OFF_ROWS) == []
    assert page.evaluate("scrollY") == 0


@pytest.mark.trial
@pytest.mark.chromium
@pytest.mark.parametrize("slug", SLUGS)
def test_each_state_fits_each_window(make_page, fb, slug):
    """Drawers lie over the board; the rows under them are where they were."""
    page = make_page("desktop")
    page.goto("/licences/")
    cut_off = []
    for state in find_states(slug):
        board = Board(page, fb, slug, state.events)
        if state.view:
            board.look(state.view)
        for window in ("phone", "tablet", "laptop"):
            width, height = SIZES[window]
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            found = [*page.evaluate(CUT_OFF_ROWS), *page.evaluate(STICKS_OUT)]
            cut_off += [(state.name, window, each) for each in found]
    assert cut_off == []


MISSING_ICONS = """() => [...document.querySelectorAll(".fb-board use")].map((each) => each.getAttribute("href"))
    .filter((href) => !document.querySelector(href))"""


@pytest.fixture
def clean_desktop(warm_desktop, fb):
    """Yield the warm desktop; nothing is stored before or after the test."""
    fb.clear_storage(warm_desktop)
    yield warm_desktop
    fb.clear_storage(warm_desktop)


def test_arrow_and_enter_are_a_whole_turn(clean_desktop, fb):
    board = Board(clean_desktop, fb, "xmas", lay_out("xmas", [{"name": "Ada"}], [{"name": "Bo"}, {"name": "Cy"}]))
    clean_desktop.keyboard.press("Escape")
    board.piece("Bo").locator("input").focus()
    clean_desktop.keyboard.press("ArrowRight")
    board.wait()
    expect(board.piece("Cy").locator("input")).to_be_focused()
    expect(board.play).to_contain_text("Cy")
    clean_desktop.keyboard.press("Enter")
    board.wait()
    rolled = [event for event in board.events if event["event"] == "roll"]
    assert [event["at"] for event in rolled] == ["n3"]
    focused = clean_desktop.evaluate("document.activeElement.closest('.fb-piece')?.textContent")
    assert "Cy" in focused


def test_letters_open_cards_undo_and_can_be_turned_off(clean_desktop, fb):
    board = Board(clean_desktop, fb, "psiops", lay_out("psiops", [{"name": "Ada"}], [{"name": "Bo"}]))
    keys, drawer = clean_desktop.keyboard, board.root.locator(".fb-drawer")
    board.piece("Bo").locator("input, button").first.focus()
    keys.press("i")
    expect(drawer).to_be_visible()
    expect(drawer.get_by_role("button", name="Close")).to_be_focused()
    keys.press("Escape")
    expect(drawer).to_have_count(0)
    expect(board.piece("Bo").locator("input, button").first).to_be_focused()
    for letter in "m.":
        keys.press(letter)
        expect(drawer).to_have_count(1)
        keys.press("Escape")
        expect(drawer).to_have_count(0)
    count = len(board.events)
    keys.press("u")
    board.wait()
    assert len(board.events) == count - 1
    board.tap(board.root.get_by_role("button", name="More about this fight"))
    switch = drawer.get_by_label("Keys:", exact=False)
    switch.uncheck()
    board.root.locator(".fb-drawer").get_by_role("button", name="Close").focus()
    keys.press("u")
    board.wait()
    assert len(board.events) == count - 1
    switch.check()


def test_back_and_forward_lead_through_the_fights_of_a_tab(clean_desktop, fb):
    first = Board(clean_desktop, fb, "xmas", lay_out("xmas", [{"name": "Ada"}], [{"name": "Bo"}]), "The first")
    second = Board(clean_desktop, fb, "xmas", lay_out("xmas", [{"name": "Dee"}], [{"name": "Cy"}]), "The second")
    title = second.root.locator(".fb-board-title h2")
    expect(title).to_have_text("The second")
    clean_desktop.go_back()
    expect(title).to_have_text("The first")
    expect(first.piece("Ada")).to_be_visible()
    clean_desktop.go_forward()
    expect(title).to_have_text("The second")


@pytest.mark.trial
def test_two_tabs_show_the_same_fight(clean_desktop, fb):
    board = Board(clean_desktop, fb, "xmas", lay_out("xmas", [{"name": "Ada"}], [{"name": "Bo"}]))
    other = BoardPage(clean_desktop.context.new_page(), fb)
    other.page.goto(clean_desktop.url)
    expect(other.root).to_have_attribute("shown", board.id, timeout=fb.START)
    before = board.mat.inner_text()
    board.tap(board.play)
    expect(board.mat).not_to_have_text(before, use_inner_text=True)
    expect(other.headline).to_have_text(board.headline.inner_text(), timeout=fb.START)
    other.tap(other.undo)
    expect(board.mat).to_have_text(before, use_inner_text=True, timeout=fb.START)
    assert all(event["event"] == "join" for event in board.events)
    other.page.close()


@pytest.mark.parametrize("slug", SLUGS)
def test_one_turn_is_told_in_words_and_every_icon_drawn(clean_desktop, fb, slug):
    """The one polite status names the acting combatant, the target and the result, and then who is next."""
    board = Board(clean_desktop, fb, slug, lay_out_four_against_six(slug))
    assert clean_desktop.evaluate(MISSING_ICONS) == []
    board.tap(board.play)
    assert clean_desktop.evaluate(MISSING_ICONS) == []
    said = [fb.live_region(clean_desktop).inner_text()]
    if board.play.count():
        board.tap(board.play)
        said.append(fb.live_region(clean_desktop).inner_text())
    assert all(said), said
    assert any(name in each for each in said for name in ("Kestrel", "Moth", "Ibex", "Wren", "Guard")), said


@pytest.mark.chromium
def test_pieces_cover_no_clock_of_a_fight_on_a_phone(make_page, fb):
    page = make_page("phone")
    page.goto(EMPTY_PAGE)
    board = Board(page, fb, "psiops", lay_out_four_against_six("psiops"))
    board.act({**find_join("psiops", "Clock"), "count": 3})
    clocks = board.root.locator(".fb-board-clock")
    expect(clocks).to_have_count(3)
    assert [fb.is_in_view(clock) for clock in clocks.all()] == [True] * 3
