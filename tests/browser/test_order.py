"""An order of initiative: everyone's roll is kept until the fight ends, over page changes and reloads."""

import pytest
from playwright.sync_api import expect

PLAYING = "/sideworld/playing/"


class Order:
    """The order of a fight on a page."""

    def __init__(self, page, fb):
        self.page, self.fb = page, fb
        self.root = page.locator("fb-order")
        self.lines = self.root.locator(".fb-order-list > li")
        self.acting = self.root.locator('.fb-order-list > li[aria-current="true"]')
        self.tools = self.root.locator(".fb-order-tools")
        self.joining = self.root.locator(".fb-order-joining > li")
        self.note = self.root.locator(".fb-order-note")
        self.own = fb.OwnDice(self)
        self.error = self.root.locator(".fb-result .fb-error")

    def add(self, name, face=""):
        """Add somebody, and wait for no dice but those of the table."""
        self.root.get_by_label("Name").fill(name)
        if not face:
            self.press("Add and roll")
            return
        self.own.open()
        self.own.tap(face)
        self.press("Add with these dice")

    def join(self, name, face=""):
        before = self.lines.count()
        self.add(name, face)
        expect(self.lines).to_have_count(before + 1, timeout=self.fb.START)

    def press(self, name):
        self.fb.press(self.root.get_by_role("button", name=name, exact=True))

    def names(self):
        return self.lines.locator("strong").all_inner_texts()


@pytest.fixture
def order(warm_page, fb):
    fb.go_to(warm_page, PLAYING)
    warm_page.evaluate("localStorage.clear()")
    fb.go_to(warm_page, PLAYING)
    yield Order(warm_page, fb)
    warm_page.evaluate("localStorage.clear()")


def fight(order):
    for name, face in (("Kat", 5), ("Ox", 12), ("Ray", 9)):
        order.join(name, face)


def test_it_begins_empty_and_says_what_to_do(order):
    expect(order.root).to_contain_text("Nobody yet")
    expect(order.tools).to_be_hidden()


def test_everyone_stands_in_the_order_of_the_rolls(order):
    fight(order)
    assert order.names() == ["Ox", "Ray", "Kat"]
    expect(order.fb.live(order.page)).to_contain_text("acts at")


def test_whoever_rolled_highest_acts_first(order):
    fight(order)
    expect(order.acting).to_contain_text("Ox")


def test_without_a_name_and_a_die_chance_rolls_for_a_number(order):
    order.root.get_by_role("button", name="Add and roll").scroll_into_view_if_needed()
    order.join("")
    expect(order.lines.locator("strong")).to_have_text("Nr. 1")


def test_turns_go_round(order):
    for name, face in (("Ox", 12), ("Ray", 9), ("Kat", 5)):
        order.join(name, face)
    turns = []
    for _ in range(4):
        turns.append(order.acting.locator("strong").inner_text())
        order.press("Next")
    assert turns == ["Ox", "Ray", "Kat", "Ox"]
    expect(order.tools).to_contain_text("Round 2")


def test_a_latecomer_takes_a_place_and_whoever_acts_still_acts(order):
    fight(order)
    order.press("Next")
    acting = order.acting.locator("strong").inner_text()
    order.join("Lou", 10)
    assert order.names() == ["Ox", "Lou", "Ray", "Kat"]
    expect(order.acting.locator("strong")).to_have_text(acting)


def test_a_tie_can_be_moved_by_hand(order):
    order.join("Kat", 7)
    order.join("Ox", 7)
    expect(order.lines.nth(1)).to_contain_text("tied")
    first, second = order.names()
    order.press(f"Move {second} before {first}")
    assert order.names() == [second, first]


def test_somebody_can_be_taken_out(order):
    fight(order)
    order.press("Take Ray out")
    assert order.names() == ["Ox", "Kat"]


def test_the_fight_outlives_page_changes(order):
    fight(order)
    order.press("Next")
    acting = order.acting.locator("strong").inner_text()
    order.fb.go_to(order.page, "/sideworld/harm/")
    order.fb.go_to(order.page, PLAYING)
    assert order.names() == ["Ox", "Ray", "Kat"]
    expect(order.acting.locator("strong")).to_have_text(acting)


def test_the_fight_outlives_a_reload(new_page, fb):
    page = new_page("phone")
    page.goto(PLAYING)
    order = Order(page, fb)
    order.join("Kat", 7)
    page.reload()
    expect(order.lines).to_have_count(1)
    assert order.names() == ["Kat"]


def test_ending_the_fight_can_be_undone(order):
    fight(order)
    order.press("End the fight")
    expect(order.lines).to_have_count(0)
    order.fb.go_to(order.page, "/sideworld/harm/")
    order.fb.go_to(order.page, PLAYING)
    order.press("Bring the fight back")
    assert order.names() == ["Ox", "Ray", "Kat"]


def test_all_roll_again_where_each_turn_is_rolled(warm_desktop, fb):
    warm_desktop.evaluate("localStorage.clear()")
    fb.go_to(warm_desktop, "/combat/fighting/")
    order = Order(warm_desktop, fb)
    order.join("Kat")
    order.join("Ox")
    order.press("Next")
    order.press("New turn: all roll again")
    expect(order.tools).to_contain_text("2")
    totals = [int(total) for total in order.lines.locator(".fb-order-total").all_inner_texts()]
    assert totals == sorted(totals, reverse=True) and len(totals) == 2
    expect(order.lines.first).to_have_attribute("aria-current", "true")
    warm_desktop.evaluate("localStorage.clear()")


def test_markup_in_a_name_is_text(order):
    order.join('<img src="x" onerror="window.taken=1">', 5)
    expect(order.lines.locator("strong")).to_have_text('<img src="x" onerror="window.taken=1">')
    assert order.page.evaluate("window.taken") is None


def test_the_whole_fight_by_keyboard(warm_desktop, fb):
    warm_desktop.evaluate("localStorage.clear()")
    fb.go_to(warm_desktop, PLAYING)
    order, key = Order(warm_desktop, fb), warm_desktop.keyboard
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


# Nobody is lost

WASM = "**/pyodide.asm.wasm*"


def test_names_added_one_after_another_while_python_starts_all_arrive(page, fb):
    held = fb.Held(page, WASM)
    page.goto(PLAYING)
    order = Order(page, fb)
    for name in ("Kat", "Ox", "", "Ray"):
        order.add(name)
    expect(order.joining.locator("strong")).to_have_text(["Kat", "Ox", "Nr. 3", "Ray"])
    expect(order.joining.first).to_contain_text("queued")
    expect(order.root.locator("fb-status")).to_contain_text("Your roll is queued.")
    held.release()
    expect(order.lines).to_have_count(4, timeout=fb.START)
    expect(order.joining).to_have_count(0)
    assert sorted(order.names()) == ["Kat", "Nr. 3", "Ox", "Ray"]


def test_names_added_before_a_page_change_arrive_after_it(new_page, fb):
    page = new_page("phone")
    held = fb.Held(page, WASM)
    page.goto(PLAYING)
    order = Order(page, fb)
    order.add("Kat")
    fb.go_to(page, "/sideworld/harm/")
    fb.go_to(page, PLAYING)
    order.add("Ox")
    expect(order.joining).to_have_count(2)
    held.release()
    expect(order.lines).to_have_count(2, timeout=fb.START)
    assert sorted(order.names()) == ["Kat", "Ox"]


def test_names_whose_dice_a_reload_took_away_are_rolled_for_at_a_tap(new_page, fb):
    page = new_page("phone")
    held = fb.Held(page, WASM)
    page.goto(PLAYING)
    order = Order(page, fb)
    order.add("Kat")
    expect(order.joining).to_have_count(1)
    held.release()
    page.unroute(WASM)
    held = fb.Held(page, WASM)
    page.reload()
    expect(order.joining).to_contain_text("not rolled yet")
    order.press("Roll for Kat")
    expect(order.joining).to_contain_text("queued")
    held.release()
    expect(order.lines.locator("strong")).to_have_text("Kat", timeout=fb.START)


@pytest.fixture
def turns(warm_desktop, fb):
    """An order of a game that rolls each turn, with two in it."""
    warm_desktop.evaluate("localStorage.clear()")
    fb.go_to(warm_desktop, "/combat/fighting/")
    order = Order(warm_desktop, fb)
    order.join("Kat")
    order.join("Ox")
    yield order
    warm_desktop.evaluate("localStorage.clear()")


BREAK_ONE = """async () => {
    const { runtime } = await import("/assets/js/page/main.js");
    const { askUntil } = runtime;
    let asked = 0;
    runtime.askUntil = (...about) => {
        asked += 1;
        return asked === 2 ? Promise.reject(new Error("the worker is gone")) : askUntil.apply(runtime, about);
    };
}"""
"""The second question from now on fails."""


def test_rolling_again_that_fails_half_way_says_so_and_goes_on(turns, fb):
    before = turns.lines.locator(".fb-order-total").all_inner_texts()
    turns.page.evaluate(BREAK_ONE)
    turns.press("New turn: all roll again")
    expect(turns.note).to_contain_text(f"Still to roll again: {turns.names()[1]}.")
    expect(turns.error).to_have_text(f"{turns.names()[1]}: This could not be worked out: something broke on the way.")
    expect(turns.tools).to_contain_text("Round 1")
    assert turns.lines.locator(".fb-order-total").all_inner_texts() == before
    turns.press("New turn: all roll again")
    expect(turns.tools).to_contain_text("Round 2")
    expect(turns.note).to_be_empty()
    expect(turns.error).to_have_count(0)


def test_two_tabs_share_a_fight(new_page, fb):
    here = new_page("phone")
    here.goto(PLAYING)
    Order(here, fb).join("Kat", 5)
    there = here.context.new_page()
    there.goto(PLAYING)
    Order(there, fb).join("Ox", 12)
    expect(Order(here, fb).lines.locator("strong")).to_have_text(["Ox", "Kat"])
    Order(here, fb).join("Ray", 9)
    expect(Order(there, fb).lines.locator("strong")).to_have_text(["Ox", "Ray", "Kat"])


FILL_STORAGE = """() => {
    for (let size = 2 ** 22; size >= 1; size /= 2) {
        try {
            for (let at = 0; ; at += 1) localStorage.setItem(`full ${size} ${at}`, "x".repeat(size));
        } catch { /* go on with less */ }
    }
}"""


def test_a_browser_that_saves_nothing_says_so_and_the_fight_goes_on(new_page, fb):
    page = new_page("phone")
    page.goto("/dice/")
    page.evaluate(FILL_STORAGE)
    page.goto(PLAYING)
    order = Order(page, fb)
    order.join("Kat", 5)
    expect(order.note).to_contain_text("This browser saves nothing for this site")
    fb.go_to(page, "/sideworld/harm/")
    fb.go_to(page, PLAYING)
    order.join("Ox", 12)
    assert order.names() == ["Ox", "Kat"]


def test_a_fight_that_was_stored_before_is_still_there(new_page, fb):
    page = new_page("phone")
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
    order = Order(page, fb)
    assert order.names() == ["Ox", "Kat"]
    expect(order.acting).to_contain_text("Kat")
    order.join("Ray", 9)
    assert order.names() == ["Ox", "Ray", "Kat"]


def test_the_focus_is_never_lost(turns, fb):
    """Who leaves an order by keys stays in it."""
    page = turns.page

    def focused():
        return page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")

    first, *rest = turns.names()
    for name, then in zip([first, *rest], rest, strict=False):
        turns.root.get_by_role("button", name=f"Take {name} out").press("Enter")
        assert focused() == f"Take {then} out"
        expect(fb.live(page)).to_have_text(f"{name} is out.")
    turns.root.get_by_role("button", name="End the fight").press("Enter")
    assert focused() == "Bring the fight back"
    page.keyboard.press("Enter")
    assert focused() not in ("", None) and page.evaluate("document.activeElement !== document.body")
    turns.root.get_by_role("button", name=f"Take {rest[-1]} out").press("Enter")
    expect(turns.root.locator(".fb-order-empty")).to_be_focused()


@pytest.mark.examples(1)
@pytest.mark.parametrize("stored", ['{"entries": [{"name": "Ox"}]}', "7", '{"entries": [7]}', "no JSON"])
def test_what_is_stored_but_no_fight_is_an_empty_one(new_page, fb, stored):
    page = new_page("phone")
    page.goto("/dice/")
    page.evaluate("text => localStorage.setItem('fieldbook:order-sideworld-initiative', text)", stored)
    page.goto(PLAYING)
    expect(page.locator("fb-order")).to_contain_text("Nobody yet")
    if stored != "no JSON":
        expect(page.locator(".fb-order-note")).to_contain_text("can't be read, and is left out.")
