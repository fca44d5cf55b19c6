"""Long work never holds up a reader: the next change takes it back, and a roll goes before it."""

import pytest
from playwright.sync_api import expect

LONG = "40d100+40d99"
"""Dice whose odds take half a minute in a browser."""


@pytest.fixture
def dice(new_page, fb):
    page = new_page("desktop")
    page.goto("/dice/")
    roller = fb.Roller(page, "dice")
    roller.roll()
    roller.open_odds()
    return roller


def test_a_change_takes_back_the_odds_that_are_being_worked_out(dice, fb):
    [busy] = fb.python(dice.page)
    dice.param("notation").fill(LONG)
    dice.param("notation").fill("1d4")
    expect(dice.odds.locator(".fb-odds-body > .fb-odds-table tbody th")).to_have_text(["1", "2", "3", "4"], timeout=fb.START)
    assert fb.python(dice.page) != [busy]


def test_a_roll_goes_before_long_odds_which_are_not_forgotten(dice, fb):
    dice.param("notation").fill("1d4")
    expect(dice.odds.locator(".fb-odds-body > .fb-odds-table tbody th")).to_have_count(4)
    dice.param("notation").fill(LONG)
    dice.roll()
    expect(dice.error).to_have_count(0)
    expect(dice.odds.locator(".fb-odds-body")).to_have_attribute("aria-busy", "true")
