"""A roller with many parameters: every control counts, and a refusal loses nothing."""

import pytest
from playwright.sync_api import expect

import rules_py

COMBAT = "/psiops/combat/"
ATTACK = "psiops.attack"
BANDS = rules_py.table("psiops.bands").names


@pytest.fixture
def attack(warm_page, fb):
    fb.go_to(warm_page, COMBAT)
    return fb.Roller(warm_page, ATTACK)


def expect_what_the_rules_say(roller):
    """The answer on the page is what the rules make of the form and the faces shown."""
    outcome = rules_py.resolve(ATTACK, roller.faces(), **roller.values()).outcome
    expect(roller.headline.locator("strong")).to_have_text(BANDS[outcome["band"]])
    expect(roller.total).to_have_text(str(outcome["total"]).replace("-", "\N{MINUS SIGN}"))
    expect(roller.field("Damage")).to_have_text(str(outcome["damage"]))
    expect(roller.field("Ammo")).to_have_text(str(outcome["ammo"]))


def test_every_kind_of_control_counts(attack):
    attack.more("Attribute", 2)
    attack.fewer("Modifier")
    attack.toggle("Aiming")
    attack.toggle("Advantage")
    attack.param("weapon").select_option("rifle")
    attack.choose("Close")
    attack.more("Armor")
    assert attack.values() == {
        name: str(value).lower() for name, value in rules_py.roll(ATTACK).params.items()
    } | {"attribute": "2", "modifier": "-1", "aiming": "true", "advantage": "true", "weapon": "rifle",
         "range_band": "close", "armor": "1"}
    attack.roll()
    expect_what_the_rules_say(attack)


def test_armor_and_cover_take_all_of_a_weak_hit(attack, fb):
    fb.load_dice(attack.page, 3, 4)
    attack.more("Armor", 3)
    attack.more("Cover", 3)
    attack.roll()
    expect(attack.headline.locator("strong")).to_have_text("Partial success")
    expect(attack.field("Damage")).to_have_text("0")
    expect_what_the_rules_say(attack)


def test_chance_and_parameters_agree(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    attack = fb.Roller(warm_desktop, ATTACK)
    attack.more("Armor", 3)
    attack.more("Attribute", 3)
    for _ in range(4):
        attack.roll()
        expect_what_the_rules_say(attack)


def test_a_miss_with_a_weapon_costs_ammo(attack, fb):
    fb.load_dice(attack.page, 1, 2)
    attack.param("weapon").select_option("handgun")
    attack.roll()
    expect(attack.field("Damage")).to_have_text("0")
    expect(attack.follows.last).to_have_text("Check off 1 ammo.")


def test_what_is_impossible_gives_one_sentence_and_keeps_the_form(attack, fb):
    attack.more("Attribute", 2)
    attack.toggle("Prone")
    attack.param("weapon").select_option("melee")
    attack.choose("Far")
    before = attack.values()
    attack.roll()
    expect(attack.error).to_have_count(1)
    expect(attack.error).to_have_text("range_band: got far, takes close with weapon=melee (far is impossible)")
    expect(fb.live(attack.page)).to_have_text(attack.error.inner_text())
    assert attack.values() == before
    assert before["weapon"] == "melee" and before["range_band"] == "far" and before["attribute"] == "2"
    assert fb.in_view(attack.error)


def test_after_a_refusal_the_next_roll_is_answered(attack):
    attack.param("weapon").select_option("melee")
    attack.roll()
    expect(attack.error).to_be_visible()
    attack.param("weapon").select_option("handgun")
    attack.roll()
    expect(attack.error).to_have_count(0)
    expect_what_the_rules_say(attack)


@pytest.mark.parametrize("nonsense", ["99", "-4", "1.5", ""])
def test_a_number_that_is_not_accepted_gives_one_sentence_and_loses_nothing(warm_desktop, fb, nonsense):
    fb.go_to(warm_desktop, COMBAT)
    attack = fb.Roller(warm_desktop, ATTACK)
    attack.param("weapon").select_option("rifle")
    attack.param("attribute").fill(nonsense)
    attack.roll()
    expect(attack.error).to_have_text(f"attribute: got '{nonsense}', takes a whole number from -3 to 3")
    expect(attack.param("attribute")).to_have_value(nonsense)
    expect(attack.param("weapon")).to_have_value("rifle")


def test_letters_in_a_number_give_one_sentence(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    attack = fb.Roller(warm_desktop, ATTACK)
    attack.param("attribute").click()
    warm_desktop.keyboard.press("Control+A")
    warm_desktop.keyboard.type("e")
    attack.roll()
    expect(attack.error).to_contain_text("attribute: got")


def test_steppers_stop_at_the_ends(attack):
    attack.more("Armor", 4)
    expect(attack.param("armor")).to_have_value("3")
    attack.fewer("Own cover")
    expect(attack.param("own_cover")).to_have_value("0")


def test_one_choice_of_several_is_on(attack):
    for name in ("Close", "Remote"):
        attack.choose(name)
        expect(attack.root.get_by_role("radio", checked=True)).to_have_accessible_name(name)


def test_a_toggle_goes_on_and_off_again(attack):
    attack.toggle("Ignores armor")
    expect(attack.param("ignores_armor")).to_be_checked()
    attack.toggle("Ignores armor")
    expect(attack.param("ignores_armor")).not_to_be_checked()


def test_each_control_has_a_label_and_says_what_it_is_for(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    attack = fb.Roller(warm_desktop, ATTACK)
    for about in rules_py.describe(ATTACK)["parameters"]:
        control = attack.param(about["name"]).first
        name = control.evaluate("field => (field.closest('fieldset')?.querySelector('legend') ?? field.labels[0]).textContent")
        assert name.strip().lower() == about["name"].replace("_", " ")
        told = control.evaluate("field => field.ariaDescription ?? field.closest('[title]')?.title")
        assert told == about["help"]


def test_a_long_form_keeps_its_button_under_the_thumb(warm_phone, fb):
    fb.go_to(warm_phone, COMBAT)
    attack = fb.Roller(warm_phone, ATTACK)
    attack.root.evaluate("roller => scrollTo(0, scrollY + roller.getBoundingClientRect().top - 150)")
    assert fb.in_view(attack.button)


def test_a_calculator_says_so_and_answers_without_dice(warm_page, fb):
    fb.go_to(warm_page, COMBAT)
    swarm = fb.Roller(warm_page, "psiops.swarm")
    expect(swarm.button).to_have_text("Work it out")
    expect(swarm.root.get_by_role("button", name="My dice")).to_have_count(0)
    swarm.roll()
    expect(swarm.headline).to_have_text("Size 9")
    assert swarm.faces() == []
