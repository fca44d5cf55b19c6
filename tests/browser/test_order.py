"""An order of initiative: everyone's roll is kept until the fight ends, over page changes and reloads."""

import pytest
from playwright.sync_api import expect

PLAYING = "/sideworld/playing/"


class Order:
    def __init__(self, page, fb):
        self.page, self.fb = page, fb
        self.root = page.locator("fb-order")
        self.lines = self.root.locator(".fb-order-list > li")
        self.acting = self.root.locator('.fb-order-list > li[aria-current="true"]')
        self.tools = self.root.locator(".fb-order-tools")
        self.error = self.root.locator(".fb-result .fb-error")

    def join(self, name, face=""):
        before = self.lines.count()
        self.root.get_by_label("Name").fill(name)
        self.root.get_by_label("Own die").fill(str(face))
        self.press("Add and roll")
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


def test_a_die_that_does_not_fit_gives_one_sentence_and_loses_nothing(order):
    fight(order)
    order.root.get_by_label("Name").fill("Lou")
    order.root.get_by_label("Own die").fill("99")
    order.press("Add and roll")
    expect(order.error).to_contain_text("faces: got 99")
    expect(order.root.get_by_label("Name")).to_have_value("Lou")
    assert order.names() == ["Ox", "Ray", "Kat"]


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


def test_ending_the_fight_can_be_taken_back(order):
    fight(order)
    order.press("End the fight")
    expect(order.lines).to_have_count(0)
    order.press("Bring the fight back")
    assert order.names() == ["Ox", "Ray", "Kat"]


def test_all_roll_again_where_each_turn_is_rolled(warm_desktop, fb):
    warm_desktop.evaluate("localStorage.clear()")
    fb.go_to(warm_desktop, "/combat/derived/")
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
