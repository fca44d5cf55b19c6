"""Text at 200 % in each state of the boards and sheets of all games: nothing overlaps, is cut off or sticks out."""

import pytest

from tests.browser.board_states import find_states
from tests.browser.boards import Board
from tests.browser.opened_sheets import SLUGS, open_sheet
from tests.browser.page_checks import ROOM, TWICE_AS_LARGE
from tests.browser.test_every_state import KINDS
from tests.printed_characters import CHARACTERS

pytestmark = [pytest.mark.chromium, pytest.mark.trial, pytest.mark.every_size]

CLIPPED_TEXT = """() => {
    const found = [];
    for (const each of document.querySelectorAll(".fb-board *, .fb-open-sheet *")) {
        const hasText = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
        const { overflowX, overflowY, display, clipPath } = getComputedStyle(each);
        const isForReaders = clipPath !== "none" || each.matches(".fb-board-mark, svg *"); // not for the eye
        if (!hasText || display === "inline" || isForReaders || !each.checkVisibility()) continue;
        if (overflowX === "hidden" && each.scrollWidth > each.clientWidth + 2
            || overflowY === "hidden" && each.scrollHeight > each.clientHeight + 2) {
            found.push(`clipped: ${each.outerHTML.slice(0, 120)}`);
        }
    }
    return found.slice(0, 5);
}"""
"""Script that finds text that its own box hides, as an ellipsis does."""


def find_faults(page):
    """Return the faults of a layout while its text is twice as large."""
    page.evaluate(TWICE_AS_LARGE, True)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found = [fault for script in (*ROOM, CLIPPED_TEXT) for fault in page.evaluate(script)]
    page.evaluate(TWICE_AS_LARGE, False)
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_every_state_of_a_board_has_room_for_large_text(warm_page, fb, slug):
    fb.clear_storage(warm_page)
    found, board, events = [], None, None
    for state in find_states(slug):
        if board is None or state.events is not events or state.view:
            board, events = Board(warm_page, fb, slug, state.events), state.events
        if state.view:
            board.look(state.view)
        found += [f"{state.name}: {each}" for each in find_faults(warm_page)]
    fb.clear_storage(warm_page)
    assert found == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_part_of_a_sheet_has_room_for_large_text(page, fb, kind):
    open_sheet(page, kind, fb.START, **CHARACTERS.get(kind, {}))
    sheet = page.locator(".fb-open-sheet")
    found, tabs = [], page.get_by_role("tab")
    for number in range(max(1, tabs.count())):
        if tabs.count():
            tabs.nth(number).press("Enter")
        sheet.evaluate("sheet => sheet.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
        found += [f"tab {number + 1}: {each}" for each in find_faults(page)]
    page.locator(".fb-plate-more").press("Enter")
    page.locator(".fb-plate-menu").get_by_role("button", name="Edit").press("Enter")
    page.locator(".fb-sheet-details").wait_for()
    found += [f"edit: {each}" for each in find_faults(page)]
    assert found == []
