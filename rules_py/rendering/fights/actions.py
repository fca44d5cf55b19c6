"""The acting combatant of a fight, and their possible actions."""

from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.parameters import Whole
from rules_py.play.bindings import NO_ENTRY, RollBinding
from rules_py.play.fight.actions import ALLY, Attempt, Unmet, count_uses_left, find_unmet
from rules_py.play.fight.events import read_choices
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import (
    build_attempt,
    can_act,
    fill_params,
    find_ally_candidates,
    find_area_targets,
    find_further_targets,
    find_possible_rolls,
    find_usual_choices,
    is_multi_target,
)
from rules_py.play.sheet import Sheet
from rules_py.rendering.fights.buttons import (
    View,
    join_names,
    render_command_button,
    render_form_button,
    render_interruption_button,
    render_view_button,
)
from rules_py.rendering.fights.changes import render_more_changes, render_quick_actions
from rules_py.rendering.fights.summary import render_warnings
from rules_py.text.sentences import join_once
from rules_py.text.serialization import to_text
from rules_py.text.wording import humanize

MAIN_ROLLS = 1
"""The number of rolls against a target that are shown; the others are folded."""


def render_actor(fight: Fight, by: str, at: str | None, view: View, looked_at: str | None = None) -> str:
    """Render the acting combatant and their target, the main actions, and the others folded.

    Args:
        fight: the fight.
        by: the acting combatant.
        at: the target.
        view: the part of the fight that is shown.
        looked_at: the combatant whose changes are shown besides; by default the target.
    """
    actor = fight.combatant(by)
    targets = join_names(fight, (key for key in (at, *view["also"]) if key))
    against = f" <span>against</span> <strong>{escape(targets)}</strong>" if targets else ""
    rolls = [
        each
        for each in find_possible_rolls(fight, by, at)
        if each[1] != by or not view["also"] or each[2] is None or _can_hit_several(fight, each, view)
    ]
    own = [each for each in rolls if each[1] == by and each[2] is not None]
    main = [*own[:MAIN_ROLLS], *(each for each in rolls if each[1] != by)]
    rest = [*own[MAIN_ROLLS:], *(each for each in rolls if each[2] is None and _has_effect(fight, each[0].mechanic))]
    others = "".join(render_roll_row(fight, each, view, "fb-fight-other") for each in rest)
    others += _render_ally_targets(fight, by)
    other = looked_at or at
    instead = _render_acting_instead(fight, by, other) if other else ""
    of_target = render_more_changes(fight, other, "fb-fight-more-at", instead) if other else ""
    return (
        f'<section class="fb-fight-actor" aria-label="{escape(actor.name)} acts">'
        f'<p class="fb-fight-who"><strong>{escape(actor.name)}</strong>{against}</p>{render_warnings(actor.sheet)}'
        f"{''.join(render_roll_row(fight, each, view, 'fb-roll') for each in main)}"
        f"{render_quick_actions(fight, by, _render_all_act(fight))}"
        f'<div class="fb-fight-mores">{render_more_changes(fight, by, "fb-fight-more", others)}{of_target}'
        "</div></section>"
    )


def _render_ally_targets(fight: Fight, by: str) -> str:
    """Render the actor's allies who can be the target of a roll now, such as for first aid."""
    own = [binding for binding, roller, _ in find_possible_rolls(fight, by, None) if roller == by]
    buttons = "".join(
        render_view_button(fight.name_for(key), "fb-fight-at", {"at": key, "also": None})
        for key in fight.find_allies(by, fight.participants)
        if not fight.combatants[key].has_withdrawn and any(_suits_ally(fight, binding, by, key) for binding in own)
    )
    return f'<p class="fb-fight-offer">Against an ally: {buttons}</p>' if buttons else ""


def _suits_ally(fight: Fight, binding: RollBinding, by: str, ally: str) -> bool:
    """Return True if an ally can be the target of a roll now."""
    if all(met.mechanic is not binding.mechanic for met in fight.sheet_for(ally).met_by):
        return False
    return not is_refused(fight, (binding, by, ally))


def _render_acting_instead(fight: Fight, by: str, at: str) -> str:
    """Render a button that lets the target act, while no order decides who does."""
    combatant = fight.combatants[at]
    is_other = combatant.side != fight.combatants[by].side and not combatant.is_out
    if not is_other or (fight.rules.order.has_turns and not fight.is_open):
        return ""
    if not any(roller == at for _, roller, _ in find_possible_rolls(fight, at, by)):
        return ""
    return f"<p>{render_interruption_button(combatant)}</p>"


def _has_effect(fight: Fight, mechanic: Mechanic) -> bool:
    """Return True if a roll belongs in a fight, as it has dice or triggers changes; others only calculate."""
    return bool(fight.context.changes_by_mechanic.get(mechanic.id)) or has_dice(mechanic)


@cache
def has_dice(mechanic: Mechanic) -> bool:
    """Return True if a rule requests dice with its default parameters."""
    return bool(mechanic.find_requested_dice((), {}).slots)


def _render_all_act(fight: Fight) -> str:
    """Render a button that makes all combatants who may act do so at once."""
    ready = [key for key in fight.available_actors if can_act(fight, key)]
    return render_command_button(f"All {len(ready)} act", "fb-fight-all", {"act": "all"}) if len(ready) > 1 else ""


def is_refused(fight: Fight, possible: tuple[RollBinding, str, str | None]) -> bool:
    """Return True if a requirement of a possible roll isn't met with the choices of the last time."""
    binding, by, at = possible
    attempt = _build_attempt(fight, binding.mechanic, by, at, _find_choices(fight, binding, by, {}), ())
    return attempt is not None and bool(find_unmet(attempt))


def render_roll_row(
    fight: Fight, possible: tuple[RollBinding, str, str | None], view: View, css_class: str, target: str = ""
) -> str:
    """Render a possible roll, with its choices and a button for its full form.

    If a requirement isn't met, the reason is below, with a button that waives it.

    Args:
        target: the name of the target, if the label has to tell it.
    """
    fills, by, at = possible
    mechanic = fills.mechanic
    chosen = _find_choices(fight, fills, by, view)
    try:
        params = fill_params(fight, mechanic, by, at, chosen, (), mechanic.parameters)
    except RulesError:  # the sheet has changed since the choice was made
        chosen = {name: value for name, value in chosen.items() if name == ALLY}
        params = fill_params(fight, mechanic, by, at, chosen, (), mechanic.parameters)
    act: dict[str, Any] = {"act": "roll", "mechanic": mechanic.id, "by": by, "at": at, "chosen": chosen}
    also = view.get("also") or [] if by != at and is_multi_target(fight, fills, by, chosen) else []
    if also:
        act["also"] = also
        params = fill_params(fight, mechanic, by, at, chosen, also, mechanic.parameters)
    sheet = fight.combatant(by).sheet
    selects = "".join(
        _render_choice(sheet, fills, name, chosen.get(name)) for name in fills.choices
    ) + _render_ally_choice(fight, mechanic, by, chosen.get(ALLY))
    who = "" if by == view.get("first", fight.current_actor) or at is None else f"{fight.combatant(by).name}: "
    adjust = render_form_button(
        "Adjust", "mechanic", mechanic.id, params, {**act, "act": "rolled"}, f"Adjust {mechanic.title}"
    )
    label = f"{who}{mechanic.title}{f' → {target}' if target else ''}"
    attempt = _build_attempt(fight, mechanic, by, at, chosen, also)
    unmet = find_unmet(attempt) if attempt else ()
    own = {name: value for name, value in chosen.items() if name != ALLY}
    missing = " ".join(dict.fromkeys(fills.find_missing(fight.acting_sheet_for(by), own).values()))
    button = (
        f'<button type="button" class="{css_class}" disabled>{escape(label)}</button>'
        if unmet or missing
        else render_command_button(label, css_class, act)
    )
    return (
        f'<div class="fb-fight-roll">{button}{selects}{adjust}{_render_uses_left(attempt)}</div>'
        f"{_render_refusal(label, act, unmet)}"
        + (f'<p class="fb-fight-refusal">{escape(missing)}</p>' if missing else "")
    )


def _build_attempt(
    fight: Fight, mechanic: Mechanic, by: str, at: str | None, chosen: Mapping[str, Any], also: Sequence[str]
) -> Attempt | None:
    """Return the attempt that a row's button would make; None if it is no action, or its form has to be filled in."""
    try:
        return build_attempt(fight, mechanic, by, at, chosen, also)
    except RulesError:  # its button gives the reason
        return None


def _render_uses_left(attempt: Attempt | None) -> str:
    """Render the number of uses that are left of a limit of several."""
    uses = count_uses_left(attempt) if attempt else None
    return (
        f'<span class="fb-fight-uses">{max(0, uses.left)} of {uses.most} left</span>' if uses and uses.most > 1 else ""
    )


def _render_refusal(label: str, act: Mapping[str, Any], unmet: Sequence[Unmet]) -> str:
    """Render the requirements that aren't met, and a button that waives them."""
    if not unmet:
        return ""
    reasons = join_once(each.reason for each in unmet)
    waive = {**act, "override": [each.name for each in unmet]}
    button = render_command_button("Do it anyway", "fb-fight-override", waive, f"Do it anyway: {label}")
    return f'<p class="fb-fight-refusal">{escape(reasons)} {button}</p>'


def _render_ally_choice(fight: Fight, mechanic: Mechanic, by: str, chosen: Any) -> str:
    """Render a select of the ally who takes part in an action, if it has one."""
    action = fight.rules.actions_by_id.get(mechanic.id)
    candidates = find_ally_candidates(fight, by) if action is not None and action.ally else ()
    if action is None or not candidates:
        return ""
    options = [(key, f"With {fight.name_for(key)}") for key in candidates]
    if not action.needs_ally:
        options.insert(0, ("", "No ally"))
    shown = "".join(
        f'<option value="{escape(value)}"{" selected" if (chosen or "") == value else ""}>{escape(text)}</option>'
        for value, text in options
    )
    return (
        f'<select class="fb-fight-choice" data-choose="{ALLY}" data-kind="field" aria-label="{escape(action.ally)}">'
        f"{shown}</select>"
    )


def _find_choices(fight: Fight, binding: RollBinding, by: str, view: View) -> dict[str, Any]:
    """Return the current choices for a roll, completed by those of the last time, the best and a necessary ally."""
    chosen = read_choices(view)
    found = find_usual_choices(fight, binding, by, chosen)
    action = fight.rules.actions_by_id.get(binding.mechanic.id)
    if action is not None and action.ally:
        allies = find_ally_candidates(fight, by)
        ally = chosen.get(ALLY) if chosen.get(ALLY) in allies else None
        if ally is None and action.needs_ally:
            ally = _find_fittest_ally(fight, binding.mechanic, by, found, allies)
        if ally is not None:
            found[ALLY] = ally
    return found


def _find_fittest_ally(
    fight: Fight, mechanic: Mechanic, by: str, chosen: Mapping[str, Any], allies: Sequence[str]
) -> str | None:
    """Return the first ally with whom an action meets the most requirements, or None without allies."""

    def count_unmet(ally: str) -> int:
        attempt = _build_attempt(fight, mechanic, by, None, {**chosen, ALLY: ally}, ())
        return len(find_unmet(attempt)) if attempt else 0

    return min(allies, key=count_unmet, default=None)


def _can_hit_several(fight: Fight, possible: tuple[RollBinding, str, str | None], view: View) -> bool:
    fills, by, at = possible
    try:
        return at is not None and is_multi_target(fight, fills, by, _find_choices(fight, fills, by, view))
    except RulesError:  # the sheet has changed since the choice was made
        return is_multi_target(fight, fills, by)


def find_extra_targets(fight: Fight, by: str, at: str, view: View) -> list[str]:
    """Return the valid further targets, or none if no roll can have several.

    Before the table has chosen any, everyone in reach of the main action is included.
    """
    if not can_hit_several(fight, by, at, view):
        return []
    if view.get("also") is None:
        return list(_find_area_targets(fight, by, at, view))
    candidates = list_further_targets(fight, by, at, view)
    return [key for key in dict.fromkeys(view["also"]) if key in candidates]


def list_further_targets(fight: Fight, by: str, at: str, view: View) -> tuple[str, ...]:
    """Return those who can be added to the target: anybody for an attack on an area, else those on its side."""
    found = find_further_targets(fight, by, at)
    if reaches_allies(fight, by, at, view):
        return found
    return tuple(key for key in found if fight.combatants[key].side == fight.combatants[at].side)


def _find_area_targets(fight: Fight, by: str, at: str, view: View) -> tuple[str, ...]:
    """Return the further targets of a combatant's main action if it reaches everyone in an area."""
    own = (each for each in find_possible_rolls(fight, by, at) if each[1] == by and each[2] is not None)
    main = next(own, None)
    if main is None:
        return ()
    try:
        return find_area_targets(fight, main[0], by, at, _find_choices(fight, main[0], by, view))
    except RulesError:  # the sheet has changed since the choice was made
        return ()


def reaches_allies(fight: Fight, by: str, at: str, view: View) -> bool:
    """Return True if a combatant has a roll that reaches everyone in an area, allies as well."""
    for fills, roller, target in find_possible_rolls(fight, by, at):
        action = fight.rules.actions_by_id.get(fills.mechanic.id)
        if action is not None and roller == by and target is not None:
            chosen = _find_choices(fight, fills, by, view)
            attempt = Attempt(fight, action, by, at, chosen=chosen)
            if action.reach.everyone(attempt) and not action.reach.spares_allies:
                return True
    return False


def can_hit_several(fight: Fight, by: str, at: str, view: View) -> bool:
    """Return True if a combatant has a roll that can have several targets."""
    return any(_can_hit_several(fight, each, view) for each in find_possible_rolls(fight, by, at) if each[1] == by)


def _render_choice(sheet: Sheet, binding: RollBinding, name: str, chosen: Any) -> str:
    """Render a select of the fields for a parameter, or of the entries of the sheet's list."""
    fields = binding.choices[name]
    if fields:
        options = [(field, f"{sheet.label_for(field)} {_format_signed(getattr(sheet, field))}") for field in fields]
    else:
        labels = _list_entry_labels(sheet, binding, name)
        options = [(str(number), label) for number, label in enumerate(labels)]
        if label := binding.label_for_no_entry(name):
            options.append((str(NO_ENTRY), label))
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


def _list_entry_labels(sheet: Sheet, binding: RollBinding, name: str) -> list[str]:
    """Return the labels of a list's entries: the name of each, and its number if it fills nothing else."""
    bound = {
        source.partition(".")[2]: binding.mechanic.parameters[parameter].kind
        for parameter, source in binding.sources.items()
        if isinstance(source, str) and source.startswith(f"{name}.")
    }
    names, entries = sheet.name_entries(name), getattr(sheet, name)
    part, kind = next(iter(bound.items())) if len(bound) == 1 else ("", None)
    if not isinstance(kind, Whole):
        return list(names)
    form = _format_signed if kind.low < 0 else str
    return [f"{entry_name} {form(getattr(entry, part))}" for entry_name, entry in zip(names, entries, strict=True)]


def _format_signed(value: Any) -> str:
    return f"{value:+d}".replace("-", "−") if isinstance(value, int) and not isinstance(value, bool) else to_text(value)
