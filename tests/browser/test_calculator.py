"""The damage calculator: every change is answered at once, is in the address, and can stand beside another set-up."""

import re

import pytest
from playwright.sync_api import expect

from rules_py import rendering
from rules_py.registry import games
from rules_py.rendering.numbers import format_percent

PAGE = "/psiops/calc/"
ID = "psiops.calc"


class Calculator:
    """A calculator on a page."""

    def __init__(self, page, fb):
        self.page, self.fb = page, fb
        self.root = page.locator("fb-calc")
        self.panels = self.root.locator(".fb-panel")
        self.numbers = self.panels.first.locator(".fb-numbers dd")
        self.error = self.root.locator(".fb-error")
        self.beside = self.root.locator("button.fb-beside")

    def param(self, name):
        return self.root.locator(f'[name="{name}"]')

    def more(self, name, times=1):
        for _ in range(times):
            self.fb.press(self.root.locator(f'.fb-stepper:has([name="{name}"]) [data-step="1"]'))

    def expect_first(self, **params):
        """The first panel comes to show what the rules make of these parameters."""
        calculator = games.find_calculator(ID)
        panel, odds = calculator.answer(calculator.check(params))[0]
        expected = [format_percent(chance.compute_probability(odds)) for chance in panel.chances]
        expected.append(f"{float(odds.mean[panel.field]):.2f}".replace("-", rendering.MINUS))
        expect(self.numbers).to_have_text(expected, timeout=self.fb.START)


@pytest.fixture
def calculator(warm_page, fb):
    fb.go_to(warm_page, PAGE)
    return Calculator(warm_page, fb)


def test_the_answers_to_the_presets_stand_in_the_page(calculator):
    calculator.expect_first()
    expect(calculator.panels).to_have_count(len(games.find_calculator(ID).panels))
    expect(calculator.panels.first.locator("svg")).to_be_visible()


def test_each_change_is_answered_at_once_and_kept_in_the_address(calculator):
    calculator.more("attribute", 2)
    calculator.more("armor")
    calculator.expect_first(attribute=2, armor=1)
    assert "attribute=2" in calculator.page.url and "armor=1" in calculator.page.url


def test_many_quick_changes_end_with_the_last_one(calculator):
    calculator.more("hp", 5)
    calculator.more("attribute", 3)
    calculator.expect_first(attribute=3)


def test_the_address_brings_the_set_up_back(new_page, fb):
    page = new_page("phone")
    page.goto(f"{PAGE}?attribute=1&armor=2&aiming=true&weapon=rifle")
    calculator = Calculator(page, fb)
    expect(calculator.param("attribute")).to_have_value("1")
    expect(calculator.param("aiming")).to_be_checked()
    expect(calculator.param("weapon")).to_have_value("rifle")
    calculator.expect_first(attribute=1, armor=2, aiming=True, weapon="rifle")


def test_nonsense_in_the_address_leaves_the_default_and_is_named(warm_desktop, fb):
    fb.go_to(warm_desktop, "/dice/")
    fb.follow_link_to(warm_desktop, f"{PAGE}?armor=9&attribute=1&luck=2")
    calculator = Calculator(warm_desktop, fb)
    expect(calculator.error).to_contain_text("armor takes a whole number from 0 to 3; the link has “9”")
    expect(calculator.error).to_contain_text("The link sets “luck”, which is not asked for here")
    expect(calculator.param("armor")).to_have_value("0")
    calculator.expect_first(attribute=1)


def test_a_refusal_has_no_numbers_and_says_one_sentence(calculator):
    calculator.param("attribute").fill("9")
    expect(calculator.error).to_contain_text("to 3; you entered 9.")
    expect(calculator.numbers.first).to_have_text("…")
    calculator.param("attribute").fill("1")
    calculator.expect_first(attribute=1)
    expect(calculator.error).to_have_count(0)


def test_what_is_impossible_is_told(calculator):
    calculator.param("weapon").select_option("melee")
    expect(calculator.error).to_contain_text("not Nearby")


def test_a_set_up_stands_beside_another_and_in_the_address(calculator, new_page):
    calculator.fb.press(calculator.beside)
    expect(calculator.beside).to_have_attribute("aria-pressed", "true")
    calculator.more("attribute", 2)
    change = calculator.panels.first.locator(".fb-change").first
    expect(change).to_contain_text(re.compile(r"\+\d+\.\d points"))
    other = new_page("desktop")
    other.goto(calculator.page.url)
    there = Calculator(other, calculator.fb)
    expect(there.panels.first.locator(".fb-change").first).to_have_text(
        change.inner_text(), timeout=calculator.fb.START
    )
    expect(there.param("attribute")).to_have_value("2")
    calculator.fb.press(calculator.beside)
    expect(calculator.root.locator(".fb-change")).to_have_count(0)


def test_a_list_fills_numbers_in(calculator):
    pick = calculator.root.get_by_label("Weapon type")
    label = pick.locator("option").nth(-1).inner_text()
    pick.select_option(label=label)
    expect(calculator.param("damage")).not_to_have_value("2")
    calculator.expect_first(damage=int(calculator.param("damage").input_value()))


def test_nothing_is_asked_before_a_change(new_page, fb):
    page = new_page("phone")
    page.route("**/worker.js", lambda route: None)  # never answered
    page.goto(PAGE)
    calculator = Calculator(page, fb)
    calculator.expect_first()
    expect(page.locator("fb-status")).to_have_count(0)


def test_the_key_number_stays_in_view_on_a_phone(warm_phone, fb):
    fb.go_to(warm_phone, PAGE)
    calculator = Calculator(warm_phone, fb)
    calculator.more("armor")
    calculator.expect_first(armor=1)
    assert fb.in_view(calculator.root.locator(".fb-calc-summary dd").first)
