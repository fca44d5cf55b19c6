"""The dice page: one tap for a die, notation for any dice, and a list of all rolls on the site."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import find_violations_in_sampled_schemes

PAGE = "/dice/"
SIDES = [4, 6, 8, 10, 12, 20, 100]


@pytest.mark.parametrize("sides", SIDES)
def test_each_die_rolls_with_one_tap(warm_page, fb, sides):
    fb.go_to(warm_page, PAGE)
    fb.load_page_dice(warm_page, sides)
    fb.press(warm_page.get_by_role("button", name=f"Roll d{sides}", exact=True))
    shown = warm_page.locator(".fb-dice-shown")
    expect(shown.locator("strong")).to_have_text(str(sides))
    expect(shown).to_have_text(f"{sides} d{sides}")
    expect(fb.live_region(warm_page)).to_have_text(f"d{sides}: {sides}")
    assert fb.is_in_view(shown)


def test_d66_combines_two_dice_into_one_number(warm_page, fb):
    fb.go_to(warm_page, PAGE)
    fb.load_page_dice(warm_page, 4, 2)
    fb.press(warm_page.get_by_role("button", name="Roll d66", exact=True))
    expect(warm_page.locator(".fb-dice-shown")).to_have_text("42 d66 (4, 2)")


def test_all_dice_buttons_are_in_view_and_at_least_44px(page):
    page.goto(PAGE)
    for button in page.get_by_role("group", name="Dice to roll").get_by_role("button").all():
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44


@pytest.mark.trial
def test_dice_page_lists_rolls_of_every_page(make_page, fb, size):
    page = make_page(size)
    page.goto("/psiops/drives/")
    table = fb.Table(page, "psiops.drives")
    table.roll()
    rolled = table.headline.inner_text()
    page.goto(PAGE)
    fb.load_page_dice(page, 5)
    fb.press(page.get_by_role("button", name="Roll d8"))
    verdicts = page.locator(".fb-past-verdict")
    expect(verdicts).to_have_text(["5", rolled])
    fb.press(page.locator(".fb-past summary").first)
    expect(page.get_by_role("button", name="Copy", exact=True)).to_be_visible()
    assert find_violations_in_sampled_schemes(page) == []
    page.reload()
    expect(verdicts).to_have_text(["5", rolled])
    fb.press(page.get_by_role("button", name="Clear"))
    expect(page.locator("fb-history")).to_contain_text("No rolls yet.")
    fb.press(page.get_by_role("button", name="Restore"))
    expect(verdicts).to_have_text(["5", rolled])


def test_notation_examples_roll_in_place(warm_page, fb):
    fb.go_to(warm_page, PAGE)
    chips = warm_page.locator("article li fb-die")
    assert chips.count() >= 6
    fb.load_page_dice(warm_page, 6, 1, 5)
    chip = fb.Chip(chips.filter(has_text="3D6kh2"))
    assert chip.roll() == 11
