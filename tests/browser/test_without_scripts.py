"""Pages without scripts: rules, tables and odds are all there, and nothing looks as if it could roll."""

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py.rendering.numbers import format_percent

pytestmark = pytest.mark.chromium


@pytest.fixture(scope="module")
def page_without_scripts(make_context):
    context = make_context("phone", java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_page_without_scripts_has_all_odds_and_no_dead_buttons(page_without_scripts, each_path):
    page_without_scripts.goto(each_path)
    expect(page_without_scripts.locator("article h1").first).to_be_visible()
    dead = [
        button.inner_text()
        for button in page_without_scripts.locator(".md-content button").all()
        if button.is_visible()
    ]
    assert dead == []
    for roller in page_without_scripts.locator("fb-roller:has(.fb-own-open)").all():
        expect(roller.locator("details.fb-odds .fb-odds-table").first).to_be_attached()


def test_page_without_scripts_says_scripts_are_off(page_without_scripts):
    page_without_scripts.goto("/psiops/")
    expect(page_without_scripts.locator(".fb-noscript")).to_be_visible()
    expect(page_without_scripts.locator(".fb-noscript")).to_contain_text("Scripts are off")


def test_every_table_row_is_readable_without_scripts(page_without_scripts):
    page_without_scripts.goto("/psiops/talents/")
    table = rules_py.table("psiops.talents")
    rows = page_without_scripts.locator("fb-table[table='psiops.talents'] tbody tr")
    expect(rows).to_have_count(len(table.rows))
    for row, shown in zip(table.rows, rows.all()):
        assert shown.is_visible()
        text = shown.inner_text()
        assert row.roll in text and row.name in text and row["effect"] in text


def test_odds_are_readable_without_scripts(page_without_scripts):
    page_without_scripts.goto("/psiops/")
    odds = page_without_scripts.locator("fb-roller details.fb-odds")
    odds.locator("> summary").tap()
    expect(odds.locator(".fb-odds-body")).to_be_visible()
    failure = rules_py.odds("psiops.action").outcomes["band"]["failure"]
    expect(odds.locator("tr", has_text="Failure").first).to_contain_text(format_percent(failure))
    page_without_scripts.goto("/psiops/playing/")
    expect(page_without_scripts.locator(".fb-heat-table").first).to_be_visible()


def test_dice_in_sentences_are_plain_text_without_scripts(page_without_scripts):
    page_without_scripts.goto("/psiops/character/")
    die = page_without_scripts.locator("article p fb-die").first
    expect(die).to_be_visible()
    expect(die).to_have_text("1D3")


def test_row_anchor_works_without_scripts(page_without_scripts):
    page_without_scripts.goto("/psiops/talents/#talents-45")
    expect(page_without_scripts.locator("#talents-45")).to_be_in_viewport()
