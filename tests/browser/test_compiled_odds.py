"""Odds and calculators with compiled rules: they need no Python and answer like it."""

import json
import re

import pytest
from playwright.sync_api import Locator, expect

from rules_py import bridge


def expect_answer(place: Locator, answer: str) -> None:
    """Wait until a place shows the HTML of an answer of `rules_py.bridge`."""
    text = place.evaluate(
        "(place, html) => Object.assign(document.createElement('div'), { innerHTML: html }).textContent",
        json.loads(answer)["html"],
    )
    expect(place).to_have_text(text)


@pytest.mark.trial
def test_odds_follow_the_form_without_python(phone_without_python, fb):
    page = phone_without_python
    page.goto("/psiops/combat/")
    roller = fb.Roller(page, "psiops.attack")
    roller.open_odds()
    roller.unfold()
    roller.increase("modifier", 2)
    expect_answer(roller.root.locator(".fb-odds-body"), bridge.odds("psiops.attack", '{"modifier": "2"}'))
    expect(page.locator("fb-status")).to_have_count(0)


@pytest.mark.trial
def test_odds_over_a_parameter_need_no_python(phone_without_python, fb):
    page = phone_without_python
    page.goto("/psiops/combat/")
    roller = fb.Roller(page, "psiops.attack")
    roller.open_odds()
    roller.root.locator(".fb-what-if [data-over=modifier]").click()
    expect_answer(
        roller.root.locator(".fb-what-if-body > div"), bridge.sweep("psiops.attack", "{}", "modifier", 0, "exactly")
    )


@pytest.mark.trial
def test_a_bookmarked_calculator_needs_no_python(phone_without_python):
    page = phone_without_python
    page.goto("/xmas/calc/?damage=2d6")
    expect_answer(page.locator("fb-calc .fb-calc-body"), bridge.calculate("xmas.calc", '{"damage": "2d6"}'))
    expect(page.locator("fb-status")).to_have_count(0)


def test_the_latest_change_of_a_calculator_is_answered(phone_without_python):
    """A long calculation, of about two seconds, is cancelled by the next change."""
    page = phone_without_python
    page.goto("/xmas/calc/")
    field = page.locator("fb-calc [name=damage]")
    for value in ("4d6", "2d6"):
        field.fill(value)
    expect_answer(page.locator("fb-calc .fb-calc-body"), bridge.calculate("xmas.calc", '{"damage": "2d6"}'))


def test_missing_rules_of_odds_are_reported_and_fetched_again(phone_without_python, fb, console_guard):
    console_guard.expect_errors()
    page, rules = phone_without_python, re.compile(r"/assets/rules/.*odds")
    page.route(rules, lambda route: route.abort())
    page.goto("/psiops/combat/")
    roller = fb.Roller(page, "psiops.attack")
    roller.open_odds()
    roller.unfold()
    roller.increase("modifier")
    expect(roller.odds).to_contain_text("This couldn't be worked out: a file couldn't be downloaded (odds.js).")
    page.unroute(rules)
    roller.increase("modifier")
    expect_answer(roller.root.locator(".fb-odds-body"), bridge.odds("psiops.attack", '{"modifier": "2"}'))
