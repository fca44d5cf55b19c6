"""Keyboard focus after an element disappears: it moves to a nearby element and is never lost."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import rules_py
from rules_py.registry.games import find_mechanic
from tests.browser.opened_sheets import PARTS
from tests.browser.test_tray import LEAVE_SHEET, STORE_SHEET, USE_SHEET

HAS_FOCUS = """() => document.activeElement !== document.body && document.activeElement.checkVisibility()"""
AS_FRAGMENT = """data => 'j' + btoa(JSON.stringify(data))
    .replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')"""


class KeyboardReader:
    """A keyboard user who presses Enter on the focused element and continues from the new focus."""

    def __init__(self, page: Page, fb):
        self.page, self.fb = page, fb

    def button(self, name: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("button", name=name, exact=True).filter(visible=True).first

    def enter(
        self, target: Locator, appears: Locator | None = None, disappears: bool = False, key: str = "Enter"
    ) -> None:
        """Press a key on an element, wait for the change, and expect an element to have the focus.

        The change is that `appears` is visible or, with `disappears`, that the element is gone.
        """
        target.focus()
        had = self.page.evaluate_handle("document.activeElement")
        self.page.keyboard.press(key)
        if appears is not None:
            expect(appears).to_be_visible(timeout=self.fb.START)
        if disappears:
            self.fb.wait_until(self.page, "had => !had.isConnected || !had.checkVisibility()", had)
        self.fb.wait_until(self.page, HAS_FOCUS)


@pytest.fixture
def keyboard_reader(warm_page, fb):
    fb.clear_storage(warm_page)
    yield KeyboardReader(warm_page, fb)
    warm_page.evaluate("document.querySelector('dialog[open]')?.close()")
    fb.clear_storage(warm_page)
    fb.go_to(warm_page, "/dice/")


@pytest.mark.trial
def test_focus_stays_usable_while_adding_set_ups(keyboard_reader, fb):
    page = keyboard_reader.page
    for path, where in (("/psiops/calc/", "fb-calc"), ("/psiops/", 'fb-roller[mechanic="psiops.action"]')):
        fb.go_to(page, path)
        root = page.locator(where)
        root.locator("details.fb-odds").evaluate_all("all => all.forEach((each) => { each.open = true; })")
        names = root.get_by_role("textbox", name="Name of set-up")
        keyboard_reader.enter(keyboard_reader.button("Compare with this", root), names.first)
        more, dice = (
            keyboard_reader.button("Add this set-up", root),
            root.get_by_role("textbox", name="Other dice"),
        )
        keyboard_reader.enter(more, names.nth(2))
        expect(more).to_be_focused()
        dice.fill("2d6")
        keyboard_reader.enter(dice, names.nth(3))
        expect(dice).to_be_focused()
        expect(dice).to_have_value("")
        page.keyboard.type("2d8")
        keyboard_reader.enter(keyboard_reader.button("Add dice", root), names.nth(4))
        expect(keyboard_reader.button("Add dice", root)).to_be_focused()


def test_focus_stays_usable_in_the_dice_tray(keyboard_reader, fb):
    page = keyboard_reader.page
    page.evaluate("async () => { await (await import('/assets/js/entry/tray.js')).forgetRolls(); }")
    fb.go_to(page, "/psiops/")
    keyboard_reader.enter(page.locator("[data-opens=tray]:visible"), page.locator("dialog.fb-tray"))
    tray = page.locator("dialog.fb-tray")
    last = tray.locator(".fb-tray-formulas")
    for die in ("d6", "d8"):
        keyboard_reader.button(die, tray).press("Enter")
        keyboard_reader.enter(tray.locator(".fb-tray-form .fb-roll"), keyboard_reader.button(f"Roll {die}", last))
    keyboard_reader.enter(keyboard_reader.button("Roll d6", last), last.locator("button").first.filter(has_text="d6"))
    expect(keyboard_reader.button("Roll d6", last)).to_be_focused()
    keyboard_reader.enter(
        keyboard_reader.button("Save these dice under a name", tray), tray.get_by_role("textbox", name="Name for")
    )
    page.keyboard.type("Blast")
    page.keyboard.press("Enter")
    keyboard_reader.enter(
        keyboard_reader.button("Roll Blast, d6", tray), tray.locator(".fb-tray-number", has_text="Blast")
    )
    expect(keyboard_reader.button("Roll Blast, d6", tray)).to_be_focused()
    name = tray.get_by_role("textbox", name="Name of d6")
    keyboard_reader.enter(keyboard_reader.button("Rename or delete saved dice", tray), name)
    name.fill("Boom")
    keyboard_reader.enter(name, keyboard_reader.button("Roll Boom, d6", tray))
    expect(name).to_be_focused()
    keyboard_reader.enter(keyboard_reader.button("Delete Boom", tray), disappears=True)
    keyboard_reader.enter(keyboard_reader.button("Restore", tray), keyboard_reader.button("Delete Boom", tray))
    expect(keyboard_reader.button("Delete Boom", tray)).to_be_focused()
    expect(tray.locator(".fb-tray-gone")).to_have_count(0)
    tray.get_by_role("tab", name="Dice").press("ArrowRight")
    keyboard_reader.enter(keyboard_reader.button("Clear", tray), disappears=True)
    keyboard_reader.enter(keyboard_reader.button("Restore", tray), tray.locator(".fb-past summary").first)
    expect(tray.locator(".fb-past summary").first).to_be_focused()


def test_focus_stays_usable_after_applying_and_undoing_a_roll(keyboard_reader, fb):
    page = keyboard_reader.page
    fb.go_to(page, "/psiops/")
    sheet = page.evaluate(USE_SHEET, rules_py.sheet("psiops.operative", name="Nick").to_dict())
    page.evaluate("async () => { await (await import('/assets/js/entry/tray.js')).forgetRolls(); }")
    home = find_mechanic("psiops.defend").home.partition("#")[0]
    fb.go_to(page, f"/{home}")
    roller = fb.Roller(page, "psiops.defend")
    fb.load_python_dice(page, 1, 2)
    roller.roll()
    page.keyboard.press("Alt+r")
    tray = page.locator("dialog.fb-tray")
    tray.get_by_role("tab", name="Dice").press("ArrowRight")
    keyboard_reader.enter(tray.locator(".fb-past summary").first, keyboard_reader.button("Apply to Nick", tray))
    damage = tray.get_by_role("button", name=re.compile("^Take damage"))
    keyboard_reader.enter(keyboard_reader.button("Apply to Nick", tray), damage)
    keyboard_reader.enter(damage, keyboard_reader.button("Undo", tray))
    keyboard_reader.enter(
        keyboard_reader.button("Undo", tray), tray.locator(".fb-past-note", has_text="Undone: Take damage.")
    )
    page.keyboard.press("Escape")
    who = roller.root.locator(".fb-as select").first
    who.focus()
    who.select_option("")
    expect(roller.root.locator(".fb-as")).to_have_count(0)
    fb.wait_until(page, HAS_FOCUS)
    page.evaluate(LEAVE_SHEET, sheet)


@pytest.mark.trial
def test_focus_stays_usable_when_sheets_are_deleted_and_restored(keyboard_reader, fb):
    page = keyboard_reader.page
    fb.go_to(page, "/xmas/characters/")
    sheets = page.locator("fb-sheets")
    keyboard_reader.enter(keyboard_reader.button("New operator", sheets), sheets.locator(".fb-making-step").first)
    sheets.locator('.fb-step-body [name="name"]').focus()
    page.keyboard.type("Nick")
    name = sheets.locator("h3.fb-sheet-name")
    expect(name).to_have_text("Nick")
    more = sheets.locator(".fb-plate-more")
    keyboard_reader.enter(more, sheets.locator(".fb-plate-menu"))
    in_menu = keyboard_reader.button("Open the sheet", sheets.locator(".fb-plate-menu"))
    keyboard_reader.enter(in_menu, sheets.locator(PARTS).first)
    expect(name).to_be_focused()
    keyboard_reader.enter(keyboard_reader.button("All characters", sheets), sheets.locator(".fb-sheets-item"))
    item = sheets.locator(".fb-sheets-item", has_text="Nick")
    expect(item).to_be_focused()
    page.evaluate("history.back()")
    expect(name).to_be_focused()
    page.evaluate("history.forward()")  # Firefox loads no page here, so Playwright's go_forward() would wait forever
    expect(item).to_be_focused()
    keyboard_reader.enter(item, name)
    keyboard_reader.enter(more, keyboard_reader.button("Delete", sheets))
    keyboard_reader.enter(keyboard_reader.button("Delete", sheets), keyboard_reader.button("Bring Nick back", sheets))
    keyboard_reader.enter(keyboard_reader.button("Bring Nick back", sheets), item)
    expect(item).to_be_focused()


@pytest.mark.trial
def test_focus_stays_usable_when_offers_are_accepted_or_dismissed(keyboard_reader, fb):
    """The offers are new sheets and pinned tables, which are rarer and on separate pages."""
    page = keyboard_reader.page
    fb.go_to(page, "/psiops/character/")
    sheets = page.locator("fb-sheets")
    new, back = keyboard_reader.button("New operative", sheets), sheets.locator(".fb-sheet-back")
    keyboard_reader.enter(new, back)
    keyboard_reader.enter(back, new)
    expect(new).to_be_focused()

    fb.go_to(page, "/psiops/stress/")
    table = page.locator('fb-table[table="psiops.panic"]')
    keyboard_reader.button("Roll D6", table).focus()
    keyboard_reader.enter(table.locator(".fb-pin"), table.locator(".fb-pinned a"))
    expect(table.locator(".fb-pinned a")).to_be_focused()
    keyboard_reader.enter(keyboard_reader.button("Undo", table), table.get_by_text("Removed from your screen."))
    expect(table.locator(".fb-pin")).to_be_focused()

    shared = page.evaluate(AS_FRAGMENT, {"sheet": "xmas.operator", "fields": {"name": "Nick"}})
    for words, then in (
        ("No, thanks", keyboard_reader.button("New operator")),
        ("Save it", page.locator(".fb-plate-more")),
    ):
        fb.go_to(page, "/dice/")
        fb.follow_link_to(page, f"/xmas/characters/#sheet={shared}")
        keyboard_reader.enter(keyboard_reader.button(words), then)

    screen = page.evaluate(
        AS_FRAGMENT,
        {
            "screen": 1,
            "name": "Shared",
            "game": "psiops",
            "tiles": [{"kind": "table", "title": "Weather", "text": "1-3 Rain\n4-6 Sun"}],
        },
    )
    for words in ("No, thanks", "Save it"):
        fb.go_to(page, "/dice/")
        fb.follow_link_to(page, f"/psiops/screen/#screen={screen}")
        keyboard_reader.enter(keyboard_reader.button(words), disappears=True)
    tile = page.locator(".fb-tile fb-table")
    keyboard_reader.enter(keyboard_reader.button("Roll D6", tile), tile.locator("a.fb-to-row"))
    keyboard_reader.enter(tile.locator("a.fb-to-row"))
    expect(tile.locator("tr[aria-current]")).to_be_focused()
    keyboard_reader.enter(keyboard_reader.button("Screens"), keyboard_reader.button("Delete"))
    keyboard_reader.enter(keyboard_reader.button("Delete"), keyboard_reader.button("Bring it back"))
    keyboard_reader.enter(keyboard_reader.button("Bring it back"), page.get_by_role("heading", name="Weather"))
    expect(keyboard_reader.button("Screens")).to_be_focused()


@pytest.mark.trial
def test_focus_stays_usable_in_forecasts_and_fights(keyboard_reader, fb):
    page = keyboard_reader.page
    fb.go_to(page, "/xmas/fight/")
    fight = page.locator("fb-fight[shown]")
    for side in (0, 1):
        keyboard_reader.enter(
            fight.locator(".fb-board-side").nth(side).locator("button[data-free][data-act]").first,
            fight.locator(".fb-piece:not([data-free])").nth(side),
        )
        expect(fight).not_to_have_attribute("aria-busy", "true")
    keyboard_reader.enter(keyboard_reader.button("Who will win?", fight), keyboard_reader.button("Close", fight))
    expect(keyboard_reader.button("Close", fight)).to_be_focused()
    events = page.evaluate(
        "async () => { KEEP return (await keep.list('fights'))[0].data; }".replace("KEEP", STORE_SHEET)
    )
    shared = page.evaluate(AS_FRAGMENT, events)
    fb.go_to(page, "/dice/")
    fb.follow_link_to(page, f"/xmas/fight/#fight={shared}")
    keyboard_reader.enter(keyboard_reader.button("Play on"), disappears=True)
    expect(fight.locator(".fb-piece:not([data-free])")).to_have_count(2)
    fb.wait_until(page, "() => document.activeElement.closest('.fb-fight-stage')")
