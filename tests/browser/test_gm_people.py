"""A GM's own people on the board: real dice, one change to several, conditions, sides, the order, own enemies."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import find_violations
from tests.browser.boards import Board, lay_out, lay_out_four_against_six
from tests.browser.opened_sheets import EMPTY_PAGE

SMALL = """() => [...document.querySelectorAll(".fb-drawer :is(button, select, input:not([type=checkbox]), summary)")]
    .filter((each) => each.checkVisibility())
    .filter((each) => { const { width, height } = each.getBoundingClientRect(); return width < 43.5 || height < 43.5; })
    .map((each) => each.outerHTML.slice(0, 160))"""
"""Script that finds controls of the drawer that are smaller than a fingertip."""

FIND_STATE = """() => {
    const pad = document.querySelector(".fb-drawer");
    if (!pad) return "closed";
    const isWaiting = pad.querySelector(".fb-slot[aria-current]")?.textContent === "";
    return isWaiting && !pad.querySelector("[aria-busy]") ? "waits for a die" : "";
}"""
"""Script that returns the state of the pad for real dice, "" while it asks for the next die."""


def open_board(page, fb, slug, events=None):
    page.goto(EMPTY_PAGE)
    return Board(page, fb, slug, events or lay_out_four_against_six(slug))


def enter_faces(board, *faces):
    for face in faces:
        board.tap(board.drawer.locator(f".fb-key[data-key='{face}']"))


def answer_pad(board, enter):
    """Enter each die for which the pad waits."""
    expect(board.drawer).to_be_visible()
    while board.fb.wait_until(board.page, FIND_STATE) != "closed":
        enter()
    board.wait()


def list_last(board):
    """Return the last events that are undone together."""
    events = board.events
    start = max(number for number, event in enumerate(events) if not event.get("follows"))
    return events[start:]


def find_roll(board):
    """Return the roll of the last events that are undone together."""
    return next(each for each in list_last(board) if each["event"] == "roll")


@pytest.mark.chromium
def test_real_dice_take_the_action_and_a_tap_a_die(phone, fb):
    """One switch for the fight; then the action, and its faces, for one die, for a group, and typed."""
    board = open_board(phone, fb, "sideworld")
    board.open_menu()
    assert phone.evaluate(SMALL) == []
    switch = board.drawer.get_by_role("button", name="Real dice")
    board.tap(switch)
    expect(switch).to_have_attribute("aria-pressed", "true")
    screen = board.drawer.get_by_label("Keep the screen on")
    expect(screen).to_be_checked()
    screen.uncheck()
    phone.reload()
    board.open_menu()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(board.drawer.get_by_label("Keep the screen on")).not_to_be_checked()
    board.close()
    phone.evaluate("document.fonts.ready.then(() => true)")  # names may take another line in them
    board.tap(board.play)
    expect(board.drawer).to_contain_text("Kestrel: D20")
    place = board.mat.bounding_box() | {"height": 0}  # its lower end depends on the hand
    assert phone.evaluate(SMALL) == []
    assert find_violations(phone, ".fb-fight") == []
    enter_faces(board, *range(1, 11))
    expect(board.drawer).to_have_count(0)
    board.wait()
    assert board.mat.bounding_box() | {"height": 0} == place
    assert [roll["faces"] for roll in board.events[-1]["rolls"]] == [[face] for face in range(1, 11)]
    before = board.taps
    board.tap(board.play)
    answer_pad(board, lambda: enter_faces(board, 5))
    faces = find_roll(board)["faces"]
    assert faces and set(faces) == {5}
    assert board.taps - before == 1 + len(faces)
    board.tap(board.undo)
    before = board.taps
    board.tap(board.play)
    answer_pad(board, lambda: (phone.keyboard.type("6"), phone.keyboard.press("Enter")))
    assert set(find_roll(board)["faces"]) == {6}
    assert board.taps - before == 1


def test_closed_pad_rolls_nothing_and_a_refusal_comes_before_the_dice(desktop, fb):
    board = open_board(desktop, fb, "psiops", lay_out("psiops", [{"name": "Kestrel"}], [{"name": "Guard"}]))
    board.act({"act": "dice", "real": True})
    board.act({"act": "order", "faces": [6, 6]})
    stored = board.events
    board.tap(board.play)
    enter_faces(board, 4)
    board.close()
    assert board.events == stored
    board.act({"act": "roll", "mechanic": "psiops.attack", "by": "n1", "at": "n2", "faces": [1, 1]})
    board.act({"act": "roll", "mechanic": "psiops.attack", "by": "n1", "at": "n2", "faces": [1, 1, 1]})
    board.act({"act": "roll", "mechanic": "psiops.attack", "by": "n1", "at": "n2"})
    expect(board.drawer).to_have_count(0)
    expect(board.root.locator(".fb-fight-problem, .fb-why").first).to_be_visible()


@pytest.mark.parametrize(
    ("slug", "field", "button", "lost"),
    [("xmas", "Damage", "Deal damage", "out"), ("sideworld", "Damage", "Take damage", "34/40")],
)
def test_one_change_to_four_takes_three_taps(phone, fb, slug, field, button, lost):
    board = open_board(
        phone, fb, slug, lay_out(slug, [{"name": "Kestrel"}], [{"name": f"Guard {n}"} for n in range(1, 5)])
    )
    before = board.taps
    board.aim_at("Guard 1")  # it is the target already
    board.tap(board.button("All 4"))
    change = board.drawer.locator(".fb-change").filter(has=phone.get_by_role("button", name=button, exact=True))
    change.get_by_label(field, exact=True).fill("6")
    board.tap(change.get_by_role("button", name=button, exact=True))
    assert board.taps - before == 3
    assert [len(event.get("also", ())) for event in list_last(board)] == [3]
    board.close()
    assert {board.read_life(f"Guard {number}") for number in range(1, 5)} == {lost}


@pytest.mark.chromium
def test_card_gives_conditions_changes_sides_hides_and_reorders(desktop, fb):
    board = open_board(desktop, fb, "sideworld")
    board.act({"act": "order", "faces": [20, 19, 18, 17, 16, 15, 14, 13, 12, 11]})
    card = board.open_card("Guard 1")
    card.locator("summary", has_text="Another condition").click()
    own = card.locator("details", has_text="Another condition")
    own.get_by_label("Name").fill("blinded")
    own.get_by_label("Rounds").fill("2")
    board.tap(own.get_by_role("button", name="Add", exact=True))
    expect(card.get_by_role("button", name="blinded (2)")).to_have_attribute("aria-pressed", "true")
    expect(board.piece("Guard 1").locator(".fb-states")).to_contain_text("blinded")
    card.locator("summary", has_text="Side, order").click()
    assert find_violations(desktop, ".fb-fight") == []
    assert desktop.evaluate(SMALL) == []
    board.tap(card.get_by_role("button", name="Hide from players"))
    expect(board.piece("Guard 1").locator(".fb-states")).to_contain_text("hidden")
    board.tap(card.get_by_role("button", name="Before Wren"))
    card.get_by_label("Initiative").fill("99")
    board.tap(card.get_by_role("button", name="Set", exact=True))
    card.get_by_label("Note, for you alone").fill("Afraid of dogs")
    board.tap(card.get_by_role("button", name="Save the note"))
    expect(card.locator(".fb-own-note")).to_have_text("Afraid of dogs")
    board.tap(card.get_by_role("button", name="To your unit"))
    board.close()
    expect(board.root.locator(".fb-order li").first.locator(".fb-hidden")).to_contain_text("Guard 1")
    expect(board.root.locator(".fb-board-side:not([data-foes])")).to_contain_text("Guard 1")
    names = [event["event"] for event in board.events[-5:]]
    assert names == ["condition", "move", "initiative", "note", "side"]
    for _ in names:
        board.tap(board.undo)
    expect(board.piece("Guard 1").locator(".fb-states")).not_to_contain_text("blinded")
    expect(board.piece("Guard 1").locator(".fb-states")).to_contain_text("hidden")


@pytest.mark.chromium
def test_own_enemy_with_two_attacks_takes_five_taps_and_becomes_a_sheet(desktop, fb):
    board = open_board(desktop, fb, "combat", lay_out("combat", [{"name": "Kestrel"}], [{"name": "Guard"}]))
    before = board.taps
    board.tap(board.root.get_by_role("button", name="Add to enemies").first)
    board.tap(board.button("Enemy of your own…"))
    form = board.drawer.locator("form")
    form.get_by_label("Name", exact=True).first.fill("Warg")
    form.get_by_label("LIF", exact=True).fill("22")
    for number, (name, damage) in enumerate([("Bite", "4d6"), ("Claw", "2d6")], 1):
        board.tap(form.get_by_role("button", name="Add an attack"))
        form.locator(f"[name='attacks.{number}.name']").fill(name)
        form.locator(f"[name='attacks.{number}.damage']").fill(damage)
    board.tap(form.get_by_role("button", name="Add", exact=True).last)
    assert board.taps - before == 5
    board.close()
    assert board.read_life("Warg") == "22/22"
    board.open_card("Warg")
    board.tap(board.drawer.get_by_role("button", name="Acts now"))
    expect(board.root.locator(".fb-weapons")).to_contain_text("Claw")
    board.open_card("Warg")
    board.tap(board.drawer.get_by_role("button", name="Keep as a sheet"))
    expect(board.drawer.get_by_role("button", name="Keep as a sheet")).to_be_hidden()
    desktop.goto("/combat/characters/")
    expect(desktop.get_by_text("Warg").first).to_be_visible()
