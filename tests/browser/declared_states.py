"""Every state of a game's board, made from its declarations: turns, plays, results, decisions, refusals and ends."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from playwright.sync_api import Page

from rules_py.errors import RulesError
from rules_py.play.board.group import find_group, is_group_first
from rules_py.play.board.selection import select
from rules_py.play.fight.commands import execute
from rules_py.play.fight.reducer import Fight
from rules_py.registry.play import read_fight
from rules_py.rendering.fights import render_fight
from tests.browser.boards import Events, lay_out_four_against_six, play_to_decision
from tests.systems.shown_board import find_play

MOST_TURNS = 20
"""The number of turns after which a group or a roll isn't looked for any more."""

LOOK = """(change) => {
    const button = document.createElement("button");
    button.dataset.view = JSON.stringify(change);
    document.querySelector("fb-fight .fb-board").append(button);
    button.click();
    button.remove();
}"""
"""Script that changes a board's view as one of its own controls does."""


class BoardState(NamedTuple):
    """A state of a board.

    Attributes:
        events: the events of its fight.
        view: what it changes in the view.
    """

    name: str
    events: Events
    view: Mapping[str, Any]


class Played:
    """A fight that is played on, with its events."""

    def __init__(self, slug: str, events: Events):
        self.events = list(events)
        self.fight: Fight = read_fight({"fight": slug, "events": events})

    def execute(self, command: Mapping[str, Any]) -> bool:
        """Execute a command; return False if the rules refuse it."""
        try:
            self.fight, added = execute(self.fight, dict(command), 1)
        except RulesError:
            return False
        self.events += [dict(each) for each in added]
        return True

    def play(self) -> bool:
        """Do what the big button does."""
        command = find_play(render_fight(self.fight, {}))
        return command is not None and self.execute(command)

    def has_rolled(self) -> bool:
        return any(event["event"] == "roll" for event in self.events)


def list_board_states(slug: str) -> Iterator[BoardState]:
    """Yield the states of a game's board."""
    joined = lay_out_four_against_six(slug)
    yield BoardState("set up", joined, {})
    turn = Played(slug, joined)
    turn.execute({"act": "order"})
    yield from _list_views(turn)
    rolled = Played(slug, turn.events)
    for _ in range(MOST_TURNS):
        if rolled.has_rolled() or not rolled.play():
            break
    yield BoardState("result", rolled.events, {})
    roll = next((entry.id for entry in rolled.fight.log if entry.roll is not None), "")
    if roll:
        yield BoardState("math", rolled.events, {"open": f"math {roll}"})
    if (decided := play_to_decision(slug, joined)) is not None:
        yield BoardState("decision", decided, {})
    yield from _list_groups(turn, slug)
    for name, side in zip(("defeat", "victory"), turn.fight.rules.sides, strict=False):
        ended = Played(slug, rolled.events)
        for key in [each.key for each in ended.fight.active if each.side == side]:
            ended.execute({"act": "withdraw", "who": key})
        yield BoardState(name, ended.events, {})
    yield BoardState("played on", ended.events, {"on": True})


def _list_views(turn: Played) -> Iterator[BoardState]:
    """Yield a turn with each play in the hand, each refused one, and each part of the board that opens."""
    fight, events = turn.fight, turn.events
    yield BoardState("turn", events, {})
    selection = select(fight, {})
    foes = [each.key for each in fight.active if each.side != next(iter(fight.rules.sides))]
    yield BoardState("another target", events, {"at": foes[-1]})
    for play in selection.plays:
        if play in selection.tiles:
            yield BoardState(f"tile {play.title}", events, {"do": play.id})
            if play.binding is not None:
                yield BoardState(f"form of {play.title}", events, {"do": play.id, "open": "form"})
    refused = next((play for play in selection.plays if selection.draft_play(play).is_refused), None)
    if refused is not None:
        yield BoardState(f"refusal of {refused.title}", events, {"do": refused.id})
    for part in ("more", "menu", "log"):
        yield BoardState(part, events, {"open": part})
    for key in (selection.by, foes[0]):
        yield BoardState(f"card of {fight.name_for(str(key))}", events, {"open": f"piece {key}"})


def _list_groups(turn: Played, slug: str) -> Iterator[BoardState]:
    """Yield the plan of the first group that acts at once, its results, and its members one by one."""
    played = Played(slug, turn.events)
    for _ in range(MOST_TURNS):
        group = find_group(played.fight)
        if is_group_first(played.fight, group):
            yield BoardState("group", played.events, {})
            yield BoardState("one by one", played.events, {"one_by_one": True, "by": group[0]})
            if played.execute({"act": "all"}):
                yield BoardState("results of a group", played.events, {})
            return
        if not played.execute({"act": "turn"}):
            return


def look(page: Page, change: Mapping[str, Any]) -> None:
    """Change the view of the board on a page."""
    page.evaluate(LOOK, dict(change))
