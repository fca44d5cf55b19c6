"""States of a board: fights of four against six, played until the board shows each of them, and the views of a turn."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from selectolax.lexbor import LexborHTMLParser

from rules_js.proof.play_cases import merge_view
from rules_py.play.board.selection import select
from rules_py.play.fight.commands import execute
from rules_py.play.fight.reducer import Fight
from rules_py.registry.play import read_fight
from rules_py.rendering.fights import render_fight
from tests.browser.boards import Events, lay_out_four_against_six

View = dict[str, Any]


class BoardState(NamedTuple):
    """A fight, and what its table looks at.

    Attributes:
        name: the name of the state.
        events: the events of the fight.
        view: the view.
    """

    name: str
    events: Events
    view: View


def _has(selector: str, without: str = "") -> Callable[[LexborHTMLParser], bool]:
    def is_shown(board: LexborHTMLParser) -> bool:
        return board.css_first(selector) is not None and not (without and board.css_first(without) is not None)

    return is_shown


def _shows_stamp(is_ours: bool) -> Callable[[LexborHTMLParser], bool]:
    def is_shown(board: LexborHTMLParser) -> bool:
        if board.css_first(".fb-stamped") is None:
            return False
        has_foe = board.css_first(".fb-board-side[data-foes] .fb-piece:not([data-out])") is not None
        return has_foe is not is_ours

    return is_shown


PLAY = ".fb-do > .fb-play:not(.fb-fight-order, .fb-board-next)"
DUE = ".fb-decisions .fb-board-card:not(.fb-fight-keeps)"
SEEN: Mapping[str, Callable[[LexborHTMLParser], bool]] = {
    "set up": _has(".fb-do"),
    "turn": _has(PLAY, f"{DUE}, .fb-plan"),
    "result": _has(".fb-moment > .fb-headline[data-grade]", f"{DUE}, .fb-stamped, .fb-after"),
    "offer": _has(".fb-offers > .fb-offer", f"{DUE}, .fb-stamped"),
    "decision": _has(".fb-decisions:not([data-optional]) .fb-board-card:not(.fb-fight-keeps)"),
    "choice": _has(".fb-decisions[data-optional] .fb-board-card:not(.fb-fight-keeps)"),
    "several decisions": _has(".fb-decisions .fb-then > li + li"),
    "refusal": _has(".fb-board-hand .fb-why"),
    "group": _has(".fb-plan .fb-board-pick", DUE),
    "results of a group": _has(".fb-plan > li > .fb-grade"),
    "at the same time": _has(".fb-order [data-together]"),
    "victory": _shows_stamp(is_ours=True),
    "defeat": _shows_stamp(is_ours=False),
}
"""What tells a state that a fight reaches by itself from others."""

DECIDE = ".fb-decisions:not([hidden]) .fb-board-card:not(.fb-fight-keeps) button"
ALL = """.fb-ends [data-act='{"act": "all"}']"""
TAPS = (DECIDE, ".fb-do > .fb-play", ".fb-why .fb-button", ".fb-board-next")
"""The controls that go on with a fight, the likeliest first."""


def find_next_tap(board: LexborHTMLParser, *, is_quick: bool = False) -> Any:
    """Return the control that goes on with a fight, or None; in a quick fight, all who can act do so at once."""
    taps = (DECIDE, ALL, *TAPS) if is_quick else TAPS
    return next((found for selector in taps if (found := board.css_first(selector)) is not None), None)


def play_on(
    slug: str, seed: int, *, is_quick: bool = False, most: int = 90
) -> Iterator[tuple[Fight, Events, View, LexborHTMLParser]]:
    """Yield the states of a fight of four against six, each with its board, as the controls that come first play it."""
    events = lay_out_four_against_six(slug)
    fight, view = read_fight({"fight": slug, "events": events}), View()
    for step in range(most):
        board = LexborHTMLParser(render_fight(fight, view))
        yield fight, events, view, board
        control = find_next_tap(board, is_quick=is_quick)
        if control is None:
            return
        if act := control.attributes.get("data-act"):
            fight, added = execute(fight, json.loads(act), 1000 * seed + step)
            events, view = [*events, *(dict(each) for each in added)], {}
        else:
            view = merge_view(view, json.loads(control.attributes["data-view"] or ""))


@cache
def find_states(slug: str, most_fights: int = 16) -> tuple[BoardState, ...]:
    """Return the states that fights of a game reach and those that a table can look at, each once."""
    found: dict[str, BoardState] = {}
    for seed in range(most_fights):
        for _, events, view, board in play_on(slug, seed, is_quick=seed % 2 == 1):
            for name, is_shown in SEEN.items():
                if name not in found and is_shown(board):
                    found[name] = BoardState(name, events, view)
    turn = found["turn"]
    keys = [each["who"] for each in turn.events if each["event"] == "join"]
    if "victory" not in found:
        gone: Events = [{"event": "withdraw", "who": key} for key in keys[4:]]
        found["victory"] = BoardState("victory", [*turn.events, *gone], {})
    fight = read_fight({"fight": slug, "events": turn.events})
    looks = dict(_list_looks(fight, keys, needs_refusal="refusal" not in found))
    views = (BoardState(name, turn.events, merge_view(turn.view, change)) for name, change in looks.items())
    return (*found.values(), *views, *_list_later_looks(slug, found))


def _list_looks(fight: Fight, keys: list[str], *, needs_refusal: bool) -> Iterator[tuple[str, View]]:
    """Yield each play of a turn, its form, refused ones, and each part of the board that opens, with its view."""
    selection = select(fight, {})
    yield "another target", {"at": keys[-2]}
    for play in selection.tiles:
        yield f"tile {play.title}", {"do": play.id}
        if play.binding is not None:
            yield f"form of {play.title}", {"do": play.id, "open": "form"}
    refused = next((play for play in selection.plays if selection.draft_play(play).is_refused), None)
    if refused is not None:
        yield f"refusal of {refused.title}", {"do": refused.id}
    elif needs_refusal:
        yield from list(_find_refusals(fight))[:1]
    for part in ("more", "menu", "log", *(f"join {side}" for side in list(fight.rules.sides)[:2])):
        yield part, {"open": part}
    for key in (keys[0], keys[4]):
        yield f"card of {fight.name_for(key)}", {"open": f"piece {key}"}


def _find_refusals(fight: Fight) -> Iterator[tuple[str, View]]:
    """Yield views in which something stands in the way of what a combatant would do."""
    for key in fight.participants:
        view = {"by": key, "one_by_one": True}
        if SEEN["refusal"](LexborHTMLParser(render_fight(fight, view))):
            yield "refusal", view


def _list_later_looks(slug: str, found: Mapping[str, BoardState]) -> Iterator[BoardState]:
    """Yield the math of a result, a group's members one by one, and a fight that goes on after its end."""
    if (result := found.get("result")) is not None:
        log = read_fight({"fight": slug, "events": result.events}).log
        roll = next(entry.id for entry in reversed(log) if entry.roll is not None)
        yield BoardState("math", result.events, {**result.view, "open": f"math {roll}"})
    if (group := found.get("group")) is not None:
        yield BoardState("one by one", group.events, {"one_by_one": True})
    yield BoardState("played on", found["victory"].events, {"on": True})
