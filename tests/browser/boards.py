"""Boards of fights on their pages, from stored fights whose events the rules make."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

import rules_py
from rules_py.play.fight.commands import execute
from rules_py.registry.play import create_fight
from tests.browser.opened_sheets import list_kinds

Events = list[dict[str, Any]]

STORE = """async ([game, events, name]) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    return (await keep.add("fights", { game, name, data: { fight: game, events } })).id;
}"""

STORED = """async (id) => {
    const { keep } = await import(new URL("/assets/js/entry/play.js", location.href));
    return (await keep.get("fights", id)).data.events;
}"""

CHOICE = ".fb-board-side, .fb-board-actions, .fb-weapons, .fb-chips, .fb-drawer"
"""The parts of a board with choices, in which a tap changes only the view."""


def lay_out(slug: str, ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]) -> Events:
    """Return the events with which combatants join, those of the game's first sheet first."""
    own, foe = list_kinds(slug)[:2]
    fight, events = create_fight(slug), []
    for kind, fields in [*((own, each) for each in ours), *((foe, each) for each in theirs)]:
        sheet = rules_py.sheet(kind, **fields).to_dict()
        data = {"sheet": kind, "fields": sheet["fields"]}
        command = {"act": "join", "sheet": kind, "name": fields.get("name", ""), "data": data}
        fight, added = execute(fight, command, None)
        events += added
    return events


def lay_out_four_against_six(slug: str, **fields: Any) -> Events:
    """Return the events with which four against six join."""
    ours = [{"name": name, **fields} for name in ("Kestrel", "Moth", "Ibex", "Wren")]
    return lay_out(slug, ours, [{"name": f"Guard {number}"} for number in range(1, 7)])


class Board:
    """A stored fight on its page; it counts the taps of the reader."""

    def __init__(self, page: Page, fb: Any, slug: str, events: Events, name: str = "The radio mast"):
        self.page, self.fb, self.slug, self.taps = page, fb, slug, 0
        self.root = page.locator("fb-fight")
        self.board = self.root.locator(".fb-board")
        self.mat = self.root.locator(".fb-mat")
        self.play = self.root.locator(".fb-do:visible .fb-play")
        self.id = page.evaluate(STORE, [slug, events, name])
        page.goto(f"/{create_fight(slug).rules.page}#kept={self.id}")
        expect(self.root).to_have_attribute("shown", self.id, timeout=fb.START)
        self.wait()

    def wait(self) -> None:
        """Wait until the last command is on show."""
        expect(self.root).not_to_have_attribute("aria-busy", "true", timeout=self.fb.START)

    def tap(self, target: Locator) -> None:
        self.taps += 1
        self.fb.press(target)
        self.wait()

    def piece(self, name: str) -> Locator:
        return self.root.locator(".fb-piece", has=self.page.locator(".fb-board-name", has_text=name)).first

    @property
    def events(self) -> Events:
        found: Events = self.page.evaluate(STORED, self.id)
        return found

    def read_headline(self) -> str:
        return self.mat.locator(".fb-headline").first.inner_text()

    def read_announcement(self) -> str:
        return self.fb.live_region(self.page).inner_text()


def parse_act(button: Locator) -> dict[str, Any]:
    """Return the command of a button."""
    act: dict[str, Any] = json.loads(button.get_attribute("data-act") or "{}")
    return act
