"""What can happen to somebody without a roll: the changes at hand, and all of them with what they take."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from rules_py.errors import RulesError
from rules_py.parameters import EntryOf, Flag, Parameter, Whole
from rules_py.play.changes import AtHand, Change
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.reducer import Fight
from rules_py.play.sheet import Sheet
from rules_py.rendering.fights.buttons import act_button, form_button, keep_button
from rules_py.rendering.labels import value_of
from rules_py.text.formatting import text_of

AT_ONCE = 2
"""Fields that stand beside a change's button; what it takes besides is folded."""


def hand_html(fight: Fight, key: str, before: str = "") -> str:
    """The changes that stand ready for somebody, as long as they change anything; first what `before` has."""
    sheet = fight.sheet_of(key)
    ready = [
        (change, each)
        for change in changes_of(fight, sheet)
        for each in change.at_hand
        if not each.for_all and (not each.between or fight.is_between(each.between))
    ]
    buttons = "".join(
        _given(fight, key, change, each)
        if each.gives
        else act_button(text, "fb-fight-ready", {"act": "change", "change": change.id, "who": key, "params": params})
        for change, each in ready
        for text, params in _ready(change, each, sheet)
        if does_something(change, sheet, params)
    )
    return f'<p class="fb-fight-hand">{before}{buttons}</p>' if before or buttons else ""


def _given(fight: Fight, key: str, change: Change, each: AtHand) -> str:
    """A button for everybody else of a side to whom somebody may do good with a change of their own."""
    given = fight.known.changes[each.gives]
    return "".join(
        act_button(
            each.text.format(fight.name_of(other)),
            "fb-fight-ready",
            {
                "act": "together",
                "changes": [
                    {"change": change.id, "who": key, "params": each.params(fight.sheet_of(key))},
                    {"change": given.id, "who": other, "params": {}},
                ],
            },
        )
        for other in fight.others_of(key, fight.takers(given))
        if does_something(given, fight.sheet_of(other), {})
    )


def _ready(change: Change, each: AtHand, sheet: Sheet) -> Iterable[tuple[str, dict[str, Any]]]:
    """What a button says and what the change takes: where that is an entry of a list, each entry has its own."""
    text, params = each.text or change.title, each.params(sheet)
    listed = {
        name: parameter.kind
        for name, parameter in change.parameters.items()
        if isinstance(parameter.kind, EntryOf) and name not in params
    }
    for name, kind in listed.items():
        entries = list(_entries(kind, sheet))
        for number, entry in entries:
            yield f"{text}: {entry}" if len(entries) > 1 else text, {**params, name: number}
    if not listed:
        yield text, params


def for_all_html(fight: Fight) -> str:
    """What happens to everybody at once: ends, and changes that the rules have for all."""
    buttons = "".join(act_button(f"End the {of}", "fb-fight-end", {"act": "end", "of": of}) for of in fight.ends)
    buttons += "".join(
        _for_all(fight, change, each)
        for change in fight.known.changes.values()
        for each in change.at_hand
        if each.for_all and _is_for_anybody(fight, change, each)
    )
    return f'<p class="fb-fight-tools fb-fight-everybody">{buttons}</p>' if buttons else ""


def _for_all(fight: Fight, change: Change, each: AtHand) -> str:
    act: dict[str, Any] = {"act": "each", "change": change.id, "params": each.given}
    if each.by is not None:
        act["mechanic"] = each.by.id
    return act_button(each.text or f"{change.title}, everybody", "fb-fight-each", act)


def _is_for_anybody(fight: Fight, change: Change, each: AtHand) -> bool:
    return any(does_something(change, fight.sheet_of(key), dict(each.given)) for key in fight.takers(change))


def does_something(change: Change, sheet: Sheet, params: Mapping[str, Any]) -> bool:
    """Whether the rules allow a change and it changes anything."""
    try:
        return change.apply(sheet, dict(params)).sheet != sheet
    except RulesError:
        return False


def changes_of(fight: Fight, sheet: Sheet) -> list[Change]:
    """What can happen to somebody with such a sheet."""
    return [change for change in fight.known.changes.values() if isinstance(sheet, change.of)]


def more_html(fight: Fight, key: str, css_class: str, before: str = "") -> str:
    """All that can happen to somebody, what the rules forbid for now last; their sheet, and how they leave."""
    sheet = fight.sheet_of(key)
    now: list[str] = []
    later: list[str] = []
    for change in changes_of(fight, sheet):
        if change.ends:
            continue  # it ends for everybody, or by itself
        if fields := _fields(change, sheet):
            possible = _may_happen(change, sheet)
            (now if possible else later).append(_change(change, key, "".join(fields), possible))
        elif not change.parameters:
            possible = does_something(change, sheet, {})
            (now if possible else later).append(_change(change, key, "", possible))
    name = fight.name_of(key)
    correct = form_button(
        "Correct it" if key == BOARD else "Correct the sheet",
        "sheet",
        sheet.id,
        sheet.fields,
        {"act": "edit", "who": key},
    )
    tools = (
        ""
        if key == BOARD
        else act_button("Leaves the fight", "fb-fight-leave", {"act": "leave", "who": key})
        + keep_button(fight.of(key), f"Keep on {name}’s own sheet")
    )
    summary = f"More: {name}" if key == BOARD else f"More for {name}"
    return (
        f'<details class="{css_class}"><summary>{escape(summary)}</summary>{before}'
        f'<div class="fb-fight-changes">{"".join(now)}</div>{_not_now(later)}<p>{correct}{tools}</p></details>'
    )


def _not_now(changes: list[str]) -> str:
    """What the rules forbid as things stand: tapped, it says why."""
    return (
        (
            f'<details class="fb-fight-not-now"><summary>Not now ({len(changes)})</summary>'
            f'<div class="fb-fight-changes">{"".join(changes)}</div></details>'
        )
        if changes
        else ""
    )


def _may_happen(change: Change, sheet: Sheet) -> bool:
    """Whether the rules allow a change as it starts, or refuse no more than a number of it."""
    try:
        change.apply(sheet, {})
    except RulesError as refusal:
        return not str(refusal).startswith(f"{change.id}:")
    return True


def _change(change: Change, key: str, fields: str, is_possible: bool) -> str:
    act = {"act": "change", "change": change.id, "who": key, "params": {}}
    return (
        f'<div class="fb-fight-change"{"" if is_possible else " data-not-now"}>'
        f"{act_button(change.title, 'fb-fight-apply', act)}{fields}</div>"
    )


def _fields(change: Change, sheet: Sheet) -> list[str]:
    """The fields of what a change takes, the first ones beside its button."""
    fields = [field for name, parameter in change.parameters.items() if (field := _field(name, parameter, sheet))]
    if len(fields) <= AT_ONCE:
        return fields
    rest = "".join(fields[AT_ONCE:])
    return [
        *fields[:AT_ONCE],
        f'<details class="fb-fight-rest"><summary aria-label="{escape(change.title)}: more">…'
        f"</summary>{rest}</details>",
    ]


def _field(name: str, parameter: Parameter, sheet: Sheet) -> str:
    """A field for what a change takes; nothing where the sheet has nothing to choose from."""
    kind, attributes = parameter.kind, f'data-param="{escape(name)}"'
    if isinstance(kind, EntryOf):
        return _select(attributes, parameter, _entries(kind, sheet))
    if isinstance(kind, Flag):
        return (
            f'<label class="fb-fight-flag"><input type="checkbox" {attributes}'
            f"{' checked' if parameter.default else ''}> {escape(parameter.label)}</label>"
        )
    if names := kind.names() or {
        text_of(value): text_of(value) for value in kind.all_values() if not isinstance(kind, Whole)
    }:
        return _select(attributes, parameter, names.items())
    if isinstance(kind, Whole):
        most = "" if kind.high is None else f' max="{kind.high}"'
        box = f'<input type="number" inputmode="numeric" min="{kind.low}"{most}'
    else:
        box = '<input type="text" autocomplete="off"'
    return f'<label>{escape(parameter.label)} {box} {attributes} value="{escape(text_of(parameter.default))}"></label>'


def _entries(kind: EntryOf, sheet: Sheet) -> Iterable[tuple[str, str]]:
    """The entries of a sheet's list, by number, as one calls them."""
    parts = list(sheet.parameters[kind.of].kind.entries().items())
    for number, entry in enumerate(getattr(sheet, kind.of)):
        name, (part, _) = parts[0]
        yield str(number), value_of(Parameter(name, part, entry[0]), entry[0])


def _select(attributes: str, parameter: Parameter, options: Iterable[tuple[str, str]]) -> str:
    start = text_of(parameter.default)
    shown = "".join(
        f'<option value="{escape(value)}"{" selected" if value == start else ""}>{escape(text)}</option>'
        for value, text in options
    )
    return f'<select {attributes} aria-label="{escape(parameter.label)}">{shown}</select>' if shown else ""
