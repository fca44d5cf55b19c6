"""The dice tray: one tap away on every page, with the game's own roll, dice by tapping, and every roll there was."""

import json
import re

import pytest
from playwright.sync_api import Error, expect

import rules_py
from rules_py.registry.games import find_mechanic

COMBAT = "/psiops/combat/"
TRAY = "dialog.fb-tray[open]"
SHOWN = """trays => trays.map((tray) => [tray.open ? "open" : "closed", tray.querySelector(".fb-tray-field").value,
    ...[...tray.querySelectorAll("button")].filter((each) => each.checkVisibility())
        .map((each) => each.ariaLabel ?? each.innerText)].join(" / "))"""


class Tray:
    """The tray of a page, and what a reader does with it."""

    def __init__(self, page, fb):
        self.page, self.fb = page, fb
        self.root = page.locator(TRAY)
        self.field = self.root.get_by_role("textbox", name="What you roll, as 2d6+1")
        self.result = self.root.locator(".fb-tray-result")
        self.past = self.root.locator(".fb-past li > details")
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

    def rolls(self):
        self.fb.press(self.root.get_by_role("tab", name="Rolls"))

    def write(self, text):
        self.field.fill(text)
        self.field.press("Enter")


@pytest.fixture
def tray_of(fb):
    """Makes a page's tray; it is closed in the end, for those who get the page next."""
    pages = []

    def make(page):
        pages.append(page)
        return Tray(page, fb)

    yield make
    for page in pages:
        page.evaluate("document.querySelector('dialog.fb-tray[open]')?.close()")


@pytest.mark.every_size
def test_dice_are_taken_given_back_and_rolled_and_the_tray_goes_as_it_came(warm_page, fb, tray_of):
    fb.go_to(warm_page, COMBAT)
    tray = tray_of(warm_page)
    tray.open()
    for name in ("d8", "d6", "d6, 1 taken", "d20"):
        tray.press(name)
    tray.press("+1")
    tray.press("One die back")
    expect(tray.field).to_have_value("2d6+d8+1")
    fb.load_page_dice(warm_page, 3, 6, 8)
    tray.press("Roll 2d6+d8+1")
    expect(tray.result.locator("strong")).to_have_text("18")
    expect(tray.result.locator(".fb-face")).to_have_text(["3", "6", "8"])
    expect(fb.live(warm_page)).to_have_text("2d6+d8+1: 18")
    assert tray.root.locator(".fb-live").count() == 1  # what lies behind a dialog is not read out
    assert fb.in_view(tray.result.locator("strong"))
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


def test_a_tap_counts_while_the_rolls_are_shown_anew(warm_desktop, fb, tray_of):
    """A roll that is kept has the list shown again; lines that were put in anew lost the tap that was on them."""
    fb.go_to(warm_desktop, COMBAT)
    tray = tray_of(warm_desktop)
    tray.open()
    tray.write("2d6")
    expect(tray.result.locator("strong")).to_be_visible()
    tray.rolls()
    line = tray.past.first.locator("summary")
    line.hover()
    warm_desktop.mouse.down()
    warm_desktop.evaluate(f"document.querySelector('{TRAY} fb-history').show()")
    warm_desktop.mouse.up()
    expect(tray.past.first.get_by_role("button", name="Copy", exact=True)).to_be_visible()


def test_the_games_own_roll_comes_first_and_its_link_leads_to_the_rule(warm_page, fb, tray_of):
    fb.go_to(warm_page, COMBAT)
    tray = tray_of(warm_page)
    tray.open()
    roller = fb.Roller(warm_page, "psiops.action")
    roller.root = tray.root.locator("fb-roller")
    fb.press(roller.root.locator('[name="advantage"]'))
    fb.load_dice(warm_page, 6, 6, 1)
    fb.press(roller.root.locator(".fb-actions .fb-roll"))
    expect(roller.root.locator(".fb-headline")).to_have_text("Success", timeout=fb.START)
    expect(roller.root.locator(".fb-result s")).to_have_text("1 dropped")
    tray.rolls()
    expect(tray.verdicts.first).to_have_text("Success")
    fb.press(tray.past.first.locator("summary"))
    steps = tray.past.first.locator(".fb-steps")
    expect(steps).to_contain_text("12")
    fb.press(tray.past.first.get_by_role("button", name="Roll again"))
    expect(tray.past.filter(has_text="Action roll").nth(1).locator(".fb-headline")).to_be_visible(timeout=fb.START)
    fb.press(tray.past.nth(1).get_by_role("link", name="The rule"))
    expect(warm_page).to_have_url(re.compile(r"/psiops/playing/\?roll=psiops\.action&advantage=true#psiops\.action$"))
    expect(tray.root).to_have_count(0)
    assert fb.Roller(warm_page, "psiops.action").values()["advantage"] == "true"


def test_a_link_tapped_while_the_tray_closes_is_followed(warm_phone, fb, tray_of):
    """Browsers go back in their own time: what was tapped meanwhile was undone."""
    fb.go_to(warm_phone, COMBAT)
    tray_of(warm_phone).open()
    warm_phone.evaluate("""() => {
        document.querySelector(".fb-tray-close").click();
        [...document.links].find(({ pathname, hash }) => pathname === "/psiops/stress/" && !hash).click();
    }""")
    expect(warm_phone.get_by_role("heading", level=1)).to_contain_text("Stress")
    warm_phone.go_back()
    expect(warm_phone).to_have_url(re.compile(f"{COMBAT}$"))


def test_dice_of_a_text_lead_back_to_where_they_stand(warm_page, fb, tray_of):
    fb.go_to(warm_page, "/psiops/stress/")
    die = warm_page.locator("article p fb-die, article li fb-die").first
    fb.press(die.locator("button"))
    heading = die.evaluate("""die => [...document.querySelectorAll("article :is(h1, h2, h3, h4)[id]")]
        .findLast((each) => each.compareDocumentPosition(die) & Node.DOCUMENT_POSITION_FOLLOWING).id""")
    fb.go_to(warm_page, "/xmas/combat/")
    tray = tray_of(warm_page)
    tray.open()
    tray.rolls()
    fb.press(tray.past.first.locator("summary"))
    fb.press(tray.past.first.get_by_role("link", name="Where it stands"))
    expect(warm_page).to_have_url(re.compile(rf"/psiops/stress/#{re.escape(heading)}$"))


def test_formulas_are_refused_in_words_kept_with_names_and_brought_back(warm_desktop, fb, tray_of):
    page = warm_desktop
    fb.go_to(page, "/")
    tray = tray_of(page)
    tray.open()
    tray.write("3d6kx")
    expect(tray.result).to_contain_text("Dice takes kh (keep highest) or kl (keep lowest)")
    fb.load_page_dice(page, 2, 6, 5)
    tray.write("3d6kh2 * 10")
    expect(tray.result.locator("strong")).to_have_text("110")
    tray.press("Save these dice under a name")
    name = tray.root.get_by_role("textbox", name="Its name")
    name.fill("Blast")
    name.press("Enter")
    tray.press("Roll Blast, 3d6kh2 * 10")
    expect(tray.result.locator(".fb-tray-number")).to_contain_text("Blast")
    tray.press("Rename or delete what you saved")
    field = tray.root.get_by_role("textbox", name="Name of 3d6kh2 * 10")
    field.fill("Big blast")
    field.press("Tab")
    expect(tray.root.get_by_role("button", name="Roll Big blast, 3d6kh2 * 10")).to_be_visible()
    tray.press("Delete Big blast")
    expect(tray.root.get_by_role("button", name="Roll Big blast, 3d6kh2 * 10")).to_have_count(0)
    tray.press("Bring back")
    expect(tray.root.get_by_role("button", name="Roll Big blast, 3d6kh2 * 10")).to_be_visible()
    page.keyboard.press("Escape")


def test_before_python_is_there_dice_roll_at_once_and_what_was_written_is_rolled_then(phone, fb, tray_of):
    held = fb.Held(phone, "**/pyodide.asm.wasm*")
    phone.goto("/xmas/")
    tray = tray_of(phone)
    tray.open()
    tray.press("d20")
    tray.press("Roll d20")
    expect(tray.result.locator("strong")).to_have_text(re.compile(r"^\d+$"))
    tray.write("2d1+d1")
    expect(tray.result).to_contain_text("What you wrote is rolled then.")
    tray.rolls()
    expect(tray.past).to_have_count(1)
    held.release()
    expect(tray.verdicts.first).to_have_text("3", timeout=fb.START)
    expect(tray.past).to_have_count(2)


def test_rolls_of_all_tabs_two_hundred_of_them_and_none_for_whoever_wants_none(new_page, fb, tray_of):
    here = new_page("desktop")
    there = here.context.new_page()
    for page in (here, there):
        page.goto("/dice/")
        expect(page.locator("fb-history")).to_contain_text("Nothing has been rolled yet.")
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
    fb.press(here.get_by_role("checkbox", name="Keep my rolls on this device"))
    fb.press(here.get_by_role("button", name="Clear"))
    for page in (here, there):
        expect(page.locator(".fb-past li")).to_have_count(0)
    there.evaluate(roll_many, 1)
    expect(there.locator(".fb-dice-shown")).to_be_visible()
    there.reload()
    expect(there.locator("fb-history")).to_contain_text("You keep no rolls.")
    expect(there.locator(".fb-past li")).to_have_count(0)


KEEP = "const { keep } = await import('/assets/js/play/keep.js');"
USE = """async (data) => { KEEP
    const { id } = await keep.add("sheets", { game: "psiops", name: "Nick", data });
    localStorage.setItem("fieldbook:in-use:psiops", JSON.stringify(id));
    return id;
}""".replace("KEEP", KEEP)
HP = "async (id) => { KEEP return (await keep.get('sheets', id)).data.fields.hp; }".replace("KEEP", KEEP)
LEAVE = """async (id) => { KEEP
    await keep.remove("sheets", id);
    localStorage.removeItem("fieldbook:in-use:psiops");
}""".replace("KEEP", KEEP)


def test_a_roll_is_applied_to_the_character_in_use_and_taken_back_deleted_and_brought_back(warm_phone, fb, tray_of):
    page = warm_phone
    operative = rules_py.sheet("psiops.operative", name="Nick")
    fb.go_to(page, "/psiops/")
    sheet = page.evaluate(USE, operative.to_dict())
    fb.go_to(page, f"/{find_mechanic('psiops.defend').home.partition('#')[0]}")
    roller = fb.Roller(page, "psiops.defend")
    fb.load_dice(page, 1, 2)
    roller.roll()
    tray = tray_of(page)
    tray.open()
    tray.rolls()
    first = tray.past.first
    expect(first).to_contain_text("Nick")
    fb.press(first.locator("summary"))
    tray.press("What it does to Nick")
    fb.press(first.get_by_role("button", name=re.compile("^Take damage")))
    expect(first.locator(".fb-past-changes")).to_contain_text("Nick: ", timeout=fb.START)
    assert page.evaluate(HP, sheet) < operative.hp
    fb.press(first.get_by_role("button", name="Undo"))
    expect(first.locator(".fb-past-changes")).to_contain_text("Undone: Take damage.")
    assert page.evaluate(HP, sheet) == operative.hp
    count = tray.past.count()
    fb.press(first.get_by_role("button", name="Delete"))
    expect(tray.past).to_have_count(count - 1)
    tray.press("Bring back")
    expect(tray.past).to_have_count(count)
    page.evaluate(LEAVE, sheet)


@pytest.mark.chromium
def test_rolls_are_copied_for_a_chat_and_saved_as_a_file(new_page, fb, tray_of):
    page = new_page("desktop", permissions=["clipboard-read", "clipboard-write"])
    page.goto("/psiops/drives/")
    fb.load_page_dice(page, 2, 5)
    fb.Table(page, "psiops.drives").roll()
    tray = tray_of(page)
    tray.open()
    tray.rolls()
    fb.press(tray.past.first.locator("summary"))
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
def test_without_scripts_there_is_no_tray(new_page):
    page = new_page("desktop", java_script_enabled=False)
    page.goto("/")
    expect(page.locator("[data-opens=tray]:visible")).to_have_count(0)
