"""Dice that the reader rolled at the table are read as well as any."""

import re

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py import rendering
from tests.browser.axe import violations_in_light_and_dark

ACTION = "psiops.action"


@pytest.fixture
def roller(warm_page, fb):
    fb.go_to(warm_page, "/psiops/")
    return fb.Roller(warm_page, ACTION)


def test_a_4_and_a_5_with_attribute_1_are_a_success_with_10(roller):
    roller.more("attribute")
    roller.read("4, 5")
    expect(roller.verdict).to_have_text("Success")
    expect(roller.total).to_have_text("10")
    assert roller.faces() == [4, 5]


@pytest.fixture
def attack(warm_phone, fb):
    fb.go_to(warm_phone, "/sideworld/attacks/")
    roller = fb.Roller(warm_phone, "sideworld.attack")
    yield roller
    if roller.param("parry").is_checked():
        roller.toggle("parry")


def test_each_die_is_asked_for_by_name_and_stays_when_parry_is_ticked_midway(attack, fb):
    own = fb.OwnDice(attack)
    own.open()
    assert own.named() == ["attacker, D20: not yet", "defender, D20: not yet"]
    own.tap(14)
    attack.toggle("parry")
    expect(own.note).to_have_text("Kept until its turn comes: attacker 14.")
    assert violations_in_light_and_dark(attack.page) == []
    assert own.named() == ["parry, D20: not yet"]
    own.tap(5)
    expect(own.now).to_have_attribute("aria-label", "defender, D20: not yet")
    assert fb.in_view(own.pad)
    own.tap(9)
    expect(own.now).to_have_attribute("aria-label", "damage, 1 of 2, D6: not yet")
    own.tap(3, 4)
    attack.ask(own.use)
    assert attack.faces() == [5, 14, 9, 3, 4]
    expect(attack.source).to_have_text("Read from your own dice")
    fb.press(own.root.get_by_role("button", name="attacker, D20: 14"))
    own.tap(2)
    expect(own.note).to_have_text("Not needed now: damage 3, damage 4.")
    attack.ask(own.use)
    assert attack.faces() == [5, 2, 9]


def test_dice_are_typed_one_after_the_other(attack, fb):
    attack.read("14 9 5, 6")
    assert attack.faces() == [14, 9, 5, 6]


def test_a_table_takes_the_dice_on_the_table(warm_phone, fb):
    fb.go_to(warm_phone, "/psiops/talents/")
    talents = fb.Table(warm_phone, "psiops.talents")
    own = fb.OwnDice(talents)
    own.open()
    assert own.named() == ["D66, tens: not yet", "D66, ones: not yet"]
    own.tap(4, 2)
    talents.ask(own.use)
    expect(talents.verdict).to_have_text(rules_py.table("psiops.talents").row_for_roll(42).name)
    expect(talents.source).to_have_text("Read from your own dice")


def test_a_d100_is_tapped_as_its_two_dice_show_it(warm_phone, fb):
    fb.go_to(warm_phone, "/sideworld/harm/")
    parts = fb.Table(warm_phone, "sideworld.body-parts")
    for taps, total in (("40", 7), 47), (("00", 0), 100):
        own = fb.OwnDice(parts)
        own.open()
        tens, ones = taps
        fb.press(own.pad.get_by_text(tens, exact=True))
        fb.press(own.pad.get_by_text(str(ones), exact=True))
        parts.ask(own.use)
        assert parts.faces() == [total]


def test_my_dice_folds_away_and_keeps_what_was_tapped(roller, fb):
    own = fb.OwnDice(roller)
    own.open()
    expect(own.opener).to_have_attribute("aria-expanded", "true")
    own.tap(3)
    fb.press(own.opener)
    expect(own.root).to_be_hidden()
    fb.press(own.opener)
    expect(own.slots.first).to_have_text("3")
    expect(own.now).to_have_attribute("aria-label", "2D6, 2 of 2: not yet")


@pytest.mark.every_size
def test_the_result_of_own_dice_stands_in_view(roller, fb):
    roller.read("6, 6")
    assert fb.in_view(roller.headline)


def test_own_dice_of_a_rule_that_rolls_on_a_table(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/stress/")
    stress = fb.Roller(warm_desktop, "psiops.stress")
    stress.read("1, 1, 2")
    row = rules_py.table("psiops.panic").row_for_roll(2)
    expect(stress.verdict).to_have_text(f"Panic: {row.name}")
    expect(stress.follows).to_have_text(row["effect"].replace("-", rendering.MINUS))
    link = stress.result.get_by_role("link", name=row.name)
    expect(link).to_have_attribute("href", re.compile("/psiops/stress/#panic-2$"))


def test_dice_in_what_follows_roll_there(warm_desktop, fb):
    fb.go_to(warm_desktop, "/sideworld/harm/")
    death = fb.Roller(warm_desktop, "sideworld.natural-death")
    death.roll()
    fb.load_page_dice(warm_desktop, 55)
    assert fb.Chip(death.follows.locator("fb-die")).roll() == 55
