"""The damage calculator: every change is answered at once, stored in the address, and comparable with a scenario."""

import re

import pytest
from playwright.sync_api import expect

from rules_py.registry import games
from rules_py.rendering.numbers import format_percent
from rules_py.text.sentences import MINUS

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
        self.compare_button = self.root.locator("button.fb-beside")

    def param(self, name):
        return self.root.locator(f'[name="{name}"]')

    def increase(self, name, times=1):
        for _ in range(times):
            self.fb.press(self.root.locator(f'.fb-stepper:has([name="{name}"]) [data-step="1"]'))

    def expect_first_panel(self, **params):
        """Expect the first panel to show the rules' numbers for these parameters."""
        calculator = games.find_calculator(ID)
        panel, odds = calculator.answer(calculator.check(params))[0]
        expected = [format_percent(chance.compute_probability(odds)) for chance in panel.chances]
        expected.append(f"{float(odds.mean[panel.field]):.2f}".replace("-", MINUS))
        expect(self.numbers).to_have_text(expected, timeout=self.fb.START)


@pytest.fixture
def calculator(warm_page, fb):
    fb.go_to(warm_page, PAGE)
    return Calculator(warm_page, fb)


def test_page_has_answers_and_each_change_updates_numbers_and_address(calculator):
    calculator.expect_first_panel()
    expect(calculator.panels).to_have_count(len(games.find_calculator(ID).panels))
    expect(calculator.panels.first.locator("svg")).to_be_visible()
    calculator.increase("hp", 5)
    calculator.increase("attribute", 3)
    calculator.expect_first_panel(attribute=3)
    assert "attribute=3" in calculator.page.url and "armor=" not in calculator.page.url
    calculator.param("attribute").fill("9")
    expect(calculator.error).to_contain_text("to 3; you entered 9.")
    expect(calculator.numbers.first).to_have_text("…")
    calculator.param("attribute").fill("1")
    calculator.expect_first_panel(attribute=1)
    expect(calculator.error).to_have_count(0)


@pytest.mark.trial
def test_address_restores_the_calculator(make_page, fb):
    page = make_page("phone")
    page.goto(f"{PAGE}?attribute=1&armor=2&aiming=true&weapon=rifle")
    calculator = Calculator(page, fb)
    expect(calculator.param("attribute")).to_have_value("1")
    expect(calculator.param("aiming")).to_be_checked()
    expect(calculator.param("weapon")).to_have_value("rifle")
    calculator.expect_first_panel(attribute=1, armor=2, aiming=True, weapon="rifle")


def test_invalid_address_values_keep_defaults_and_are_named(warm_desktop, fb):
    fb.go_to(warm_desktop, "/dice/")
    fb.follow_link_to(warm_desktop, f"{PAGE}?armor=9&attribute=1&luck=2")
    calculator = Calculator(warm_desktop, fb)
    expect(calculator.error).to_contain_text("armor takes a whole number from 0 to 3. The link has “9”")
    expect(calculator.error).to_contain_text("The link sets “luck”, which this form doesn't have")
    expect(calculator.param("armor")).to_have_value("0")
    calculator.expect_first_panel(attribute=1)


@pytest.mark.trial
def test_impossible_combination_shows_an_error(calculator):
    calculator.param("weapon").select_option("melee")
    expect(calculator.error).to_contain_text("not Nearby")


def test_comparison_shows_differences_and_is_in_the_address(calculator, make_page):
    calculator.fb.press(calculator.compare_button)
    expect(calculator.compare_button).to_have_attribute("aria-pressed", "true")
    calculator.increase("attribute", 2)
    change = calculator.panels.first.locator(".fb-change").first
    expect(change).to_contain_text(re.compile(r"\+\d+\.\d points"))
    other = make_page("desktop")
    other.goto(calculator.page.url)
    there = Calculator(other, calculator.fb)
    expect(there.panels.first.locator(".fb-change").first).to_have_text(
        change.inner_text(), timeout=calculator.fb.START
    )
    expect(there.param("attribute")).to_have_value("2")
    calculator.fb.press(calculator.compare_button)
    expect(calculator.root.locator(".fb-change")).to_have_count(0)


def test_preset_list_fills_in_numbers(calculator):
    pick = calculator.root.get_by_label("Weapon type")
    label = pick.locator("option").nth(-1).inner_text()
    pick.select_option(label=label)
    expect(calculator.param("damage")).not_to_have_value("2")
    calculator.expect_first_panel(damage=int(calculator.param("damage").input_value()))


@pytest.mark.trial
def test_armory_fills_in_the_class_or_asks_for_it(calculator):
    pick = calculator.root.get_by_label("Weapon from the armory")
    pick.select_option(label="Shotgun")
    expect(calculator.param("weapon")).to_have_value("shotgun")
    calculator.expect_first_panel(damage=2, weapon="shotgun")
    pick.select_option(label="M18 claymore")
    expect(calculator.param("weapon")).to_have_value("")
    expect(calculator.root.locator(".fb-error")).to_contain_text("Weapon takes")
    calculator.param("weapon").select_option("none")
    calculator.expect_first_panel(damage=3, weapon="none")


def test_opening_the_calculator_sends_no_request(make_page, fb):
    page = make_page("phone")
    page.route("**/*-worker.js", lambda route: None)  # never answered
    page.goto(PAGE)
    calculator = Calculator(page, fb)
    calculator.expect_first_panel()
    expect(page.locator("fb-status")).to_have_count(0)


def test_summary_number_stays_in_view_on_a_phone(warm_phone, fb):
    fb.go_to(warm_phone, PAGE)
    calculator = Calculator(warm_phone, fb)
    calculator.increase("armor")
    calculator.expect_first_panel(armor=1)
    assert fb.is_in_view(calculator.root.locator(".fb-calc-summary dd").first)


def test_a_refusal_is_next_to_its_field(phone, fb):
    """On a phone, the numbers of a calculator are far below its fields."""
    fb.go_to(phone, "/sideworld/calc/")
    calculator = Calculator(phone, fb)
    field = calculator.param("rounds")
    field.fill("0")
    expect(calculator.error).to_have_text("Rounds fired takes a whole number from 1 to 300; you entered 0.")
    expect(calculator.error).to_be_in_viewport()
    expect(calculator.root.locator('.fb-field:has([name="rounds"]) .fb-error')).to_have_count(1)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("takes a whole number from 1 to 300"))
    field.fill("2")
    expect(calculator.error).to_have_count(0)
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(field).not_to_have_attribute("aria-describedby", re.compile(""))
