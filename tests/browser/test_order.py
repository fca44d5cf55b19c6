"""An initiative list: every combatant's roll is stored until the fight ends, across page changes and reloads."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import COMPILED_RULES

PLAYING = "/sideworld/playing/"


class OrderPage:
    """The initiative list of a fight on a page."""

    def __init__(self, page, fb):
        self.page, self.fb = page, fb
        self.root = page.locator("fb-order")
        self.lines = self.root.locator(".fb-order-list > li")
        self.current_line = self.root.locator('.fb-order-list > li[aria-current="true"]')
        self.tools = self.root.locator(".fb-order-tools")
        self.pending_lines = self.root.locator(".fb-order-joining > li")
        self.note = self.root.locator(".fb-order-note")
        self.manual_dice = fb.ManualDice(self)
        self.error = self.root.locator(".fb-result .fb-error")

    def add(self, name, face=""):
        """Add a combatant; wait only for dice that are entered."""
        self.root.get_by_label("Name").fill(name)
        if not face:
            self.press("Add and roll")
            return
        self.manual_dice.open_empty()
        self.manual_dice.tap(face)
        self.press("Add with these dice")

    def join(self, name, face=""):
        before = self.lines.count()
        self.add(name, face)
        expect(self.lines).to_have_count(before + 1, timeout=self.fb.START)

    def press(self, name):
        self.fb.press(self.root.get_by_role("button", name=name, exact=True))

    def combatant_names(self):
        return self.lines.locator("strong").all_inner_texts()


@pytest.fixture
def order(warm_page, fb):
    warm_page.evaluate("localStorage.clear()")
    fb.go_to(warm_page, PLAYING)
    yield OrderPage(warm_page, fb)
    warm_page.evaluate("localStorage.clear()")


def add_three(order):
    for name, face in (("Kat", 5), ("Ox", 12), ("Ray", 9)):
        order.join(name, face)


def test_second_quick_press_takes_out_nobody_else_unless_another_place_was_pressed(order):
    """The next line moves under the finger, and its button was once taken for the same one.

    Then a press within half a second of a change was taken for a repeated one, whatever was pressed before.
    """
    add_three(order)
    remover = order.lines.first.locator("[data-act=out]")
    remover.scroll_into_view_if_needed()
    box = remover.bounding_box()
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    order.page.mouse.dblclick(*spot)
    expect(order.lines.locator("strong")).to_have_text(["Ray", "Kat"])
    order.page.evaluate("document.body.dispatchEvent(new PointerEvent('pointerdown'))")
    order.page.mouse.click(*spot)
    expect(order.lines.locator("strong")).to_have_text(["Kat"])


def test_order_is_sorted_played_ended_and_restored(order):
    expect(order.root).to_contain_text("No one yet")
    expect(order.tools).to_be_hidden()
    add_three(order)
    assert order.combatant_names() == ["Ox", "Ray", "Kat"]
    expect(order.fb.live_region(order.page)).to_contain_text("acts at")
    turns = []
    for _ in range(4):
        turns.append(order.current_line.locator("strong").inner_text())
        order.press("Next")
    assert turns == ["Ox", "Ray", "Kat", "Ox"]
    expect(order.tools).to_contain_text("Round 2")
    order.press("Remove Ray")
    assert order.combatant_names() == ["Ox", "Kat"]
    order.press("End the fight")
    expect(order.lines).to_have_count(0)
    order.fb.go_to(order.page, "/sideworld/harm/")
    order.fb.go_to(order.page, PLAYING)
    order.press("Resume the fight")
    assert order.combatant_names() == ["Ox", "Kat"]


@pytest.mark.trial
def test_highest_roll_acts_first(order):
    add_three(order)
    expect(order.current_line).to_contain_text("Ox")


@pytest.mark.trial
def test_latecomer_is_sorted_in_without_changing_the_current_actor(order):
    add_three(order)
    order.press("Next")
    acting = order.current_line.locator("strong").inner_text()
    order.join("Lou", 10)
    assert order.combatant_names() == ["Ox", "Lou", "Ray", "Kat"]
    expect(order.current_line.locator("strong")).to_have_text(acting)


def test_tied_combatants_can_be_reordered_and_an_unnamed_one_gets_a_number(order):
    order.join("Kat", 7)
    order.join("Ox", 7)
    expect(order.lines.nth(1)).to_contain_text("tied")
    first, second = order.combatant_names()
    order.press(f"Move {second} before {first}")
    assert order.combatant_names() == [second, first]
    order.join("")
    assert "Combatant 3" in order.combatant_names()


@pytest.mark.trial
def test_order_survives_page_changes(order):
    add_three(order)
    order.press("Next")
    acting = order.current_line.locator("strong").inner_text()
    order.fb.go_to(order.page, "/sideworld/harm/")
    order.fb.go_to(order.page, PLAYING)
    assert order.combatant_names() == ["Ox", "Ray", "Kat"]
    expect(order.current_line.locator("strong")).to_have_text(acting)


@pytest.mark.trial
def test_new_turn_rerolls_everyone(warm_desktop, fb):
    warm_desktop.evaluate("localStorage.clear()")
    fb.go_to(warm_desktop, "/combat/fighting/")
    order = OrderPage(warm_desktop, fb)
    order.join("Kat")
    order.join("Ox")
    order.press("Next")
    order.press("New turn: all roll again")
    expect(order.tools).to_contain_text("2")
    totals = [int(total) for total in order.lines.locator(".fb-order-total").all_inner_texts()]
    assert totals == sorted(totals, reverse=True) and len(totals) == 2
    expect(order.lines.first).to_have_attribute("aria-current", "true")
    warm_desktop.evaluate("localStorage.clear()")


@pytest.mark.trial
def test_markup_in_a_name_is_text(order):
    order.join('<img src="x" onerror="window.taken=1">', 5)
    expect(order.lines.locator("strong")).to_have_text('<img src="x" onerror="window.taken=1">')
    assert order.page.evaluate("window.taken") is None


def test_order_works_by_keyboard_alone(warm_desktop, fb):
    warm_desktop.evaluate("localStorage.clear()")
    fb.go_to(warm_desktop, PLAYING)
    order, key = OrderPage(warm_desktop, fb), warm_desktop.keyboard
    for name in ("Kat", "Ox"):
        order.root.get_by_label("Name").focus()
        key.type(name)
        key.press("Enter")
        expect(order.root.get_by_label("Name")).to_have_value("")
    expect(order.lines).to_have_count(2)
    order.root.get_by_role("button", name="Next").focus()
    key.press("Enter")
    expect(order.lines.nth(1)).to_have_attribute("aria-current", "true")
    warm_desktop.evaluate("localStorage.clear()")


# No combatant is lost


@pytest.mark.trial
def test_names_added_while_the_rules_load_all_join(page, fb):
    held = fb.HeldRequests(page, COMPILED_RULES)
    page.goto(PLAYING)
    order = OrderPage(page, fb)
    for name in ("Kat", "Ox", "", "Ray"):
        order.add(name)
    expect(order.pending_lines.locator("strong")).to_have_text(["Kat", "Ox", "Combatant 3", "Ray"])
    expect(order.pending_lines.first).to_contain_text("queued")
    held.release()
    expect(order.lines).to_have_count(4, timeout=fb.START)
    expect(order.pending_lines).to_have_count(0)
    assert sorted(order.combatant_names()) == ["Combatant 3", "Kat", "Ox", "Ray"]


@pytest.mark.trial
def test_names_added_before_a_page_change_join_afterwards(make_page, fb):
    page = make_page("phone")
    held = fb.HeldRequests(page, COMPILED_RULES)
    page.goto(PLAYING)
    order = OrderPage(page, fb)
    order.add("Kat")
    fb.go_to(page, "/sideworld/harm/")
    fb.go_to(page, PLAYING)
    order.add("Ox")
    expect(order.pending_lines).to_have_count(2)
    held.release()
    expect(order.lines).to_have_count(2, timeout=fb.START)
    assert sorted(order.combatant_names()) == ["Kat", "Ox"]


@pytest.mark.trial
def test_names_left_unrolled_by_a_reload_are_rolled_at_a_tap(make_page, fb):
    page = make_page("phone")
    held = fb.HeldRequests(page, COMPILED_RULES)
    page.goto(PLAYING)
    order = OrderPage(page, fb)
    order.add("Kat")
    expect(order.pending_lines).to_have_count(1)
    page.reload()
    expect(order.pending_lines).to_contain_text("not rolled yet")
    order.press("Roll for Kat")
    expect(order.pending_lines).to_contain_text("queued")
    held.release()
    expect(order.lines.locator("strong")).to_have_text("Kat", timeout=fb.START)


@pytest.fixture
def turns(warm_desktop, fb):
    """Yield an initiative list with two combatants, in a game that rolls each turn."""
    warm_desktop.evaluate("localStorage.clear()")
    fb.go_to(warm_desktop, "/combat/fighting/")
    order = OrderPage(warm_desktop, fb)
    order.join("Kat")
    order.join("Ox")
    yield order
    warm_desktop.evaluate("localStorage.clear()")


BREAK_ONE = """async () => {
    const { runtime } = await import("/assets/js/entry/main.js");
    const { askUntil } = runtime;
    let asked = 0;
    runtime.askUntil = (...about) => {
        asked += 1;
        return asked === 2 ? Promise.reject(new Error("the worker is gone")) : askUntil.apply(runtime, about);
    };
}"""
"""Script that makes the second request fail."""


@pytest.mark.trial
def test_failed_reroll_is_reported_and_can_be_continued(turns, fb):
    before = turns.lines.locator(".fb-order-total").all_inner_texts()
    turns.page.evaluate(BREAK_ONE)
    turns.press("New turn: all roll again")
    expect(turns.note).to_contain_text(f"Still to roll again: {turns.combatant_names()[1]}.")
    expect(turns.error).to_have_text(
        f"{turns.combatant_names()[1]}: This couldn't be worked out: something went wrong."
    )
    expect(turns.tools).to_contain_text("Round 1")
    assert turns.lines.locator(".fb-order-total").all_inner_texts() == before
    turns.press("New turn: all roll again")
    expect(turns.tools).to_contain_text("Round 2")
    expect(turns.note).to_be_empty()
    expect(turns.error).to_have_count(0)


HOLD_ROLLS = """async () => {
    const { runtime } = await import("/assets/js/entry/main.js");
    runtime.askUntil = () => new Promise((_, refuse) => {
        window.refuseRoll = () => {
            delete runtime.askUntil;
            refuse(new Error("the worker is gone"));
        };
    });
}"""
"""Script that holds the next request until the page calls `refuseRoll`."""


def test_refused_roll_is_told_once_in_the_line_of_its_combatant(order):
    order.page.evaluate(HOLD_ROLLS)
    order.add("Kat")
    expect(order.pending_lines).to_contain_text("queued")
    order.root.get_by_label("Name").fill("Ox")  # the next one is being typed already
    order.page.evaluate("refuseRoll()")
    expect(order.pending_lines).to_contain_text("something went wrong")
    expect(order.root.get_by_text("something went wrong")).to_have_count(1)


FILL_STORAGE = """() => {
    for (let size = 2 ** 22; size >= 1; size /= 2) {
        try {
            for (let at = 0; ; at += 1) localStorage.setItem(`full ${size} ${at}`, "x".repeat(size));
        } catch { /* go on with less */ }
    }
}"""


@pytest.mark.trial
def test_order_continues_and_says_so_when_storage_is_full(make_page, fb):
    page = make_page("phone")
    page.goto("/dice/")
    page.evaluate(FILL_STORAGE)
    page.goto(PLAYING)
    order = OrderPage(page, fb)
    order.join("Kat", 5)
    expect(order.note).to_contain_text("This browser doesn't save data for this site")
    fb.go_to(page, "/sideworld/harm/")
    fb.go_to(page, PLAYING)
    order.join("Ox", 12)
    assert order.combatant_names() == ["Ox", "Kat"]


@pytest.mark.trial
def test_order_of_an_older_version_survives_a_reload_and_is_synchronized(make_page, fb):
    page = make_page("phone")
    page.goto("/dice/")
    people = [
        {"name": "Ox", "params": "{}", "total": 22, "tie": None},
        {"name": "Kat", "params": "{}", "total": 15, "tie": None},
    ]
    page.evaluate(
        """fight => localStorage.setItem("fieldbook:order-sideworld-initiative", JSON.stringify(fight))""",
        {"entries": people, "turn": 1, "round": 2, "begun": True},
    )
    page.goto(PLAYING)
    order = OrderPage(page, fb)
    assert order.combatant_names() == ["Ox", "Kat"]
    expect(order.current_line).to_contain_text("Kat")
    order.join("Ray", 9)
    assert order.combatant_names() == ["Ox", "Ray", "Kat"]
    page.reload()
    expect(order.lines.locator("strong")).to_have_text(["Ox", "Ray", "Kat"])
    other = OrderPage(page.context.new_page(), fb)
    other.page.goto(PLAYING)
    other.join("Lou", 7)
    expect(order.lines.locator("strong")).to_have_text(["Ox", "Ray", "Lou", "Kat"])
    order.join("Zed", 11)
    expect(other.lines.locator("strong")).to_have_text(["Ox", "Zed", "Ray", "Lou", "Kat"])


def test_focus_stays_in_the_order_after_every_action(turns, fb):
    """Removing combatants by keyboard keeps the focus in the list."""
    page = turns.page

    def focused():
        return page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")

    first, *rest = turns.combatant_names()
    for name, then in zip([first, *rest], rest, strict=False):
        turns.root.get_by_role("button", name=f"Remove {name}").press("Enter")
        assert focused() == f"Remove {then}"
        expect(fb.live_region(page)).to_have_text(f"{name} is out.")
    turns.root.get_by_role("button", name="End the fight").press("Enter")
    assert focused() == "Resume the fight"
    page.keyboard.press("Enter")
    assert focused() not in ("", None) and page.evaluate("document.activeElement !== document.body")
    turns.root.get_by_role("button", name=f"Remove {rest[-1]}").press("Enter")
    expect(turns.root.locator(".fb-order-empty")).to_be_focused()


@pytest.mark.trial
@pytest.mark.parametrize("stored", ['{"entries": [{"name": "Ox"}]}', "7", '{"entries": [7]}', "no JSON"])
def test_unreadable_stored_order_is_shown_as_empty(make_page, fb, stored):
    page = make_page("phone")
    page.goto("/dice/")
    page.evaluate("text => localStorage.setItem('fieldbook:order-sideworld-initiative', text)", stored)
    page.goto(PLAYING)
    expect(page.locator("fb-order")).to_contain_text("No one yet")
    if stored != "no JSON":
        expect(page.locator(".fb-order-note")).to_contain_text("can't be read")
