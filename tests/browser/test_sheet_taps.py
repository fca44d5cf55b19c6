"""Taps and scrolls of a player with a phone who plays from a sheet, for each game."""

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

import rules_py
from tests.browser.opened_sheets import store_sheet

pytestmark = [pytest.mark.chromium, pytest.mark.trial]

WEAPONS = [{"name": "First"}, {"name": "Second"}]
FIELDS = {
    "xmas.operator": {"weapons": WEAPONS, "wounds": 1},
    "sideworld.character": {"weapons": [{**each, "clip": 30, "loaded": 30} for each in WEAPONS], "stamina_lost": 4},
    "psiops.operative": {
        "weapons": [{**each, "ammo": 6, "full": 6} for each in WEAPONS],
        "talents": [{"talent": "11"}],
        "hp": 3,
    },
    "puml.character": {"attributes": [{"name": "Brawn", "value": 2}, {"name": "Wits", "value": 1}]},
    "combat.character": {"weapons": [{**each, "blunt": "no"} for each in WEAPONS], "deadly": 1},
}
HURT = {
    "xmas.operator": ".fb-gauge >> nth=0 >> [data-to='2']",
    "sideworld.character": ".fb-gauge >> nth=0 >> [data-step='-1']",
    "psiops.operative": ".fb-gauge >> nth=0 >> [data-to='3']",
    "puml.character": ".fb-gauge >> nth=0 >> [data-to='1']",
    "combat.character": ".fb-gauge >> nth=1 >> [data-step='1']",
}
REST = {
    "xmas.operator": "xmas.heal",
    "sideworld.character": "sideworld.pass-hours",
    "psiops.operative": "psiops.take-rest",
    "puml.character": "puml.end-fight",
    "combat.character": "combat.end-turn",
}
KINDS = list(FIELDS)
ASKED = ("combat.character", "sideworld.character")
"""The kinds whose first attack asks for the opponent's defense."""


@dataclass
class Thumb:
    """A thumb on a phone's screen.

    Attributes:
        taps: its taps since the last count.
        scrolls: the screens that it scrolled to reach what it tapped.
    """

    page: Page
    taps: int = 0
    scrolls: float = field(default=0)

    def tap(self, target: Locator) -> None:
        box = target.bounding_box()
        height = self.page.viewport_size["height"]
        if box and (box["y"] < 0 or box["y"] + box["height"] > height):
            self.scrolls += abs(box["y"] - height / 2) / height
        target.tap()
        self.taps += 1

    def count(self) -> tuple[int, float]:
        """Return the taps and scrolls since the last count."""
        counted = self.taps, round(self.scrolls, 1)
        self.taps, self.scrolls = 0, 0
        return counted


@pytest.fixture
def open_sheet(make_page, fb):
    """Return a function that stores a sheet, opens it from the home page and returns the page's thumb."""

    def open_one(kind: str, **fields) -> Thumb:
        page = make_page("phone")
        store_sheet(page, kind, **fields)
        page.goto("/")
        thumb = Thumb(page)
        thumb.tap(page.locator("fb-continue a", has_text="Ada"))
        expect(page.locator(".fb-gauge").first).to_be_visible(timeout=fb.START)
        assert thumb.count() == (1, 0)
        page.locator("fb-sheets").evaluate("sheets => sheets.scrollIntoView()")
        return thumb

    return open_one


@pytest.mark.parametrize("kind", KINDS)
def test_playing_from_a_sheet_takes_few_taps(open_sheet, kind):
    thumb = open_sheet(kind, **FIELDS[kind])
    page = thumb.page
    done = page.locator(".fb-answer-line p")
    counts = {}

    thumb.tap(page.locator(HURT[kind]))
    expect(done).to_be_visible()
    counts["get hurt"] = thumb.count()

    thumb.tap(page.locator(".fb-answer-line .fb-undo").first)
    expect(page.get_by_role("button", name="Put it back").first).to_be_visible()
    counts["undo the hit"] = thumb.count()

    attack = page.locator(".fb-card", has_text="Second").locator(".fb-card-roll").first
    if kind == "puml.character":
        attack = page.locator(".fb-sheet-tile[data-do*='puml.offense']").first
    thumb.tap(attack)
    if page.locator("dialog.fb-roll-form[open]").count() or kind in ASKED:
        dialog = page.locator("dialog.fb-roll-form[open]")
        dialog.locator("input[type=number]:focus").fill("10")
        thumb.tap(dialog.locator(".fb-roll-form-foot .fb-roll"))
    expect(page.locator(".fb-answer .fb-verdict").first).to_be_visible()
    counts["attack with the second weapon"] = thumb.count()

    if kind == "psiops.operative":
        thumb.tap(page.get_by_role("tab", name="Mind"))
        thumb.tap(page.locator(".fb-card [data-do*='psiops.psionic']").first)
        expect(page.locator(".fb-card .fb-answer:visible")).to_contain_text("talent", ignore_case=True)
        counts["use a talent"] = thumb.count()

    rest = page.locator(f".fb-do[data-do*='\"{REST[kind]}\"']").first
    if title := rest.evaluate("each => each.closest('.fb-sheet-panel--closed')?.dataset.title ?? ''"):
        thumb.tap(page.get_by_role("tab", name=title))
    thumb.tap(rest)
    expect(done.last).to_be_visible()
    counts["rest"] = thumb.count()

    print(kind, counts)
    assert counts["undo the hit"][0] == 1
    assert max(taps for taps, _ in counts.values()) <= 2  # with the tap on a tab


def test_range_of_a_weapon_is_changed_in_two_taps(open_sheet):
    thumb = open_sheet("psiops.operative", **FIELDS["psiops.operative"])
    page = thumb.page
    thumb.tap(page.locator(".fb-card .fb-line").first)
    thumb.tap(page.locator("dialog.fb-roll-form[open] [name=range_band][value=far]"))
    expect(page.locator(".fb-roll-form-line")).to_contain_text("far")
    taps, scrolls = thumb.count()
    print("change the range", taps, scrolls)
    assert taps == 2


def test_ranges_of_a_weapon_are_shot_at_in_two_taps(open_sheet):
    weapon = {"name": "Gun", "ranges": "50 m +2 1d8; 200 m 0 1d6"}
    thumb = open_sheet("sideworld.character", weapons=[weapon])
    page = thumb.page
    thumb.tap(page.locator(".fb-card summary", has_text="Ranges"))
    thumb.tap(page.locator(".fb-card-ways .fb-do").last)
    dialog = page.locator("dialog.fb-roll-form[open]")
    dialog.locator("input[type=number]:focus").fill("10")
    thumb.count()  # the number is asked for once
    thumb.tap(dialog.locator(".fb-roll-form-foot .fb-roll"))
    expect(page.locator(".fb-answer .fb-verdict").first).to_be_visible()
    thumb.count()
    thumb.tap(page.locator(".fb-card-ways .fb-do").first)
    expect(page.locator(".fb-answer .fb-verdict").first).to_be_visible()
    taps, scrolls = thumb.count()
    print("shoot at another range", taps, scrolls)
    assert taps == 1


TYPE_AND_ROLL = """(dialog, [value, taps]) => {
    document.activeElement.value = value;
    document.activeElement.dispatchEvent(new Event("input", { bubbles: true }));
    for (let tap = 0; tap < taps; tap++) dialog.querySelector(".fb-roll-form-foot .fb-roll").click();
}"""


def test_number_that_is_typed_just_before_the_roll_counts(open_sheet):
    thumb = open_sheet("sideworld.character", weapons=[{"name": "Gun", "ranges": "50 m +2 1d8"}])
    page = thumb.page
    thumb.tap(page.locator(".fb-card-roll").first)
    dialog = page.locator("dialog.fb-roll-form[open]")
    expect(dialog.locator("input[type=number]:focus")).to_be_visible()  # the target's Dodge, which nobody has given
    dialog.evaluate(TYPE_AND_ROLL, ["999999999", 1])
    expect(dialog.locator(".fb-error")).to_contain_text("Dodge")
    dialog.evaluate(TYPE_AND_ROLL, ["13", 2])
    expect(page.locator(".fb-answer .fb-verdict")).to_be_visible()
    expect(page.locator(".fb-answer")).to_have_count(1)
    expect(page.locator(".fb-card .fb-line").first).to_contain_text("Dodge 13")


def test_tag_is_added_in_one_tap(open_sheet):
    thumb = open_sheet("xmas.operator", certifications=["Demolitions"], items=[{"name": "Hook", "tags": "Sturdy"}])
    page = thumb.page
    tag = page.get_by_role("button", name="Helpful tags: Sturdy")
    thumb.tap(tag)
    expect(tag).to_have_attribute("aria-pressed", "true")
    taps, scrolls = thumb.count()
    print("add a tag", taps, scrolls)
    assert taps == 1


def test_advance_is_spent_in_three_taps(open_sheet):
    thumb = open_sheet("psiops.operative", advances=9)
    page = thumb.page
    thumb.tap(page.get_by_role("tab", name="Mission"))
    thumb.tap(page.locator(".fb-do[data-do*='psiops.raise-hp']").first)
    submit = page.locator(".fb-change-place button[type=submit]")
    if submit.is_visible():
        thumb.tap(submit)
    expect(page.locator(".fb-answer-line p").last).to_be_visible()
    taps, scrolls = thumb.count()
    print("advance", taps, scrolls)
    assert taps <= 3


def test_last_point_of_a_build_is_spent_in_three_taps(open_sheet):
    sheet = rules_py.sheet("combat.character", name="Ada")
    thumb = open_sheet("combat.character", skill_points=sheet.points_left - 1)
    page = thumb.page
    thumb.tap(page.locator(".fb-plate-more"))
    thumb.tap(page.locator(".fb-plate-menu").get_by_role("button", name="Edit"))
    left = page.locator(".fb-budget-left b")
    expect(left).to_have_text("1")
    thumb.tap(page.locator('.fb-stepper:has([name="skill_points"]) [data-step="1"]'))
    expect(left).to_have_text("0")
    taps, scrolls = thumb.count()
    print("spend the last point", taps, scrolls)
    assert taps == 3
