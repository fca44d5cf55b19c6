"""A campaign's first two evenings on a GM's phone, with its players' phones: taps and scrolled screens are counted.

The games' declarations say who can join, what the board offers says how to play, and nothing here names a rule.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import rules_py
from rules_py.registry.play import create_fight, read_fight
from rules_py.rendering.fights.pieces import list_joining, list_joins
from tests.browser.boards import BoardPage
from tests.systems.promised_commands import SLUGS

pytestmark = [pytest.mark.chromium, pytest.mark.trial]

PLAYERS = ("Ada", "Bo", "Cy", "Dee")
ENCOUNTERS = ("The gate", "The mast", "The cellar")

FACE = 3
"""The face of each real die, so that most rolls neither fail badly nor end the fight."""

ROLLS = 4
"""The number of acts with dice that an encounter is played for."""

MOST_TAPS = 80
"""The number of taps after which an encounter without enough rolls is stuck."""

PLAY, PLAY_FIRST, PLAY_MORE = f"play {ROLLS} rolls with real dice", "play 2 rolls with real dice", "play 2 rolls more"
"""The names of the steps that play a part of a fight."""

STORE_SHEETS = """async (all) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    for (const data of all) {
        await keep.add("sheets", { game: data.sheet.split(".")[0], name: data.fields.name, data });
    }
}"""

READ_SHEETS = """async () => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    return Object.fromEntries((await keep.list("sheets")).map(({ data }) => [data.fields.name, data]));
}"""

READ_FIGHT = """async (name) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    return (await keep.list("fights")).find((each) => each.name === name).data;
}"""

READ_BOARD = """() => {
    const board = document.querySelector(".fb-fight-stage").cloneNode(true);
    for (const each of board.querySelectorAll(".fb-chances, .fb-board-odds, .fb-fight-waiting")) each.remove();
    return board.innerHTML;
}"""
"""Script that returns the board without what it fills in later, such as chances."""

IS_ANSWERED = f"""drawn => {{
    const pad = document.querySelector(".fb-fight-dice .fb-pad:not([hidden], [aria-busy])");
    return pad !== null || !document.querySelector(".fb-fight-dice") && ({READ_BOARD})() !== drawn;
}}"""
"""Script that returns true once the board is drawn again, or asks for a die."""

IS_PAST = """asked => {
    const pad = document.querySelector(".fb-fight-dice .fb-pad:not([hidden], [aria-busy])");
    const drawer = document.querySelector(".fb-drawer");
    return drawer?.innerText !== asked && (pad !== null || drawer === null);
}"""
"""Script that returns true once the pad asks for another die, or is closed."""

MEASURE_SCROLL = """(element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const own = element.closest(".fb-drawer, dialog");
    const box = own?.getBoundingClientRect();
    const [low, high] = [Math.max(box?.top ?? 0, 0), Math.min(box?.bottom ?? innerHeight, innerHeight)];
    return Math.max(low - top, bottom - high, 0) / innerHeight;
}"""
"""Script that returns the share of a screen by which a control is out of view."""


LIMITS: dict[str, tuple[int, float]] = {
    "prepare three encounters": (18, 0.0),
    "mend a roll of earlier": (6, 0.0),
    "ask a player and use the dice": (4, 0.5),
    "save a change to a sheet": (6, 0.5),
    "start the second encounter": (6, 0.5),
    "add two latecomers": (6, 0.0),
    "show players how everyone is": (5, 0.0),
    "ask for three rolls and use the dice": (12, 0.8),
    "stop, and take everything along": (1, 0.0),
    "continue on another device": (3, 0.0),
    "restore a backup of 5 MB": (3, 0.0),
}
"""The highest numbers of taps and of scrolled screens of each step, for all games."""

PLAYED: dict[str, dict[str, int]] = {
    PLAY: {"combat": 30, "psiops": 27, "puml": 19, "sideworld": 24, "xmas": 16},
    PLAY_FIRST: {"psiops": 20},
    PLAY_MORE: {"psiops": 12},
}
"""The highest numbers of taps of each part of a fight, with a tap for each die."""

BEFORE: dict[str, str] = {
    "prepare three encounters": "27",
    "save a change to a sheet": "4, 3.4 screens in PSIOPS",
}
"""Taps before all players joined with one, and screens before a card had its way to save near the top."""


class Evening(BoardPage):
    """A GM's phone; it counts taps and scrolled screens for each step."""

    def __init__(self, page: Page, fb: Any, slug: str):
        super().__init__(page, fb, slug)
        self.scrolls = 0.0
        self.counts: dict[str, tuple[int, float]] = {}
        rules = create_fight(slug).rules
        self.own, self.foes = list(rules.sides)[:2]
        self.kind = list_joining(create_fight(slug), self.own)[0]
        self.enemy = list_joins(create_fight(slug), self.foes)[0][0]
        self.path = f"/{rules.page}"

    def tap(self, target: Locator) -> None:
        self.page.keyboard.press("Shift")  # at one spot, a tap may come too soon after the one that drew what is there
        expect(target.first).to_be_visible()
        self.scrolls += target.first.evaluate(MEASURE_SCROLL)
        super().tap(target.first)

    def close(self) -> None:
        self.tap(self.drawer.get_by_role("button", name="Close", exact=True))
        expect(self.drawer).to_have_count(0)

    def open_card(self, name: str) -> Locator:
        """Open somebody's card with one tap on their piece, or with two if the first one only chooses it."""
        self.tap(self.piece(name))
        if not self.drawer.count():
            self.tap(self.piece(name))
        expect(self.drawer).to_be_visible()
        return self.drawer

    def end_step(self, name: str) -> None:
        """Note the taps and the scrolled screens since the last step."""
        self.counts[name] = (self.taps, round(self.scrolls, 1))
        self.taps, self.scrolls = 0, 0.0

    def store_players(self, *names: str) -> None:
        sheets = [rules_py.sheet(self.kind.id, name=name).to_dict() for name in names]
        self.page.evaluate(STORE_SHEETS, [{"sheet": each["sheet"], "fields": each["fields"]} for each in sheets])

    def prepare(self, name: str) -> None:
        """Prepare an encounter with enemies and all players."""
        self.open_fights()
        self.tap(self.button("New fight"))
        self.tap(self.button(f"Add: {self.enemy}"))
        self.tap(self.button(f"Add all {len(PLAYERS)}"))
        expect(self.pieces).to_have_count(len(PLAYERS) + 1, timeout=self.fb.START)
        self.tap(self.button("More about this fight"))
        title = self.root.get_by_label("This fight's name")
        title.fill(name)
        title.press("Enter")
        expect(self.root.get_by_role("heading", name=name)).to_be_visible()
        self.close()

    def open_encounter(self, name: str) -> None:
        self.open_fights()
        self.tap(self.root.locator(".fb-fight-older", has_text=name))
        expect(self.root.get_by_role("heading", name=name)).to_be_visible()
        self.wait()

    def add_late(self, name: str) -> None:
        """Add a stored character to a fight that runs."""
        before = self.pieces.count()
        self.tap(self.button("More about this fight"))
        self.tap(self.drawer.get_by_role("button", name=f"Add {name}", exact=True))
        expect(self.pieces).to_have_count(before + 1)
        if self.drawer.count():
            self.close()

    def use_real_dice(self) -> None:
        self.tap(self.button("More about this fight"))
        self.tap(self.drawer.get_by_role("button", name="Real dice"))
        self.close()

    def count_rolls(self) -> int:
        return sum(each["event"] == "roll" for each in self.stored_events)

    def play_on(self, rolls: int) -> None:
        """Play with what the board offers first until there are more rolls: decisions, then the big button."""
        wanted = self.count_rolls() + rolls
        start = self.taps
        while self.count_rolls() < wanted:
            assert self.taps - start < MOST_TAPS, self.root.inner_text()
            self.play_first_offer()

    def reach_action(self) -> None:
        """Play what comes before somebody's next action, such as decisions and ends of turns."""
        start = self.taps
        while not self.root.locator(".fb-do .fb-adjust:visible").count():
            assert self.taps - start < MOST_TAPS, self.root.inner_text()
            alone = self.root.locator(""".fb-ends button[data-view='{"one_by_one": true}']:visible""")
            if alone.count():
                self.tap(alone)
            else:
                self.play_first_offer()

    def play_first_offer(self) -> None:
        """Tap what the board shows as next, and enter the dice for which it asks."""
        card = self.root.locator(".fb-decisions:not([hidden], [data-optional]) .fb-board-card:visible").first
        if card.count():
            self.do(card.locator("button:visible"))
        elif self.play.count():
            self.do(self.play)
        else:
            self.do(self.root.locator(":is(.fb-why, .fb-ends, .fb-decisions) button:visible"))

    def do(self, target: Locator) -> None:
        """Tap what plays, and a face for each die for which the pad asks."""
        drawn = self.page.evaluate(READ_BOARD)
        self.tap(target)
        self.fb.wait_until(self.page, IS_ANSWERED, drawn)
        while self.drawer.locator(".fb-pad:visible").count():
            asked = self.drawer.inner_text()
            self.tap(self.drawer.locator(f".fb-key[data-key='{FACE}']"))
            self.fb.wait_until(self.page, IS_PAST, asked)
            self.wait()


def check_counts(slug: str, counts: dict[str, tuple[int, float]]) -> None:
    """Print taps and scrolled screens, and check that none has risen."""
    print(f"\n{slug:<40} taps screens   at most   before")
    risen = []
    for step, (taps, screens) in counts.items():
        most = LIMITS.get(step) or (PLAYED[step][slug], 0.0)
        print(f"  {step:<38} {taps:>4} {screens:>7.1f} {most[0]:>5} {most[1]:>4.1f}   {BEFORE.get(step, '')}")
        if taps > most[0] or screens > most[1]:
            risen.append(step)
    assert risen == []


@pytest.fixture
def start_evening(make_page, fb):
    """Return a function that opens a game's fights on a GM's phone without data."""

    def start(slug: str) -> Evening:
        page = make_page("phone")
        evening = Evening(page, fb, slug)
        page.goto(evening.path)
        expect(evening.root).to_have_attribute("shown", "", timeout=fb.START)
        return evening

    return start


def mend_first_roll(evening: Evening) -> None:
    """Give the first roll that has dice other faces in the open log, and use the new version."""
    roll = next(each for each in evening.stored_events if each["event"] == "roll" and each.get("faces"))
    evening.tap(evening.button("Log"))
    evening.tap(evening.page.locator(f""".fb-event[data-view*='"{roll["id"]}"']"""))
    faces = evening.page.locator(".fb-past-face")
    other = next(each for each in ("1", "2") if int(each) != roll["faces"][0])
    faces.first.select_option(other)
    evening.taps += 2  # the list, and the face in it
    evening.wait()
    evening.tap(evening.page.locator(".fb-differences-open:visible, button:text-matches('^See it'):visible"))
    evening.tap(evening.page.locator(".fb-use-past:visible"))
    rolls = [each for each in evening.stored_events if each["event"] == "roll" and each.get("faces")]
    assert rolls[0]["faces"][0] == int(other)


def ask_player(evening: Evening, player: Page) -> None:
    """Ask a player for the next roll, let them roll on their phone, and use their dice."""
    counted = evening.taps, evening.scrolls
    evening.reach_action()
    evening.taps, evening.scrolls = counted  # what the fight asks for first, such as initiative, belongs to no request
    before = evening.count_rolls()
    evening.tap(evening.root.locator(".fb-do .fb-adjust:visible").first)
    evening.tap(evening.drawer.get_by_role("button", name="Ask a player"))
    expect(evening.drawer.locator(".fb-qr")).to_be_visible()
    link = evening.fb.read_copied(evening.drawer.get_by_role("button", name="Send the link"))
    player.goto("about:blank")
    player.goto(link)
    roll = player.locator(".fb-asked-roll")
    expect(roll).to_be_enabled()
    roll.tap()
    expect(player.locator(".fb-qr")).to_be_visible()
    back = evening.fb.read_copied(player.get_by_role("button", name="Send it back"))
    evening.page.goto("about:blank")
    evening.page.goto(back)
    evening.do(evening.root.locator(".fb-fight-notice").get_by_role("button", name="Use these dice"))
    assert evening.count_rolls() == before + 1


def hurt_and_save(evening: Evening, name: str) -> dict[str, Any]:
    """Change the first number on somebody's card, save it to their sheet, and return the stored fields."""
    evening.open_card(name)
    before = evening.page.evaluate(READ_SHEETS)[name]["fields"]
    evening.tap(evening.drawer.locator(".fb-person .fb-boxes button:enabled:not([aria-label*='one fewer'])"))
    evening.tap(evening.drawer.get_by_role("button", name=f"Save to {name}\u2019s own sheet"))
    evening.close()
    fields: dict[str, Any] = evening.page.evaluate(READ_SHEETS)[name]["fields"]
    assert fields != before
    return fields


def find_fields(evening: Evening, encounter: str, name: str) -> dict[str, Any]:
    """Return the fields of somebody in a stored encounter."""
    fight = read_fight(evening.page.evaluate(READ_FIGHT, encounter))
    sheet = next(each.sheet for each in fight.combatants.values() if each.name == name)
    fields: dict[str, Any] = sheet.to_dict()["fields"]
    return fields


def begin_campaign(evening: Evening) -> None:
    """Prepare three encounters with the same four players."""
    evening.store_players(*PLAYERS)
    evening.page.reload()
    expect(evening.root).to_have_attribute("shown", "", timeout=evening.fb.START)
    for name in ENCOUNTERS:
        evening.prepare(name)
    evening.end_step("prepare three encounters")


@pytest.mark.parametrize("slug", SLUGS)
def test_core_of_two_evenings(slug, start_evening, make_page):
    evening = start_evening(slug)
    begin_campaign(evening)
    evening.open_encounter(ENCOUNTERS[0])
    evening.use_real_dice()
    evening.play_on(ROLLS)
    evening.end_step(PLAY)

    mend_first_roll(evening)
    evening.end_step("mend a roll of earlier")

    ask_player(evening, make_page("phone"))
    evening.end_step("ask a player and use the dice")

    saved = hurt_and_save(evening, PLAYERS[0])
    evening.end_step("save a change to a sheet")

    evening.open_encounter(ENCOUNTERS[1])
    expect(evening.mat).to_contain_text(f"{PLAYERS[0]} is brought up to date")
    assert find_fields(evening, ENCOUNTERS[1], PLAYERS[0]) == saved
    evening.play_on(1)
    evening.end_step("start the second encounter")
    check_counts(slug, evening.counts)


def test_two_whole_evenings(start_evening, make_page, fb):
    """Latecomers, a mistake, players' views, three rolls from two phones, another device, and a large backup."""
    evening = start_evening("psiops")
    page = evening.page
    begin_campaign(evening)

    evening.open_encounter(ENCOUNTERS[0])
    evening.use_real_dice()
    evening.play_on(2)
    evening.end_step(PLAY_FIRST)

    evening.store_players("Late")
    evening.add_late("Late")
    evening.tap(evening.button("More about this fight"))
    evening.tap(evening.drawer.get_by_role("button", name=evening.kind.title, exact=True))
    evening.close()
    assert evening.pieces.count() == len(PLAYERS) + 3
    evening.end_step("add two latecomers")

    evening.play_on(2)
    evening.end_step(PLAY_MORE)
    mend_first_roll(evening)
    evening.end_step("mend a roll of earlier")

    evening.tap(evening.button("More about this fight"))
    evening.tap(evening.button("Players\u2019 view"))
    with page.expect_popup() as popup:
        evening.tap(evening.button("Open the players\u2019 window"))
    shown = popup.value.locator(".fb-players")
    expect(shown).to_contain_text(PLAYERS[0], timeout=fb.START)
    expect(shown).to_contain_text("Late")
    page.bring_to_front()
    evening.tap(evening.button("Link and code for players"))
    link = fb.read_copied(evening.button("Share the link"))
    evening.close()
    evening.end_step("show players how everyone is")
    by_link = make_page("phone")
    by_link.goto(link)
    expect(by_link.locator(".fb-players")).to_contain_text(PLAYERS[0], timeout=fb.START)

    phones = [make_page("phone"), make_page("phone")]
    for number in range(3):
        ask_player(evening, phones[number % 2])
    evening.end_step("ask for three rolls and use the dice")

    saved = hurt_and_save(evening, PLAYERS[0])
    evening.end_step("save a change to a sheet")
    expect(shown).to_contain_text(PLAYERS[0])
    popup.value.close()

    evening.open_encounter(ENCOUNTERS[1])
    expect(evening.mat).to_contain_text(f"{PLAYERS[0]} is brought up to date")
    assert find_fields(evening, ENCOUNTERS[1], PLAYERS[0]) == saved
    evening.play_on(1)
    evening.end_step("start the second encounter")

    file = export_everything(evening)
    evening.end_step("stop, and take everything along")
    stored = page.evaluate(READ_FIGHT, ENCOUNTERS[1])

    other = Evening(make_page("phone"), fb, "psiops")
    import_file(other, file)
    other.end_step("continue on another device")
    evening.counts |= other.counts
    other.page.goto(other.path)
    expect(other.root.get_by_role("heading", name=ENCOUNTERS[1])).to_be_visible(timeout=fb.START)
    assert other.page.evaluate(READ_FIGHT, ENCOUNTERS[1]) == stored
    other.use_real_dice()
    other.play_on(1)

    large = Evening(make_page("phone"), fb, "psiops")
    backup = json.loads(file)
    note = "They come by the stairs. " * 390
    backup["fights"] += [
        {**backup["fights"][0], "name": f"Encounter {number}", "note": note} for number in range(5_000_000 // len(note))
    ]
    text = json.dumps(backup)
    assert len(text) > 5_000_000
    import_file(large, text.encode())
    large.end_step("restore a backup of 5 MB")
    evening.counts |= large.counts
    expect(large.page.locator("fb-data")).to_contain_text(f"{len(backup['fights'])} fights")
    check_counts("psiops", evening.counts)


def export_everything(evening: Evening) -> bytes:
    """Export everything on the page about data, and return the file."""
    page = evening.page
    page.goto("/data/")
    button = page.get_by_role("button", name="Export everything")
    expect(button).to_be_enabled(timeout=evening.fb.START)
    with page.expect_download() as download:
        button.tap()
    evening.taps += 1
    return download.value.path().read_bytes()


def import_file(evening: Evening, content: bytes) -> None:
    """Import a file on a device without data, with the taps on the page and the one in the list of files."""
    page = evening.page
    page.goto("/data/")
    place = page.locator("fb-data")
    expect(place).to_contain_text("On this device: nothing.", timeout=evening.fb.START)
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Import a file", exact=True).first.tap()
    chooser.value.set_files({"name": "backup.json", "mimeType": "application/json", "buffer": content})
    button = page.get_by_role("button", name="Import", exact=True)
    expect(button).to_be_focused(timeout=evening.fb.START)
    button.tap()
    evening.taps += 3
    expect(place).to_contain_text("Imported ", timeout=evening.fb.START)
