"""An evening on a GM's screen: what it needs is found and added, a fight is played in its tile, and notes roll dice."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import find_violations_in_sampled_schemes
from tests.browser.boards import STORE, STORED, lay_out_four_against_six

PSIOPS = "/psiops/screen/"


class Taps:
    """A reader's taps on a screen, counted."""

    def __init__(self, page: Page, fb):
        self.page, self.fb, self.count = page, fb, 0

    def press(self, name: str, within=None) -> None:
        self.count += 1
        self.fb.press((within or self.page).get_by_role("button", name=name, exact=True).first)

    def add(self, typed: str, title: str) -> None:
        """Search in the open picker and add the first choice of this title."""
        self.page.get_by_role("searchbox", name="Find something to add").fill(typed)
        choice = self.page.locator(f'.fb-addable:has(strong:text-is("{title}"))').first
        self.count += 1
        self.fb.press(choice)
        expect(self.page.locator(".fb-picker [role=status]").first).to_have_text(f"{title} is on the screen.")


def find_tile(page: Page, title: str):
    return page.locator(f'.fb-tile:has(h2:text-is("{title}"))').first


@pytest.mark.trial
def test_screen_is_filled_by_search_and_its_fight_is_played_there(page, fb):
    """A table, a roll, a rule and a fight in seven taps, where the reader is; the first turn in two."""
    page.goto(PSIOPS)
    events = lay_out_four_against_six("psiops")
    _, fight = (page.evaluate(STORE, ["psiops", each, "The gate"]) for each in ([], events))
    taps = Taps(page, fb)
    before = page.locator(".fb-tile-head > h2").all_inner_texts()
    here = find_tile(page, before[2])
    taps.press(f"{before[2]}: size and place")
    taps.press("Add below", here)
    place = page.evaluate("scrollY")
    expect(page.get_by_role("searchbox", name="Find something to add")).to_be_focused()
    taps.add("panic table", "Panic")
    taps.add("initiative", "Initiative")
    taps.add("reducing stress", "Reducing stress")
    taps.add("gate kestrel", "The gate")
    assert find_violations_in_sampled_schemes(page, "article") == []
    taps.press("Done")
    assert taps.count == 7
    assert page.evaluate("scrollY") == place
    added = ["Panic", "Initiative", "Reducing stress", "The gate"]
    assert page.locator(".fb-tile-head > h2").all_inner_texts() == [*before[:3], *added, *before[3:]]

    fb.press(find_tile(page, "Panic").get_by_role("button", name="Roll D6"))
    expect(find_tile(page, "Reducing stress")).to_contain_text("stress")
    board = find_tile(page, "The gate").locator("fb-fight")
    expect(board).to_have_attribute("shown", fight, timeout=fb.START)
    other = page.context.new_page()
    other.goto(f"/psiops/fight/#kept={fight}")
    expect(other.locator("fb-fight")).to_have_attribute("shown", fight, timeout=fb.START)
    play = board.locator(".fb-do .fb-play:visible").first
    moment = board.locator(".fb-mat .fb-moment")
    fb.press(play)
    expect(moment).to_contain_text(re.compile(r"\d \+ \d = \d"))
    begun = moment.inner_text()
    expect(play).to_contain_text("Attack Guard 1")
    fb.press(play)
    expect(moment).not_to_have_text(begun, use_inner_text=True)
    expect(board).not_to_have_attribute("aria-busy", "true")
    played = page.evaluate(STORED, fight)
    assert "psiops.attack" in [each["mechanic"] for each in played if each["event"] == "roll"]
    said = moment.inner_text()  # of the attack, and of a second roll that it may lead to
    expect(other.locator("fb-fight .fb-mat .fb-moment")).to_have_text(said, use_inner_text=True)
    fb.press(other.locator("fb-fight .fb-undo"))
    expect(moment).to_have_text(begun, use_inner_text=True)
    assert len(page.evaluate(STORED, fight)) < len(played)
    page.reload()
    expect(board).to_have_attribute("shown", fight, timeout=fb.START)
    assert f"kept={fight}" not in page.url


def test_adding_is_undone_and_two_fights_of_one_name_differ(desktop, fb):
    desktop.goto(PSIOPS)
    for events in ([], lay_out_four_against_six("psiops")):
        desktop.evaluate(STORE, ["psiops", events, "The gate"])
    count = desktop.locator(".fb-tile").count()
    desktop.get_by_role("button", name="Add", exact=True).click()
    field, finds = desktop.get_by_role("searchbox", name="Find something to add"), desktop.locator(".fb-addable")
    field.fill("gate")
    lines = desktop.get_by_role("region", name="Fights").locator("small")
    expect(lines).to_contain_text(["Kestrel, Moth, Ibex and 7 more", "Nobody yet"])
    desktop.keyboard.press("ArrowDown")
    expect(finds.first).to_be_focused()
    desktop.keyboard.press("Enter")
    expect(finds.first).to_contain_text("On the screen")
    expect(desktop.locator(".fb-tile")).to_have_count(count + 1)
    desktop.get_by_role("button", name="Undo: The gate is on the screen.").click()
    expect(desktop.locator(".fb-tile")).to_have_count(count)
    expect(finds.first).to_be_focused()
    expect(finds.first).not_to_contain_text("On the screen")
    field.fill("qqqq")
    expect(desktop.get_by_text("Nothing here is called “qqqq”.")).to_be_visible()
    desktop.keyboard.press("Escape")
    expect(desktop.get_by_role("button", name="Add", exact=True)).to_be_focused()


@pytest.mark.trial
def test_boards_of_two_fights_keep_their_own_choices(desktop, fb):
    desktop.goto(PSIOPS)
    events = lay_out_four_against_six("psiops")
    names = ("The gate", "The mast")
    for name in names:
        desktop.evaluate(STORE, ["psiops", events, name])
    taps = Taps(desktop, fb)
    taps.press("Add")
    for name in names:
        taps.add(name, name)
    taps.press("Done")
    first, second = (find_tile(desktop, name).locator("fb-fight") for name in names)
    for board in (first, second):
        expect(board.locator(".fb-play:visible").first).to_be_visible(timeout=fb.START)
    target = "input[type=radio]:checked"
    chosen = first.locator(target).count()
    assert chosen and second.locator(target).count() == chosen
    ids = desktop.locator("fb-fight .fb-fight-stage [id]").evaluate_all("all => all.map(({ id }) => id)")
    assert ids and len(set(ids)) == len(ids)


def test_dice_of_a_note_roll_and_the_note_is_written_on(page, fb):
    page.goto("/screen/")
    fb.press(page.get_by_role("button", name="Add", exact=True).first)
    fb.press(page.get_by_role("button", name="Note", exact=True))
    expect(page.get_by_role("textbox", name="Name", exact=True)).to_be_focused()
    page.keyboard.type("Gate")
    page.keyboard.press("Enter")
    expect(page.locator(".fb-tile[data-open]")).to_have_count(0)
    note = page.get_by_role("textbox", name="Gate", exact=True)
    note.fill("At dusk: d66, then 2d6+1 <b>rats</b>")
    note.blur()
    text = page.locator(".fb-note-text")
    expect(text).to_have_text("At dusk: d66, then 2d6+1 <b>rats</b>")
    assert find_violations_in_sampled_schemes(page, "article") == []
    fb.press(text.get_by_role("button", name="Roll d66"))
    expect(text.locator(".fb-die-result b")).to_have_text(re.compile(r"^[1-6][1-6]$"))
    fb.press(page.get_by_role("button", name="Edit Gate"))
    expect(note).to_be_focused()
    note.fill("No dice")
    note.blur()
    expect(note).to_have_value("No dice")
    fb.wait_until(
        page,
        """async () => {
        const { keep } = await import("/assets/js/lib/store.js");
        return (await keep.list("screens"))[0].data.tiles[0].text === "No dice";
    }""",
    )
    page.reload()
    expect(page.get_by_role("textbox", name="Gate", exact=True)).to_have_value("No dice")
