"""Characters that are kept on the device: made, changed, shared, and still there whatever happens to the page."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

import rules_py
from rules_py.play.of_games import find_sheet
from tests.browser import looks
from tests.browser.axe import violations

PAGE = "/xmas/characters/"
FIGHT = "/xmas/fight/"


class Sheets:
    """The sheets of a page, and the one that is open."""

    def __init__(self, page: Page, fb):
        self.page, self.fb = page, fb
        self.root = page.locator("fb-sheets")
        self.items = self.root.locator(".fb-sheets-item")
        self.note = self.root.locator(".fb-sheets-note")
        self.card = self.root.locator(".fb-sheet-card")
        self.warnings = self.root.locator(".fb-sheet-warnings li")
        self.done = self.root.locator(".fb-sheet-done")
        self.refusal = self.root.locator(".fb-sheet-refusal .fb-error")
        self.name = self.root.locator("h3.fb-sheet-name")
        self.undo_button = self.done.locator(".fb-sheet-undo")

    def make(self, title: str = "operator", name: str = "") -> None:
        self.fb.press(self.root.get_by_role("button", name=f"New {title}"))
        expect(self.card.locator("dl").first).to_be_visible(timeout=self.fb.START)
        if name:
            self.field("name").fill(name)
            expect(self.name).to_have_text(name)

    def field(self, name: str):
        return self.root.locator(f'.fb-sheet-form [name="{name}"]')

    def unfold(self, name: str) -> None:
        fold = self.root.locator("details", has=self.page.locator("> summary", has_text=re.compile(f"^{name}"))).last
        if fold.get_attribute("open") is None:
            self.fb.press(fold.locator("> summary"))

    def value(self, heading: str):
        """What the card says under a heading."""
        return self.card.locator("dl > div", has=self.page.get_by_text(heading, exact=True)).locator("dd")

    def happen(self, change: str, **params: str) -> None:
        """Something happens: open the changes, and the one with fields of its own."""
        self.unfold("What happens")
        form = self.root.locator(f'form[data-change="{change}"]')
        if not form.locator("button[type=submit]").is_visible():
            self.fb.press(form.locator("xpath=..").locator("> summary"))
        for name, value in params.items():
            form.locator(f'[name="{name}"]').fill(value)
        self.fb.press(form.locator("button[type=submit]"))

    def press(self, name: str) -> None:
        self.fb.press(self.root.get_by_role("button", name=name, exact=True))

    def back(self) -> None:
        self.press("← All")
        expect(self.root.locator(".fb-sheets-tools")).to_be_visible()

    def open(self, name: str) -> None:
        self.fb.press(self.items.filter(has_text=name))
        expect(self.card.locator("dl").first).to_be_visible(timeout=self.fb.START)

    def link(self) -> str:
        """The link behind Share."""
        self.press("Share")
        expect(self.root.locator(".fb-qr")).to_be_visible()
        self.page.evaluate("""() => {
            navigator.clipboard.writeText = async (text) => { window.copied = text; };
            const value = async ({ url }) => { window.copied = url; };
            Object.defineProperty(navigator, "share", { configurable: true, value });
        }""")
        self.press("Share the link")
        link = self.fb.until(self.page, "() => window.copied")
        self.page.evaluate("""() => {
            delete navigator.share;
            delete navigator.clipboard.writeText;
            delete window.copied;
        }""")
        return link


@pytest.fixture
def sheets_of(fb):
    """The sheets of a page that is there."""
    return lambda page: Sheets(page, fb)


@pytest.fixture
def sheets_on(sheets_of):
    """The sheets of a page that is opened for them."""

    def opened(page: Page) -> Sheets:
        page.goto(PAGE)
        found = sheets_of(page)
        expect(found.root.locator(".fb-sheets-makers")).to_be_visible()
        return found

    return opened


@pytest.fixture
def sheets(warm_page, fb, sheets_of):
    """The sheets of a page on which Python runs already; none is kept before or after."""
    fb.forget(warm_page)
    fb.go_to(warm_page, PAGE)
    found = sheets_of(warm_page)
    expect(found.root.locator(".fb-sheets-makers")).to_be_visible()
    yield found
    fb.forget(warm_page)
    fb.go_to(warm_page, "/dice/")


def test_a_character_is_made_named_and_still_there_after_a_reload(page, sheets_on, fb):
    sheets = sheets_on(page)
    expect(sheets.root.locator("button.fb-roll:visible")).to_have_count(1)  # one large button, and no list
    sheets.make("operator", "Nick the Knife")
    sheets.fb.press(sheets.root.locator('.fb-stepper:has([name="wounds"]) [data-step="1"]'))
    expect(sheets.value("Free Wound boxes")).to_have_text("2 of 3")
    page.reload()
    expect(sheets.name).to_have_text("Nick the Knife")
    expect(sheets.value("Wounds")).to_have_text("1", timeout=fb.START)
    sheets.back()
    expect(sheets.items).to_have_count(1)
    expect(sheets.items).to_contain_text("Nick the Knife")


def test_every_tap_of_many_counts(sheets):
    sheets.make()
    for _ in range(12):
        sheets.fb.press(sheets.root.locator('.fb-stepper:has([name="spirit"]) [data-step="1"]'))
    expect(sheets.field("spirit")).to_have_value("15")
    expect(sheets.value("Christmas Spirit")).to_have_text("15")


def test_a_value_that_is_refused_is_said_and_not_lost(page, sheets_on, fb):
    sheets = sheets_on(page)
    sheets.make()
    sheets.field("wounds").fill("5")
    expect(sheets.refusal).to_have_text("Wounds takes at most the 3 Wound boxes there are; you entered 5.")
    expect(sheets.value("Wounds")).to_have_text("0")
    page.reload()
    expect(sheets.refusal).to_be_visible(timeout=fb.START)
    expect(sheets.field("wounds")).to_have_value("5")
    sheets.field("wound_boxes").fill("6")
    expect(sheets.refusal).to_have_count(0)
    expect(sheets.value("Wounds")).to_have_text("5")


def test_a_list_of_entries_is_added_to_changed_and_taken_from(page, sheets_on, fb):
    sheets = sheets_on(page)
    sheets.make()
    sheets.unfold("Weapons")
    weapons = sheets.root.locator("fb-records")
    sheets.fb.press(weapons.get_by_role("button", name="Add to weapons"))
    second = weapons.locator(".fb-record").nth(1)
    second.get_by_label("Name").fill("Bow, long / yew")
    sheets.fb.press(second.get_by_role("radio", name="Auto", exact=True))
    expect(sheets.card.locator(".fb-sheet-entries tbody tr")).to_have_count(2)
    expect(sheets.card.locator(".fb-sheet-entries tbody tr").nth(1)).to_contain_text("Bow, long / yew")
    expect(sheets.card.locator(".fb-sheet-entries tbody tr").nth(1)).to_contain_text("Auto")
    expect(weapons.locator(".fb-record").nth(0).get_by_role("radio", name="Single")).to_be_checked()
    page.reload()
    expect(sheets.card.locator(".fb-sheet-entries tbody tr").nth(1)).to_contain_text("Auto", timeout=fb.START)
    sheets.unfold("Edit")
    sheets.unfold("Weapons")
    sheets.fb.press(weapons.locator(".fb-record").nth(0).locator(".fb-remove"))
    expect(sheets.card.locator(".fb-sheet-entries tbody tr")).to_have_count(1)
    expect(sheets.card.locator(".fb-sheet-entries tbody tr")).to_contain_text("Bow, long / yew")


@pytest.mark.every_size
def test_many_things_of_an_entry_have_their_words_whole(sheets, warm_page, fb):
    """In columns each had the room of four letters."""
    fb.go_to(warm_page, "/sideworld/characters/")
    sheets.make("character")
    sheets.unfold("Weapons")
    fb.press(sheets.root.get_by_role("button", name="Add to weapons"))
    sheets.root.locator('.fb-record [data-part="name"]').first.fill("Grenade launcher")
    entry = sheets.card.locator(".fb-sheet-entries tr", has_text="Grenade launcher")
    expect(entry).to_be_visible()
    expect(entry.locator("td")).to_have_count(13)
    assert warm_page.evaluate(looks.BROKEN_WORDS) == []


def test_changes_say_what_they_did_and_are_undone_to_the_start(sheets):
    sheets.make("operator", "Nick")
    nick = rules_py.sheet("xmas.operator", name="Nick")
    told = []
    for damage in (2, 4, 1):
        changed = rules_py.change(nick, "xmas.take-damage", damage=damage)
        told.append(changed.steps[0])
        nick = changed.sheet
        sheets.happen("xmas.take-damage", damage=str(damage))
        expect(sheets.done).to_contain_text(changed.steps[0])
        expect(sheets.warnings).to_have_text(list(nick.warnings))
    sheets.happen("xmas.take-damage")
    expect(sheets.done.locator(".fb-error")).to_contain_text("takes no more damage")
    for left in (2, 1):
        sheets.fb.press(sheets.undo_button)
        expect(sheets.done).to_contain_text(told[left - 1])
    sheets.fb.press(sheets.undo_button)
    expect(sheets.undo_button).to_have_count(0)
    expect(sheets.value("Wounds")).to_have_text("0")
    expect(sheets.warnings).to_have_count(0)


def test_an_enemy_comes_from_the_rules(sheets, fb):
    made = find_sheet("xmas.enemy").ready_made()
    name, enemy = next(iter(made.items()))
    sheets.root.get_by_label("Enemy from the rules").select_option(label=name)
    expect(sheets.value("Pain it can take")).to_have_text(f"{enemy.left} of {enemy.pain_threshold}", timeout=fb.START)
    expect(sheets.name).to_have_text(enemy.name)
    sheets.press("Duplicate")
    expect(sheets.name).to_have_text(f"{enemy.name} 2")
    sheets.back()
    expect(sheets.items).to_have_count(2)


def test_what_was_deleted_can_be_brought_back(sheets):
    sheets.make("operator", "Nick")
    sheets.press("Delete")
    expect(sheets.items).to_have_count(0)
    expect(sheets.note).to_contain_text("Nick is deleted")
    sheets.press("Bring Nick back")
    expect(sheets.items).to_contain_text("Nick")
    sheets.open("Nick")


def test_two_tabs_see_each_other_and_every_change_counts(new_page, sheets_on, sheets_of, fb):
    here = sheets_on(new_page("phone"))
    here.make("operator", "Nick")
    there = sheets_of(here.page.context.new_page())
    there.page.goto(here.page.url)
    expect(there.card.locator("dl").first).to_be_visible(timeout=fb.START)
    here.happen("xmas.take-damage", damage="1")
    expect(there.value("Wounds")).to_have_text("1")
    there.happen("xmas.take-damage", damage="1")
    expect(here.value("Wounds")).to_have_text("2")
    there.unfold("Edit")
    there.field("name").fill("Nicolette")
    expect(here.name).to_have_text("Nicolette")
    here.fb.press(here.undo_button)
    expect(there.value("Wounds")).to_have_text("0")  # as it was before this tab's own change
    expect(there.name).to_have_text("Nicolette")
    there.press("Delete")
    expect(here.root.locator(".fb-sheets-tools")).to_be_visible()
    expect(here.items).to_have_count(0)


def test_where_storage_is_refused_it_is_said_and_the_tab_goes_on(page, sheets_on):
    page.add_init_script("indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };")
    sheets = sheets_on(page)
    expect(sheets.root.locator(".fb-sheets-trouble")).to_contain_text("until you close this tab")
    sheets.make("operator", "Nick")
    sheets.happen("xmas.take-damage", damage="2")
    sheets.back()
    expect(sheets.items).to_contain_text("Nick")
    sheets.open("Nick")
    expect(sheets.value("Wounds")).to_have_text("2")


def test_a_link_brings_a_sheet_that_is_kept_only_if_the_reader_says_so(new_page, size, sheets_on, sheets_of, fb):
    giver = sheets_on(new_page(size))
    giver.make("operator", "Nick")
    giver.happen("xmas.take-damage", damage="2")
    expect(giver.value("Wounds")).to_have_text("2")
    link = giver.link()
    assert link.startswith(giver.page.url.partition("#")[0] + "#sheet=")
    for keeps in (False, True):
        taker = sheets_of(new_page(size))
        taker.page.goto(link)
        expect(taker.root.get_by_text("Somebody shared this with you")).to_be_visible(timeout=fb.START)
        expect(taker.name).to_have_text("Nick")
        expect(taker.value("Wounds")).to_have_text("2")
        taker.press("Keep it" if keeps else "No, thanks")
        if keeps:
            expect(taker.root.locator(".fb-sheet-tools", has_text="Duplicate")).to_be_visible()
            taker.back()
        expect(taker.items).to_have_count(1 if keeps else 0)


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        ("#sheet=", "can't be read"),
        ("#sheet=z!!!!", "can't be read"),
        ("#sheet=jeyJzaGVldCI6InB1bWwubm9wZSIsImZpZWxkcyI6e319", "no sheet of this game"),
        # {"sheet":"xmas.operator","fields":{"wounds":99}}
        ("#sheet=jeyJzaGVldCI6InhtYXMub3BlcmF0b3IiLCJmaWVsZHMiOnsid291bmRzIjo5OX19", "Wounds takes a whole number"),
    ],
)
def test_a_broken_link_says_so(warm_phone, fragment, said, sheets_of, fb):
    fb.go_to(warm_phone, PAGE)
    warm_phone.evaluate("fragment => { location.hash = fragment; }", fragment)
    sheets = sheets_of(warm_phone)
    expect(sheets.note.locator(".fb-error")).to_contain_text(said, timeout=fb.START)
    expect(sheets.items).to_have_count(0)


def exported(sheets: Sheets, button: str) -> str:
    with sheets.page.expect_download() as download:
        sheets.press(button)
    return download.value.path().read_text(encoding="utf-8")


def take_in(sheets: Sheets, text: str) -> None:
    sheets.root.locator(".fb-sheets-file").set_input_files(
        {"name": "sheets.json", "mimeType": "application/json", "buffer": text.encode()}
    )


@pytest.mark.chromium
def test_everything_goes_out_as_a_file_and_comes_in_again(new_page, size, sheets_on, fb):
    giver = sheets_on(new_page(size))
    giver.make("operator", "Nick")
    alone = json.loads(exported(giver, "Save as file"))
    assert rules_py.sheet(alone["sheet"], **alone["fields"]).to_dict()["fields"] == alone["fields"]
    giver.back()
    giver.make("enemy", "Grinch")
    giver.page.goto(FIGHT)
    fb.press(giver.page.get_by_role("button", name="+ Operator"))
    expect(giver.page.locator(".fb-fighter")).to_have_count(1, timeout=fb.START)
    text = exported(sheets_on(giver.page), "Export everything")
    taker = sheets_on(new_page(size))
    take_in(taker, text)
    expect(taker.note).to_contain_text("3 came in.", timeout=fb.START)
    expect(taker.items).to_have_count(2)
    take_in(taker, text)
    expect(taker.note).to_contain_text("Everything in this file is already stored on this device.")
    expect(taker.root.locator(".fb-sheets-trouble")).to_be_hidden()
    expect(taker.items).to_have_count(2)
    other = text.replace('"wounds": 0', '"wounds": 1')
    assert other != text
    take_in(taker, other)
    expect(taker.note).to_contain_text("2 came in beside")  # the fight has the operator's sheet in it
    expect(taker.items).to_have_count(3)
    taker.page.goto(FIGHT)
    expect(taker.page.locator(".fb-fighter")).to_have_count(1, timeout=fb.START)


@pytest.mark.trial
def test_two_hundred_characters_are_a_short_list_that_finds_each(sheets, fb):
    page, many = sheets.page, [rules_py.sheet("xmas.operator", name=f"Agent {at + 1}") for at in range(200)]
    take_in(sheets, json.dumps({"fieldbook": 1, "sheets": [{"data": sheet.to_dict()} for sheet in many]}))
    expect(sheets.note).to_contain_text("200 came in.", timeout=fb.START)
    shown = sheets.items.filter(visible=True)
    expect(shown).to_have_text([re.compile(rf"Agent {at + 1}(?!\d)") for at in range(12)])
    assert violations(page) == []
    field = sheets.root.get_by_role("searchbox", name="Find a sheet that is kept")
    field.fill("agent 137")
    expect(shown).to_have_text([re.compile("Agent 137")])
    expect(fb.live(page)).to_have_text("1 of 200 shown.")
    sheets.open("Agent 137")
    expect(sheets.name).to_have_text("Agent 137")
    sheets.back()
    expect(shown).to_have_text([re.compile("Agent 137")])
    expect(shown).to_be_focused()
    field.fill("agent 201")
    expect(shown).to_have_count(0)
    expect(sheets.root.get_by_text("None of them has these words.")).to_be_visible()
    field.fill("")
    expect(sheets.root.get_by_text("None of them has these words.")).to_be_hidden()
    sheets.press("Show all 200")
    expect(shown).to_have_count(200)
    expect(shown.nth(12)).to_be_focused()


@pytest.mark.chromium
def test_what_is_typed_in_the_list_goes_on_while_another_tab_changes_it(new_page, sheets_on, fb):
    here = sheets_on(new_page("desktop"))
    many = [rules_py.sheet("xmas.operator", name=f"Agent {at + 1}") for at in range(20)]
    take_in(here, json.dumps({"fieldbook": 1, "sheets": [{"data": sheet.to_dict()} for sheet in many]}))
    expect(here.note).to_contain_text("20 came in.", timeout=fb.START)
    there = sheets_on(here.page.context.new_page())
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


WHOLE = {"sheet": "xmas.operator", "fields": {"name": "Nick"}}


@pytest.mark.examples(2)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "file: got one that can't be read, takes a file that this site exported."),
        ("[1]", "something else"),
        ('{"fieldbook": 2}', "version 2"),
        (json.dumps({"fieldbook": 1, "sheets": {}}), "no list"),
        (
            json.dumps(
                {
                    "fieldbook": 1,
                    "sheets": [{"data": WHOLE}, {"data": {"sheet": "xmas.operator", "fields": {"wounds": 9}}}],
                }
            ),
            "Wounds takes",
        ),
        (
            json.dumps({"fieldbook": 1, "sheets": [{"data": WHOLE}, {"data": {"sheet": "nope.nope", "fields": {}}}]}),
            "nope",
        ),
        (
            json.dumps(
                {
                    "fieldbook": 1,
                    "sheets": [
                        {"data": WHOLE},
                        {"data": {"sheet": "xmas.operator", "fields": {"__proto__": 1, "constructor": 2}}},
                    ],
                }
            ),
            "not a parameter",
        ),
        ("[" * 50_000 + "]" * 50_000, "takes a file that this site exported"),
        (
            json.dumps({"fieldbook": 1, "sheets": [{"data": WHOLE | {"fields": {"notes": "x" * 2_100_000}}}]}),
            "more than 2 MB",
        ),
        (
            json.dumps({"fieldbook": 1, "sheets": [{"data": WHOLE | {"fields": {"name": "<img src=x>" * 9}}}]}),
            "Name takes",
        ),
    ],
    ids=[
        "cut off",
        "a list",
        "a later version",
        "no list",
        "one refused",
        "no such sheet",
        "names of JavaScript's own",
        "deep",
        "huge",
        "a long name",
    ],
)
def test_a_file_that_is_not_right_changes_nothing(warm_desktop, text, said, sheets_of, fb):
    fb.go_to(warm_desktop, PAGE)
    sheets = sheets_of(warm_desktop)
    expect(sheets.root.locator(".fb-sheets-tools")).to_be_visible()
    take_in(sheets, text)
    expect(sheets.note.locator(".fb-error")).to_contain_text(said, timeout=fb.START)
    expect(sheets.note.locator(".fb-error")).to_contain_text("Nothing was changed.")
    expect(sheets.items).to_have_count(0)


def test_names_are_text_whatever_they_say(sheets):
    name = "<img src=x onerror=document.title=1>"
    sheets.make("operator", name)
    sheets.unfold("Notes")
    sheets.field("notes").fill("<b>bold</b>\n2d6 <script>")
    expect(sheets.card).to_contain_text("<b>bold</b>")
    sheets.back()
    expect(sheets.items).to_contain_text(name)


@pytest.mark.chromium
def test_a_roll_makes_a_character_with_the_reader_s_choices(page, sheets_of, fb):
    page.goto("/psiops/character/")
    sheets = sheets_of(page)
    told = page.evaluate_handle("""() => {
        const told = [];
        document.addEventListener("rolled", ({ detail }) => told.push(detail));
        return told;
    }""")
    sheets.press("Roll a new operative")
    fb.press(sheets.root.locator(".fb-generator-roll .fb-roll"))
    choosing = sheets.root.locator(".fb-generator-choose")
    expect(choosing).to_be_visible(timeout=fb.START)
    [rolled] = told.json_value()
    choosing.locator('[name="name"]').fill("Echo")
    fb.press(choosing.get_by_role("button", name="Make the sheet"))
    expect(sheets.name).to_have_text("Echo")
    roll = rules_py.resolve(rolled["id"], rolled["faces"], **rolled["params"])
    made = find_sheet("psiops.operative").from_roll(roll, name="Echo")
    expect(sheets.card.locator("dl").first).to_be_visible()
    alone = json.loads(exported(sheets, "Save as file"))
    assert alone["fields"] == made.to_dict()["fields"]


def test_rollers_are_filled_from_the_character_in_use(page, sheets_on, fb):
    sheets = sheets_on(page)
    sheets.make("operator", "Nick")
    sheets.field("tough").fill("1")
    sheets.field("quick").fill("3")
    sheets.unfold("Weapons")
    sheets.root.locator('.fb-record [data-part="damage"]').fill("2d6")
    expect(sheets.card.locator(".fb-sheet-entries")).to_contain_text("2d6")
    sheets.press("Use in rollers")
    fb.go_to(page, "/xmas/combat/")
    attack = fb.Roller(page, "xmas.attack")
    expect(attack.param("damage")).to_have_value("2d6")
    expect(attack.param("stat")).to_have_value("1")
    assert "?" not in page.url  # it came by itself
    line = attack.root.locator(".fb-as label")
    line.filter(has_text=re.compile("^Stat")).locator("select").select_option(label="QUICK")
    expect(attack.param("stat")).to_have_value("3")
    attack.fewer("stat")  # the form stays the reader's own
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
    fb.is_whole(page)
    expect(attack.root).to_be_visible()
    assert not [url for url in asked if "/play/" in url]


PLAY = "**/play/main.js"


@pytest.fixture
def action_of_ada(page, fb):
    """A roller that Ada, who is in use, has not filled yet, what it rolled, and what is held up of what fills it."""
    page.goto("/psiops/character/")
    page.evaluate("""async () => {
        const { keep } = await import("/assets/js/play/main.js");
        const data = { sheet: "psiops.operative", fields: { name: "Ada", strength: 2 } };
        const { id } = await keep.add("sheets", { game: "psiops", name: "Ada", data });
        localStorage.setItem("fieldbook:in-use:psiops", JSON.stringify(id));
    }""")
    held = fb.Held(page, PLAY)
    page.goto("/psiops/playing/")
    told = page.evaluate_handle("""() => {
        const told = [];
        document.addEventListener("rolled", ({ detail }) => told.push(detail.params));
        return told;
    }""")
    return fb.Roller(page, "psiops.action"), told, held


@pytest.mark.chromium
def test_a_roll_waits_until_the_character_in_use_has_filled_its_form(action_of_ada, fb):
    action, told, held = action_of_ada
    fb.press(action.button)
    expect(action.result).to_have_attribute("aria-busy", "true")
    action.more("attribute")  # what a reader typed stays, and is the next roll's alone
    fb.press(action.button)
    held.release()
    expect(action.headline).to_be_visible(timeout=fb.START)
    expect(action.result).not_to_have_attribute("aria-busy", "true")
    assert [params["attribute"] for params in told.json_value()] == [2, 1]
    expect(action.param("attribute")).to_have_value("1")
    expect(action.root.locator(".fb-as select").first).to_have_value(re.compile("-"))


@pytest.mark.chromium
def test_a_roll_says_where_the_character_in_use_could_not_fill_its_form(action_of_ada, fb, watch):
    watch.expect_trouble()
    action, told, held = action_of_ada
    fb.press(action.button)
    expect(action.result).to_have_attribute("aria-busy", "true")
    for route in held.routes:
        route.fulfill(status=503, body="busy")
    expect(action.headline).to_be_visible(timeout=fb.START)
    assert [params["attribute"] for params in told.json_value()] == [0]
    expect(action.root.locator(".fb-as")).to_have_text(
        "Not filled from your character: what keeps it did not load. Reload the page once you are online."
    )


@pytest.mark.chromium
@pytest.mark.examples(2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/xmas/characters/", "/psiops/character/"])
def test_an_open_sheet_has_nothing_for_axe_and_fits(new_page, sheets_of, fb, path, scheme):
    page = new_page("phone", color_scheme=scheme)
    page.goto(path)
    sheets = sheets_of(page)
    fb.press(sheets.root.locator(".fb-sheets-makers [data-make]").first)
    expect(sheets.card.locator("dl").first).to_be_visible(timeout=fb.START)
    sheets.field("name").fill("Nick")
    page.evaluate("document.querySelectorAll('.fb-sheet-open details').forEach((each) => { each.open = true; })")
    sheets.press("Share")
    expect(sheets.root.locator(".fb-qr")).to_be_visible()
    assert violations(page, "fb-sheets") == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    small = page.evaluate("""() => [...document.querySelectorAll("fb-sheets :is(button, summary, select, textarea)")]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.5)
        .map((each) => each.outerHTML.slice(0, 100))""")
    assert small == []


def test_keys_alone_make_change_and_leave_a_sheet(desktop, sheets_on, fb):
    sheets = sheets_on(desktop)
    sheets.root.get_by_role("button", name="New operator").focus()
    desktop.keyboard.press("Enter")
    expect(sheets.field("name")).to_be_focused(timeout=fb.START)
    desktop.keyboard.type("Nick")
    expect(sheets.name).to_have_text("Nick")
    sheets.root.locator("summary", has_text="What happens").focus()
    desktop.keyboard.press("Enter")
    desktop.keyboard.press("Tab")
    desktop.keyboard.press("Enter")
    damage = sheets.root.locator('form[data-change="xmas.take-damage"] [name=damage]')
    desktop.keyboard.press("Tab")
    expect(damage).to_be_focused()
    desktop.keyboard.press("ArrowUp")
    desktop.keyboard.press("Enter")
    expect(sheets.value("Wounds")).to_have_text("2")
    expect(desktop.locator(".fb-live")).to_contain_text("2 damage fills 2 Wound boxes")
    sheets.undo_button.focus()
    desktop.keyboard.press("Enter")
    expect(sheets.name).to_be_focused()
    sheets.root.get_by_role("button", name="← All").focus()
    desktop.keyboard.press("Enter")
    expect(sheets.items).to_be_focused()


def test_back_leads_from_a_sheet_to_all_of_them(sheets):
    sheets.make("operator", "Nick")
    sheets.page.go_back()
    expect(sheets.items).to_have_count(1)
    sheets.page.go_forward()
    expect(sheets.name).to_have_text("Nick")


@pytest.mark.chromium
def test_on_paper_there_is_the_sheet_alone(desktop, sheets_on):
    sheets = sheets_on(desktop)
    sheets.make("operator", "Nick")
    desktop.evaluate("window.print = () => {}")
    sheets.press("Print")
    desktop.emulate_media(media="print")
    expect(sheets.name).to_be_visible()
    expect(sheets.value("Free Wound boxes")).to_be_visible()
    for hidden in ("h1", ".fb-sheet-tools", ".fb-sheet-form", ".fb-sheet-paper"):
        expect(desktop.locator(f"article {hidden}").first).to_be_hidden()


def test_a_page_without_sheets_loads_none_of_it(desktop, fb):
    asked = []
    desktop.on("request", lambda request: asked.append(request.url))
    desktop.goto("/xmas/playing/")
    fb.is_whole(desktop)
    assert not [url for url in asked if "/play/" in url]
    fb.go_to(desktop, PAGE)
    expect(desktop.locator(".fb-sheets-makers")).to_be_visible()
    assert [url for url in asked if "/play/main.js" in url]


def test_there_is_one_of_what_the_scripts_share(site_folder):
    """A second worker, or a second voice, would be a copy in the script that only some pages load."""
    own = (site_folder / "assets/js/play/main.js").read_text()
    assert "new Worker" not in own and "fb-live" not in own
    assert 'from"../page/main.js"' in own


@pytest.mark.chromium
def test_without_scripts_a_blank_sheet_can_be_printed(new_page):
    plain = new_page("phone", java_script_enabled=False)
    plain.goto(PAGE)
    paper = plain.locator(".fb-sheet-paper").first
    paper.locator("summary").tap()
    for label in ("TOUGH", "Wound boxes", "Christmas Spirit", "Weapons", "Notes"):
        expect(paper.get_by_text(label, exact=True)).to_be_visible()
