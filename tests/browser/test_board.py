"""The board of a fight: rows stay where they are, everything fits the window, and each state is accessible."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.axe import find_violations_in_both_schemes
from tests.browser.boards import Board, lay_out_four_against_six
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

CUT_OFF_ROWS = """() => [".fb-board-bar", ".fb-board-side[data-foes]", ".fb-board-side:not([data-foes])", ".fb-do, .fb-why, .fb-decisions"]
    .filter((selector) => {
        const shown = [...document.querySelectorAll(`.fb-board ${selector}`)].find((each) => each.checkVisibility());
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
@pytest.mark.parametrize("size", ["phone", "tablet", "laptop"])
def test_rows_stay_where_they_are_after_each_tap(make_page, fb, slug, size):
    page = make_page("desktop")
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/licences/")
    board = Board(page, fb, slug, lay_out_four_against_six(slug))
    board.tap(board.play)
    seen = take_random_taps(board, f"{slug} {size}", 20)
    assert [(tapped, rows) for tapped, rows in seen if rows != seen[0][1]] == []
    assert page.evaluate(STICKS_OUT) == []


@pytest.mark.chromium
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("size", SIZES)
def test_four_against_six_fit_the_window(make_page, fb, slug, size):
    page = make_page("desktop")
    width, height = SIZES[size]
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
