"""Without scripts the rules, the tables and the odds are all there, and nothing pretends to roll."""

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py import rendering

pytestmark = pytest.mark.chromium


@pytest.fixture(scope="module")
def plain(open_context):
    context = open_context("phone", java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.mark.examples(20)
def test_no_page_shows_a_button_that_does_nothing(plain, each_path):
    plain.goto(each_path)
    expect(plain.locator("article h1").first).to_be_visible()
    dead = [button.inner_text() for button in plain.locator(".md-content button").all() if button.is_visible()]
    assert dead == []


def test_a_line_says_what_is_missing(plain):
    plain.goto("/psiops/")
    expect(plain.locator(".fb-noscript")).to_be_visible()
    expect(plain.locator(".fb-noscript")).to_contain_text("Scripts are off")


def test_every_row_of_a_table_is_read(plain):
    plain.goto("/psiops/talents/")
    table = rules_py.table("psiops.talents")
    rows = plain.locator("fb-table[table='psiops.talents'] tbody tr")
    expect(rows).to_have_count(len(table.rows))
    for row, shown in zip(table.rows, rows.all()):
        assert shown.is_visible()
        text = shown.inner_text()
        assert row.roll in text and row.name in text and row["effect"] in text


def test_odds_are_read(plain):
    plain.goto("/psiops/")
    odds = plain.locator("fb-roller details.fb-odds")
    odds.locator("> summary").tap()
    expect(odds.locator(".fb-odds-body")).to_be_visible()
    failure = rules_py.odds("psiops.action").outcomes["band"]["failure"]
    expect(odds.locator("tr", has_text="Failure").first).to_contain_text(rendering.format_percent(failure))
    plain.goto("/psiops/playing/")
    expect(plain.locator(".fb-heat-table").first).to_be_visible()


def test_dice_in_sentences_are_text(plain):
    plain.goto("/psiops/character/")
    die = plain.locator("article p fb-die").first
    expect(die).to_be_visible()
    expect(die).to_have_text("1D3")


def test_a_row_has_its_address(plain):
    plain.goto("/psiops/talents/#talents-45")
    expect(plain.locator("#talents-45")).to_be_in_viewport()


@pytest.mark.examples(20)
def test_odds_of_a_roller_stand_in_the_page_for_each_roller_with_dice(plain, each_path):
    plain.goto(each_path)
    for roller in plain.locator("fb-roller:has(.fb-own-open)").all():
        expect(roller.locator("details.fb-odds .fb-odds-table").first).to_be_attached()
