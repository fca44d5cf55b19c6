"""The acting combatant of a fight, and their possible actions."""

from functools import cache
from html import escape
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.bindings import RollBinding
from rules_py.play.fight.reducer import Fight
from rules_py.play.sheet import Sheet
from rules_py.rendering.fights.buttons import View, join_names, render_command_button, render_form_button
from rules_py.rendering.fights.changes import render_more_changes, render_quick_actions
from rules_py.rendering.fights.summary import render_warnings
from rules_py.text.serialization import to_text
from rules_py.text.wording import humanize

MAIN_ROLLS = 1
"""The number of rolls against a target that are shown; the others are folded."""


def render_actor(fight: Fight, by: str, at: str | None, view: View) -> str:
    """Render the acting combatant and their target, the main actions, and the others folded."""
    actor = fight.combatant(by)
    targets = join_names(fight, (key for key in (at, *view["also"]) if key))
    against = f" <span>against</span> <strong>{escape(targets)}</strong>" if targets else ""
    rolls = [
        each
        for each in fight.find_possible_rolls(by, at)
        if each[1] != by or not view["also"] or each[2] is None or _can_hit_several(fight, each, view)
    ]
    own = [each for each in rolls if each[1] == by and each[2] is not None]
    main = [*own[:MAIN_ROLLS], *(each for each in rolls if each[1] != by)]
    rest = [*own[MAIN_ROLLS:], *(each for each in rolls if each[2] is None and _has_effect(fight, each[0].mechanic))]
    others = "".join(render_roll_row(fight, each, view, "fb-fight-other") for each in rest)
    of_target = render_more_changes(fight, at, "fb-fight-more-at") if at else ""
    return (
        f'<section class="fb-fight-actor" aria-label="{escape(actor.name)} acts">'
        f'<p class="fb-fight-who"><strong>{escape(actor.name)}</strong>{against}</p>{render_warnings(actor.sheet)}'
        f"{''.join(render_roll_row(fight, each, view, 'fb-roll') for each in main)}"
        f"{render_quick_actions(fight, by, _render_all_act(fight))}"
        f'<div class="fb-fight-mores">{render_more_changes(fight, by, "fb-fight-more", others)}{of_target}'
        "</div></section>"
    )


def _has_effect(fight: Fight, mechanic: Mechanic) -> bool:
    """Return True if a roll belongs in a fight, as it has dice or triggers changes; others only calculate."""
    return bool(fight.context.changes_by_mechanic.get(mechanic.id)) or has_dice(mechanic)


@cache
def has_dice(mechanic: Mechanic) -> bool:
    """Return True if a rule requests dice with its default parameters."""
    return bool(mechanic.find_requested_dice((), {}).slots)


def _render_all_act(fight: Fight) -> str:
    """Render a button that makes all combatants who may act do so at once."""
    if len(fight.available_actors) < 2 or fight.default_action(fight.available_actors[0]) is None:
        return ""
    return render_command_button(f"All {len(fight.available_actors)} act", "fb-fight-all", {"act": "all"})


def render_roll_row(fight: Fight, possible: tuple[RollBinding, str, str | None], view: View, css_class: str) -> str:
    """Render a possible roll, with its choices and a button for its full form."""
    fills, by, at = possible
    mechanic = fills.mechanic
    chosen = _find_choices(fight, fills, by, view)
    try:
        params = fight.fill_params(mechanic, by, at, chosen)
    except RulesError:  # the sheet has changed since the choice was made
        chosen, params = {}, fight.fill_params(mechanic, by, at)
    act = {"act": "roll", "mechanic": mechanic.id, "by": by, "at": at, "chosen": chosen}
    if by != at and view.get("also") and mechanic in fight.rules.multi_target_rolls:
        act["also"] = view["also"]
        params = fight.fill_params(mechanic, by, at, chosen, view["also"])
    sheet = fight.combatant(by).sheet
    selects = "".join(_render_choice(sheet, name, fields, chosen.get(name)) for name, fields in fills.choices.items())
    who = "" if fight.current_actor == by or at is None else f"{fight.combatant(by).name}: "
    adjust = render_form_button(
        "Adjust", "mechanic", mechanic.id, params, {**act, "act": "rolled"}, f"Adjust {mechanic.title}"
    )
    return (
        f'<div class="fb-fight-roll">{render_command_button(f"{who}{mechanic.title}", css_class, act)}{selects}'
        f"{adjust}</div>"
    )


def _find_choices(fight: Fight, binding: RollBinding, by: str, view: View) -> dict[str, Any]:
    """Return the current choices for a roll, completed by those of the last time."""
    chosen = {**fight.find_last_choices(by, binding.mechanic.id), **dict(view.get("chosen") or {})}
    return {name: value for name, value in chosen.items() if name in binding.choices}


def _can_hit_several(fight: Fight, possible: tuple[RollBinding, str, str | None], view: View) -> bool:
    fills, by, at = possible
    try:
        return at is not None and fight.can_hit_several(fills, by, _find_choices(fight, fills, by, view))
    except RulesError:  # the sheet has changed since the choice was made
        return fight.can_hit_several(fills, by)


def find_extra_targets(fight: Fight, by: str, at: str, view: View) -> list[str]:
    """Return the valid further targets, or none if no roll can have several."""
    there = [
        key
        for key in view.get("also") or ()
        if key in fight.combatants and key not in (by, at) and not fight.combatant(key).is_out
    ]
    return there if can_hit_several(fight, by, at, view) else []


def can_hit_several(fight: Fight, by: str, at: str, view: View) -> bool:
    """Return True if a combatant has a roll that can have several targets."""
    return any(_can_hit_several(fight, each, view) for each in fight.find_possible_rolls(by, at) if each[1] == by)


def _render_choice(sheet: Sheet, name: str, fields: tuple[str, ...], chosen: Any) -> str:
    """Render a select of the fields for a parameter, or of the entries of the sheet's list."""
    if fields:
        options = [(field, f"{sheet.label_for(field)} {_format_signed(getattr(sheet, field))}") for field in fields]
    else:
        options = [(str(number), str(next(iter(entry)))) for number, entry in enumerate(getattr(sheet, name))]
    if len(options) < 2:
        return ""
    shown = "".join(
        f'<option value="{escape(value)}"{" selected" if str(chosen) == value else ""}>{escape(text)}</option>'
        for value, text in options
    )
    kind = "field" if fields else "entry"
    return (
        f'<select class="fb-fight-choice" data-choose="{escape(name)}" data-kind="{kind}" '
        f'aria-label="{escape(humanize(name))}">{shown}</select>'
    )


def _format_signed(value: Any) -> str:
    return f"{value:+d}".replace("-", "−") if isinstance(value, int) and not isinstance(value, bool) else to_text(value)
