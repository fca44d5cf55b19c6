"""Changes of a sheet without a roll: quick actions, and all changes with their parameters."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from rules_py.errors import NotationError, ParameterError, RulesError, UnknownIdError
from rules_py.parameters import EntryOf, Flag, Parameter, Whole
from rules_py.play.changes import Change, QuickAction
from rules_py.play.fight.actions import ALLY, Attempt, find_wait
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.offers import find_recipients
from rules_py.play.fight.reducer import Fight
from rules_py.play.sheet import Sheet
from rules_py.rendering.fights.buttons import render_command_button, render_form_button, render_keep_button
from rules_py.rendering.labels import ROLLED, ROLLED_IF_EMPTY
from rules_py.text.serialization import to_text

MOST_INLINE_FIELDS = 2
"""The number of fields next to a change's button; the others are folded."""


def render_quick_actions(fight: Fight, key: str, before: str = "") -> str:
    """Render the quick actions that have an effect on a sheet, after the buttons in `before`."""
    sheet = fight.sheet_for(key)
    ready = [
        (change, each)
        for change in changes_for(fight, sheet)
        for each in change.quick_actions
        if not each.is_for_all and (not each.downtime_after or fight.is_downtime_after(each.downtime_after))
    ]
    buttons = "".join(
        _render_ally_buttons(fight, key, change, each)
        if each.ally_change
        else render_command_button(
            text, "fb-fight-ready", {"act": "change", "change": change.id, "who": key, "params": params}
        )
        for change, each in ready
        for text, params in _list_commands(change, each, sheet)
        if (change.id == each.ally_change or has_effect(change, sheet, params))
        and not _has_to_wait(fight, change, key, params)
    )
    return f'<p class="fb-fight-hand">{before}{buttons}</p>' if before or buttons else ""


def _render_ally_buttons(fight: Fight, key: str, change: Change, action: QuickAction) -> str:
    """Render a button for each ally who would benefit from the change that goes with an action."""
    given = fight.context.changes[action.ally_change]
    return "".join(
        render_command_button(
            action.text.format(fight.name_for(other)),
            "fb-fight-ready",
            {"act": "change", "change": given.id, "who": other, "chosen": {ALLY: key}}
            if given.id in fight.rules.actions_by_id  # its price is what the ally pays
            else {
                "act": "together",
                "changes": [
                    {"change": change.id, "who": key, "params": action.build_params(fight.sheet_for(key))},
                    {"change": given.id, "who": other, "params": {}},
                ],
            },
        )
        for other in fight.find_allies(key, fight.eligible_for(given))
        if has_effect(given, fight.sheet_for(other), {})
    )


def _list_commands(change: Change, action: QuickAction, sheet: Sheet) -> Iterable[tuple[str, dict[str, Any]]]:
    """Yield the label and parameters of each button; a parameter that is a list entry gets a button for each entry."""
    text, params = action.text or change.title, action.build_params(sheet)
    listed = {
        name: parameter.kind
        for name, parameter in change.parameters.items()
        if isinstance(parameter.kind, EntryOf) and name not in params
    }
    for name, kind in listed.items():
        entries = list(_list_entries(kind, sheet))
        for number, entry in entries:
            yield f"{text}: {entry}" if len(entries) > 1 else text, {**params, name: number}
    if not listed:
        yield text, params


def render_group_actions(fight: Fight) -> str:
    """Render the buttons for everybody: ends of periods, and quick actions for all."""
    buttons = "".join(
        render_command_button(f"End the {of}", "fb-fight-end", {"act": "end", "of": of}) for of in fight.endable_periods
    )
    buttons += "".join(
        _render_group_action(fight, change, each)
        for change in fight.context.changes.values()
        for each in change.quick_actions
        if each.is_for_all and find_recipients(fight, change, each.fixed_params)[0]
    )
    return f'<p class="fb-fight-tools fb-fight-everybody">{buttons}</p>' if buttons else ""


def _has_to_wait(fight: Fight, change: Change, key: str, params: Mapping[str, Any]) -> bool:
    """Return True if a change is an action that has to wait for a combatant's turn."""
    action = fight.rules.actions_by_id.get(change.id)
    if action is None or key not in fight.combatants:
        return False
    return find_wait(Attempt(fight, action, key, params=params)) is not None


def _render_group_action(fight: Fight, change: Change, action: QuickAction) -> str:
    act: dict[str, Any] = {"act": "each", "change": change.id, "params": action.fixed_params}
    if action.mechanic is not None:
        act["mechanic"] = action.mechanic.id
    return render_command_button(action.text or f"{change.title}, everybody", "fb-fight-each", act)


def has_effect(change: Change, sheet: Sheet, params: Mapping[str, Any]) -> bool:
    """Return True if the rules allow a change and it has an effect."""
    try:
        return change.apply(sheet, change.with_current_params(params)).sheet != sheet
    except RulesError:
        return False


def changes_for(fight: Fight, sheet: Sheet) -> list[Change]:
    """Return the changes that apply to a sheet."""
    return [change for change in fight.context.changes.values() if isinstance(sheet, change.sheet_types)]


def render_more_changes(fight: Fight, key: str, css_class: str, before: str = "") -> str:
    """Render all changes of a sheet, forbidden ones last, and buttons to correct it or to leave the fight."""
    sheet = fight.sheet_for(key)
    now: list[str] = []
    later: list[str] = []
    for change in changes_for(fight, sheet):
        if change.ends:
            continue  # applied at the end of a period
        if fields := _render_fields(change, sheet):
            possible = _is_allowed(change, sheet) and not _has_to_wait(fight, change, key, {})
            (now if possible else later).append(_render_change(change, key, "".join(fields), possible))
        elif not change.parameters:
            possible = has_effect(change, sheet, {}) and not _has_to_wait(fight, change, key, {})
            (now if possible else later).append(_render_change(change, key, "", possible))
    name = fight.name_for(key)
    correct = render_form_button(
        "Correct it" if key == BOARD else "Correct the sheet",
        "sheet",
        sheet.id,
        sheet.fields,
        {"act": "edit", "who": key},
    )
    tools = (
        ""
        if key == BOARD
        else _render_withdrawal(fight, key)
        + render_command_button("Remove from the fight", "fb-fight-leave", {"act": "leave", "who": key})
        + render_keep_button(fight.combatant(key), f"Save to {escape(name)}’s own sheet")
    )
    summary = f"More: {name}" if key == BOARD else f"More for {name}"
    return (
        f'<details class="{css_class}"><summary>{escape(summary)}</summary>{before}'
        f'<div class="fb-fight-changes">{"".join(now)}</div>{_render_unavailable(later)}<p>{correct}{tools}'
        "</p></details>"
    )


def _render_withdrawal(fight: Fight, key: str) -> str:
    """Render the button with which a combatant flees or retreats, or comes back."""
    if fight.combatant(key).has_withdrawn:
        return render_command_button("Come back", "fb-fight-return", {"act": "return", "who": key})
    return render_command_button("Flee or retreat", "fb-fight-withdraw", {"act": "withdraw", "who": key})


def _render_unavailable(changes: list[str]) -> str:
    """Render the changes that the rules forbid at the moment; their buttons give the reason."""
    return (
        (
            f'<details class="fb-fight-not-now"><summary>Not now ({len(changes)})</summary>'
            f'<div class="fb-fight-changes">{"".join(changes)}</div></details>'
        )
        if changes
        else ""
    )


def _is_allowed(change: Change, sheet: Sheet) -> bool:
    """Return True if the rules allow a change with its default parameters, or reject only a parameter's value."""
    try:
        change.apply(sheet, change.with_current_params({}))
    except (ParameterError, UnknownIdError, NotationError):
        return True
    except RulesError:
        return False
    return True


def _render_change(change: Change, key: str, fields: str, is_possible: bool) -> str:
    act = {"act": "change", "change": change.id, "who": key, "params": {}}
    return (
        f'<div class="fb-fight-change"{"" if is_possible else " data-not-now"}>'
        f"{render_command_button(change.title, 'fb-fight-apply', act)}{fields}</div>"
    )


def _render_fields(change: Change, sheet: Sheet) -> list[str]:
    """Render the fields of a change, the first ones next to its button and the others folded."""
    fields = [
        field
        for name, parameter in change.parameters.items()
        if (field := _render_field(name, parameter, sheet, is_rolled=name in change.own_dice))
    ]
    if len(fields) <= MOST_INLINE_FIELDS:
        return fields
    rest = "".join(fields[MOST_INLINE_FIELDS:])
    return [
        *fields[:MOST_INLINE_FIELDS],
        f'<details class="fb-fight-rest"><summary aria-label="{escape(change.title)}: more">…'
        f"</summary>{rest}</details>",
    ]


def _render_field(name: str, parameter: Parameter, sheet: Sheet, *, is_rolled: bool = False) -> str:
    """Render the field of a change's parameter, or nothing if the sheet has no entries to choose from.

    The field of a parameter with an own die begins empty.
    """
    kind, attributes = parameter.kind, f'data-param="{escape(name)}"'
    if isinstance(kind, EntryOf):
        return _render_select(attributes, parameter, _list_entries(kind, sheet))
    if isinstance(kind, Flag):
        return (
            f'<label class="fb-fight-flag"><input type="checkbox" {attributes}'
            f"{' checked' if parameter.default else ''}> {escape(parameter.label)}</label>"
        )
    values = () if isinstance(kind, Whole) else kind.all_values()
    if names := kind.names() or {to_text(value): to_text(value) for value in values}:
        return _render_select(attributes, parameter, names.items())
    if isinstance(kind, Whole):
        most = "" if kind.high is None else f' max="{kind.high}"'
        keys = "text" if kind.low < 0 else "numeric"  # phones' number pads have no minus
        box = f'<input type="number" inputmode="{keys}" min="{kind.low}"{most}'
    else:
        box = '<input type="text" autocomplete="off"'
    start = f'value="{escape(to_text(parameter.default))}"'
    if is_rolled:
        start = f'placeholder="{ROLLED}" title="{ROLLED_IF_EMPTY}"'
    return f"<label>{escape(parameter.label)} {box} {attributes} {start}></label>"


def _list_entries(kind: EntryOf, sheet: Sheet) -> Iterable[tuple[str, str]]:
    """Yield the indices and names of the entries in a sheet's list."""
    for number, name in enumerate(sheet.name_entries(kind.list_field)):
        yield str(number), name


def _render_select(attributes: str, parameter: Parameter, options: Iterable[tuple[str, str]]) -> str:
    start = to_text(parameter.default)
    shown = "".join(
        f'<option value="{escape(value)}"{" selected" if value == start else ""}>{escape(text)}</option>'
        for value, text in options
    )
    return f'<select {attributes} aria-label="{escape(parameter.label)}">{shown}</select>' if shown else ""
