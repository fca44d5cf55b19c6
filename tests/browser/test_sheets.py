"""Characters stored on the device: they can be created, changed and shared, and survive page changes and reloads."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

import rules_py
from rules_py.formats import find_licence
from rules_py.registry.play import find_sheet
from tests.browser import page_checks
from tests.browser.axe import find_violations
from tests.browser.opened_sheets import EMPTY_PAGE, PARTS

PAGE = "/xmas/characters/"
FIGHT = "/xmas/fight/"


STORE_NEW = """async (data) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    const { id } = await keep.add("sheets", { game: data.sheet.split(".")[0], name: "", data });
    document.querySelector("fb-sheets").open(id);
}"""
"""Store a sheet and open it, as its item in the list does."""


class SheetsPage:
    """The sheets of a page, and the open one."""

    def __init__(self, page: Page, fb):
        self.page, self.fb = page, fb
        self.root = page.locator("fb-sheets")
        self.items = self.root.locator(".fb-sheets-item")
        self.note = self.root.locator(".fb-sheets-note")
        self.card = self.root.locator(".fb-sheet-card")
        self.warnings = self.root.locator(".fb-sheet-warning")
        self.lines = self.root.locator(".fb-answer-line p")
        self.verdicts = self.root.locator(".fb-answer .fb-verdict")
        self.refusal = self.root.locator(".fb-sheet-refusal .fb-error")
        self.name = self.root.locator("h3.fb-sheet-name")
        self.undo_buttons = self.root.get_by_role("button", name=re.compile("^Undo: "))
        self.redo_buttons = self.root.get_by_role("button", name=re.compile("^Put it back: "))
        self.menu = self.root.locator(".fb-plate-menu")

    def begin(self, title: str = "operator") -> None:
        """Open the steps in which a sheet is made."""
        self.fb.press(self.root.get_by_role("button", name=f"New {title}", exact=True))
        expect(self.root.locator(".fb-making-step").first).to_be_visible(timeout=self.fb.START)

    def make(self, title: str = "operator", name: str = "") -> None:
        """Store a new sheet with the defaults of its fields, and open the form with all values."""
        self.root.locator("[data-make]").first.wait_for(timeout=self.fb.START)
        template = f"template[data-title='{title.capitalize()}'], template[data-title='{title}']"
        kind = self.root.locator(template).first.get_attribute("data-sheet")
        self.page.evaluate(STORE_NEW, rules_py.sheet(kind).to_dict())
        self.use_tool("Edit")
        expect(self.card.locator("dl").first).to_be_visible(timeout=self.fb.START)
        expect(self.root.locator(".fb-sheet-form [name]").first).to_be_attached()  # it comes after the values
        if name:
            self.field("name").fill(name)
            expect(self.name).to_have_text(name)
        if self.root.locator(".fb-sheet-group > summary", has_text="In play").count():
            self.unfold("In play")

    def field(self, name: str):
        return self.root.locator(f'.fb-sheet-form [name="{name}"]')

    def play(self) -> None:
        """Return from the form to the sheet."""
        done = self.root.locator(".fb-sheet-done")
        if done.is_visible():
            self.fb.press(done)
        expect(self.root.locator(PARTS).first).to_be_visible(timeout=self.fb.START)

    def edit(self) -> None:
        """Open the form with all values."""
        if not self.root.locator(".fb-sheet-details").is_visible():
            self.use_tool("Edit")
        expect(self.root.locator(".fb-sheet-details")).to_be_visible()

    def use_tool(self, name: str) -> None:
        """Use a tool from the menu of the nameplate."""
        if not self.menu.is_visible():
            self.fb.press(self.root.locator(".fb-plate-more"))
        self.fb.press(self.menu.get_by_role("button", name=name, exact=True))

    def show_tab(self, title: str) -> None:
        self.play()
        tab = self.root.get_by_role("tab", name=title, exact=True)
        self.fb.press(tab)
        expect(tab).to_have_attribute("aria-selected", "true")

    def reveal(self, control) -> None:
        """Open the tab and the folds that a control is in."""
        self.play()
        title = control.evaluate("each => each.closest('.fb-sheet-panel--closed')?.dataset.title ?? ''")
        if title:
            self.show_tab(title)
        control.evaluate("""each => {
            for (let fold = each; fold; fold = fold.parentElement) if (fold.localName === "details") fold.open = true;
        }""")

    def unfold(self, name: str) -> None:
        """Unfold a group of the form with all values."""
        self.edit()
        fold = self.root.locator("details", has=self.page.locator("> summary", has_text=re.compile(f"^{name}"))).last
        if fold.get_attribute("open") is None:
            self.fb.press(fold.locator("> summary"))

    def value(self, heading: str):
        """Return the card's value under a heading."""
        return self.card.locator("dl > div", has=self.page.get_by_text(heading, exact=True)).locator("dd")

    def apply_change(self, change: str, **params: str) -> None:
        """Apply a change: tap its button and, if it has a form, fill it in and submit it."""
        button = self.change_button(change).first
        self.play()
        expect(button).to_be_attached()
        self.reveal(button)
        self.fb.press(button)
        form = self.root.locator(f'form[data-change="{change}"]')
        for name, value in params.items():
            form.locator(f'[name="{name}"]').fill(value)
        if form.count():
            self.fb.press(form.locator("button[type=submit]"))

    def change_button(self, change: str):
        return self.root.locator(f""".fb-open-sheet [data-do*='"change": "{change}"']""")

    def roll_button(self, mechanic: str, number: int = 0):
        """Return a tile, a card's or a row's button that makes a roll."""
        kinds = ":is(.fb-sheet-tile, .fb-card-roll, .fb-do)"
        return self.root.locator(f"""{kinds}[data-do*='"roll": "{mechanic}"']""").nth(number)

    def gauge(self, label: str):
        """Return the gauge of a value."""
        return self.root.locator(".fb-gauge", has=self.page.get_by_text(label, exact=True))

    def undo_last(self) -> None:
        """Undo the change on show, and wait until the sheet shows it: its rows may move then."""
        undone = self.redo_buttons.count()
        self.fb.press(self.undo_buttons.last)
        expect(self.redo_buttons).to_have_count(undone + 1)

    def press(self, name: str) -> None:
        """Press a button; those of a whole sheet are in the menu of its nameplate."""
        if self.menu.get_by_text(name, exact=True).count():
            self.use_tool(name)
        else:
            self.fb.press(self.root.get_by_role("button", name=name, exact=True))

    def back(self) -> None:
        """Return from the sheet to the list."""
        self.play()
        self.press("All characters")
        expect(self.root.locator(".fb-sheets-tools")).to_be_visible()

    def open(self, name: str) -> None:
        self.fb.press(self.items.filter(has_text=name))
        expect(self.root.locator(PARTS).first).to_be_visible(timeout=self.fb.START)

    def shared_link(self) -> str:
        """Return the link that the Share button copies."""
        self.press("Share")
        expect(self.root.locator(".fb-qr")).to_be_visible()
        return self.fb.read_copied(self.root.get_by_role("button", name="Share the link"))


@pytest.fixture
def make_sheets_page(fb):
    """Return a function that wraps the sheets of a loaded page."""
    return lambda page: SheetsPage(page, fb)


@pytest.fixture
def open_sheets_page(make_sheets_page):
    """Return a function that opens the page of sheets."""

    def opened(page: Page) -> SheetsPage:
        page.goto(PAGE)
        found = make_sheets_page(page)
        expect(found.root.locator(".fb-sheets-makers")).to_be_visible()
        return found

    return opened


@pytest.fixture
def sheets(warm_page, fb, make_sheets_page):
    """Yield the sheets of a warm page; none are stored before or after the test."""
    fb.clear_storage(warm_page)
    fb.go_to(warm_page, PAGE)
    found = make_sheets_page(warm_page)
    expect(found.root.locator(".fb-sheets-makers")).to_be_visible()
    yield found
    fb.clear_storage(warm_page)
    fb.go_to(warm_page, "/licences/")


def test_created_character_and_an_invalid_value_survive_a_reload(page, open_sheets_page, fb):
    sheets = open_sheets_page(page)
    expect(sheets.root.locator("button.fb-roll:visible")).to_have_count(1)  # one large button, and no list
    sheets.make("operator", "Nick the Knife")
    sheets.fb.press(sheets.root.locator('.fb-stepper:has([name="wounds"]) [data-step="1"]'))
    expect(sheets.value("Wound boxes left")).to_have_text("2 of 3")
    page.reload()
    expect(sheets.name).to_have_text("Nick the Knife")
    expect(sheets.value("Wounds")).to_have_text("1", timeout=fb.START)
    sheets.unfold("In play")
    sheets.field("wounds").fill("5")
    expect(sheets.refusal).to_have_text("You can't have more Wounds than Wound boxes: 5 of 3.")
    expect(sheets.value("Wounds")).to_have_text("1")
    page.reload()
    expect(sheets.refusal).to_be_visible(timeout=fb.START)
    expect(sheets.field("wounds")).to_have_value("5")
    sheets.field("wound_boxes").fill("6")
    expect(sheets.refusal).to_have_count(0)
    expect(sheets.value("Wounds")).to_have_text("5")
    sheets.back()
    expect(sheets.items).to_have_count(1)
    expect(sheets.items).to_contain_text("Nick the Knife")


def test_quick_taps_count_and_list_entries_are_added_changed_and_removed(sheets, fb):
    sheets.make("operator", "Nick")
    for _ in range(12):
        sheets.fb.press(sheets.root.locator('.fb-stepper:has([name="spirit"]) [data-step="1"]'))
    expect(sheets.field("spirit")).to_have_value("15")
    expect(sheets.value("Christmas Spirit")).to_have_text("15")
    sheets.unfold("Weapons")
    weapons = sheets.root.locator("fb-records")
    sheets.fb.press(weapons.get_by_role("button", name="Add a weapon", exact=True))
    second = weapons.locator(".fb-record").nth(1)
    second.get_by_label("Name").fill("Bow, long / yew")
    sheets.fb.press(second.get_by_role("radio", name="Auto", exact=True))
    expect(sheets.card.locator(".fb-sheet-entries tbody tr")).to_have_count(2)
    expect(sheets.card.locator(".fb-sheet-entries tbody tr").nth(1)).to_contain_text("Bow, long / yew")
    expect(sheets.card.locator(".fb-sheet-entries tbody tr").nth(1)).to_contain_text("Auto")
    expect(weapons.locator(".fb-record").nth(0).get_by_role("radio", name="Single")).to_be_checked()
    fb.go_to(sheets.page, PAGE)
    sheets.open("Nick")
    expect(sheets.card.locator(".fb-sheet-entries tbody tr").nth(1)).to_contain_text("Auto")
    sheets.unfold("Weapons")
    sheets.fb.press(weapons.locator(".fb-record").nth(0).locator(".fb-remove"))
    expect(sheets.card.locator(".fb-sheet-entries tbody tr")).to_have_count(1)
    expect(sheets.card.locator(".fb-sheet-entries tbody tr")).to_contain_text("Bow, long / yew")


@pytest.mark.trial
def test_entry_with_many_fields_breaks_no_words(sheets, warm_page, fb):
    """In columns, each field once had room for only four letters."""
    fb.go_to(warm_page, "/sideworld/characters/")
    sheets.make("character")
    sheets.unfold("Weapons")
    fb.press(sheets.root.get_by_role("button", name="Add a weapon at one range"))
    sheets.root.locator('.fb-record [data-part="name"]').first.fill("Grenade launcher")
    entry = sheets.card.locator(".fb-sheet-entries tr", has_text="Grenade launcher")
    expect(entry).to_be_visible()
    expect(entry.locator("td")).to_have_count(19)
    assert warm_page.evaluate(page_checks.BROKEN_WORDS) == []


def test_changes_describe_their_effect_and_can_all_be_undone(sheets):
    sheets.make("operator", "Nick")
    nick = rules_py.sheet("xmas.operator", name="Nick")
    told = []
    for damage in (2, 4, 1):
        changed = rules_py.change(nick, "xmas.take-damage", damage=damage)
        told.append(changed.steps[0])
        nick = changed.sheet
        sheets.apply_change("xmas.take-damage", damage=str(damage))
        expect(sheets.lines).to_have_count(1)
        expect(sheets.lines).to_contain_text(changed.steps[0])
        expect(sheets.warnings).to_have_text(list(nick.warnings))
    expect(sheets.root.locator(".fb-row", has_text="can't be hurt any more").first).to_be_attached()
    sheets.undo_last()
    more = sheets.root.get_by_role("button", name="Undo one more")
    more.focus()
    for text in reversed(told[:-1]):
        expect(more).to_be_focused()  # so that the same key undoes the change before
        sheets.page.keyboard.press("Enter")
        expect(sheets.lines).to_contain_text(text)
    expect(more).to_have_count(0)
    expect(sheets.undo_buttons).to_have_count(0)
    expect(sheets.value("Wounds")).to_have_text("0")
    expect(sheets.warnings).to_have_count(0)


def test_gauge_is_pressed_long_played_by_keyboard_tapped_and_set(sheets, fb):
    sheets.make("operator", "Nick")
    sheets.play()
    spirit = sheets.gauge("Christmas Spirit")
    more = spirit.get_by_role("button", name="1 more")
    more.dispatch_event("pointerdown")
    expect(spirit.get_by_label("Christmas Spirit: set")).to_be_focused()
    more.dispatch_event("pointerup")
    more.dispatch_event("click")
    sheets.page.keyboard.press("Escape")
    expect(spirit.locator("b")).to_have_text("3")
    expect(spirit.locator(".fb-gauge-set")).to_be_focused()
    fb.press(spirit.get_by_role("button", name="1 more"))
    value = spirit.locator(".fb-gauge-set b")
    expect(value).to_have_text("4")
    undo = spirit.get_by_role("button", name="Undo: Christmas Spirit")
    redo = spirit.get_by_role("button", name="Put it back: Christmas Spirit")
    undo.focus()
    for shown, focused in (("3", redo), ("4", undo), ("3", redo)):
        sheets.page.keyboard.press("Enter")
        expect(value).to_have_text(shown)
        expect(focused).to_be_focused()
    for _ in range(5):
        fb.press(spirit.get_by_role("button", name="1 more"))
    expect(spirit.locator("b")).to_have_text("8")
    fb.press(spirit.locator(".fb-gauge-set"))
    field = spirit.get_by_label("Christmas Spirit: set")
    expect(field).to_be_focused()
    field.fill("12")
    field.press("Enter")
    expect(spirit.locator("b")).to_have_text("12")
    expect(sheets.lines).to_contain_text("Christmas Spirit 8 → 12.")
    fb.press(spirit.get_by_role("button", name="Undo: Christmas Spirit"))
    expect(spirit.locator(".fb-gauge-set b")).to_have_text("8")
    spirit.get_by_role("button", name="Put it back: Christmas Spirit").press("Enter")  # a tap would repeat the last one
    expect(spirit.locator(".fb-gauge-set b")).to_have_text("12")


@pytest.mark.trial
def test_tapped_wound_box_follows_the_rules(sheets, fb):
    sheets.make("operator", "Nick")
    sheets.play()
    nick = rules_py.change(rules_py.sheet("xmas.operator", name="Nick"), "xmas.take-damage", damage=2)
    fb.press(sheets.gauge("Wounds").locator("[data-to='2']"))
    expect(sheets.lines).to_contain_text(nick.steps[0])
    expect(sheets.gauge("Wounds").locator(".fb-gauge-set b")).to_have_text("2")
    expect(sheets.gauge("Wounds").locator(".on")).to_have_count(2)


@pytest.mark.chromium
def test_open_number_is_rolled_a_typed_one_taken_and_an_attack_pays_its_ammo(page, make_sheets_page, fb):
    page.goto("/psiops/character/")
    sheets = make_sheets_page(page)
    sheets.make("operative", "Kestrel")
    sheets.field("stress").fill("5")
    number = sheets.root.locator('form[data-change="psiops.take-rest"] [name="stress"]')
    row = sheets.root.locator(".fb-row", has=page.locator("""[data-do*='"psiops.take-rest"']"""))
    sheets.apply_change("psiops.take-rest")
    expect(sheets.lines).to_contain_text(re.compile(r"Stress removed: 1D6 = [1-6]\..*Stress [0-4]\."))
    sheets.undo_last()
    opener = row.locator(".fb-row-text")
    sheets.fb.press(opener)
    expect(number).to_have_value("")
    expect(number).to_have_attribute("placeholder", "rolled")
    number.fill("2")
    sheets.fb.press(row.locator("form button[type=submit]"))
    expect(sheets.lines).to_contain_text("Stress 3.")
    expect(sheets.lines).not_to_contain_text("1D6")
    sheets.reveal(sheets.roll_button("psiops.attack"))
    handgun = sheets.root.get_by_role("group", name="Handgun", exact=True)
    for ammo in (1, 0):
        fb.press(handgun.locator(".fb-gauge-set"))
        handgun.get_by_label("Handgun: Ammo: set").fill(str(ammo))
        handgun.get_by_label("Handgun: Ammo: set").press("Enter")
        expect(handgun.locator(".fb-gauge-set b")).to_have_text(str(ammo))
        if ammo:
            fb.press(handgun.locator(".fb-card-roll"))
            expect(handgun.locator(".fb-answer .fb-verdict")).to_be_visible(timeout=fb.START)
    expect(handgun).to_contain_text("no ammo left")
    fb.press(handgun.get_by_role("button", name=re.compile("^Roll anyway ?: Handgun$")))
    expect(handgun.locator(".fb-answer .fb-verdict")).to_be_visible()


def test_list_has_a_restored_character_and_an_enemy_from_the_rules(sheets, fb):
    sheets.make("operator", "Nick")
    sheets.page.go_back()
    expect(sheets.items).to_have_count(1)
    sheets.page.go_forward()
    expect(sheets.name).to_have_text("Nick")
    sheets.edit()
    sheets.press("Delete")
    expect(sheets.items).to_have_count(0)
    expect(sheets.note).to_contain_text("Nick is deleted")
    sheets.press("Bring Nick back")
    expect(sheets.items).to_contain_text("Nick")
    sheets.open("Nick")
    sheets.back()
    made = find_sheet("xmas.enemy").build_presets()
    name, enemy = next(iter(made.items()))
    sheets.root.get_by_label("Enemy from the rules").select_option(label=name)
    expect(sheets.value("Pain Threshold left")).to_have_text(
        f"{enemy.left} of {enemy.pain_threshold}", timeout=fb.START
    )
    expect(sheets.name).to_have_text(enemy.name)
    sheets.press("Duplicate")
    expect(sheets.name).to_have_text(f"{enemy.name} 2")
    sheets.back()
    expect(sheets.items).to_have_count(3)


def test_sheet_changes_are_synchronized_between_tabs(make_page, open_sheets_page, make_sheets_page, fb):
    here = open_sheets_page(make_page("phone"))
    here.make("operator", "Nick")
    there = make_sheets_page(here.page.context.new_page())
    there.page.goto(here.page.url)
    expect(there.root.locator(PARTS).first).to_be_visible(timeout=fb.START)
    here.apply_change("xmas.take-damage", damage="1")
    expect(there.value("Wounds")).to_have_text("1")
    there.apply_change("xmas.take-damage", damage="1")
    expect(here.value("Wounds")).to_have_text("2")
    there.edit()
    there.field("name").fill("Nicolette")
    expect(here.name).to_have_text("Nicolette")
    here.undo_last()
    expect(there.value("Wounds")).to_have_text("0")  # its value before this tab's change
    expect(there.name).to_have_text("Nicolette")
    there.press("Delete")
    expect(here.root.locator(".fb-sheets-tools")).to_be_visible()
    expect(here.items).to_have_count(0)


@pytest.mark.trial
def test_shared_sheet_stays_open_while_another_tab_saves_one(page, open_sheets_page, make_sheets_page, fb):
    here = open_sheets_page(page)
    here.make("operator", "Nick")
    there = make_sheets_page(page.context.new_page())
    there.page.goto(here.shared_link())
    expect(there.name).to_have_text("Nick", timeout=fb.START)
    listing = open_sheets_page(page.context.new_page())
    here.press("Duplicate")
    expect(listing.items).to_have_count(2)  # the other tabs have been told
    expect(there.name).to_have_text("Nick")
    there.press("No, thanks")
    expect(there.items).to_have_count(2)


@pytest.mark.trial
def test_sheets_work_until_the_tab_closes_when_storage_is_blocked(page, open_sheets_page):
    page.add_init_script("indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };")
    sheets = open_sheets_page(page)
    expect(sheets.root.locator(".fb-sheets-trouble")).to_contain_text("until you close this tab")
    sheets.make("operator", "Nick")
    sheets.apply_change("xmas.take-damage", damage="2")
    assert json.loads(export_file(sheets, "Save a copy as a file"))["fields"]["name"] == "Nick"
    sheets.back()
    expect(sheets.items).to_contain_text("Nick")
    sheets.open("Nick")
    expect(sheets.value("Wounds")).to_have_text("2")


def test_shared_sheet_is_stored_only_on_request(sheets, make_page, size, make_sheets_page, fb):
    giver, taker = sheets, make_sheets_page(make_page(size))
    giver.make("operator", "Nick")
    giver.apply_change("xmas.take-damage", damage="2")
    expect(giver.value("Wounds")).to_have_text("2")
    link = giver.shared_link()
    assert link.startswith(giver.page.url.partition("#")[0] + "#sheet=")
    for keeps in (False, True):
        taker.page.goto(link)
        expect(taker.root.get_by_text("Someone shared this sheet with you")).to_be_visible(timeout=fb.START)
        expect(taker.name).to_have_text("Nick")
        expect(taker.value("Wounds")).to_have_text("2")
        taker.press("Save it" if keeps else "No, thanks")
        if keeps:
            expect(taker.root.locator(PARTS).first).to_be_visible()
            taker.back()
        expect(taker.items).to_have_count(1 if keeps else 0)
    taker.page.goto("about:blank")
    taker.page.goto(link)
    expect(taker.root.get_by_text("It is on this device already.")).to_be_visible(timeout=fb.START)
    taker.press("Open it")
    expect(taker.root.locator(PARTS).first).to_be_visible()
    taker.back()
    expect(taker.items).to_have_count(1)


@pytest.mark.trial
@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        ("#sheet=", "can't be read"),
        ("#sheet=z!!!!", "can't be read"),
        ("#sheet=jeyJzaGVldCI6InB1bWwubm9wZSIsImZpZWxkcyI6e319", "doesn't contain a sheet for this game"),
        # {"sheet":"xmas.operator","fields":{"wounds":99}}
        ("#sheet=jeyJzaGVldCI6InhtYXMub3BlcmF0b3IiLCJmaWVsZHMiOnsid291bmRzIjo5OX19", "Wounds takes a whole number"),
    ],
)
def test_broken_sheet_link_shows_an_error(warm_phone, fragment, said, make_sheets_page, fb):
    fb.go_to(warm_phone, PAGE)
    warm_phone.evaluate("fragment => { location.hash = fragment; }", fragment)
    sheets = make_sheets_page(warm_phone)
    expect(sheets.note.locator(".fb-error")).to_contain_text(said, timeout=fb.START)
    expect(sheets.items).to_have_count(0)


def export_file(sheets: SheetsPage, button: str) -> str:
    with sheets.page.expect_download() as download:
        sheets.press(button)
    return download.value.path().read_text(encoding="utf-8")


def import_file(sheets: SheetsPage, text: str) -> None:
    sheets.root.locator(".fb-sheets-file").set_input_files(
        {"name": "sheets.json", "mimeType": "application/json", "buffer": text.encode()}
    )


def import_several(sheets: SheetsPage, text: str) -> None:
    """Import a file with several records, after its preview."""
    import_file(sheets, text)
    sheets.press("Import")


IPHONE = """isOnHomeScreen => {
    window.shared = [];
    Object.defineProperty(navigator, "standalone", { value: isOnHomeScreen });
    navigator.canShare = ({ files }) => files.length > 0;
    navigator.share = async ({ files: [file] }) => { window.shared.push([file.name, await file.text()]); };
}"""


@pytest.mark.trial
def test_data_of_an_iphone_s_tab_come_along_to_its_home_screen(make_page, make_sheets_page, open_sheets_page, fb):
    tab = make_page("phone")
    tab.add_init_script(f"({IPHONE})(false)")
    sheets = open_sheets_page(tab)
    sheets.make()
    sheets.back()
    expect(sheets.items).to_have_count(1)
    expect(sheets.root).to_contain_text("The app there starts empty: export everything here")
    text = export_file(sheets, "Export everything")

    app = make_page("phone")
    app.add_init_script(f"({IPHONE})(true)")
    sheets = open_sheets_page(app)
    expect(sheets.root).to_contain_text("choose \u201cImport a file\u201d here", timeout=fb.START)
    import_file(sheets, text)
    expect(sheets.items).to_have_count(1, timeout=fb.START)
    expect(sheets.root).not_to_contain_text("choose \u201cImport a file\u201d here")
    sheets.press("Export everything")
    fb.wait_until(app, "() => window.shared.length === 1")
    [[name, exported]] = app.evaluate("window.shared")
    assert name == "fieldbook.json"
    ids = [[each["id"] for each in json.loads(file)["sheets"]] for file in (text, exported)]
    assert ids[0] == ids[1]


@pytest.mark.trial
@pytest.mark.chromium
def test_sheets_and_fights_round_trip_through_a_backup_file(sheets, make_page, size, open_sheets_page, fb):
    giver = sheets
    giver.make("operator", "Nick")
    alone = json.loads(export_file(giver, "Save as file"))
    assert rules_py.sheet(alone["sheet"], **alone["fields"]).to_dict()["fields"] == alone["fields"]
    note = export_file(giver, "Save for Obsidian").splitlines()
    assert note[:3] == ["```statblock", 'name: "Nick"', 'type: "Operator"']
    assert note[-2:] == [f"source: {json.dumps(find_licence('xmas').line)}", "```"]
    giver.back()
    giver.make("enemy", "Grinch")
    fb.go_to(giver.page, FIGHT)
    fb.press(giver.page.get_by_role("button", name="Add: Operator"))
    expect(giver.page.locator(".fb-piece:not([data-free])")).to_have_count(1, timeout=fb.START)
    fb.go_to(giver.page, PAGE)
    text = export_file(giver, "Export everything")
    file = json.loads(text)
    assert (len(file["sheets"]), len(file["fights"])) == (2, 1)
    taker = open_sheets_page(make_page(size))
    import_several(taker, text)
    expect(taker.note).to_contain_text(f"Imported {3 + len(file['rolls'])}.", timeout=fb.START)
    expect(taker.items).to_have_count(2)
    import_file(taker, text)
    expect(taker.note).to_contain_text("Everything in this file is already stored on this device.")
    expect(taker.root.locator(".fb-sheets-trouble")).to_be_hidden()
    expect(taker.items).to_have_count(2)
    other = text.replace('"wounds": 0', '"wounds": 1')
    assert other != text
    import_several(taker, other)
    expect(taker.note).to_contain_text("2 differ from what was here")  # the fight contains the operator's sheet
    expect(taker.items).to_have_count(3)
    taker.page.goto(FIGHT)
    expect(taker.page.locator(".fb-piece:not([data-free])")).to_have_count(1, timeout=fb.START)


@pytest.mark.trial
def test_list_of_two_hundred_characters_can_be_filtered(sheets, fb):
    page, many = sheets.page, [rules_py.sheet("xmas.operator", name=f"Agent {at + 1}") for at in range(200)]
    import_several(sheets, json.dumps({"fieldbook": 1, "sheets": [{"data": sheet.to_dict()} for sheet in many]}))
    expect(sheets.note).to_contain_text("Imported 200.", timeout=fb.START)
    shown = sheets.items.filter(visible=True)
    expect(shown).to_have_text([re.compile(rf"Agent {at + 1}(?!\d)") for at in range(12)])
    assert find_violations(page) == []
    field = sheets.root.get_by_role("searchbox", name="Find a saved sheet")
    field.fill("agent 137")
    expect(shown).to_have_text([re.compile("Agent 137")])
    expect(fb.live_region(page)).to_have_text("1 of 200 shown.")
    sheets.open("Agent 137")
    expect(sheets.name).to_have_text("Agent 137")
    sheets.back()
    expect(shown).to_have_text([re.compile("Agent 137")])
    expect(shown).to_be_focused()
    field.fill("agent 201")
    expect(shown).to_have_count(0)
    expect(sheets.root.get_by_text("Nothing matches these words.")).to_be_visible()
    field.fill("")
    expect(sheets.root.get_by_text("Nothing matches these words.")).to_be_hidden()
    sheets.press("Show all 200")
    expect(shown).to_have_count(200)
    expect(shown.nth(12)).to_be_focused()


@pytest.mark.chromium
@pytest.mark.trial
def test_filter_text_survives_a_change_in_another_tab(make_page, open_sheets_page, fb):
    here = open_sheets_page(make_page("desktop"))
    many = [rules_py.sheet("xmas.operator", name=f"Agent {at + 1}") for at in range(20)]
    import_several(here, json.dumps({"fieldbook": 1, "sheets": [{"data": sheet.to_dict()} for sheet in many]}))
    expect(here.note).to_contain_text("Imported 20.", timeout=fb.START)
    there = open_sheets_page(here.page.context.new_page())
    field, shown = here.root.get_by_role("searchbox"), here.items.filter(visible=True)
    field.press_sequentially("agent 1")
    there.make("operator", "Agent 1000")
    expect(shown.first).to_have_text(re.compile("Agent 1000"))
    here.page.keyboard.type("000")
    expect(field).to_have_value("agent 1000")
    expect(shown).to_have_count(1)
    here.page.keyboard.press("Tab")  # the button for all of them
    here.page.keyboard.press("Tab")
    expect(shown).to_be_focused()
    there.field("name").fill("Agent 1000 B")
    expect(shown).to_have_text([re.compile("Agent 1000 B")])
    expect(shown).to_be_focused()
    chooser = here.root.locator(".fb-sheets-file")
    chooser.evaluate("field => { window.before = field; }")
    there.press("Delete")
    expect(here.items).to_have_count(20)
    assert chooser.evaluate("field => field === window.before"), "a file may be chosen in it"


FULL_LIST = {"sheet": "xmas.operator", "fields": {"name": "Nick"}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "This file can't be read. Choose a file that this site exported."),
        ("[1]", "This file has no sheets, fights or screens of this site."),
        ('{"fieldbook": 2}', "version 2"),
        (json.dumps({"fieldbook": 1, "sheets": {}}), "The list of sheets in this file is damaged."),
        (
            json.dumps(
                {
                    "fieldbook": 1,
                    "sheets": [{"data": FULL_LIST}, {"data": {"sheet": "xmas.operator", "fields": {"wounds": 9}}}],
                }
            ),
            "Wounds takes",
        ),
        (
            json.dumps(
                {"fieldbook": 1, "sheets": [{"data": FULL_LIST}, {"data": {"sheet": "nope.nope", "fields": {}}}]}
            ),
            "nope",
        ),
        (
            json.dumps(
                {
                    "fieldbook": 1,
                    "sheets": [
                        {"data": FULL_LIST},
                        {"data": {"sheet": "xmas.operator", "fields": {"__proto__": 1, "constructor": 2}}},
                    ],
                }
            ),
            "There is no field “__proto__” here.",
        ),
        ("[" * 50_000 + "]" * 50_000, "Choose a file that this site exported."),
        (
            json.dumps({"fieldbook": 1, "sheets": [{"data": FULL_LIST | {"fields": {"notes": "x" * 2_100_000}}}]}),
            "Notes takes",
        ),
        (
            json.dumps({"fieldbook": 1, "sheets": [{"data": FULL_LIST | {"fields": {"name": "<img src=x>" * 9}}}]}),
            "Name takes",
        ),
    ],
    ids=[
        "cut off",
        "a list",
        "a later version",
        "The list of sheets in this file is damaged.",
        "one refused",
        "no such sheet",
        "names of JavaScript's own",
        "deep",
        "huge",
        "a long name",
    ],
)
def test_invalid_file_changes_nothing(warm_desktop, text, said, make_sheets_page, fb):
    fb.go_to(warm_desktop, PAGE)
    sheets = make_sheets_page(warm_desktop)
    expect(sheets.root.locator(".fb-sheets-tools")).to_be_visible()
    import_file(sheets, text)
    expect(sheets.note.locator(".fb-error")).to_contain_text(said, timeout=fb.START)
    expect(sheets.note.locator(".fb-error")).to_contain_text("Nothing was changed.")
    expect(sheets.items).to_have_count(0)


@pytest.mark.trial
def test_markup_in_character_names_and_notes_is_text(sheets):
    name = "<img src=x onerror=document.title=1>"
    sheets.make("operator", name)
    sheets.unfold("Notes")
    sheets.field("notes").fill("<b>bold</b>\n2d6 <script>")
    expect(sheets.card).to_contain_text("<b>bold</b>")
    sheets.back()
    expect(sheets.items).to_contain_text(name)


def test_points_left_and_prices_stay_in_view_while_a_sheet_is_bought(page, make_sheets_page, fb):
    page.goto("/combat/characters/")
    sheets = make_sheets_page(page)
    sheets.make("character", "Nelson")
    left = sheets.root.locator(".fb-budget-left b")
    bought = rules_py.sheet("combat.character", name="Nelson")
    expect(left).to_have_text(str(bought.points_left))
    for name in ("strength", "will"):
        sheets.field(name).fill("9")
        bought = bought.replace(**{name: 9})
        expect(left).to_have_text(str(bought.points_left).replace("-", "−"))
    assert fb.is_in_view(left)
    expect(sheets.root.locator(".fb-sheet-budget")).to_contain_text(bought.warnings[0])
    price = sheets.field("will").locator("xpath=ancestor::*[contains(@class, 'fb-field')][1]").locator(".fb-price")
    expect(price).to_have_text(re.compile(r"^\+1 costs \d+$"))


@pytest.mark.trial
def test_rollers_are_prefilled_from_the_active_character(page, open_sheets_page, fb):
    sheets = open_sheets_page(page)
    sheets.make("operator", "Nick")
    sheets.field("tough").fill("1")
    sheets.field("quick").fill("3")
    sheets.unfold("Weapons")
    sheets.root.locator('.fb-record [data-part="damage"]').fill("2d6")
    expect(sheets.card.locator(".fb-sheet-entries")).to_contain_text("2d6")
    fb.go_to(page, "/xmas/combat/")
    attack = fb.Roller(page, "xmas.attack")
    expect(attack.param("damage")).to_have_value("2d6")
    expect(attack.param("stat")).to_have_value("1")
    assert "?" not in page.url  # prefilled without the address
    line = attack.root.locator(".fb-as label")
    line.filter(has_text=re.compile("^Stat")).locator("select").select_option(label="QUICK +3")
    expect(attack.param("stat")).to_have_value("3")
    attack.decrease("stat")  # the reader can still edit the form
    expect(attack.param("stat")).to_have_value("2")
    attack.roll()
    expect(attack.headline).to_be_visible()
    page.reload()
    expect(attack.param("damage")).to_have_value("2d6", timeout=fb.START)
    line.filter(has_text=re.compile("^As")).locator("select").select_option(label="nobody")
    expect(page.locator(".fb-as")).to_have_count(0)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    fb.wait_until_loaded(page)
    expect(attack.root).to_be_visible()
    assert not [url for url in asked if "/play/" in url]


@pytest.mark.trial
def test_sheet_needs_no_python(phone_without_python, make_sheets_page, fb):
    phone_without_python.goto("/psiops/character/")
    sheets = make_sheets_page(phone_without_python)
    sheets.begin("operative")
    sheets.use_tool("Open the sheet")
    sheets.apply_change("psiops.take-damage", damage="2")
    fb.press(sheets.roll_button("psiops.action"))
    expect(sheets.verdicts.first).to_be_visible()
    expect(sheets.lines.first).to_be_attached()
    expect(phone_without_python.locator("fb-status:not([hidden])")).to_have_count(0)


PLAY = "**/entry/play.js"


@pytest.fixture
def waiting_roller(page, fb):
    """Return a roller that the active character has not prefilled yet, its rolls, and the held prefill requests."""
    page.goto(EMPTY_PAGE)
    page.evaluate("""async () => {
        const { keep } = await import("/assets/js/lib/store.js");
        const data = { sheet: "psiops.operative", fields: { name: "Ada", strength: 2 } };
        const { id } = await keep.add("sheets", { game: "psiops", name: "Ada", data });
        localStorage.setItem("fieldbook:in-use:psiops", JSON.stringify(id));
    }""")
    held = fb.HeldRequests(page, PLAY)
    page.goto("/psiops/playing/")
    told = page.evaluate_handle("""() => {
        const told = [];
        document.addEventListener("rolled", ({ detail }) => told.push(detail.params));
        return told;
    }""")
    return fb.Roller(page, "psiops.action"), told, held


@pytest.mark.chromium
def test_roll_waits_for_prefill_from_the_active_character(waiting_roller, fb):
    action, told, held = waiting_roller
    fb.press(action.button)
    expect(action.result).to_have_attribute("aria-busy", "true")
    action.increase("attribute")  # a value typed by the reader stays, but only for the next roll
    fb.press(action.button)
    held.release()
    expect(action.headline).to_be_visible(timeout=fb.START)
    expect(action.result).not_to_have_attribute("aria-busy", "true")
    assert [params["attribute"] for params in told.json_value()] == [2, 1]
    expect(action.param("attribute")).to_have_value("1")
    expect(action.root.locator(".fb-as select").first).to_have_value(re.compile("-"))


@pytest.mark.trial
@pytest.mark.chromium
def test_roll_says_when_prefill_failed(waiting_roller, fb, console_guard):
    console_guard.expect_errors()
    action, told, held = waiting_roller
    fb.press(action.button)
    expect(action.result).to_have_attribute("aria-busy", "true")
    for route in held.routes:
        route.fulfill(status=503, body="busy")
    expect(action.headline).to_be_visible(timeout=fb.START)
    assert [params["attribute"] for params in told.json_value()] == [0]
    expect(action.root.locator(".fb-as")).to_have_text(
        "Not filled from your character: your saved sheets couldn't be loaded. Reload the page once you're online."
    )


@pytest.mark.trial
@pytest.mark.chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/xmas/characters/", "/psiops/character/"])
def test_open_sheet_has_no_axe_violations_and_no_overflow(make_page, make_sheets_page, fb, path, scheme):
    page = make_page("phone", color_scheme=scheme)
    page.goto(path)
    sheets = make_sheets_page(page)
    fb.press(sheets.root.locator(".fb-sheets-makers [data-make]").first)
    sheets.use_tool("Edit as a form")
    expect(sheets.card.locator("dl").first).to_be_visible(timeout=fb.START)
    sheets.field("name").fill("Nick")
    page.evaluate("document.querySelectorAll('.fb-open-sheet details').forEach((each) => { each.open = true; })")
    sheets.press("Share")
    expect(sheets.root.locator(".fb-qr")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 6000})  # the bars at its ends cover no field
    assert find_violations(page, "fb-sheets") == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    small = page.evaluate("""() => [...document.querySelectorAll("fb-sheets :is(button, summary, select, textarea)")]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.5)
        .map((each) => each.outerHTML.slice(0, 100))""")
    assert small == []


def test_sheet_is_created_changed_and_closed_by_keyboard(desktop, open_sheets_page, fb):
    sheets = open_sheets_page(desktop)
    sheets.root.get_by_role("button", name="New operator").focus()
    desktop.keyboard.press("Enter")
    expect(sheets.root.locator(".fb-making-step").first).to_be_visible(timeout=fb.START)
    sheets.root.locator(".fb-plate-more").focus()
    desktop.keyboard.press("Enter")
    desktop.keyboard.press("ArrowDown")
    expect(sheets.menu.get_by_role("button", name="Edit as a form")).to_be_focused()
    desktop.keyboard.press("Enter")
    expect(sheets.field("name")).to_be_focused(timeout=fb.START)
    desktop.keyboard.type("Nick")
    expect(sheets.name).to_have_text("Nick")
    sheets.root.get_by_role("button", name="Done").focus()
    desktop.keyboard.press("Enter")
    expect(sheets.name).to_be_focused()
    sheets.change_button("xmas.take-damage").first.focus()
    desktop.keyboard.press("Enter")
    damage = sheets.root.locator('form[data-change="xmas.take-damage"] [name=damage]')
    expect(damage).to_be_focused()
    desktop.keyboard.press("ArrowUp")
    desktop.keyboard.press("Enter")
    expect(sheets.value("Wounds")).to_have_text("2")
    expect(desktop.locator(".fb-live")).to_contain_text("2 damage fills 2 Wound boxes")
    sheets.undo_buttons.focus()
    desktop.keyboard.press("Enter")
    expect(sheets.redo_buttons).to_be_focused()
    expect(sheets.value("Wounds")).to_have_text("0")
    sheets.root.get_by_role("button", name="All characters").focus()
    desktop.keyboard.press("Enter")
    expect(sheets.items).to_be_focused()


@pytest.mark.trial
@pytest.mark.chromium
def test_printed_page_contains_only_the_sheet(desktop, open_sheets_page):
    sheets = open_sheets_page(desktop)
    sheets.make("operator", "Nick")
    desktop.evaluate("window.print = () => {}")
    sheets.press("Print")
    desktop.emulate_media(media="print")
    expect(desktop.locator(".fb-leaf-name")).to_have_text("Nick")
    expect(desktop.locator(".fb-leaf")).to_be_visible()
    for hidden in ("h1", "fb-sheets", ".fb-sheet-name", ".fb-sheet-paper"):
        expect(desktop.locator(f"article {hidden}").first).to_be_hidden()


@pytest.mark.trial
def test_page_without_sheets_loads_no_sheet_scripts(desktop, fb):
    asked = []
    desktop.on("request", lambda request: asked.append(request.url))
    desktop.goto("/xmas/playing/")
    fb.wait_until_loaded(desktop)
    assert not [url for url in asked if "/play/" in url]
    fb.go_to(desktop, PAGE)
    expect(desktop.locator(".fb-sheets-makers")).to_be_visible()
    assert [url for url in asked if "/entry/play.js" in url]


def test_play_script_bundles_no_second_worker_or_live_region(site_folder):
    """The script, which only some pages load, must not contain copies of the worker and the live region."""
    own = (site_folder / "assets/js/entry/play.js").read_text()
    assert "new Worker" not in own and "fb-live" not in own
    assert 'from"../entry/main.js"' in own


@pytest.mark.trial
@pytest.mark.chromium
def test_blank_sheet_can_be_printed_without_scripts(make_page):
    plain = make_page("phone", java_script_enabled=False)
    plain.goto(PAGE)
    plain.locator(".fb-sheet-paper a").tap()
    expect(plain.locator(".fb-leaf", has_text="TOUGH").first).to_be_attached()
