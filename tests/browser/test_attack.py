"""A roller with many parameters: every control counts, and a refusal loses nothing."""

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


def expect_what_the_rules_say(roller):
    """The answer on the page is what the rules make of the form and the faces shown."""
    rolled = rules_py.resolve(ATTACK, roller.faces(), **roller.values())
    expect(roller.verdict).to_have_text(rolled.verdict)
    expect(roller.total).to_have_text(str(rolled.outcome["total"]).replace("-", "\N{MINUS SIGN}"))
    expect(roller.follows).to_have_text(list(rolled.consequences))


def test_every_kind_of_control_counts(attack):
    attack.more("attribute", 2)
    attack.fewer("modifier")
    attack.toggle("aiming")
    attack.toggle("advantage")
    attack.param("weapon").select_option("rifle")
    attack.choose("Close")
    attack.more("armor")
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
    expect_what_the_rules_say(attack)


def test_armor_and_cover_take_all_of_a_weak_hit(attack, fb):
    fb.load_dice(attack.page, 3, 4)
    attack.more("armor", 3)
    attack.choose("High", "Target's cover")
    attack.roll()
    expect(attack.verdict).to_have_text("Partial success: the target takes no damage")
    expect_what_the_rules_say(attack)


def test_chance_and_parameters_agree(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    attack = fb.Roller(warm_desktop, ATTACK)
    attack.more("armor", 3)
    attack.more("attribute", 3)
    for _ in range(4):
        attack.roll()
        expect_what_the_rules_say(attack)


def test_a_miss_with_a_weapon_costs_ammo(attack, fb):
    fb.load_dice(attack.page, 1, 2)
    attack.param("weapon").select_option("handgun")
    attack.roll()
    expect(attack.verdict).to_have_text("Failure: you miss")
    expect(attack.follows.last).to_have_text("Check off 1 ammo.")


def test_what_is_impossible_gives_one_sentence_and_keeps_the_form(attack, fb):
    attack.more("attribute", 2)
    attack.toggle("prone")
    attack.param("weapon").select_option("melee")
    attack.choose("Far")
    before = attack.values()
    attack.roll()
    expect(attack.error).to_have_count(1)
    expect(attack.error).to_have_text("Melee reaches Close, not Far.")
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
    entered = nonsense.replace("-", "\N{MINUS SIGN}") or "nothing"
    expect(attack.error).to_have_text(
        f"Attribute takes a whole number from \N{MINUS SIGN}3 to 3; you entered {entered}."
    )
    expect(attack.param("attribute")).to_have_value(nonsense)
    expect(attack.param("weapon")).to_have_value("rifle")


def test_letters_in_a_number_give_one_sentence(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    attack = fb.Roller(warm_desktop, ATTACK)
    attack.param("attribute").click()
    warm_desktop.keyboard.press("Control+A")
    warm_desktop.keyboard.type("e")
    attack.roll()
    expect(attack.error).to_contain_text("Attribute takes")


def test_steppers_stop_at_the_ends(attack):
    attack.more("armor", 4)
    expect(attack.param("armor")).to_have_value("3")
    attack.fewer("armor", 4)
    expect(attack.param("armor")).to_have_value("0")


def test_one_choice_of_several_is_on(attack):
    for name in ("Close", "Remote"):
        attack.choose(name)
        expect(
            attack.root.get_by_role("group", name="Range").get_by_role("radio", checked=True)
        ).to_have_accessible_name(name)


def test_cover_is_chosen_by_its_name(attack):
    attack.choose("Medium", "Target's cover")
    attack.choose("Low", "Your own cover")
    assert (attack.values()["cover"], attack.values()["own_cover"]) == ("2", "1")
    attack.roll()
    expect_what_the_rules_say(attack)


def test_a_toggle_goes_on_and_off_again(attack):
    attack.toggle("ignores_armor")
    expect(attack.param("ignores_armor")).to_be_checked()
    attack.toggle("ignores_armor")
    expect(attack.param("ignores_armor")).not_to_be_checked()


def test_each_control_has_a_label_and_says_what_it_is_for(warm_desktop, fb):
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


def test_a_form_with_a_part_unfolded_keeps_its_button_under_the_thumb(warm_phone, fb):
    fb.go_to(warm_phone, COMBAT)
    attack = fb.Roller(warm_phone, ATTACK)
    attack.root.locator(".fb-group > summary").first.click()
    attack.root.evaluate("roller => scrollTo(0, scrollY + roller.getBoundingClientRect().top - 150)")
    assert fb.in_view(attack.button)


def test_a_calculator_says_so_and_answers_without_dice(warm_page, fb):
    fb.go_to(warm_page, "/psiops/groups/")
    swarm = fb.Roller(warm_page, "psiops.swarm")
    expect(swarm.button).to_have_text("Work it out")
    expect(swarm.root.get_by_role("button", name="My dice")).to_have_count(0)
    swarm.roll()
    expect(swarm.verdict).to_have_text("9 of the swarm left: 2 armor, +1 damage, attacks on up to 3")
    assert swarm.faces() == []
