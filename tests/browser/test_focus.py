"""Whatever takes away what had the focus, the keyboard goes on near it: the focus is never nowhere."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import rules_py
from rules_py.registry.games import find_mechanic
from tests.browser.test_tray import KEEP, LEAVE, USE

STANDS = """() => document.activeElement !== document.body && document.activeElement.checkVisibility()"""
AS_FRAGMENT = """data => 'j' + btoa(JSON.stringify(data))
    .replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')"""


class Keys:
    """Somebody who presses Enter on what has the focus, and goes on from wherever it is then."""

    def __init__(self, page: Page, fb):
        self.page, self.fb = page, fb

    def button(self, name: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("button", name=name, exact=True).filter(visible=True).first

    def enter(self, target: Locator, then: Locator | None = None, gone: bool = False, key: str = "Enter") -> None:
        """Press a key on it; once `then` is there, or what was pressed is gone, something has the focus."""
        target.focus()
        had = self.page.evaluate_handle("document.activeElement")
        self.page.keyboard.press(key)
        if then is not None:
            expect(then).to_be_visible(timeout=self.fb.START)
        if gone:
            self.fb.until(self.page, "had => !had.isConnected || !had.checkVisibility()", had)
        self.fb.until(self.page, STANDS)


@pytest.fixture
def keys(warm_page, fb):
    fb.forget(warm_page)
    yield Keys(warm_page, fb)
    warm_page.evaluate("document.querySelector('dialog[open]')?.close()")
    fb.forget(warm_page)
    fb.go_to(warm_page, "/dice/")


def test_set_ups_are_added_one_after_another(keys, fb):
    page = keys.page
    for path, where in (("/psiops/calc/", "fb-calc"), ("/psiops/", 'fb-roller[mechanic="psiops.action"]')):
        fb.go_to(page, path)
        root = page.locator(where)
        root.locator("details.fb-odds").evaluate_all("all => all.forEach((each) => { each.open = true; })")
        names = root.get_by_role("textbox", name="Name of set-up")
        keys.enter(keys.button("Compare with this", root), names.first)
        more, dice = keys.button("Add what is set now", root), root.get_by_role("textbox", name="Dice of your own")
        keys.enter(more, names.nth(2))
        expect(more).to_be_focused()
        dice.fill("2d6")
        keys.enter(dice, names.nth(3))
        expect(dice).to_be_focused()
        expect(dice).to_have_value("")
        page.keyboard.type("2d8")
        keys.enter(keys.button("Add dice", root), names.nth(4))
        expect(keys.button("Add dice", root)).to_be_focused()


def test_in_the_tray_what_was_pressed_is_there_still_or_what_came_of_it_is(keys, fb):
    page = keys.page
    page.evaluate("async () => { await (await import('/assets/js/tray/main.js')).forgetRolls(); }")
    fb.go_to(page, "/psiops/")
    keys.enter(page.locator("[data-opens=tray]:visible"), page.locator("dialog.fb-tray"))
    tray = page.locator("dialog.fb-tray")
    last = tray.locator(".fb-tray-formulas")
    for die in ("d6", "d8"):
        keys.button(die, tray).press("Enter")
        keys.enter(tray.locator(".fb-tray-form .fb-roll"), keys.button(f"Roll {die}", last))
    keys.enter(keys.button("Roll d6", last), last.locator("button").first.filter(has_text="d6"))
    expect(keys.button("Roll d6", last)).to_be_focused()
    keys.enter(keys.button("Save these dice under a name", tray), tray.get_by_role("textbox", name="Its name"))
    page.keyboard.type("Blast")
    page.keyboard.press("Enter")
    keys.enter(keys.button("Roll Blast, d6", tray), tray.locator(".fb-tray-number", has_text="Blast"))
    expect(keys.button("Roll Blast, d6", tray)).to_be_focused()
    name = tray.get_by_role("textbox", name="Name of d6")
    keys.enter(keys.button("Rename or delete what you saved", tray), name)
    name.fill("Boom")
    keys.enter(name, keys.button("Roll Boom, d6", tray))
    expect(name).to_be_focused()
    keys.enter(keys.button("Delete Boom", tray), gone=True)
    keys.enter(keys.button("Bring back", tray), keys.button("Delete Boom", tray))
    expect(keys.button("Delete Boom", tray)).to_be_focused()
    expect(tray.locator(".fb-tray-gone")).to_have_count(0)
    tray.get_by_role("tab", name="Dice").press("ArrowRight")
    keys.enter(keys.button("Clear", tray), gone=True)
    keys.enter(keys.button("Bring back", tray), tray.locator(".fb-past summary").first)
    expect(tray.locator(".fb-past summary").first).to_be_focused()


def test_what_a_roll_did_is_undone_and_a_roller_is_nobodys_again(keys, fb):
    page = keys.page
    fb.go_to(page, "/psiops/")
    sheet = page.evaluate(USE, rules_py.sheet("psiops.operative", name="Nick").to_dict())
    page.evaluate("async () => { await (await import('/assets/js/tray/main.js')).forgetRolls(); }")
    home = find_mechanic("psiops.defend").home.partition("#")[0]
    fb.go_to(page, f"/{home}")
    roller = fb.Roller(page, "psiops.defend")
    fb.load_dice(page, 1, 2)
    roller.roll()
    page.keyboard.press("Alt+r")
    tray = page.locator("dialog.fb-tray")
    tray.get_by_role("tab", name="Dice").press("ArrowRight")
    keys.enter(tray.locator(".fb-past summary").first, keys.button("What it does to Nick", tray))
    damage = tray.get_by_role("button", name=re.compile("^Take damage"))
    keys.enter(keys.button("What it does to Nick", tray), damage)
    keys.enter(damage, keys.button("Undo", tray))
    keys.enter(keys.button("Undo", tray), tray.locator(".fb-past-note", has_text="Undone: Take damage."))
    page.keyboard.press("Escape")
    who = roller.root.locator(".fb-as select").first
    who.focus()
    who.select_option("")
    expect(roller.root.locator(".fb-as")).to_have_count(0)
    fb.until(page, STANDS)
    page.evaluate(LEAVE, sheet)


def test_sheets_are_left_deleted_and_brought_back(keys, fb):
    page = keys.page
    fb.go_to(page, "/xmas/characters/")
    sheets = page.locator("fb-sheets")
    keys.enter(keys.button("New operator", sheets), sheets.locator(".fb-sheet-card dl").first)
    page.keyboard.type("Nick")
    name = sheets.locator("h3.fb-sheet-name")
    expect(name).to_have_text("Nick")
    keys.enter(keys.button("← All", sheets), sheets.locator(".fb-sheets-item"))
    item = sheets.locator(".fb-sheets-item", has_text="Nick")
    expect(item).to_be_focused()
    page.evaluate("history.back()")
    expect(name).to_be_focused()
    page.evaluate("history.forward()")  # Firefox loads no page for it, and Playwright would wait for one
    expect(item).to_be_focused()
    keys.enter(item, name)
    keys.enter(keys.button("Delete", sheets), keys.button("Bring Nick back", sheets))
    keys.enter(keys.button("Bring Nick back", sheets), item)
    expect(item).to_be_focused()


@pytest.mark.trial
def test_offers_are_taken_and_refused(keys, fb):
    """What somebody shared, what a roll made, what is pinned: rarer, and pages of their own."""
    page = keys.page
    fb.go_to(page, "/psiops/character/")
    sheets = page.locator("fb-sheets")
    keys.enter(keys.button("Roll a new operative", sheets), keys.button("← All", sheets))
    keys.enter(keys.button("← All", sheets), keys.button("Roll a new operative", sheets))
    expect(keys.button("Roll a new operative", sheets)).to_be_focused()

    fb.go_to(page, "/psiops/stress/")
    table = page.locator('fb-table[table="psiops.panic"]')
    keys.button("Roll D6", table).focus()
    keys.enter(table.locator(".fb-pin"), table.locator(".fb-pinned a"))
    expect(table.locator(".fb-pinned a")).to_be_focused()
    keys.enter(keys.button("Undo", table), table.get_by_text("It is off again."))
    expect(table.locator(".fb-pin")).to_be_focused()

    shared = page.evaluate(AS_FRAGMENT, {"sheet": "xmas.operator", "fields": {"name": "Nick"}})
    for words, then in (("No, thanks", "New operator"), ("Keep it", "Delete")):
        fb.go_to(page, "/dice/")
        fb.follow_link_to(page, f"/xmas/characters/#sheet={shared}")
        keys.enter(keys.button(words), keys.button(then))

    screen = page.evaluate(
        AS_FRAGMENT,
        {
            "screen": 1,
            "name": "Shared",
            "game": "psiops",
            "tiles": [{"kind": "table", "title": "Weather", "text": "1-3 Rain\n4-6 Sun"}],
        },
    )
    for words in ("No, thanks", "Keep it"):
        fb.go_to(page, "/dice/")
        fb.follow_link_to(page, f"/psiops/screen/#screen={screen}")
        keys.enter(keys.button(words), gone=True)
    tile = page.locator(".fb-tile fb-table")
    keys.enter(keys.button("Roll D6", tile), tile.locator("a.fb-to-row"))
    keys.enter(tile.locator("a.fb-to-row"))
    expect(tile.locator("tr[aria-current]")).to_be_focused()
    keys.enter(keys.button("Screens"), keys.button("Delete"))
    keys.enter(keys.button("Delete"), keys.button("Bring it back"))
    keys.enter(keys.button("Bring it back"), page.get_by_role("heading", name="Weather"))
    expect(keys.button("Screens")).to_be_focused()


@pytest.mark.trial
def test_a_forecast_that_is_done_and_a_fight_that_is_kept(keys, fb):
    page = keys.page
    fb.go_to(page, "/xmas/fight/")
    fight = page.locator("fb-fight[shown]")
    for side in (0, 1):
        fight.locator("details.fb-fight-join").evaluate("each => { each.open = true; }")
        keys.enter(
            fight.locator(".fb-fight-kind").nth(side).locator(".fb-fight-add").first,
            fight.locator(".fb-fighter").nth(side),
        )
        expect(fight).not_to_have_attribute("aria-busy", "true")
    keys.enter(keys.button("What will it come to?", fight), keys.button("Close", fight))
    expect(keys.button("Close", fight)).to_be_focused()
    events = page.evaluate("async () => { KEEP return (await keep.all('fights'))[0].data; }".replace("KEEP", KEEP))
    shared = page.evaluate(AS_FRAGMENT, events)
    fb.go_to(page, "/dice/")
    fb.follow_link_to(page, f"/xmas/fight/#fight={shared}")
    keys.enter(keys.button("Keep it and play on"), gone=True)
    expect(fight.locator(".fb-fighter")).to_have_count(2)
    fb.until(page, "() => document.activeElement.closest('.fb-fight-stage')")
