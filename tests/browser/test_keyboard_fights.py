"""Fights by keyboard: joining, initiative, turns and decisions until somebody has won."""

import pytest
from playwright.sync_api import expect

from rules_py.registry.play import create_fight
from tests.browser.boards import Board, BoardPage, lay_out
from tests.browser.opened_sheets import SLUGS

pytestmark = pytest.mark.chromium

MOST_KEYS = 400
MOST_STOPS = 30

IS_PLAYED = """() => {
    const each = document.activeElement;
    return each.matches(".fb-play, .fb-decisions button, .fb-why button")
        || each.matches(".fb-board-actions input, .fb-weapons input, .fb-board-side input")
        && document.querySelector(".fb-board-hand .fb-play, .fb-decisions") !== null;
}"""
"""Script that returns true if Enter plays from the focused control."""


def tab_to(board, selector):
    """Press Tab until a control is focused, and fail if the board has no such tab stop."""
    keys = board.page.keyboard
    for _ in range(MOST_STOPS):
        if board.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        keys.press("Tab")
    raise AssertionError(f"no tab stop {selector}")


def join_by_keyboard(board):
    """Let somebody join on each side with the free places of the board."""
    for side in (".fb-board-side[data-foes]", ".fb-board-side:not([data-foes])"):
        count = board.pieces.count()
        board.root.locator(".fb-to-hand").focus()
        tab_to(board, f"{side} .fb-piece[data-free]")
        board.page.keyboard.press("Enter")
        expect(board.pieces).to_have_count(count + 1, timeout=board.fb.START)
        board.wait()


def fight_by_keyboard(board):
    """Play until the fight is over: Enter on what is focused if it plays, and else Tab; return the focused controls."""
    keys, played = board.page.keyboard, []
    for _ in range(MOST_KEYS):
        if board.root.locator(".fb-stamped").count():
            return played
        if board.page.evaluate(IS_PLAYED):
            played.append(board.page.evaluate("document.activeElement.className"))
            keys.press("Enter")
            board.wait()
        else:
            keys.press("Tab")
    raise AssertionError("the fight isn't over")


@pytest.mark.parametrize("slug", SLUGS)
def test_fight_is_played_from_joining_to_its_end_by_keyboard_alone(warm_desktop, fb, slug):
    fb.clear_storage(warm_desktop)
    fb.go_to(warm_desktop, f"/{create_fight(slug).rules.page}")
    board = BoardPage(warm_desktop, fb, slug)
    expect(board.board).to_be_visible(timeout=fb.START)
    join_by_keyboard(board)
    fight_by_keyboard(board)
    expect(board.root.locator(".fb-stamped")).to_be_visible()
    fb.clear_storage(warm_desktop)


@pytest.mark.parametrize("slug", SLUGS)
def test_focus_stays_on_the_big_button_or_goes_to_the_decision(warm_desktop, fb, slug):
    """After a turn, Enter plays the next one or decides; the focus doesn't fall back to the top of the board."""
    fb.clear_storage(warm_desktop)
    board = Board(warm_desktop, fb, slug, lay_out(slug, [{"name": "Ada"}, {"name": "Bea"}], [{"name": "Bo"}]))
    board.play.focus()
    for _ in range(3):
        warm_desktop.keyboard.press("Enter")
        board.wait()
        expect(board.root.locator(":focus")).to_have_count(1)
        assert warm_desktop.evaluate(
            "document.activeElement.matches('.fb-board-hand button, .fb-decisions button, .fb-ended button')"
        ), warm_desktop.evaluate("document.activeElement.outerHTML.slice(0, 120)")
    fb.clear_storage(warm_desktop)
