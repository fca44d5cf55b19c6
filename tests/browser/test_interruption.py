"""Long computations: a later change cancels them, a roll overtakes them, and no worker is restarted."""

import pytest
from playwright.sync_api import expect

SLOW_DICE = "20d100kh10+(9d10*9d10)"
"""Dice whose odds take seconds in a browser: thousands of short steps, and much longer than one time slice."""

FIRST_VALUES = ["1", "2", "3", "4"]


@pytest.fixture
def dice(make_page, fb):
    page = make_page("desktop")
    page.goto("/dice/")
    roller = fb.Roller(page, "dice")
    roller.roll()
    roller.open_odds()
    roller.values_shown = roller.odds.locator(".fb-odds-body > .fb-odds-table tbody th")
    roller.param("notation").fill("1d4")
    expect(roller.values_shown).to_have_text(FIRST_VALUES, timeout=fb.START)
    return roller


def type_rapidly(dice, *notations, then_roll=False) -> None:
    """Type several notations without a pause, and record the order in which answers are shown."""
    dice.root.evaluate(
        """(root, [notations, roll]) => {
        const field = root.querySelector("[name=notation]");
        window.shown = [];
        const note = (place, of) => new MutationObserver(() => {
          const what = of(root.querySelector(place));
          if (what && what !== window.shown.at(-1)) window.shown.push(what);
        }).observe(root.querySelector(place), { childList: true, subtree: true });
        note(".fb-odds-body", (body) => !body.querySelector("fb-status") // which tells that they are waited for
          && `odds of ${body.querySelectorAll(":scope > .fb-odds-table tbody th").length}`);
        note(".fb-result", (result) => result.querySelector(".fb-headline") && "roll");
        for (const notation of notations) {
          field.value = notation;
          field.dispatchEvent(new Event("input", { bubbles: true }));
        }
        if (roll) root.querySelector(".fb-roll").click();
    }""",
        [notations, then_roll],
    )


def shown_answers(dice) -> list[str]:
    return dice.page.evaluate("window.shown")


def test_changed_notation_cancels_running_odds(dice, fb):
    busy = dice.page.workers
    type_rapidly(dice, SLOW_DICE, "1d6")
    expect(dice.values_shown).to_have_text([*FIRST_VALUES, "5", "6"], timeout=fb.START)
    assert shown_answers(dice) == ["odds of 6"]
    assert dice.page.workers == busy


@pytest.mark.trial
def test_roll_is_answered_before_long_running_odds(dice, fb):
    busy = dice.page.workers
    type_rapidly(dice, SLOW_DICE, then_roll=True)
    expect(dice.odds.locator(".fb-odds-body")).to_contain_text("Too many different outcomes to list.", timeout=fb.START)
    assert shown_answers(dice) == ["roll", "odds of 0"]
    assert dice.page.workers == busy
