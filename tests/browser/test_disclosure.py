"""Collapsed tools of a page: closed until a reader opens them or an address names something inside."""

import re

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py.registry.games import find_mechanic

ATTACKS = "/sideworld/attacks/"
GROUP, NEAR_MISS = "sideworld.group-attack", "sideworld.near-miss"


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_collapsed_roller_opens_with_a_tap_and_rolls(make_page, fb, device):
    page = make_page(device)
    page.goto(ATTACKS)
    roller = fb.Roller(page, GROUP)
    expect(roller.button).to_be_hidden()
    summary = page.locator("details.fb-fold", has=roller.root).locator("> summary")
    assert summary.bounding_box()["height"] >= 44
    fb.press(summary)
    roller.roll()
    assert len(roller.faces()) in (4, 6)  # the attack and three targets; damage dice only if a target is hit


def test_shared_link_expands_the_section_of_its_roller(warm_phone, fb):
    page = warm_phone
    fb.go_to(page, "/dice/")
    fb.follow_link_to(page, f"{ATTACKS}?roll={GROUP}&faces=1,20,20,20#{GROUP}")
    roller = fb.Roller(page, GROUP)
    expect(roller.verdict).to_have_text(rules_py.resolve(GROUP, [1, 20, 20, 20], rounds=10).verdict)
    assert fb.is_in_view(roller.headline)
    folds = page.locator("details.fb-fold", has=page.locator("fb-roller"))  # folded examples have no roller
    assert folds.evaluate_all("folds => folds.map(({ open }) => open)") == [True, False]


@pytest.mark.trial
def test_decimal_metres_stay_in_the_address(make_page, fb):
    page = make_page("desktop")
    page.goto(f"{ATTACKS}?roll={NEAR_MISS}&radius=2.5&distance=12.2#{NEAR_MISS}")
    roller = fb.Roller(page, NEAR_MISS)
    expect(roller.param("radius")).to_have_value("2.5")
    roller.roll()
    expect(roller.steps.first).to_contain_text("= 0.61 m")  # 5 × 12.2 / 100
    roller.param("radius").fill("0.6")
    roller.roll()
    expect(roller.verdict).to_have_text("It is too far off to do damage")


def test_invalid_distance_in_link_keeps_the_default(make_page, fb):
    page = make_page("desktop")
    page.goto(f"{ATTACKS}?roll={NEAR_MISS}&radius=wide&distance=-1#{NEAR_MISS}")
    roller = fb.Roller(page, NEAR_MISS)
    labels = {name: each.label for name, each in find_mechanic(NEAR_MISS).parameters.items()}
    for name, got, most in (("radius", "wide", 10_000), ("distance", "-1", 100_000)):
        sentence = re.compile(f"{labels[name]}.* takes a number from 0 to {most}\\. The link has “{got}”")
        expect(roller.error).to_contain_text(sentence)
    expect(roller.param("radius")).to_have_value("2")


@pytest.mark.trial
def test_opened_odds_details_stay_open_after_an_update(warm_desktop, fb):
    fb.go_to(warm_desktop, "/dice/")
    own = warm_desktop.locator("fb-dice-odds")
    mine, shown = own.get_by_label("Your dice", exact=True), own.locator(".fb-laid tbody th")
    mine.fill("2d4")
    own.get_by_label("Against other dice", exact=True).fill("")
    expect(shown).to_have_text(["2d4"], use_inner_text=True)
    head = own.locator("summary", has_text="All chances")
    head.press("Enter")
    table = own.locator(".fb-laid-table")
    expect(table).to_be_visible()
    for dice, answer in (("2d", own.locator(".fb-error")), ("3d4", shown.get_by_text("3d4"))):
        mine.fill(dice)
        expect(answer).to_be_visible()
    expect(table).to_be_visible()
    head.focus()
    mine.evaluate("""dice => {
        dice.value = "4d4";
        dice.dispatchEvent(new Event("input", { bubbles: true }));
    }""")
    expect(shown).to_have_text(["4d4"], use_inner_text=True)
    expect(table).to_be_visible()
    expect(head).to_be_focused()
