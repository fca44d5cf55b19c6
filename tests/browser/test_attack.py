"""A roller with many parameters: every control has an effect, and an error loses no input."""

import re

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py.registry.games import find_mechanic

COMBAT = "/psiops/combat/"
ATTACK = "psiops.attack"


@pytest.fixture
def attack(warm_page, fb):
    fb.go_to(warm_page, COMBAT)
    return fb.Roller(warm_page, ATTACK)


def expect_rules_answer(roller):
    """Expect the answer on the page to match the rules for the form and the faces shown."""
    rolled = rules_py.resolve(ATTACK, roller.faces(), **roller.values())
    expect(roller.verdict).to_have_text(rolled.verdict)
    expect(roller.total).to_have_text(str(rolled.outcome["total"]).replace("-", "\N{MINUS SIGN}"))
    expect(roller.follow_ups).to_have_text(list(rolled.consequences))


def test_every_kind_of_control_changes_the_form_values(attack):
    attack.increase("armor", 4)
    expect(attack.param("armor")).to_have_value("3")
    attack.decrease("armor", 4)
    expect(attack.param("armor")).to_have_value("0")
    attack.increase("attribute", 2)
    attack.decrease("modifier")
    attack.toggle("aiming")
    attack.toggle("advantage")
    attack.param("weapon").select_option("rifle")
    attack.choose("Close")
    attack.increase("armor")
    assert attack.values() == {name: str(value).lower() for name, value in rules_py.roll(ATTACK).params.items()} | {
        "attribute": "2",
        "modifier": "-1",
        "aiming": "true",
        "advantage": "true",
        "weapon": "rifle",
        "range_band": "close",
        "armor": "1",
    }
    attack.roll()
    expect_rules_answer(attack)


@pytest.mark.trial
def test_armor_and_cover_take_all_of_a_weak_hit(attack, fb):
    fb.load_python_dice(attack.page, 3, 4)
    attack.increase("armor", 3)
    attack.choose("High", "Target's cover")
    attack.roll()
    expect(attack.verdict).to_have_text("Partial success: the target takes no damage")
    expect_rules_answer(attack)


@pytest.mark.trial
def test_random_rolls_match_the_rules_for_the_form_values(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    attack = fb.Roller(warm_desktop, ATTACK)
    attack.increase("armor", 3)
    attack.increase("attribute", 3)
    for _ in range(4):
        attack.roll()
        expect_rules_answer(attack)


@pytest.mark.trial
def test_a_miss_with_a_weapon_costs_ammo(attack, fb):
    fb.load_python_dice(attack.page, 1, 2)
    attack.param("weapon").select_option("handgun")
    attack.roll()
    expect(attack.verdict).to_have_text("Failure: you miss")
    expect(attack.follow_ups.last).to_have_text("Check off 1 ammo.")


def test_impossible_combination_and_number_are_told_and_the_next_roll_is_answered(attack, fb):
    attack.increase("attribute", 2)
    attack.toggle("prone")
    attack.param("weapon").select_option("melee")
    attack.choose("Far")
    before = attack.values()
    attack.roll()
    expect(attack.error).to_have_count(1)
    expect(attack.error).to_have_text("Melee reaches Close, not Far.")
    expect(fb.live_region(attack.page)).to_have_text(attack.error.inner_text())
    assert attack.values() == before
    assert before["weapon"] == "melee" and before["range_band"] == "far" and before["attribute"] == "2"
    assert fb.is_in_view(attack.error)
    attack.param("weapon").select_option("handgun")
    attack.choose("Nearby")
    attack.roll()
    expect(attack.error).to_have_count(0)
    expect_rules_answer(attack)
    field = attack.param("attribute")
    field.fill("9")
    fb.press(attack.button)
    expect(attack.result.locator(".fb-error")).to_contain_text("you entered 9")
    expect(attack.root.get_by_text("you entered 9")).to_have_count(1)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("you entered 9"))
    field.fill("2")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    attack.roll()
    expect_rules_answer(attack)


@pytest.mark.parametrize("nonsense", ["99", "-4", "1.5", ""])
def test_invalid_number_shows_one_sentence_and_keeps_the_form(warm_desktop, fb, nonsense):
    fb.go_to(warm_desktop, COMBAT)
    attack = fb.Roller(warm_desktop, ATTACK)
    attack.param("weapon").select_option("rifle")
    attack.param("attribute").fill(nonsense)
    attack.roll()
    entered = nonsense.replace("-", "\N{MINUS SIGN}") or "nothing"
    expect(attack.error).to_have_text(
        f"Attribute takes a whole number from \N{MINUS SIGN}3 to 3; you entered {entered}."
    )
    expect(attack.param("attribute")).to_have_value(nonsense)
    expect(attack.param("weapon")).to_have_value("rifle")


@pytest.mark.trial
def test_letters_in_a_number_field_show_one_sentence(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    attack = fb.Roller(warm_desktop, ATTACK)
    attack.param("attribute").click()
    warm_desktop.keyboard.press("Control+A")
    warm_desktop.keyboard.type("e")
    attack.roll()
    expect(attack.error).to_contain_text("Attribute takes")


@pytest.mark.trial
def test_choosing_cover_by_name_sets_its_number(attack):
    attack.choose("Medium", "Target's cover")
    attack.choose("Low", "Your own cover")
    assert (attack.values()["cover"], attack.values()["own_cover"]) == ("2", "1")
    attack.roll()
    expect_rules_answer(attack)


def test_each_control_has_a_label_and_a_description(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    attack = fb.Roller(warm_desktop, ATTACK)
    for own_name, parameter in find_mechanic(ATTACK).parameters.items():
        control = attack.param(own_name).first
        if control.get_attribute("type") == "hidden":
            continue
        name = control.evaluate(
            "field => (field.closest('fieldset')?.querySelector('legend') ?? field.labels[0]).textContent"
        )
        assert name.strip() == parameter.heading
        told = control.evaluate("field => field.ariaDescription ?? field.closest('[title]')?.title")
        assert told == parameter.kind.help


def test_expanded_form_keeps_its_roll_button_in_view(warm_phone, fb):
    fb.go_to(warm_phone, COMBAT)
    attack = fb.Roller(warm_phone, ATTACK)
    attack.root.locator(".fb-group > summary").first.click()
    attack.root.evaluate("roller => scrollTo(0, scrollY + roller.getBoundingClientRect().top - 150)")
    assert fb.is_in_view(attack.button)


def test_roller_without_dice_calculates_instead_of_rolling(warm_page, fb):
    fb.go_to(warm_page, "/psiops/groups/")
    swarm = fb.Roller(warm_page, "psiops.swarm")
    expect(swarm.button).to_have_text("Calculate")
    expect(swarm.root.get_by_role("button", name="My dice")).to_have_count(0)
    swarm.roll()
    expect(swarm.verdict).to_have_text("9 of the swarm left: 2 armor, +1 damage, attacks on up to 3")
    assert swarm.faces() == []


def test_weapon_of_the_armory_brings_its_class(attack, fb):
    armory = attack.root.get_by_label(find_mechanic(ATTACK).presets[0].title, exact=True)
    armory.select_option(label="Shotgun")
    attack.choose("Remote")
    fb.press(attack.button)
    expect(attack.result.locator(".fb-error")).to_have_text("Shotgun reaches Close and Nearby and Far, not Remote.")
    armory.select_option(label="Sniper rifle")
    attack.roll()
    expect_rules_answer(attack)
    assert (attack.values()["weapon"], attack.values()["damage"]) == ("rifle", "3")


@pytest.mark.trial
def test_form_asks_for_a_class_that_the_text_does_not_give(attack, fb):
    attack.root.get_by_label(find_mechanic(ATTACK).presets[0].title, exact=True).select_option(label="M18 claymore")
    weapon = attack.param("weapon")
    expect(weapon).to_have_value("")
    fb.press(attack.button)
    expect(attack.result.locator(".fb-error")).to_contain_text("you entered nothing")
    expect(weapon).to_have_attribute("aria-invalid", "true")
    attack.page.reload()  # the address keeps the question
    expect(weapon).to_have_value("")
    weapon.select_option("none")
    expect(weapon).not_to_have_attribute("aria-invalid", "true")
    attack.roll()
    expect_rules_answer(attack)
