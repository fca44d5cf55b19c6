"""Taps on a fight's page that lead to a command, found in the HTML that the page shows.

A tap on a button with `data-view` shows another part of the fight, a choice in a list draws the fight again, and a
button with `data-act` sends its command with the lists and fields beside it. `encounter.js` does the same.
"""

import json
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from rules_py.play.fight.reducer import Fight
from rules_py.rendering.fights import render_fight
from rules_py.text.serialization import to_text
from tests.systems.promised_commands import Command

MOST_TAPS = 6
"""The maximum number of taps before the one that sends the command."""

View = dict[str, Any]


@dataclass(frozen=True)
class Tap:
    """A tap on a page.

    Attributes:
        kind: `view`, `choose` in a list, `fill` a field, `open` a form, or `act`.
        attribute: the value of the attribute that tells the control apart: `data-view`, `data-choose`, `data-param`,
            `data-open` or `data-act`.
        value: the value that is chosen or filled in.
        row: the `data-act` of the button beside a list or field; "" if it doesn't matter.
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
    waiting: deque[tuple[View, list[Tap]]] = deque([(start, [])])
    seen = {json.dumps(start)}
    while waiting:
        view, taps = waiting.popleft()
        page = LexborHTMLParser(render_fight(fight, view))
        for button in page.css("button[data-act], button[data-open]"):
            if (found := _match(button, command)) is not None:
                last, sent = found
                return [*taps, *last], sent
        if len(taps) >= MOST_TAPS:
            continue
        for tap, change in _list_looks(page, command, view):
            after = {**view, **change}
            if (key := json.dumps(after, sort_keys=True)) not in seen:
                seen.add(key)
                waiting.append((after, [*taps, tap]))
    return None


def _list_looks(page: LexborHTMLParser, command: Command, view: View) -> Iterator[tuple[Tap, View]]:
    """Yield the taps that show the combatants of a command, and the choices that it names."""
    chosen = command.get("chosen") or {}
    involved = {command.get("by"), command.get("at"), command.get("who"), chosen.get("ally"), *command.get("also", ())}
    for button in page.css("button[data-view]"):
        text = button.attributes["data-view"] or ""
        change = json.loads(text)
        if {change.get("by"), change.get("at")} & (involved - {None}) or ("also" in change and len(change) == 1):
            yield Tap("view", text), change
    for row in page.css(".fb-fight-roll"):
        acts = [json.loads(each.attributes["data-act"] or "") for each in row.css("[data-act]")]
        if not any(
            act.get("mechanic") == command.get("mechanic") and act.get("by") == command.get("by") for act in acts
        ):
            continue
        shown = {name: value for name, (value, _) in _read_lists(row).items()}
        for name, (value, options) in _read_lists(row).items():
            wanted = chosen.get(name, "" if name == "ally" else None)
            if wanted is not None and wanted != value and wanted in options:
                opener = row.css_first("[data-open]").attributes["data-act"] or ""
                beside = {**(view.get("chosen") or {}), **shown, name: wanted}
                yield Tap("choose", name, str(wanted), opener), {"chosen": beside}


def _read_lists(row: LexborNode) -> dict[str, tuple[Any, list[Any]]]:
    """Return the shown value and all values of each list beside a button."""
    found = {}
    for select in row.css("select[data-choose]"):
        read = int if select.attributes["data-kind"] == "entry" else str
        values = [read(each.attributes["value"] or "") for each in select.css("option")]
        shown = select.css_first("option[selected]") or select.css_first("option")
        found[select.attributes["data-choose"] or ""] = (read(shown.attributes["value"] or ""), values)
    return found


def _match(button: LexborNode, command: Command) -> tuple[list[Tap], Command] | None:
    """Return the last taps and the command that they send, if it is this one."""
    text = button.attributes.get("data-act") or ""
    act = json.loads(text)
    if "disabled" in button.attributes:
        return None
    if "data-open" in button.attributes:
        return _match_form(button, act, command)
    if act["act"] != command["act"]:
        return None
    if act["act"] == "roll":
        row = _find_parent(button, "fb-fight-roll")
        lists = {name: value for name, (value, _) in _read_lists(row).items()} if row is not None else {}
        sent = {**act, "chosen": {**act.get("chosen", {}), **lists}} if row is not None else act
        is_same = _is_same_roll(sent, command) and _has_params(sent.get("params", {}), command.get("params", {}))
        return ([Tap("act", text)], sent) if is_same else None
    if act["act"] == "change":
        return _match_change(button, text, act, command)
    return ([Tap("act", text)], act) if act == command else None


def _match_form(button: LexborNode, act: Command, command: Command) -> tuple[list[Tap], Command] | None:
    """Match a roll whose form is filled in first, with the parameters that the table enters."""
    if not command.get("params") or button.attributes["data-open"] != f"mechanic:{command.get('mechanic')}":
        return None
    if not _is_same_roll(act, command):
        return None
    opened = Tap("open", button.attributes["data-open"] or "", row=button.attributes["data-act"] or "")
    fields = [Tap("fill", name, to_text(value)) for name, value in command["params"].items()]
    return [opened, *fields], {**act, "act": "roll", "params": command["params"]}


def _is_same_roll(sent: Command, command: Command) -> bool:
    """Return True if a roll is made by and against the same combatants with the same choices.

    A list with one entry isn't shown.
    """
    if any(sent.get(part) != command.get(part) for part in ("mechanic", "by", "at")):
        return False
    if set(sent.get("also") or ()) != set(command.get("also") or ()):
        return False
    chosen, wanted = sent.get("chosen") or {}, command.get("chosen") or {}
    if (chosen.get("ally") or None) != (wanted.get("ally") or None):
        return False
    return all(chosen.get(name, value) == value for name, value in wanted.items())


def _match_change(button: LexborNode, text: str, act: Command, command: Command) -> tuple[list[Tap], Command] | None:
    parts = ("change", "who", "instead", "chosen")
    if any((act.get(part) or None) != (command.get(part) or None) for part in parts):
        return None
    row = _find_parent(button, "fb-fight-change") if "fb-fight-apply" in (button.attributes["class"] or "") else None
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
    if not _has_params(params, command.get("params", {})):
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


def _has_params(sent: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Return True if a command has all parameters that are wanted; one that isn't sent has its default."""
    return all(to_text(sent[name]) == to_text(value) for name, value in wanted.items() if name in sent)


def _find_parent(node: LexborNode, css_class: str) -> LexborNode | None:
    parent = node.parent
    while parent is not None and css_class not in (parent.attributes.get("class") or "").split():
        parent = parent.parent
    return parent
