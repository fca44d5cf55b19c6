"""An action roll on PSIOPS' landing page: the result of a tap."""

import re

import pytest
from playwright.sync_api import expect

import rules_py

PSIOPS = "/psiops/"
ACTION = "psiops.action"


@pytest.fixture
def roller(warm_page, fb):
    fb.go_to(warm_page, PSIOPS)
    return fb.Roller(warm_page, ACTION)


def test_tap_on_a_freshly_opened_page_rolls(page, fb):
    page.goto(PSIOPS)
    roller = fb.Roller(page, ACTION)
    roller.roll()
    expected = rules_py.resolve(ACTION, roller.faces())
    expect(roller.verdict).to_have_text(rules_py.table("psiops.bands").names[expected.outcome["band"]])
    expect(roller.total).to_have_text(str(expected.outcome["total"]))


BANDS = {(1, 1): "Failure", (3, 4): "Partial success", (6, 6): "Success"}
"""The bands of rolls without modifiers."""


@pytest.mark.trial
def test_each_roll_replaces_the_last_one_and_shows_its_dice_steps_and_consequences(roller, fb):
    for faces, band in BANDS.items():
        fb.load_python_dice(roller.page, *faces)
        roller.roll()
        expect(roller.headline).to_have_count(1)
        expect(roller.verdict).to_have_text(band)
        assert (roller.faces(), roller.dropped_faces()) == (list(faces), [])
    row = rules_py.table("psiops.bands").row("success")
    expect(roller.follow_ups).to_have_text([row["meaning"], f"You gain {row['momentum']} momentum."])
    for toggle, dropped in (("advantage", 1), ("disadvantage", 5)):
        fb.load_python_dice(roller.page, 5, 1, 3)
        roller.toggle(toggle)
        roller.roll()
        assert (roller.faces(), roller.dropped_faces()) == ([5, 1, 3], [dropped])
        expect(roller.result.locator("s.fb-face")).to_contain_text("dropped")
        roller.toggle(toggle)
    fb.load_python_dice(roller.page, 3, 4)
    roller.increase("attribute", 2)
    roller.roll()
    expect(roller.steps).to_have_text(["3 + 4 + 2 (attribute) = 9.", "9 is 7-9: Partial success."])
    fb.load_python_dice(roller.page, 1, 4, 6)
    roller.decrease("attribute", 2)
    roller.toggle("skill")
    roller.roll()
    assert roller.faces() == [1, 4, 6]
    expect(roller.steps.nth(1)).to_contain_text("skill")
    expect(roller.total).to_have_text("10")


def test_roll_result_is_announced_and_in_view(roller, fb):
    fb.load_python_dice(roller.page, 4, 5)
    roller.roll()
    expect(fb.live_region(roller.page)).to_have_text("Action roll: Partial success, 4 + 5 = 9.")
    expect(fb.live_region(roller.page)).to_have_attribute("role", "status")
    for part in (roller.button, roller.headline, roller.result.locator(".fb-dice"), roller.follow_ups.first):
        assert fb.is_in_view(part), f"{part} is out of view or covered"


def test_repeated_rolls_give_different_faces(warm_desktop, fb):
    fb.go_to(warm_desktop, PSIOPS)
    roller, seen = fb.Roller(warm_desktop, ACTION), set()
    for _ in range(4):
        roller.roll()
        seen.add(tuple(roller.faces()))
    assert len(seen) > 1


def test_rule_link_opens_the_rule_section(roller, fb):
    fb.press(roller.root.get_by_role("link", name="rule"))
    expect(roller.page).to_have_url(re.compile(re.escape(rules_py.describe(ACTION)["rule"]) + "$"))
    assert fb.is_in_view(roller.page.locator("#roll-the-dice"))
