"""Dice that the reader rolled at the table are read as well as any."""

import pytest
from playwright.sync_api import expect

import rules_py

ACTION = "psiops.action"


@pytest.fixture
def roller(warm_page, fb):
    fb.go_to(warm_page, "/psiops/")
    return fb.Roller(warm_page, ACTION)


def test_a_4_and_a_5_with_attribute_1_are_a_success_with_10(roller):
    roller.more("Attribute")
    roller.read("4, 5")
    expect(roller.headline.locator("strong")).to_have_text("Success")
    expect(roller.total).to_have_text("10")
    assert roller.faces() == [4, 5]


@pytest.mark.parametrize("typed", ["4,5", "4 5", " 4 , 5 ", "4, 5,"])
def test_faces_may_be_typed_in_any_of_the_usual_ways(warm_desktop, fb, typed):
    fb.go_to(warm_desktop, "/psiops/")
    roller = fb.Roller(warm_desktop, ACTION)
    roller.read(typed)
    expect(roller.total).to_have_text("9")


@pytest.mark.parametrize(("typed", "sentence"), [
    ("4", "faces: got 1 face, takes one more, of a d6"),
    ("4, 5, 6", "faces: got 3 faces, takes 2 faces here"),
    ("4, 7", "faces: got 7 as number 2, takes 1 to 6 there (a d6)"),
    ("0, 3", "faces: got 0 as number 1, takes 1 to 6 there (a d6)"),
    ("four, 5", "faces: got 'four, 5', takes whole numbers separated by commas, such as 4,5"),
    ("", "faces: got 0 faces, takes one more, of a d6"),
])
def test_faces_that_do_not_fit_give_one_sentence_and_stay(warm_desktop, fb, typed, sentence):
    fb.go_to(warm_desktop, "/psiops/")
    roller = fb.Roller(warm_desktop, ACTION)
    roller.read(typed)
    expect(roller.error).to_have_text(sentence)
    expect(roller.faces_field).to_have_value(typed)


def test_the_field_is_there_when_asked_for_and_takes_the_focus(roller, fb):
    opener = roller.root.get_by_role("button", name="My dice")
    expect(roller.faces_field).to_be_hidden()
    expect(opener).to_have_attribute("aria-expanded", "false")
    fb.press(opener)
    expect(roller.faces_field).to_be_focused()
    expect(opener).to_have_attribute("aria-expanded", "true")
    fb.press(opener)
    expect(roller.faces_field).to_be_hidden()


def test_enter_in_the_field_reads_the_faces(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/")
    roller = fb.Roller(warm_desktop, ACTION)
    fb.press(roller.root.get_by_role("button", name="My dice"))
    roller.faces_field.fill("1, 1")
    fb.load_dice(warm_desktop, 6, 6)  # what a roll would bring instead
    roller.ask(roller.faces_field, lambda field: field.press("Enter"))
    assert roller.faces() == [1, 1]


def test_the_result_of_own_dice_stands_in_view(roller, fb):
    roller.read("6, 6")
    assert fb.in_view(roller.headline)


def test_own_dice_of_a_rule_that_rolls_on_a_table(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/stress/")
    stress = fb.Roller(warm_desktop, "psiops.stress")
    stress.read("1, 1, 2")
    expect(stress.headline.locator("strong")).to_have_text("Panic")
    expect(stress.follows.last).to_contain_text(rules_py.table("psiops.panic").at(2).name)


def test_dice_in_what_follows_roll_there(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/stress/")
    stress = fb.Roller(warm_desktop, "psiops.stress")
    stress.read("1, 1, 2")
    fb.load_page_dice(warm_desktop, 5)
    assert fb.Chip(stress.follows.locator("fb-die").first).roll() == 5
