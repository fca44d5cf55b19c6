"""Dice in a sentence or a table cell: they roll in place."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.page_checks import TWICE_AS_LARGE

REACH = 20
"""Distance in pixels from a chip's middle that a thumb must still hit: 44 in all, minus the edges."""


@pytest.fixture
def sentence_chip(warm_page, fb):
    fb.go_to(warm_page, "/psiops/character/")
    return fb.Chip(warm_page.locator("article p fb-die").first)


@pytest.fixture
def cell_chip(warm_page, fb):
    fb.go_to(warm_page, "/psiops/talents/")
    return fb.Chip(warm_page.locator("#talents-15 td fb-die"))


def uncovered_points(chip):
    """Return the offsets from a chip's middle at which another element is on top."""
    return chip.button.evaluate(
        """(button, reach) => {
        button.scrollIntoView({ block: "center" });
        const box = button.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const around = [[0, 0], [0, -reach], [0, reach], [-reach, 0], [reach, 0], [-reach, -reach], [reach, reach]];
        return around.filter(([dx, dy]) => document.elementFromPoint(x + dx, y + dy) !== button);
    }""",
        REACH,
    )


@pytest.mark.chromium
def test_die_in_a_sentence_rolls_in_place_again_and_by_a_tap_just_outside(sentence_chip, fb):
    assert uncovered_points(sentence_chip) == []
    sentence = sentence_chip.root.locator("xpath=ancestor::p")
    before = sentence.inner_text()
    fb.load_page_dice(sentence_chip.page, 3, 1, 2)
    assert [sentence_chip.roll(), sentence_chip.roll()] == [3, 1]
    expect(sentence_chip.total).to_have_count(1)
    expect(sentence_chip.button).to_have_text("1D3")

    def near_miss(button):
        box = button.bounding_box()
        page = sentence_chip.page
        press = page.touchscreen.tap if page.viewport_size["width"] < 600 else page.mouse.click
        press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - REACH)

    sentence_chip.button.evaluate("button => button.scrollIntoView({ block: 'center' })")
    assert sentence_chip.roll(near_miss) == 2
    sentence_chip.result.evaluate("result => result.remove()")
    assert sentence.inner_text() == before

    sentence_chip.button.evaluate("button => { button.textContent = 'Three six-sided dice, exploding, drop lowest'; }")
    sentence_chip.page.evaluate(TWICE_AS_LARGE, True)
    line, wrapped = sentence.bounding_box(), sentence_chip.button.bounding_box()
    sentence_chip.page.evaluate(TWICE_AS_LARGE, False)
    assert wrapped["x"] + wrapped["width"] <= line["x"] + line["width"] + 1


def test_die_in_a_table_cell_rolls_in_place_and_is_announced(cell_chip, fb):
    expect(cell_chip.button).to_have_role("button")
    expect(cell_chip.button).to_have_accessible_name("Roll 1D6")
    assert uncovered_points(cell_chip) == []
    fb.load_page_dice(cell_chip.page, 6)
    assert cell_chip.roll() == 6
    assert fb.is_in_view(cell_chip.total)
    expect(fb.live_region(cell_chip.page)).to_have_text("1D6: 6")


@pytest.mark.trial
def test_chip_multiplies_by_the_factor_of_its_notation(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/talents/")
    chip = fb.Chip(warm_desktop.locator('fb-die[notation="1d6*10"]').first)
    fb.load_page_dice(warm_desktop, 4)
    assert chip.roll() == 40


@pytest.mark.trial
def test_rolling_one_chip_leaves_the_others_unrolled(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/talents/")
    chips = warm_desktop.locator("td fb-die")
    fb.Chip(chips.first).roll()
    expect(warm_desktop.locator("fb-die .fb-die-result")).to_have_count(1)


def test_dice_roller_accepts_any_notation(warm_page, fb):
    fb.go_to(warm_page, "/dice/")
    roller = fb.Roller(warm_page, "dice")
    roller.param("notation").fill("4d6kh3+2")
    fb.load_python_dice(warm_page, 1, 6, 5, 4)
    roller.roll()
    expect(roller.headline).to_contain_text("17")
    assert (roller.faces(), roller.dropped_faces()) == ([1, 6, 5, 4], [1])


def test_buttons_change_the_notation_without_typing(warm_page, fb):
    fb.go_to(warm_page, "/dice/")
    roller = fb.Roller(warm_page, "dice")
    notation = roller.param("notation")

    def press(what):
        fb.press(roller.root.get_by_role("button", name=f"Dice: {what}", exact=True))

    notation.fill("1d6+2")
    press("one die less")
    expect(notation).to_have_value("1d6+2")
    press("one die more")
    expect(notation).to_have_value("2d6+2")
    press("another kind of die")
    expect(notation).to_have_value("2d8+2")
    notation.fill("d20")
    press("another kind of die")
    expect(notation).to_have_value("1d4")
    fb.load_python_dice(warm_page, 3)
    roller.roll()
    expect(roller.headline).to_contain_text("3")


@pytest.mark.parametrize("nonsense", ["banana", "<b>1d6</b>", "2d", "99999999999999999999999d6"])
def test_notation_buttons_leave_invalid_notation_unchanged(warm_desktop, fb, nonsense):
    fb.go_to(warm_desktop, "/dice/")
    roller = fb.Roller(warm_desktop, "dice")
    roller.param("notation").fill(nonsense)
    for what in ("one die less", "one die more", "another kind of die"):
        fb.press(roller.root.get_by_role("button", name=f"Dice: {what}", exact=True))
    expect(roller.param("notation")).to_have_value(nonsense)


@pytest.mark.parametrize(
    ("nonsense", "sentence"),
    [
        ("", r"Dice takes .+; you entered nothing\."),
        ("banana", r"Dice takes .+; you entered banana\."),
        ("<b>1d6</b>", r"This needs a variable, .+; you entered <b>1d6</b>\."),
        ("9999d6", r"Dice takes 1 to 1000 dice; you entered 9999d6\."),
        ("2d", r"The sides of the dice are missing: write 2d6 for six-sided dice; you entered 2d\."),
        ("1d6+", r"Dice: after “1d6\+”, write dice such as 2d6, a number or a bracket\."),
    ],
)
def test_invalid_notation_shows_one_sentence(warm_desktop, fb, nonsense, sentence):
    fb.go_to(warm_desktop, "/dice/")
    roller = fb.Roller(warm_desktop, "dice")
    roller.param("notation").fill(nonsense)
    roller.roll()
    expect(roller.error).to_have_text(re.compile(f"^{sentence}$"))
    expect(roller.param("notation")).to_have_value(nonsense)
    expect(roller.result.locator("b")).to_have_count(0)
