"""Boards of fights on their pages, from stored fights whose events the rules make."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect
from selectolax.lexbor import LexborHTMLParser

import rules_py
from rules_py.play.fight.commands import execute
from rules_py.registry.play import create_fight, read_fight
from rules_py.rendering.fights import render_fight
from rules_py.rendering.fights.pieces import list_joins
from tests.browser.opened_sheets import list_kinds, open_stored

Events = list[dict[str, Any]]

LOOK = """(view) => {
    const control = Object.assign(document.createElement("button"), { type: "button" });
    control.dataset.view = JSON.stringify(view);
    document.querySelector(".fb-fight-stage").append(control);
    control.click();
}"""
"""Script that changes the view of a board as a control with that view does."""

STORE = """async ([game, events, name]) => {
    const { keep } = await import(new URL("/assets/js/lib/store.js", location.href));
    return (await keep.add("fights", { game, name, data: { fight: game, events } })).id;
}"""

STORED = """async (id) => {
    const { keep } = await import(new URL("/assets/js/lib/store.js", location.href));
    return (await keep.get("fights", id)).data.events;
}"""


def lay_out(slug: str, ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]) -> Events:
    """Return the events with which combatants join, those of the game's first sheet first."""
    own, foe = list_kinds(slug)[:2]
    fight = create_fight(slug)
    events: Events = []
    for kind, fields in [*((own, each) for each in ours), *((foe, each) for each in theirs)]:
        sheet = rules_py.sheet(kind, **fields).to_dict()
        data = {"sheet": kind, "fields": sheet["fields"]}
        command = {"act": "join", "sheet": kind, "name": fields.get("name", ""), "data": data}
        fight, added = execute(fight, command, None)
        events += [dict(each) for each in added]
    return events


def lay_out_four_against_six(slug: str, **fields: Any) -> Events:
    """Return the events with which four against six join."""
    ours = [{"name": name, **fields} for name in ("Kestrel", "Moth", "Ibex", "Wren")]
    return lay_out(slug, ours, [{"name": f"Guard {number}"} for number in range(1, 7)])


def play_to_decision(slug: str, events: Events) -> Events | None:
    """Return the events of a fight up to the first decision, each turn with the big button; None if none is near."""
    for seed in range(60):
        fight, played = read_fight({"fight": slug, "events": events}), list(events)
        for _ in range(6):
            board = LexborHTMLParser(render_fight(fight, {}))
            if board.css_first(".fb-decisions:not([hidden])") is not None:
                return played
            play = board.css_first(".fb-do .fb-play")
            if play is None:
                break
            fight, added = execute(fight, json.loads(play.attributes["data-act"] or ""), seed)
            played += [dict(each) for each in added]
    return None


class BoardPage:
    """The board on a fight's page; it counts the taps of the reader."""

    def __init__(self, page: Page, fb: Any, slug: str = "xmas"):
        self.page, self.fb, self.slug, self.taps = page, fb, slug, 0
        self.root = page.locator("fb-fight")
        self.board = self.root.locator(".fb-board")
        self.mat = self.root.locator(".fb-mat")
        self.headline = self.mat.locator(".fb-headline").first
        self.log = self.root.get_by_role("region", name="Log")
        self.pieces = self.root.locator(".fb-piece:not([data-free])")
        self.names = self.pieces.locator(".fb-board-name")
        self.drawer = self.root.locator(".fb-drawer")
        self.play = self.root.locator(".fb-do .fb-play:visible").first
        self.undo = self.root.locator(".fb-undo")

    def wait(self) -> None:
        """Wait until the answers to all taps are on show."""
        expect(self.root).not_to_have_attribute("aria-busy", "true", timeout=self.fb.START)

    def tap(self, target: Locator) -> None:
        self.taps += 1
        self.fb.press(target)
        self.wait()

    def look(self, view: Mapping[str, Any]) -> None:
        """Change the view without the taps that lead to it."""
        self.page.evaluate(LOOK, dict(view))
        self.wait()

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def piece(self, name: str) -> Locator:
        """Return somebody's piece, whose name is at the beginning of its own."""
        return self.pieces.filter(has=self.page.locator(".fb-board-name", has_text=name)).first

    def aim_at(self, name: str) -> None:
        self.tap(self.piece(name))

    def choose(self, tile: str) -> None:
        """Take an action into the hand; its tile may be chosen already."""
        found = self.root.locator(".fb-board-tile", has_text=tile).locator("input")
        if not found.is_checked():
            self.tap(found.locator(".."))

    def roll(self, tile: str = "Attack") -> None:
        self.choose(tile)
        self.tap(self.play)
        expect(self.headline).to_be_visible()

    def join(self, kind: str, name: str = "", count: int = 1) -> None:
        """Add combatants, as the buttons of the drawer do."""
        before = self.pieces.count()
        act = {
            **find_join(self.slug, kind),
            **({"name": name} if name else {}),
            **({"count": count} if count > 1 else {}),
        }
        self.act(act)
        expect(self.pieces).to_have_count(before + count, timeout=self.fb.START)

    def act(self, command: Mapping[str, Any]) -> str:
        """Execute a command without a tap, and return what the page has told."""
        self.page.evaluate("customElements.whenDefined('fb-fight')")
        said: str = self.page.evaluate("act => document.querySelector('fb-fight').act(act)", dict(command))
        return said

    def open(self, part: str) -> Locator:
        """Open a part of the board with its button, and return it."""
        self.tap(self.root.locator(f"""button[data-view*='"open": "{part}"']:visible""").first)
        expect(self.drawer).to_be_visible()
        return self.drawer

    def open_fights(self) -> Locator:
        """Open the list of all fights, with the name of the one on show."""
        self.tap(self.root.locator(".fb-board-fights"))
        expect(self.drawer).to_be_visible()
        return self.drawer

    def open_menu(self) -> Locator:
        self.tap(self.button("More about this fight"))
        expect(self.drawer).to_be_visible()
        return self.drawer

    def open_card(self, name: str) -> Locator:
        """Open somebody's card with its key, since taps in quick succession at one spot count as one."""
        piece = self.piece(name)
        control = piece.locator("input")
        (control if control.count() else piece).focus()
        self.page.keyboard.press("i")
        expect(self.drawer).to_be_visible()
        return self.drawer

    def close(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.drawer).to_have_count(0)

    def read_life(self, name: str) -> str:
        """Return what somebody's piece tells of their health, such as "2/3" or "out"."""
        return self.piece(name).locator(".fb-life, .fb-word").first.inner_text().split()[0]

    def read_sides(self) -> list[str]:
        return self.pieces.all_inner_texts()

    @property
    def stored_events(self) -> Events:
        """The events of the fight that has changed last, once the answers to all taps on this page are stored."""
        self.wait()
        found: Events = self.page.evaluate("""async () => {
            const { keep } = await import(new URL("/assets/js/lib/store.js", location.href));
            const [fight] = await keep.list("fights");
            return fight?.data.events ?? [];
        }""")
        return found


class Board(BoardPage):
    """A stored fight on its page."""

    def __init__(self, page: Page, fb: Any, slug: str, events: Events, name: str = "The radio mast"):
        super().__init__(page, fb, slug)
        self.id = page.evaluate(STORE, [slug, events, name])
        open_stored(page, f"/{create_fight(slug).rules.page}#kept={self.id}")
        expect(self.root).to_have_attribute("shown", self.id, timeout=fb.START)
        self.wait()

    @property
    def events(self) -> Events:
        """The events of this fight, once the answers to all taps on this page are stored."""
        self.wait()
        found: Events = self.page.evaluate(STORED, self.id)
        return found


def find_join(slug: str, kind: str) -> dict[str, Any]:
    """Return the command with which somebody of a kind joins, such as "Operator" or "Grunt"."""
    fight = create_fight(slug)
    for side in fight.rules.sides:
        for text, command in list_joins(fight, side):
            if text == kind:
                return command
    raise LookupError(f"{slug} has no {kind}")
