"""Taps on a fight's board that lead to a command, found in the HTML that the page shows.

A control with `data-view` changes the view, so that the board is drawn again. So does a field with `data-param`, unless
it belongs to the button beside it. A button with `data-act` sends its command. `encounter.js` does the same.
"""

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from rules_js.proof.play_cases import merge_view
from rules_py.play.fight.reducer import Fight
from rules_py.rendering.fights import render_fight
from rules_py.text.serialization import to_text
from tests.systems.promised_commands import Command

MOST_TAPS = 6
"""The maximum number of taps before the one that sends the command, besides those that put decisions off."""

View = dict[str, Any]


@dataclass(frozen=True)
class Tap:
    """A tap on a page.

    Attributes:
        kind: `view`, `fill` a field, or `act`.
        attribute: the value of the attribute that tells the control apart: `data-view`, `data-param` or `data-act`.
        value: the value that is filled in.
        row: the `data-act` of the button beside a field; "" for a field of the view.
    """

    kind: str
    attribute: str
    value: str = ""
    row: str = ""


def find_taps(fight: Fight, command: Command) -> tuple[list[Tap], Command] | None:
    """Return the taps that lead to a command, and the command that the last one sends; None if there are none.

    The fewest taps are found first.
    """
    start: View = {}
    pages = _find_pages(json.dumps([fight.slug, *(entry.event for entry in fight.log)], default=dict))
    roles = _find_roles(fight, command)
    waiting: deque[tuple[View, list[Tap]]] = deque([(start, [])])
    seen = {json.dumps(start)}
    while waiting:
        view, taps = waiting.popleft()
        page = _draw(fight, view, pages)
        for button in page.css("[data-act]"):
            if (found := _match(button, command)) is not None:
                last, sent = found
                return [*taps, *last], sent
        if sum(not _puts_off(tap) for tap in taps) >= MOST_TAPS:
            continue
        for tap, change in _list_looks(page, command, view, roles):
            after = merge_view(view, change)
            if (key := json.dumps(after, sort_keys=True)) not in seen:
                seen.add(key)
                waiting.append((after, [*taps, tap]))
    return None


@cache
def _find_pages(log: str) -> dict[str, str]:
    """Return the HTML that is known of a fight by its view: many commands are looked for in one fight."""
    return {}


def _draw(fight: Fight, view: View, pages: dict[str, str]) -> LexborHTMLParser:
    """Return the page for a view, which may be returned again."""
    key = json.dumps(view, sort_keys=True)
    html = pages[key] = pages.get(key) or render_fight(fight, view)
    return _parse(html)


@lru_cache(100)
def _parse(html: str) -> LexborHTMLParser:
    """Return a page without what a phone hides.

    An open drawer covers all else. Decisions hide the hand, or all of it but the button. A reason hides the chips.
    """
    page = LexborHTMLParser(html)
    drawer = page.css_first(".fb-drawer")
    if drawer is not None:
        return LexborHTMLParser(drawer.html or "")
    decisions = page.css_first(".fb-decisions:not([hidden])")
    if decisions is not None:
        can_wait = "data-optional" in decisions.attributes
        for part in page.css(".fb-board-hand > :not(.fb-do)" if can_wait else ".fb-board-hand"):
            part.decompose()
    for chips in page.css(".fb-board-hand:has(.fb-why) > .fb-chips"):
        chips.decompose()
    return page


def _puts_off(tap: Tap) -> bool:
    return tap.kind == "view" and "passed" in json.loads(tap.attribute)


# Taps that change the view


class Roles(NamedTuple):
    """The combatants whom a board has to show for a command: those who may act, and those who may be their target."""

    actors: frozenset[str]
    victims: frozenset[str]


def _find_roles(fight: Fight, command: Command) -> Roles:
    """Return the roles of the combatants of a command. In a reaction the target acts, and the roller is the victim."""
    by, at, ally = command.get("by"), command.get("at"), (command.get("chosen") or {}).get("ally")
    if command["act"] == "change":
        return Roles(frozenset({command["who"], ally} - {None}), frozenset())
    action = fight.rules.actions_by_id.get(command.get("mechanic", ""))
    is_reaction = action is not None and action.reacts({})
    is_either = action is not None and not is_reaction and action.reacts({"side": "defence"})
    actors = {by, at} if is_either else {at} if is_reaction else {by}
    victims = {by, at} if is_either else {by} if is_reaction else {at}
    return Roles(frozenset(actors - {None}), frozenset(victims - {None}))


def _list_looks(page: LexborHTMLParser, command: Command, view: View, roles: Roles) -> Iterator[tuple[Tap, View]]:
    """Yield the taps that bring the board closer to a command."""
    for control in page.css("[data-view]"):
        if "checked" in control.attributes and "data-view-off" not in control.attributes:
            continue
        name = "data-view"
        if "checked" in control.attributes:
            name = "data-view-off"
        text = control.attributes[name] or ""
        change = json.loads(text)
        if _leads_on(change, command, view, roles):
            yield Tap("view", text), change
    for label in page.css("[data-again]"):
        text = label.attributes["data-again"] or ""
        change = json.loads(text)
        if label.css_first("input[checked]") is not None and _leads_on(change, command, view, roles):
            yield Tap("view", text), change
    for field in page.css("[data-param]"):
        name = field.attributes["data-param"] or ""
        wanted = (command.get("params") or {}).get(name)
        if wanted is None or _find_fields(field) is not None or name in view.get("params", {}):
            continue
        text = to_text(wanted)
        is_radio = field.attributes.get("type") == "radio"
        if field.attributes.get("value") == text if is_radio else _read_field(field)[1](text):
            yield Tap("fill", name, text), {"params": {name: text}}


def _leads_on(change: View, command: Command, view: View, roles: Roles) -> bool:
    """Return True if a change of the view has to do with a command."""
    target = command.get("change") or command.get("mechanic")
    if change.get("open"):
        return _opens_on(str(change["open"]), command, roles)
    if change.get("do") not in (None, target):
        return False
    if change.get("by") is not None:
        return change["by"] in roles.actors
    if change.get("at") is not None:
        return change["at"] in roles.victims | roles.actors  # a second tap on a piece opens its card
    if change.get("also") is not None:
        return set(change["also"]) <= set(command.get("also") or ())
    if change.get("with") is not None:
        return set(change["with"]) <= set(command.get("also") or ())
    if picked := change.get("chosen"):
        own, chosen = view.get("chosen") or {}, command.get("chosen") or {}
        return "option" in picked or any(
            picked.get(name) == value and own.get(name) != value for name, value in chosen.items()
        )
    if change.get("passed"):
        return True  # a hand that a decision hides has the rest
    if given := change.get("params"):
        return given == {name: (command.get("params") or {}).get(name) for name in given}
    return bool(change.get("one_by_one")) or (change.get("do") == target and target is not None)


def _opens_on(opened: str, command: Command, roles: Roles) -> bool:
    """Return True if a drawer may have a command, or controls that lead to it."""
    kind, _, about = opened.partition(" ")
    match kind:
        case "more":
            return command["act"] in ("roll", "change")
        case "form":
            return command["act"] == "roll"
        case "piece" | "stack":
            return about in {*roles.actors, *roles.victims, "board"} or command.get("who") == about
        case "menu":
            return command["act"] in ("each", "end", "join")
    return kind == "share" and command["act"] == "amend"


# Taps that send a command


def _match(button: LexborNode, command: Command) -> tuple[list[Tap], Command] | None:
    """Return the last taps and the command that they send, if it is this one."""
    text = button.attributes.get("data-act") or ""
    act = json.loads(text)
    if "disabled" in button.attributes or "data-open" in button.attributes or act["act"] != command["act"]:
        return None
    if set(act.get("override") or ()) != set(command.get("override") or ()):
        return None
    if act["act"] == "roll":
        is_same = _is_same_roll(act, command) and _has_same_params(act, command)
        return ([Tap("act", text)], act) if is_same else None
    if act["act"] == "change":
        return _match_change(button, text, act, command)
    if act["act"] == "all":
        return [Tap("act", text)], act
    return ([Tap("act", text)], act) if act == command else None


def _is_same_roll(sent: Command, command: Command) -> bool:
    """Return True if a roll is made by and against the same combatants with the same choices."""
    if any(sent.get(part) != command.get(part) for part in ("mechanic", "by", "at")):
        return False
    if set(sent.get("also") or ()) != set(command.get("also") or ()):
        return False
    chosen, wanted = sent.get("chosen") or {}, command.get("chosen") or {}
    if (chosen.get("ally") or None) != (wanted.get("ally") or None):
        return False
    return all(chosen.get(name, value) == value for name, value in wanted.items())


def _has_same_params(sent: Command, command: Command) -> bool:
    """Return True if a command has all parameters that are wanted, and no others."""
    own, wanted = sent.get("params") or {}, command.get("params") or {}
    return {name: to_text(value) for name, value in own.items()} == {
        name: to_text(value) for name, value in wanted.items()
    }


def _match_change(button: LexborNode, text: str, act: Command, command: Command) -> tuple[list[Tap], Command] | None:
    parts = ("change", "who", "instead", "chosen")
    if any((act.get(part) or None) != (command.get(part) or None) for part in parts):
        return None
    if set(act.get("also") or ()) != set(command.get("also") or ()):
        return None
    row = _find_fields(button)
    fills, params = [], dict(act.get("params") or {})
    for field in row.css("[data-param]") if row is not None else ():
        name = field.attributes["data-param"] or ""
        shown, accepts = _read_field(field)
        wanted = to_text(command.get("params", {}).get(name, shown))
        if not accepts(wanted):
            return None
        if wanted != shown:
            fills.append(Tap("fill", name, wanted, text))
        params[name] = wanted
    wanted_params = command.get("params") or {}
    if any(name in params and to_text(params[name]) != to_text(value) for name, value in wanted_params.items()):
        return None
    return [*fills, Tap("act", text)], {**act, "params": params}


def _read_field(field: LexborNode) -> tuple[str, Any]:
    """Return a field's value, and a function that returns True for those that it accepts."""
    if field.tag == "select":
        values = [each.attributes["value"] or "" for each in field.css("option")]
        shown = field.css_first("option[selected]") or field.css_first("option")
        return shown.attributes["value"] or "", values.__contains__
    if field.attributes.get("type") == "checkbox":
        return ("true" if "checked" in field.attributes else "false"), ("true", "false").__contains__
    if field.attributes.get("type") == "number":
        least, most = (float(field.attributes.get(name) or limit) for name, limit in (("min", "-inf"), ("max", "inf")))
        shown = field.attributes.get("value") or ""  # without a value, the rules roll the number
        return shown, lambda text: text == shown or least <= float(text) <= most
    return field.attributes.get("value") or "", lambda _: True


def _find_fields(node: LexborNode) -> LexborNode | None:
    """Return the element whose fields belong to the button in it, or None."""
    parent: LexborNode | None = node
    while parent is not None and "data-fields" not in (parent.attributes or {}):
        parent = parent.parent
    return parent
