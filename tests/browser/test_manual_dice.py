"""Manual dice: faces that the reader enters count like rolled ones."""

import re

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py.text.sentences import MINUS
from tests.browser.axe import find_violations_in_sampled_schemes

ACTION = "psiops.action"


@pytest.fixture
def roller(warm_page, fb):
    fb.go_to(warm_page, "/psiops/")
    return fb.Roller(warm_page, ACTION)


def test_entered_faces_outlast_a_closed_form_and_are_rolled_in_view(roller, fb):
    own = fb.ManualDice(roller)
    own.open_empty()
    expect(own.opener).to_have_attribute("aria-expanded", "true")
    own.tap(3)
    fb.press(own.opener)
    expect(own.root).to_be_hidden()
    fb.press(own.opener)
    expect(own.slots.first).to_have_text("3")
    expect(own.current_slot).to_have_attribute("aria-label", "2D6, 2 of 2: not entered yet")
    roller.increase("attribute")
    roller.enter_faces("4, 5")
    expect(roller.verdict).to_have_text("Success")
    expect(roller.total).to_have_text("10")
    assert roller.faces() == [4, 5]
    assert fb.is_in_view(roller.headline)


def test_manual_dice_that_could_not_be_loaded_work_on_the_next_press(make_page, fb, console_guard):
    console_guard.expect_errors()
    page, script = make_page("phone"), "**/components/manual-dice.js"
    page.route(script, lambda route: route.fulfill(status=503, body="busy"))
    page.goto("/psiops/")
    roller = fb.Roller(page, ACTION)
    opener = roller.root.get_by_role("button", name="My dice")
    fb.press(opener)
    expect(roller.root).to_contain_text("The dice couldn't be loaded. Reload the page once you're online.")
    page.unroute(script)
    fb.press(opener)
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(fb.ManualDice(roller).pad).to_be_visible()
    expect(roller.root).not_to_contain_text("couldn't be loaded")


@pytest.fixture
def attack(warm_phone, fb):
    fb.go_to(warm_phone, "/sideworld/attacks/")
    roller = fb.Roller(warm_phone, "sideworld.attack")
    yield roller
    if roller.param("parry").is_checked():
        roller.toggle("parry")


@pytest.mark.trial
def test_entered_dice_are_named_and_survive_a_later_parry(attack, fb):
    own = fb.ManualDice(attack)
    own.open_empty()
    assert own.slot_labels() == ["attacker, D20: not entered yet", "defender, D20: not entered yet"]
    own.tap(14)
    attack.toggle("parry")
    expect(own.note).to_have_text("Saved for later: attacker 14.")
    assert find_violations_in_sampled_schemes(attack.page, ".fb-own:not([hidden])") == []
    assert own.slot_labels() == ["parry, D20: not entered yet"]
    own.tap(5)
    expect(own.current_slot).to_have_attribute("aria-label", "defender, D20: not entered yet")
    assert fb.is_in_view(own.pad)
    own.tap(9)
    expect(own.current_slot).to_have_attribute("aria-label", "damage, 1 of 2, D6: not entered yet")
    own.tap(3, 4)
    attack.ask(own.use_button)
    assert attack.faces() == [5, 14, 9, 3, 4]
    expect(attack.source).to_have_text("Rolled with your own dice")
    fb.press(own.root.get_by_role("button", name="attacker, D20: 14"))
    own.tap(2)
    expect(own.note).to_have_text("Not needed: damage 3, damage 4.")
    attack.ask(own.use_button)
    assert attack.faces() == [5, 2, 9]


def test_dice_can_be_typed_in_sequence(attack, fb):
    attack.enter_faces("14 9 5, 6")
    assert attack.faces() == [14, 9, 5, 6]


def test_table_accepts_entered_dice(warm_phone, fb):
    fb.go_to(warm_phone, "/psiops/talents/")
    talents = fb.Table(warm_phone, "psiops.talents")
    own = fb.ManualDice(talents)
    own.open_empty()
    assert own.slot_labels() == ["D66, tens: not entered yet", "D66, ones: not entered yet"]
    own.tap(4, 2)
    talents.ask(own.use_button)
    expect(talents.verdict).to_have_text(rules_py.table("psiops.talents").row_for_roll(42).name)
    expect(talents.source).to_have_text("Rolled with your own dice")


@pytest.mark.trial
def test_d100_is_entered_as_tens_and_ones(warm_phone, fb):
    fb.go_to(warm_phone, "/sideworld/harm/")
    parts = fb.Table(warm_phone, "sideworld.body-parts")
    for taps, total in (("40", 7), 47), (("00", 0), 100):
        own = fb.ManualDice(parts)
        own.open_empty()
        tens, ones = taps
        fb.press(own.pad.get_by_text(tens, exact=True))
        fb.press(own.pad.get_by_text(str(ones), exact=True))
        parts.ask(own.use_button)
        assert parts.faces() == [total]


@pytest.mark.trial
def test_rule_with_a_table_roll_accepts_entered_dice(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/stress/")
    stress = fb.Roller(warm_desktop, "psiops.stress")
    stress.enter_faces("1, 1, 2")
    row = rules_py.table("psiops.panic").row_for_roll(2)
    expect(stress.verdict).to_have_text(f"Panic: {row.name}")
    expect(stress.follow_ups).to_have_text(row["effect"].replace("-", MINUS))
    link = stress.result.get_by_role("link", name=row.name)
    expect(link).to_have_attribute("href", re.compile("/psiops/stress/#panic-2$"))


@pytest.mark.trial
def test_dice_in_consequences_roll_in_place(warm_desktop, fb):
    fb.go_to(warm_desktop, "/sideworld/harm/")
    death = fb.Roller(warm_desktop, "sideworld.natural-death")
    death.roll()
    fb.load_page_dice(warm_desktop, 55)
    assert fb.Chip(death.follow_ups.locator("fb-die")).roll() == 55
