"""The board of a fight: rows stay where they are, everything fits the window, and each state is accessible."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.axe import find_violations_in_both_schemes
from tests.browser.boards import Board, lay_out, lay_out_four_against_six, play_to_decision
from tests.browser.opened_sheets import SLUGS
from tests.browser.page_checks import STICKS_OUT

SIZES = {"phone": (390, 844), "tablet": (1024, 768), "laptop": (1280, 800), "phone on its side": (844, 390)}

ROWS = """() => {
    const top = (selector) => document.querySelector(selector)?.getBoundingClientRect().top ?? null;
    const bottom = (selector) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? null;
    return { scrolled: [scrollX, scrollY], bar: top(".fb-board-bar"), enemies: top(".fb-board-side[data-foes]"),
        mat: top(".fb-mat"), end: bottom(".fb-board") };
}"""
"""Script that returns where the rows of a board begin, and how far the page is scrolled."""

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
    ".fb-mat", ".fb-do, .fb-decisions"].filter((selector) => {
        const found = [...document.querySelectorAll(`.fb-board :is(${selector})`)];
        const shown = found.find((each) => each.checkVisibility());
        const box = shown?.getBoundingClientRect();
        return !box || !box.width || box.top < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
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
    page = make_page("desktop")
    width, height = SIZES[window]
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/licences/")
    board = Board(page, fb, slug, lay_out_four_against_six(slug))
    board.tap(board.play)
    seen = take_random_taps(board, f"{slug} {window}", 20)
    assert [(tapped, rows) for tapped, rows in seen if rows != seen[0][1]] == []
    assert page.evaluate(STICKS_OUT) == []


@pytest.mark.chromium
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("window", SIZES)
def test_four_against_six_fit_the_window(make_page, fb, slug, window):
    page = make_page("desktop")
    width, height = SIZES[window]
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/licences/")
    board = Board(page, fb, slug, lay_out_four_against_six(slug))
    expect(board.root.locator(".fb-piece:not([data-free])")).to_have_count(10)
    assert page.evaluate(CUT_OFF_ROWS) == []
    board.tap(board.play)
    assert page.evaluate(CUT_OFF_ROWS) == []
    assert page.evaluate("scrollY") == 0


OPENED = ("", "more", "form", "log", "menu")


@pytest.mark.parametrize("slug", SLUGS)
def test_each_state_has_no_axe_violations(warm_page, fb, slug):
    fb.clear_storage(warm_page)
    board = Board(warm_page, fb, slug, lay_out_four_against_six(slug))
    found = find_violations_in_both_schemes(warm_page, "fb-fight")
    board.tap(board.play)
    for part in (*OPENED, "piece"):
        opener = board.root.locator(f'[data-view*=\'"open": "{part}"\']:visible').first
        if part == "piece":
            board.root.locator(".fb-piece").first.locator("input, button").first.focus()
            warm_page.keyboard.press("i")
        elif part and opener.count():
            board.tap(opener)
        found += [f"{part}: {each}" for each in find_violations_in_both_schemes(warm_page, "fb-fight")]
        warm_page.keyboard.press("Escape")
    fb.clear_storage(warm_page)
    assert found == []


def test_decisions_have_no_axe_violations(warm_page, fb):
    """The hand beside them can be used too, so its words are as legible as ever."""
    fb.clear_storage(warm_page)
    board = Board(warm_page, fb, "puml", play_to_decision("puml", lay_out_four_against_six("puml")))
    expect(board.root.locator(".fb-decisions")).to_be_visible()
    found = find_violations_in_both_schemes(warm_page, "fb-fight")
    fb.clear_storage(warm_page)
    assert found == []


MISSING_ICONS = """() => [...document.querySelectorAll(".fb-board use")].map((each) => each.getAttribute("href"))
    .filter((href) => !document.querySelector(href))"""


def fight_by_keyboard(board, most=400):
    """Play by keyboard alone until the fight is over: Tab to a row of the board, and Enter for turns and decisions."""
    keys = board.page.keyboard
    for _ in range(most):
        if board.root.locator(".fb-stamped").count():
            return
        focused = board.page.evaluate("""() => {
            const each = document.activeElement;
            return each.matches(".fb-play, .fb-decisions button, .fb-why button")
                || each.matches(".fb-board-actions input, .fb-weapons input, .fb-board-side input")
                && document.querySelector(".fb-board-hand .fb-play, .fb-decisions") !== null;
        }""")
        if focused:
            keys.press("Enter")
            board.wait()
        else:
            keys.press("Tab")
    raise AssertionError("the fight isn't over")


@pytest.mark.chromium
@pytest.mark.parametrize("slug", SLUGS)
def test_a_fight_is_played_to_its_end_by_keyboard_alone(warm_desktop, fb, slug):
    fb.clear_storage(warm_desktop)
    board = Board(warm_desktop, fb, slug, lay_out(slug, [{"name": "Ada"}], [{"name": "Bo"}]))
    fight_by_keyboard(board)
    expect(board.root.locator(".fb-stamped")).to_be_visible()
    fb.clear_storage(warm_desktop)


def test_arrow_and_enter_are_a_whole_turn(warm_desktop, fb):
    fb.clear_storage(warm_desktop)
    board = Board(warm_desktop, fb, "xmas", lay_out("xmas", [{"name": "Ada"}], [{"name": "Bo"}, {"name": "Cy"}]))
    warm_desktop.keyboard.press("Escape")
    board.piece("Bo").locator("input").focus()
    warm_desktop.keyboard.press("ArrowRight")
    board.wait()
    expect(board.piece("Cy").locator("input")).to_be_focused()
    expect(board.play).to_contain_text("Cy")
    warm_desktop.keyboard.press("Enter")
    board.wait()
    rolled = [event for event in board.events if event["event"] == "roll"]
    assert [event["at"] for event in rolled] == ["n3"]
    focused = warm_desktop.evaluate("document.activeElement.closest('.fb-piece')?.textContent")
    assert "Cy" in focused
    fb.clear_storage(warm_desktop)


def test_letters_open_cards_undo_and_can_be_turned_off(warm_desktop, fb):
    fb.clear_storage(warm_desktop)
    board = Board(warm_desktop, fb, "psiops", lay_out("psiops", [{"name": "Ada"}], [{"name": "Bo"}]))
    keys, drawer = warm_desktop.keyboard, board.root.locator(".fb-drawer")
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
    fb.clear_storage(warm_desktop)


def test_one_turn_is_told_in_words(warm_desktop, fb):
    """The one polite status says who acts on whom and with which result, and then who is next."""
    fb.clear_storage(warm_desktop)
    told = {}
    for slug in SLUGS:
        board = Board(warm_desktop, fb, slug, lay_out_four_against_six(slug))
        board.tap(board.play)
        said = [fb.live_region(warm_desktop).inner_text()]
        if board.play.count():
            board.tap(board.play)
            said.append(fb.live_region(warm_desktop).inner_text())
        told[slug] = said
        assert all(said), told
        names = ("Kestrel", "Moth", "Ibex", "Wren", "Guard")
        assert any(name in each for each in said for name in names), told
    print(told)
    fb.clear_storage(warm_desktop)


def test_back_and_forward_lead_through_the_fights_of_a_tab(warm_desktop, fb):
    fb.clear_storage(warm_desktop)
    first = Board(warm_desktop, fb, "xmas", lay_out("xmas", [{"name": "Ada"}], [{"name": "Bo"}]), "The first")
    second = Board(warm_desktop, fb, "xmas", lay_out("xmas", [{"name": "Dee"}], [{"name": "Cy"}]), "The second")
    title = second.root.locator(".fb-board-title h2")
    expect(title).to_have_text("The second")
    warm_desktop.go_back()
    expect(title).to_have_text("The first")
    expect(first.piece("Ada")).to_be_visible()
    warm_desktop.go_forward()
    expect(title).to_have_text("The second")
    fb.clear_storage(warm_desktop)


def test_two_tabs_show_the_same_fight(warm_desktop, fb):
    fb.clear_storage(warm_desktop)
    board = Board(warm_desktop, fb, "xmas", lay_out("xmas", [{"name": "Ada"}], [{"name": "Bo"}]))
    other = warm_desktop.context.new_page()
    other.goto(warm_desktop.url)
    expect(other.locator("fb-fight")).to_have_attribute("shown", board.id, timeout=fb.START)
    board.tap(board.play)
    expect(other.locator(".fb-mat .fb-headline").first).to_have_text(board.headline.inner_text(), timeout=fb.START)
    other.locator(".fb-undo").click()
    expect(board.root.locator(".fb-piece[data-done]")).to_have_count(0)
    assert all(event["event"] == "join" for event in board.events)
    other.close()
    fb.clear_storage(warm_desktop)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_icon_of_the_board_is_drawn(warm_desktop, fb, slug):
    fb.clear_storage(warm_desktop)
    board = Board(warm_desktop, fb, slug, lay_out_four_against_six(slug))
    assert warm_desktop.evaluate(MISSING_ICONS) == []
    board.tap(board.play)
    assert warm_desktop.evaluate(MISSING_ICONS) == []
    fb.clear_storage(warm_desktop)
