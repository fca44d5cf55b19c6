"""Accessibility of every state of the boards and sheets of all games, checked with axe-core.

`make test` checks a share of a board's states in each game, another one in each, and one game's sheet; the trials check
all of them.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import find_violations_in_sampled_schemes
from tests.browser.board_states import find_states
from tests.browser.boards import Board
from tests.browser.opened_sheets import SLUGS, list_kinds, open_sheet
from tests.browser.test_printed_sheets import print_sheet
from tests.printed_characters import CHARACTERS

pytestmark = pytest.mark.chromium

SHARE, FIGHTS = 17, 4
"""One in this number of states belongs to the sample, and this number of fights is played to reach them."""

KINDS = [kind for slug in SLUGS for kind in list_kinds(slug)]
SAMPLED_KIND = "xmas.operator"


def check_board(page, fb, slug, states):
    """Return what axe finds in the states of a board, by their names."""
    fb.clear_storage(page)
    found, board, events = [], None, None
    for state in states:
        if board is None or state.events is not events or state.view:
            board, events = Board(page, fb, slug, state.events), state.events
        if state.view:
            board.look(state.view)
        found += [f"{state.name}: {each}" for each in find_violations_in_sampled_schemes(page, "fb-fight")]
    fb.clear_storage(page)
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_sampled_states_of_a_board_have_no_axe_violations(warm_phone, fb, slug):
    states = find_states(slug, FIGHTS)[SLUGS.index(slug) :: SHARE]
    assert check_board(warm_phone, fb, slug, states) == []


@pytest.mark.trial
@pytest.mark.every_size
@pytest.mark.parametrize("slug", SLUGS)
def test_every_state_of_a_board_has_no_axe_violations(warm_page, fb, slug):
    assert check_board(warm_page, fb, slug, find_states(slug)) == []


def check_sheet(page, fb, kind):
    """Return what axe finds in the states of a sheet: its tabs, a form, a result, one that is undone, menu and edit."""
    found = []

    def check(name, place=".fb-open-sheet"):
        found.extend(f"{name}: {each}" for each in find_violations_in_sampled_schemes(page, place))

    open_sheet(page, kind, fb.START, **CHARACTERS.get(kind, {}))
    sheet = page.locator(".fb-open-sheet")
    tabs = page.get_by_role("tab")
    for number in range(max(1, tabs.count())):
        if tabs.count():
            tabs.nth(number).press("Enter")
        sheet.evaluate("sheet => sheet.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
        check(f"tab {number + 1}")
    if tabs.count():
        tabs.first.press("Enter")
    forms = page.locator(".fb-open-sheet [data-form*='\"roll\"']:visible")
    if forms.count():
        forms.first.press("Enter")
        dialog = page.locator("dialog.fb-roll-form[open]")
        expect(dialog).to_be_visible()
        check("form", "dialog.fb-roll-form")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    steps = page.locator(".fb-gauge [data-step='-1']:enabled:visible, .fb-gauge [data-step='1']:enabled:visible")
    if steps.count():
        steps.first.press("Enter")
        undo = page.get_by_role("button", name=re.compile("^Undo: ")).first
        expect(undo).to_be_visible()
        check("result", ".fb-gauge")
        undo.press("Enter")
        expect(page.get_by_role("button", name=re.compile("^Put it back: ")).first).to_be_visible()
        check("undone", ".fb-gauge")
    page.locator(".fb-plate-more").press("Enter")
    check("menu", ".fb-plate-menu")  # it covers parts of the sheet until a tap beside it
    page.locator(".fb-plate-menu").get_by_role("button", name="Edit").press("Enter")
    expect(page.locator(".fb-sheet-details")).to_be_visible()
    check("edit", "fb-sheets")
    return found


@pytest.mark.trial
def test_each_state_of_a_sheet_has_no_axe_violations(phone, fb):
    assert check_sheet(phone, fb, SAMPLED_KIND) == []


@pytest.mark.trial
@pytest.mark.every_size
@pytest.mark.parametrize("kind", KINDS)
def test_each_state_of_every_sheet_has_no_axe_violations(page, fb, kind):
    assert check_sheet(page, fb, kind) == []


@pytest.mark.trial
@pytest.mark.parametrize("id", CHARACTERS)
def test_printed_page_has_no_axe_violations(desktop, fb, id):
    print_sheet(desktop, fb, id, CHARACTERS[id])
    desktop.emulate_media(media="print")
    assert find_violations_in_sampled_schemes(desktop, ".fb-leaves") == []
