"""The dice tray: one tap away on every page, with the game's core roll, dice by tapping, and the history of rolls."""

import json
import re

import pytest
from playwright.sync_api import Error, expect

import rules_py
from rules_py.registry.games import find_mechanic
from tests.browser.conftest import COMPILED_RULES

COMBAT = "/psiops/combat/"
TRAY = "dialog.fb-tray[open]"
SHOWN = """trays => trays.map((tray) => [tray.open ? "open" : "closed", tray.querySelector(".fb-tray-field").value,
    ...[...tray.querySelectorAll("button")].filter((each) => each.checkVisibility())
        .map((each) => each.ariaLabel ?? each.innerText)].join(" / "))"""


class DiceTray:
    """The tray of a page, with a reader's actions."""

    def __init__(self, page, fb):
        self.page, self.fb = page, fb
        self.root = page.locator(TRAY)
        self.field = self.root.get_by_role("textbox", name="Dice to roll, such as 2d6+1")
        self.result = self.root.locator(".fb-tray-result")
        self.history_entries = self.root.locator(".fb-past li > details")
        self.verdicts = self.root.locator(".fb-past-verdict")

    def open(self):
        self.fb.press(self.page.locator("[data-opens=tray]:visible"))
        expect(self.root).to_be_visible()

    def press(self, name, exact=True):
        try:
            self.fb.press(self.root.get_by_role("button", name=name, exact=exact))
        except Error as error:
            error.add_note(f"The tray: {self.page.locator('dialog.fb-tray').evaluate_all(SHOWN)}")
            raise

    def open_history(self):
        self.fb.press(self.root.get_by_role("tab", name="Rolls"))

    def roll_formula(self, text):
        self.field.fill(text)
        self.field.press("Enter")


@pytest.fixture
def make_tray(fb):
    """Yield a function that wraps a page's tray; the tray is closed after the test."""
    pages = []

    def make(page):
        pages.append(page)
        return DiceTray(page, fb)

    yield make
    for page in pages:
        page.evaluate("document.querySelector('dialog.fb-tray[open]')?.close()")


def test_dice_are_added_removed_and_rolled_in_the_tray(warm_page, fb, make_tray):
    fb.go_to(warm_page, COMBAT)
    tray = make_tray(warm_page)
    tray.open()
    for name in ("d8", "d6", "d6, 1 added", "d20"):
        tray.press(name)
    tray.press("+1")
    tray.press("Remove one die")
    expect(tray.field).to_have_value("2d6+d8+1")
    fb.load_page_dice(warm_page, 3, 6, 8)
    tray.press("Roll 2d6+d8+1")
    expect(tray.result.locator("strong")).to_have_text("18")
    expect(tray.result.locator(".fb-face")).to_have_text(["3", "6", "8"])
    expect(fb.live_region(warm_page)).to_have_text("2d6+d8+1: 18")
    assert tray.root.locator(".fb-live").count() == 1  # a live region behind a dialog is not read out
    assert fb.is_in_view(tray.result.locator("strong"))
    tray.press("d12")
    expect(tray.field).to_have_value("d12")
    address = warm_page.url
    warm_page.go_back()
    expect(tray.root).to_have_count(0)
    assert warm_page.url == address
    warm_page.keyboard.press("Alt+r")
    expect(tray.root).to_be_visible()
    tray.press("Roll 2d6+d8+1")
    warm_page.keyboard.press("Escape")
    expect(tray.root).to_have_count(0)
    expect(warm_page).to_have_url(address)


def test_tap_on_a_history_entry_survives_a_list_update(warm_desktop, fb, make_tray):
    """Storing a roll updates the list; the replaced lines once lost a tap that was in progress."""
    fb.go_to(warm_desktop, COMBAT)
    tray = make_tray(warm_desktop)
    tray.open()
    tray.roll_formula("2d6")
    expect(tray.result.locator("strong")).to_be_visible()
    tray.open_history()
    line = tray.history_entries.first.locator("summary")
    line.hover()
    warm_desktop.mouse.down()
    warm_desktop.evaluate(f"document.querySelector('{TRAY} fb-history').show()")
    warm_desktop.mouse.up()
    expect(tray.history_entries.first.get_by_role("button", name="Copy", exact=True)).to_be_visible()


@pytest.mark.trial
def test_tray_shows_the_games_core_roll_first_with_its_rule_link(warm_page, fb, make_tray):
    fb.go_to(warm_page, COMBAT)
    tray = make_tray(warm_page)
    tray.open()
    roller = fb.Roller(warm_page, "psiops.action")
    roller.root = tray.root.locator("fb-roller")
    fb.press(roller.root.locator('[name="advantage"]'))
    fb.load_python_dice(warm_page, 6, 6, 1)
    fb.press(roller.root.locator(".fb-actions .fb-roll"))
    expect(roller.root.locator(".fb-headline")).to_have_text("Success", timeout=fb.START)
    expect(roller.root.locator(".fb-result s")).to_have_text("1 dropped")
    tray.open_history()
    expect(tray.verdicts.first).to_have_text("Success")
    fb.press(tray.history_entries.first.locator("summary"))
    steps = tray.history_entries.first.locator(".fb-steps")
    expect(steps).to_contain_text("12")
    fb.press(tray.history_entries.first.get_by_role("button", name="Roll again"))
    expect(tray.history_entries.filter(has_text="Action roll").nth(1).locator(".fb-headline")).to_be_visible(
        timeout=fb.START
    )
    fb.press(tray.history_entries.nth(1).get_by_role("link", name="The rule"))
    expect(warm_page).to_have_url(re.compile(r"/psiops/playing/\?roll=psiops\.action&advantage=true#psiops\.action$"))
    expect(tray.root).to_have_count(0)
    assert fb.Roller(warm_page, "psiops.action").values()["advantage"] == "true"


def test_link_tapped_while_the_tray_closes_is_followed(warm_phone, fb, make_tray):
    """Browsers go back asynchronously, which once undid a link tapped in the meantime."""
    fb.go_to(warm_phone, COMBAT)
    make_tray(warm_phone).open()
    warm_phone.evaluate("""() => {
        document.querySelector(".fb-tray-close").click();
        [...document.links].find(({ pathname, hash }) => pathname === "/psiops/stress/" && !hash).click();
    }""")
    expect(warm_phone.get_by_role("heading", level=1)).to_contain_text("Stress")
    warm_phone.go_back()
    expect(warm_phone).to_have_url(re.compile(f"{COMBAT}$"))


@pytest.mark.trial
def test_history_entry_of_a_chip_links_to_its_section(warm_page, fb, make_tray):
    fb.go_to(warm_page, "/psiops/stress/")
    die = warm_page.locator("article p fb-die, article li fb-die").first
    fb.press(die.locator("button"))
    heading = die.evaluate("""die => [...document.querySelectorAll("article :is(h1, h2, h3, h4)[id]")]
        .findLast((each) => each.compareDocumentPosition(die) & Node.DOCUMENT_POSITION_FOLLOWING).id""")
    fb.go_to(warm_page, "/xmas/combat/")
    tray = make_tray(warm_page)
    tray.open()
    tray.open_history()
    fb.press(tray.history_entries.first.locator("summary"))
    fb.press(tray.history_entries.first.get_by_role("link", name="The text with these dice"))
    expect(warm_page).to_have_url(re.compile(rf"/psiops/stress/#{re.escape(heading)}$"))


def test_formulas_are_validated_saved_with_names_and_restored(warm_desktop, fb, make_tray):
    page = warm_desktop
    fb.go_to(page, "/")
    tray = make_tray(page)
    tray.open()
    tray.roll_formula("3d6kx")
    expect(tray.result).to_contain_text("after “3d6k”, write kh (keep highest) or kl (keep lowest), not “x”")
    fb.load_page_dice(page, 2, 6, 5)
    tray.roll_formula("3d6kh2 * 10")
    expect(tray.result.locator("strong")).to_have_text("110")
    tray.press("Save these dice under a name")
    name = tray.root.get_by_role("textbox", name="Name for")
    name.fill("Blast")
    name.press("Enter")
    tray.press("Roll Blast, 3d6kh2 * 10")
    expect(tray.result.locator(".fb-tray-number")).to_contain_text("Blast")
    tray.press("Rename or delete saved dice")
    field = tray.root.get_by_role("textbox", name="Name of 3d6kh2 * 10")
    field.fill("Big blast")
    field.press("Tab")
    expect(tray.root.get_by_role("button", name="Roll Big blast, 3d6kh2 * 10")).to_be_visible()
    for typed in ("  ", " Big blast "):
        field.fill(typed)
        field.press("Tab")
        expect(field).to_have_value("Big blast")
    tray.press("Delete Big blast")
    expect(tray.root.get_by_role("button", name="Roll Big blast, 3d6kh2 * 10")).to_have_count(0)
    tray.press("Restore")
    expect(tray.root.get_by_role("button", name="Roll Big blast, 3d6kh2 * 10")).to_be_visible()
    page.keyboard.press("Escape")


@pytest.mark.trial
def test_formulas_roll_without_python(phone_without_python, make_tray):
    phone_without_python.goto("/xmas/")
    tray = make_tray(phone_without_python)
    tray.open()
    tray.roll_formula("2d1+d1")
    expect(tray.result.locator("strong")).to_have_text("3")


def test_tray_dice_roll_at_once_and_formulas_wait_for_the_rules(phone, fb, make_tray):
    held = fb.HeldRequests(phone, COMPILED_RULES)
    phone.goto("/xmas/")
    tray = make_tray(phone)
    tray.open()
    tray.press("d20")
    tray.press("Roll d20")
    expect(tray.result.locator("strong")).to_have_text(re.compile(r"^\d+$"))
    tray.roll_formula("2d1+d1")
    tray.open_history()
    expect(tray.history_entries).to_have_count(1)
    held.release()
    expect(tray.verdicts.first).to_have_text("3", timeout=fb.START)
    expect(tray.history_entries).to_have_count(2)


@pytest.mark.trial
def test_history_keeps_200_rolls_of_all_tabs_unless_turned_off(make_page, fb, make_tray):
    here = make_page("desktop")
    there = here.context.new_page()
    for page in (here, there):
        page.goto("/dice/")
        expect(page.locator("fb-history")).to_contain_text("No rolls yet.")
    roll_many = """count => { for (let at = 0; at < count; at += 1) {
        document.querySelector(".fb-dice-row button").click(); } }"""
    at_once = """() => { new BroadcastChannel("now").onmessage = ({ data }) => {
        for (let at = 0; at < data; at += 1) document.querySelector(".fb-dice-row button").click(); }; }"""
    for page in (here, there):
        page.evaluate(at_once)
    here.evaluate("() => { new BroadcastChannel('now').postMessage(60); }")
    for page in (here, there):
        expect(page.locator(".fb-past li")).to_have_count(120)
    here.evaluate(roll_many, 70)
    there.evaluate(roll_many, 70)
    for page in (here, there):
        expect(page.locator(".fb-past li")).to_have_count(200)
    fb.press(here.get_by_role("checkbox", name="Save my rolls on this device"))
    fb.press(here.get_by_role("button", name="Clear"))
    for page in (here, there):
        expect(page.locator(".fb-past li")).to_have_count(0)
    there.evaluate(roll_many, 1)
    expect(there.locator(".fb-dice-shown")).to_be_visible()
    there.reload()
    expect(there.locator("fb-history")).to_contain_text("Your rolls aren't saved")
    expect(there.locator(".fb-past li")).to_have_count(0)


STORE_SHEET = "const { keep } = await import('/assets/js/lib/store.js');"
USE_SHEET = """async (data) => { KEEP
    const { id } = await keep.add("sheets", { game: "psiops", name: "Nick", data });
    localStorage.setItem("fieldbook:in-use:psiops", JSON.stringify(id));
    return id;
}""".replace("KEEP", STORE_SHEET)
READ_HP = "async (id) => { KEEP return (await keep.get('sheets', id)).data.fields.hp; }".replace("KEEP", STORE_SHEET)
LEAVE_SHEET = """async (id) => { KEEP
    await keep.remove("sheets", id);
    localStorage.removeItem("fieldbook:in-use:psiops");
}""".replace("KEEP", STORE_SHEET)


def test_roll_is_applied_to_the_active_character_and_undone(warm_phone, fb, make_tray):
    page = warm_phone
    operative = rules_py.sheet("psiops.operative", name="Nick")
    fb.go_to(page, "/psiops/")
    sheet = page.evaluate(USE_SHEET, operative.to_dict())
    fb.go_to(page, f"/{find_mechanic('psiops.defend').home.partition('#')[0]}")
    roller = fb.Roller(page, "psiops.defend")
    fb.load_python_dice(page, 1, 2)
    roller.roll()
    tray = make_tray(page)
    tray.open()
    tray.open_history()
    first = tray.history_entries.first
    expect(first).to_contain_text("Nick")
    fb.press(first.locator("summary"))
    tray.press("Apply to Nick")
    fb.press(first.get_by_role("button", name=re.compile("^Take damage")))
    expect(first.locator(".fb-past-changes")).to_contain_text("Nick: ", timeout=fb.START)
    assert page.evaluate(READ_HP, sheet) < operative.hp
    fb.press(first.get_by_role("button", name="Undo"))
    expect(first.locator(".fb-past-changes")).to_contain_text("Undone: Take damage.")
    assert page.evaluate(READ_HP, sheet) == operative.hp
    count = tray.history_entries.count()
    fb.press(first.get_by_role("button", name="Delete"))
    expect(tray.history_entries).to_have_count(count - 1)
    tray.press("Restore")
    expect(tray.history_entries).to_have_count(count)
    page.evaluate(LEAVE_SHEET, sheet)


@pytest.mark.chromium
def test_rolls_are_copied_for_chat_and_saved_as_a_file(make_page, fb, make_tray):
    page = make_page("desktop", permissions=["clipboard-read", "clipboard-write"])
    page.goto("/psiops/drives/")
    fb.load_page_dice(page, 2, 5)
    fb.Table(page, "psiops.drives").roll()
    tray = make_tray(page)
    tray.open()
    tray.open_history()
    fb.press(tray.history_entries.first.locator("summary"))
    tray.press("Copy for chat")
    expect(tray.root.get_by_role("button", name="Copied as Markdown")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    link = re.fullmatch(r"\[Drives\]\((.*)\): \*\*.+\*\* \(PSIOPS\), dice 2, 5", text)[1]
    with page.expect_download() as download:
        tray.press("Save as file")
    [roll] = json.loads(download.value.path().read_text())["rolls"]
    assert (roll["id"], roll["faces"], roll["link"]) == ("psiops.drives", [2, 5], link)
    page.goto(link)
    assert fb.Table(page, "psiops.drives").current.get_attribute("data-roll") == "25"


@pytest.mark.chromium
def test_tray_button_is_hidden_without_scripts(make_page):
    page = make_page("desktop", java_script_enabled=False)
    page.goto("/")
    expect(page.locator("[data-opens=tray]:visible")).to_have_count(0)
