"""The open log of a board: the record, edits of the past that wait until the reader accepts them, and slides."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import find_violations
from tests.browser.boards import Board
from tests.browser.opened_sheets import EMPTY_PAGE
from tests.systems.table_session import TableSession

SIZES = {"phone": (390, 844), "tablet": (1024, 768), "laptop": (1280, 800)}

SMALL = """() => [...document.querySelectorAll(
        ".fb-fight-record :is(button, select, input, summary, label), .fb-past-hand button, .fb-differences button")]
    .filter((each) => each.checkVisibility())
    .filter((each) => { const { width, height } = each.getBoundingClientRect(); return width < 43.5 || height < 43.5; })
    .map((each) => each.outerHTML.slice(0, 120))"""
"""Script that finds controls of the log and of a new version that are smaller than a fingertip."""


@pytest.fixture(scope="module")
def table():
    """Return a table where Kestrel has taken out a guard, the others have held, and Moth has missed one of them."""
    made = TableSession("psiops", is_replayed=False)
    made.join("operative", name="Kestrel")
    made.join("operative", name="Moth")
    made.join("enemy", name="Guard", count=4, morale=3)
    made.execute("order", faces=[6, 6, 6, 6])
    made.execute("roll", mechanic="psiops.attack", by="n1", at="n3-1", faces=[5, 5])
    made.execute("roll", mechanic="psiops.morale", by="n3-2", faces=[2])
    made.execute("roll", mechanic="psiops.attack", by="n2", at="n3-2", faces=[1, 4])
    return made


def find_roll(table, number):
    """Return the id of a roll in the log of the table, by its number from 0."""
    return [entry.id for entry in table.fight.log if entry.roll is not None][number]


def open_board(page, fb, table):
    page.goto(EMPTY_PAGE)
    return Board(page, fb, "psiops", list(table.events))


def open_event(board, event_id):
    """Open an event in the log."""
    board.tap(board.button("Log"))
    board.tap(board.page.locator(f""".fb-event[data-view*='"{event_id}"']"""))
    return board.page.locator(".fb-past")


def choose_face(board, face):
    """Choose the face of the first die of the open event."""
    board.page.locator(".fb-past-face").first.select_option(str(face))
    board.wait()


@pytest.mark.chromium
@pytest.mark.parametrize("window", SIZES.values(), ids=SIZES)
def test_other_dice_are_seen_on_the_board_and_stored_once_they_are_accepted(make_page, fb, table, window):
    page = make_page("phone" if window[0] < 500 else "desktop", viewport={"width": window[0], "height": window[1]})
    board = open_board(page, fb, table)
    open_event(board, find_roll(table, 0))
    choose_face(board, 3)
    assert page.evaluate(SMALL) == []
    assert find_violations(page, ".fb-fight") == []
    if window[0] < 1200:
        board.tap(board.button("See it: the new version"))
        assert page.evaluate(SMALL) == []
    expect(board.mat).to_contain_text("Partial success: Guard 1 takes 4 damage")
    expect(board.mat).to_contain_text("Check morale It no longer comes up.")
    assert board.read_life("Guard 1").startswith("2")
    assert board.events == table.events  # nothing is stored yet
    board.tap(page.locator(".fb-use-past:visible"))
    expect(page.get_by_text("The new version is in use.", exact=True).last).to_be_attached()
    assert [event["faces"] for event in board.events if event["event"] == "roll"] == [[3, 5], [1, 4]]
    board.tap(board.button("More about this fight"))
    board.tap(board.button("Players\u2019 view"))  # the notice covers neither what the drawer offers nor its end
    board.tap(board.drawer.get_by_role("button", name="Close", exact=True))
    board.tap(board.button("Bring the old one back"))
    expect(board.piece("Guard 1").locator(".fb-word")).to_have_text("down")
    assert board.events == table.events


def test_refused_edit_says_why_and_changes_nothing(desktop, fb, table):
    made = TableSession("psiops", is_replayed=False)
    made.events = list(table.events)
    made.execute("change", change="psiops.deal-damage", who="n3-3", params={"damage": 6})
    made.execute("turn")
    board = open_board(desktop, fb, made)
    panel = open_event(board, made.events[-2]["id"])
    panel.get_by_label("Guard 1").check(force=True)  # who is out already
    board.wait()
    expect(board.root.locator(".fb-fight-problem")).to_contain_text(
        "the enemy is out of the fight already", ignore_case=True
    )
    assert board.events == made.events


def test_record_is_read_replayed_and_mended(make_page, fb, table):
    page = make_page("desktop", permissions=["clipboard-read", "clipboard-write"])
    board = open_board(page, fb, table)
    check_record(page, board)
    board.tap(board.button("Log"))
    check_replay(board, table)
    check_forgotten_act(page, board, table)
    mend_by_keyboard(page, board, table)


def check_record(page, board):
    """Check that the record is filtered by person, copied and printed."""
    board.tap(board.button("Log"))
    page.locator(".fb-fight-record").get_by_label("Moth").check(force=True)
    board.wait()
    expect(page.locator(".fb-fight-record .fb-event")).to_have_count(2)  # the initiative's momentum, and the attack
    board.tap(board.button("Copy as Markdown"))
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("# The radio mast\n\n## Round 1\n") and "- **Moth → Guard 2: Failure: you miss**" in copied
    assert "Kestrel" not in copied
    page.emulate_media(media="print")
    expect(page.locator(".fb-log :is(button, label):not(.fb-event):visible")).to_have_count(0)
    log, screen = page.locator(".fb-log").bounding_box(), page.viewport_size
    assert log["x"] < 40 and log["width"] > screen["width"] - 80  # one column, not over the board
    assert log["y"] >= page.locator(".fb-mat").bounding_box()["y"] + page.locator(".fb-mat").bounding_box()["height"]
    page.emulate_media(media="screen")


def check_replay(board, table):
    """Check that slides show each act with the board as it was."""
    board.tap(board.button("Log"))
    board.tap(board.button("Replay as slides"))
    expect(board.root).to_contain_text("1 of 6")
    board.look({"slide": 3})  # taps in quick succession at one spot count as one
    board.tap(board.button("Next"))
    expect(board.mat).to_contain_text("Success: Guard 1 takes 6 damage")
    expect(board.piece("Guard 1").locator(".fb-word")).to_have_text("down")
    board.tap(board.button("Back"))
    assert board.read_life("Guard 1").startswith("6")
    board.tap(board.button("End the replay"))
    expect(board.play).to_be_visible()
    assert board.events == table.events


def check_forgotten_act(page, board, table):
    """Check that a forgotten act is played before an event or not at all."""
    second = find_roll(table, 2)
    open_event(board, second)
    board.tap(board.button("Add before"))
    expect(board.root).to_contain_text("play what is missing.")
    board.tap(board.button("Cancel"))
    board.tap(page.locator(f""".fb-event[data-view*='"{second}"']"""))
    board.tap(board.button("Add before"))
    board.act({"act": "change", "change": "psiops.deal-damage", "who": "n3-3", "params": {"damage": 2}})
    board.wait()
    expect(board.mat).to_contain_text("Guard 3")
    assert board.read_life("Guard 3").startswith("4")
    board.tap(board.button("Leave it as it was"))
    assert board.read_life("Guard 3").startswith("6")
    assert board.events == table.events


def mend_by_keyboard(page, board, table):
    """Take an event out of the past with the keyboard alone."""
    board.button("Log").focus()
    page.keyboard.press("Enter")
    board.wait()
    event = page.locator(f""".fb-event[data-view*='"{find_roll(table, 2)}"']""")
    event.focus()
    page.keyboard.press("Enter")
    board.wait()
    expect(page.locator(".fb-event[aria-expanded=true]")).to_be_focused()
    board.button("Take it out").focus()
    page.keyboard.press("Enter")
    board.wait()
    page.locator(".fb-use-past:visible").focus()
    page.keyboard.press("Enter")
    board.wait()
    assert len([each for each in board.events if each["event"] == "roll"]) == 2


@pytest.mark.trial
def test_act_that_no_longer_fits_is_kept_and_the_last_act_taken_back(desktop, fb, table):
    board = open_board(desktop, fb, table)
    open_event(board, find_roll(table, 0))
    choose_face(board, 3)
    board.tap(board.button("Keep it: Guard 2: Check morale"))
    expect(board.mat).to_contain_text("Kept as it was.")
    board.tap(desktop.locator(".fb-use-past:visible"))
    assert [event["mechanic"] for event in board.events if event["event"] == "roll"][1] == "psiops.morale"
    board.open_card("Kestrel").get_by_role("button", name="Take back the last act").click()
    board.wait()
    assert board.read_life("Guard 1").startswith("6")
    board.tap(desktop.locator(".fb-use-past:visible"))
    assert not [event for event in board.events if event["event"] == "roll" and event.get("by") == "n1"]
