"""Dice in a sentence or a cell roll where they stand."""

import re

import pytest
from playwright.sync_api import expect

REACH = 20
"""Pixels around a chip's middle at which a thumb still hits it: 44 in all, less the edges."""


@pytest.fixture
def in_sentence(warm_page, fb):
    fb.go_to(warm_page, "/psiops/character/")
    return fb.Chip(warm_page.locator("article p fb-die").first)


@pytest.fixture
def in_cell(warm_page, fb):
    fb.go_to(warm_page, "/psiops/talents/")
    return fb.Chip(warm_page.locator("#talents-15 td fb-die"))


def test_a_die_in_a_sentence_rolls_there(in_sentence, fb):
    fb.load_page_dice(in_sentence.page, 3)
    assert in_sentence.roll() == 3
    expect(in_sentence.button).to_have_text("1D3")


def test_a_second_tap_rolls_again(in_sentence, fb):
    fb.load_page_dice(in_sentence.page, 3, 1)
    assert [in_sentence.roll(), in_sentence.roll()] == [3, 1]
    expect(in_sentence.total).to_have_count(1)


def test_dice_in_a_cell_roll_there(in_cell, fb):
    fb.load_page_dice(in_cell.page, 6)
    assert in_cell.roll() == 6
    assert fb.in_view(in_cell.total)


def test_a_roll_of_a_chip_is_announced(in_cell, fb):
    fb.load_page_dice(in_cell.page, 2)
    in_cell.roll()
    expect(fb.live(in_cell.page)).to_have_text("1D6: 2")


def test_a_chip_says_what_it_does(in_cell):
    expect(in_cell.button).to_have_role("button")
    expect(in_cell.button).to_have_accessible_name("Roll 1D6")


def test_notation_with_a_factor_comes_to_the_product(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/talents/")
    chip = fb.Chip(warm_desktop.locator('fb-die[notation="1d6*10"]').first)
    fb.load_page_dice(warm_desktop, 4)
    assert chip.roll() == 40


def missed(chip):
    """The points around a chip's middle that belong to something else."""
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


def test_a_thumb_hits_a_die_in_a_sentence_that_it_misses_by_a_little(in_sentence):
    assert missed(in_sentence) == []


def test_a_thumb_hits_a_die_in_a_cell_that_it_misses_by_a_little(in_cell):
    assert missed(in_cell) == []


@pytest.mark.chromium
def test_a_thumb_that_misses_the_ink_rolls_all_the_same(in_sentence, fb):
    def near_miss(button):
        box = button.bounding_box()
        page = in_sentence.page
        press = page.touchscreen.tap if page.viewport_size["width"] < 600 else page.mouse.click
        press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - REACH)

    in_sentence.button.evaluate("button => button.scrollIntoView({ block: 'center' })")
    fb.load_page_dice(in_sentence.page, 2)
    assert in_sentence.roll(near_miss) == 2


def test_one_chip_leaves_the_others_alone(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/talents/")
    chips = warm_desktop.locator("td fb-die")
    fb.Chip(chips.first).roll()
    expect(warm_desktop.locator("fb-die .fb-die-result")).to_have_count(1)


def test_the_sentence_stays_whole(in_sentence):
    sentence = in_sentence.root.locator("xpath=ancestor::p")
    before = sentence.inner_text()
    total = in_sentence.roll()
    in_sentence.result.evaluate("result => result.remove()")
    assert sentence.inner_text() == before and 1 <= total <= 3


def test_the_plain_roller_takes_any_notation(warm_page, fb):
    fb.go_to(warm_page, "/dice/")
    roller = fb.Roller(warm_page, "dice")
    roller.param("notation").fill("4d6kh3+2")
    fb.load_dice(warm_page, 1, 6, 5, 4)
    roller.roll()
    expect(roller.headline).to_contain_text("17")
    assert (roller.faces(), roller.dropped()) == ([1, 6, 5, 4], [1])


def test_dice_are_set_without_typing(warm_page, fb):
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
    fb.load_dice(warm_page, 3)
    roller.roll()
    expect(roller.headline).to_contain_text("3")


@pytest.mark.parametrize("nonsense", ["banana", "<b>1d6</b>", "2d", "99999999999999999999999d6"])
def test_nonsense_stays_as_it_was_typed(warm_desktop, fb, nonsense):
    fb.go_to(warm_desktop, "/dice/")
    roller = fb.Roller(warm_desktop, "dice")
    roller.param("notation").fill(nonsense)
    for what in ("one die less", "one die more", "another kind of die"):
        fb.press(roller.root.get_by_role("button", name=f"Dice: {what}", exact=True))
    expect(roller.param("notation")).to_have_value(nonsense)


@pytest.mark.parametrize("nonsense", ["", "2d", "banana", "1d6+", "<b>1d6</b>", "9999d6"])
def test_notation_that_cannot_be_read_gives_one_sentence(warm_desktop, fb, nonsense):
    fb.go_to(warm_desktop, "/dice/")
    roller = fb.Roller(warm_desktop, "dice")
    roller.param("notation").fill(nonsense)
    roller.roll()
    entered = re.escape(nonsense) or "nothing"
    expect(roller.error).to_have_text(re.compile(rf"^Dice takes .+; you entered {entered}\.$"))
    expect(roller.param("notation")).to_have_value(nonsense)
    expect(roller.result.locator("b")).to_have_count(0)
