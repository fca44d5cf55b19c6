"""Early use counts, and nothing disturbs the next step: slow scripts, stalled files, late scrolling."""

import json
import re

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py import bridge
from tests.browser.test_compiled_odds import expect_answer

ACTION = "psiops.action"
SHARED = "/sideworld/harm/?roll=sideworld.wound&faces=55#sideworld.wound"


def test_numbers_and_a_roll_by_enter_count_before_the_scripts_run(make_page, fb):
    page = make_page("phone")
    scripts = fb.HeldRequests(page, "**/entry/main.js")
    page.goto("/psiops/", wait_until="commit")
    roller = fb.Roller(page, ACTION)
    roller.open_odds()
    roller.param("attribute").fill("1")
    page.keyboard.press("Enter")
    scripts.release()
    expect(roller.headline).to_be_visible()
    expect_answer(roller.odds.locator(".fb-odds-body"), bridge.odds(ACTION, json.dumps({"attribute": "1"})))
    page.reload()
    expect(roller.param("attribute")).to_have_value("1")


def test_dice_in_the_text_that_roll_before_the_main_script_are_among_the_rolls_once(make_page, fb):
    page = make_page("phone")
    scripts = fb.HeldRequests(page, "**/entry/main.js")
    page.goto("/dice/", wait_until="commit")
    fb.press(page.locator("fb-dice button").first)
    shown = page.locator("fb-dice .fb-dice-shown strong").first
    expect(shown).to_be_visible()
    expect(page.locator(".fb-live")).to_have_text(re.compile(rf": {shown.inner_text()}$"))
    total = shown.inner_text()
    scripts.release()
    rolls = page.locator("fb-history li")
    expect(rolls).to_have_count(1)
    expect(rolls).to_contain_text(total)
    expect(shown).to_have_text(total)
    page.reload()
    expect(rolls).to_have_count(1)


def test_dice_in_the_text_whose_script_is_missing_say_so_or_roll_after_another_try(make_page, fb, console_guard):
    console_guard.expect_errors()
    page = make_page("phone")
    page.route("**/entry/text-dice.js", lambda route: route.abort())
    page.goto("/psiops/stress/")
    expect(page.locator("fb-die").first).to_contain_text("Dice in the text couldn't be loaded. Reload the page")
    fb.Roller(page, "psiops.stress").roll()


@pytest.mark.chromium
def test_roll_whose_file_stalls_is_answered_with_another_copy(make_page, fb):
    page = make_page("desktop")
    page.clock.install()
    stalled = []
    page.route(
        re.compile(r"/rules/[^/]+/core\.js"), lambda route: route.continue_() if stalled else stalled.append(route)
    )
    page.goto(SHARED, wait_until="commit")
    roller = fb.Roller(page, "sideworld.wound")
    expect(roller.result).to_have_attribute("aria-busy", "true")
    page.clock.run_for(20_000)
    expect(roller.verdict).to_have_text(rules_py.resolve("sideworld.wound", [55]).verdict)


@pytest.mark.trial
def test_odds_whose_worker_stalls_are_answered_by_another_one(make_page, fb):
    page = make_page("desktop")
    page.clock.install()
    stalled = []
    page.route("**/entry/rules-worker.js", lambda route: route.continue_() if stalled else stalled.append(route))
    page.goto("/psiops/")
    roller = fb.Roller(page, ACTION)
    roller.open_odds()
    roller.increase("attribute")
    expect(roller.odds.locator(".fb-odds-body")).to_have_attribute("aria-busy", "true")
    page.clock.run_for(20_000)
    expect_answer(roller.odds.locator(".fb-odds-body"), bridge.odds(ACTION, json.dumps({"attribute": "1"})))


def test_page_stays_where_the_reader_has_scrolled_after_a_roll(make_page, fb):
    page = make_page("phone")
    page.clock.install()
    page.goto("/psiops/")
    roller = fb.Roller(page, ACTION)
    fb.press(roller.button)
    expect(roller.headline).to_be_visible()
    page.evaluate("scrollTo(0, 0)")  # as with a scrollbar, which sends neither touches nor a wheel
    page.clock.run_for(5_000)
    assert page.evaluate("scrollY") == 0
    fb.press(roller.button)
    expect(roller.headline).to_be_visible()
    page.clock.run_for(5_000)
    assert fb.is_in_view(roller.headline)
