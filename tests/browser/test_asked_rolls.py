"""Rolls that a GM asks a player for: from a roller, a sheet and a fight, with two devices and counted taps."""

import base64
import json
import zlib

import pytest
from playwright.sync_api import Locator, Page, expect

import rules_py
from tests.browser.axe import find_violations
from tests.browser.boards import Board, lay_out
from tests.browser.opened_sheets import EMPTY_PAGE

STORE_CHARACTER = """async (data) => {
    const { keep } = await import(new URL("/assets/js/lib/store.js", location.href));
    const { id } = await keep.add("sheets", { game: "xmas", name: data.fields.name, data });
    localStorage.setItem("fieldbook:in-use:xmas", JSON.stringify(id));
    return id;
}"""

HISTORY = """async () => {
    const { collect } = await import(new URL("/assets/js/entry/tray.js", location.href));
    const { keep } = await import(new URL("/assets/js/lib/store.js", location.href));
    await collect();
    return (await keep.list("rolls")).map(({ data: { who, rolled } }) => [who, rolled.source, rolled.about.title]);
}"""

GM_TAPS, PLAYER_TAPS, RETURN_TAPS = 2, 1, 1


class Device:
    """A phone that counts the taps of its owner."""

    def __init__(self, page: Page, fb):
        self.page, self.fb, self.taps = page, fb, 0

    def go(self, address: str) -> None:
        self.page.goto("about:blank")  # a link that differs in its fragment alone loads nothing
        self.page.goto(address)

    def tap(self, target: Locator) -> None:
        expect(target).to_be_enabled()
        self.fb.press(target)
        self.taps += 1

    def take_taps(self) -> int:
        taken, self.taps = self.taps, 0
        return taken

    def read_link(self, sender: Locator) -> str:
        """Return the link that a button copies, as a camera would read it from the code."""
        expect(sender.page.locator(".fb-qr")).to_be_visible()
        return self.fb.read_copied(sender)


@pytest.fixture
def gm(make_page, fb):
    page = make_page("phone")
    page.goto(EMPTY_PAGE)
    return Device(page, fb)


@pytest.fixture
def player(make_page, fb):
    page = make_page("phone")
    page.goto(EMPTY_PAGE)
    return Device(page, fb)


def store_character(device: Device, **fields) -> str:
    sheet = rules_py.sheet("xmas.operator", **fields).to_dict()
    return device.page.evaluate(STORE_CHARACTER, {"sheet": sheet["sheet"], "fields": sheet["fields"]})


def answer(player: Device, link: str) -> str:
    """Open a GM's link as a player: one tap to roll and one to send the result back, whose link is returned."""
    player.go(link)
    player.tap(player.page.locator(".fb-asked-roll"))
    assert player.take_taps() == PLAYER_TAPS
    return player.read_link(player.page.get_by_role("button", name="Send it back"))


def test_a_roll_goes_from_a_roller_to_a_player_and_back(gm, player, fb):
    store_character(player, name="Wren", smart=3)
    gm.page.goto("/xmas/playing/?roll=xmas.test&tags=1")
    roller = gm.page.locator("fb-roller[id='xmas.test']")
    gm.tap(roller.get_by_role("button", name="My dice"))
    gm.tap(roller.get_by_role("button", name="Ask a player for this roll"))
    expect(roller.locator(".fb-qr")).to_be_visible()
    assert gm.take_taps() == GM_TAPS
    roller.locator(".fb-ask-choice select").select_option("smart")
    expect(roller.locator(".fb-ask-title")).to_have_text("SMART, Helpful tags 1")
    link = gm.read_link(roller.get_by_role("button", name="Send the link"))

    player.go(link)
    asked = player.page.locator("fb-asked")
    expect(asked.get_by_role("heading")).to_have_text("SMART")
    expect(asked).to_contain_text("Helpful tags 1")
    expect(asked.locator(".fb-as")).to_contain_text("Wren")
    expect(asked.locator(".fb-as")).to_contain_text("SMART")
    assert find_violations(player.page, "fb-asked") == []
    back = answer(player, link)
    rolled = asked.locator(".fb-headline").inner_text()
    player.go(link)  # again: the dice stay
    expect(asked).to_contain_text("You have rolled this.")
    expect(asked.locator(".fb-headline")).to_have_text(rolled)

    gm.go(back)
    shown = gm.page.locator("fb-asked")
    expect(shown.get_by_role("heading")).to_have_text("Wren rolled for you: SMART")
    expect(shown.locator(".fb-headline")).to_have_text(rolled)
    expect(shown).to_contain_text("It is in your rolls.")
    assert find_violations(gm.page, "fb-asked") == []
    gm.go(back)
    expect(shown).to_contain_text("This result was opened before and is counted once.")
    assert gm.page.evaluate(HISTORY) == [["Wren", "asked", "SMART"]]
    player.go(back)
    expect(player.page.locator("fb-asked")).to_contain_text("wasn't asked for on this device")
    gm.page.goto("/dice/#history")
    expect(gm.page.locator("fb-history summary")).to_contain_text("Wren rolled for you: SMART")


@pytest.mark.trial
def test_a_sheets_roll_is_made_by_a_player_without_a_character(gm, player):
    id = store_character(gm, name="Wren", smart=2)
    gm.page.goto(f"/xmas/characters/#kept={id}")
    sheet = gm.page.locator(".fb-open-sheet")
    gm.tap(sheet.locator("[data-form*='xmas.test']").first)
    form = gm.page.locator(".fb-roll-form")
    gm.tap(form.get_by_role("button", name="Ask a player"))
    expect(form.locator(".fb-qr")).to_be_visible()
    assert gm.take_taps() == GM_TAPS
    link = gm.read_link(form.get_by_role("button", name="Send the link"))
    player.go(link)
    asked = player.page.locator("fb-asked")
    expect(asked).to_contain_text("Wren, your GM asks you for a roll.")
    expect(asked.locator("[name=stat]:visible").first).to_be_visible()
    asked.get_by_label("Your character’s name").fill("Ada")
    player.tap(asked.locator(".fb-asked-roll"))
    assert player.take_taps() == PLAYER_TAPS
    back = player.read_link(asked.get_by_role("button", name="Send it back"))
    gm.go(back)
    expect(gm.page.locator("fb-asked").get_by_role("heading")).to_contain_text("Ada rolled for you")
    assert [who for who, *_ in gm.page.evaluate(HISTORY)] == ["Ada"]


def test_a_fights_roll_is_made_with_the_players_dice(gm, player, fb):
    events = lay_out("xmas", [{"name": "Wren"}], [{"name": "Grinch"}])
    board = Board(gm.page, fb, "xmas", events)
    gm.tap(board.root.locator(".fb-do .fb-adjust"))
    board.wait()
    gm.tap(board.drawer.get_by_role("button", name="Ask a player"))
    expect(board.drawer.locator(".fb-qr")).to_be_visible()
    assert find_violations(gm.page, ".fb-drawer") == []
    assert gm.take_taps() == GM_TAPS
    link = gm.read_link(board.drawer.get_by_role("button", name="Send the link"))
    text = read_fragment(link)
    assert "Grinch" not in text
    assert "armor" not in text
    back = answer(player, link)
    faces = [int(face) for face in player.page.locator("fb-asked .fb-face").all_inner_texts()]
    gm.go(back)
    notice = board.root.locator(".fb-fight-notice")
    expect(notice).to_contain_text("Wren rolled for you")
    gm.tap(notice.get_by_role("button", name="Use these dice"))
    board.wait()
    rolls = [each for each in board.stored_events if each["event"] == "roll"]
    assert [each["faces"][: len(faces)] for each in rolls] == [faces]
    gm.go(back)
    expect(notice).to_contain_text("This result was opened before and is counted once.")
    expect(notice.get_by_role("button", name="Use these dice")).to_have_count(0)
    assert len([each for each in board.stored_events if each["event"] == "roll"]) == 1


def read_fragment(link: str) -> str:
    """Return the JSON in a link, which is compressed."""
    code = link.partition("=z")[2]
    return zlib.decompress(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)), wbits=-15).decode()


def make_fragment(what: str, data: object) -> str:
    code = base64.urlsafe_b64encode(json.dumps(data).encode()).decode().rstrip("=")
    return f"/asked/#{what}=j{code}"


HOSTILE = "<img src=x onerror=\"document.title='pwned'\">"

REQUEST = {"version": 1, "id": "k3v9x2m7q1", "title": HOSTILE, "rule": "xmas.test", "params": {"tags": "1"}}


HOSTILE_LINKS = [  # tests/rules_py/play/test_requests.py has more
    make_fragment("ask", {**REQUEST, "rule": "../../evil"}),
    make_fragment("ask", {**REQUEST, "params": {"tags": HOSTILE}}),
    make_fragment("ask", {"version": 1, "id": "k3v9x2m7q1", "title": "x", "page": "x", "dice": [[10**9, "d"]] * 9999}),
    make_fragment(
        "answer", {"version": 1, "request": REQUEST, "who": HOSTILE, "params": {}, "faces": [6, 6], "seal": 1}
    ),
    "/asked/#ask=z!!!!",
    f"/asked/#answer=j{'A' * 60_000}",
]


def test_hostile_links_are_refused_in_one_sentence(make_page):
    page = make_page("phone")
    asked = page.locator("fb-asked")
    for number, link in enumerate(HOSTILE_LINKS):
        page.goto(link.replace("#", f"?{number}#"))  # another fragment alone loads nothing
        expect(page.locator(".fb-error"), link[:200]).to_have_count(1)
        expect(asked.locator("button, img, fb-status")).to_have_count(0)
        assert len(page.locator(".fb-error").inner_text()) < 200
    page.goto(make_fragment("ask", REQUEST))
    expect(asked.locator("h2")).to_have_text(HOSTILE)
    assert "pwned" not in page.title()
