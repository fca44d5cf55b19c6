"""A fight as an HTML fragment: its combatants, the current turn, their actions and the last events.

Each button carries its command in a data attribute: `data-act` holds a command (rules_py.play.fight.commands),
`data-view` the combatant to show, `data-open` a form to fill in first. So the page's script needs no rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from rules_py.mechanic import Mechanic, Roll
from rules_py.play.fight.amendments import OfferedAmendment, list_amendments
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.events import read_choices
from rules_py.play.fight.history import count_last
from rules_py.play.fight.offers import (
    PendingChange,
    find_candidates,
    find_offered_reactions,
    find_pending_changes,
    find_pending_rolls,
    is_decided,
)
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import LogEntry
from rules_py.play.fight.targeting import find_actor, find_default_target, find_possible_rolls
from rules_py.play.fight.updates import find_updates
from rules_py.play.roll_titles import title_roll
from rules_py.play.sheet import Sheet
from rules_py.registry.games import find_mechanic
from rules_py.rendering.fights.actions import find_extra_targets, is_refused, render_actor, render_roll_row
from rules_py.rendering.fights.buttons import View, join_names, render_command_button, render_keep_button
from rules_py.rendering.fights.changes import (
    has_effect,
    render_group_actions,
    render_more_changes,
    render_quick_actions,
)
from rules_py.rendering.fights.combatants import render_join_form, render_sides
from rules_py.rendering.fights.summary import render_sheet_summary, render_warnings
from rules_py.rendering.rolls import describe_roll, render_roll

MOST_OF_LOG = 60


def render_fight(fight: Fight, view: View) -> str:
    """Render the whole fight for a view."""
    if not fight.participants:
        return (
            f'{_render_board(fight)}{_render_bystanders(fight)}<p class="fb-fight-empty">No combatants yet. Who '
            "fights?</p>"
            f"{_render_last_events(fight) if fight.log else ''}{render_join_form(fight, True)}"
        )
    first = find_actor(fight)
    by = _find_participant(fight, view.get("by")) or first
    looked_at = _find_participant(fight, view.get("at"))
    at = looked_at
    if by and (at is None or at == by or fight.combatants[at].has_withdrawn):
        at = find_default_target(fight, by)
    view = {**view, "first": first}
    also = find_extra_targets(fight, by, at, view) if by and at else []
    view = {**view, "also": also}
    actor = render_actor(fight, by, at, view, looked_at if looked_at != by else None) if by else ""
    return "".join(
        [
            _render_head(fight),
            _render_board(fight),
            _render_bystanders(fight),
            actor,
            _render_last_events(fight),
            _render_updates(fight, view),
            render_sides(fight, by, at, view),
            render_group_actions(fight),
            _render_forecast_placeholder(fight),
            render_join_form(fight, False),
            _render_corrections(fight),
            _render_log(fight),
        ]
    )


def describe_events(fight: Fight, count: int) -> str:
    """Describe the last `count` events for a screen reader, and the end of the fight if they decided it."""
    said = [said for entry in fight.log[len(fight.log) - count :] for said in entry.messages]
    return " ".join([*said, describe_end(fight)] if said and is_decided(fight) else said)


def describe_end(fight: Fight) -> str:
    """Describe the end of a decided fight."""
    return f"The fight is over. Still up: {join_names(fight, (each.key for each in fight.active)) or 'nobody'}."


def _find_participant(fight: Fight, key: Any) -> str | None:
    return key if isinstance(key, str) and key in fight.participants else None


# Current state


def _render_head(fight: Fight) -> str:
    if not fight.rules.order.has_turns:
        return ""
    names = join_names(fight, fight.available_actors)
    tools = ""
    if fight.awaiting_initiative:
        mechanic = fight.rules.order.mechanic
        title = mechanic.title if mechanic else ""
        tools += render_command_button(
            f"Roll {title} for {_format_count(len(fight.awaiting_initiative))}", "fb-fight-order", {"act": "order"}
        )
    is_turn = fight.has_turn_to_end and not fight.is_open
    if is_turn:
        tools += render_command_button("Next", "fb-fight-next", {"act": "turn"})
    notes = "".join(f" <span>{escape(note)}</span>" for note in _describe_waiting(fight))
    without_names = "Nobody is left in this turn." if is_turn else "Who acts first?"
    who = f"<strong>{escape(names)}</strong>" if names else without_names
    return (
        f'<div class="fb-fight-head"><p><span>Round {fight.round}</span> {who}{notes}</p>'
        f'<p class="fb-fight-tools">{tools}</p></div>'
    )


def _describe_waiting(fight: Fight) -> Iterator[str]:
    """Yield sentences about those who would be left out if the turn ended now."""
    if len(fight.idle_keys) < len(fight.current_group) and (idle := join_names(fight, fight.idle_keys)):
        yield f"Still to act: {idle}."
    if without := join_names(fight, fight.keys_without_place):
        yield f"No place in the order yet: {without}."


def _format_count(number: int) -> str:
    return "1" if number == 1 else f"all {number}"


def _render_board(fight: Fight) -> str:
    if fight.board is None:
        return ""
    return (
        f'<section class="fb-fight-board" aria-label="{escape(fight.board.title)}">{render_sheet_summary(fight.board)}'
        f"{render_warnings(fight.board)}{render_quick_actions(fight, BOARD)}"
        f"{render_more_changes(fight, BOARD, 'fb-fight-board-more')}"
        "</section>"
    )


def _render_bystanders(fight: Fight) -> str:
    """Render the bystanders, each with its meter and quick actions, and all other changes folded."""
    return "".join(
        f'<section class="fb-fight-board" aria-label="{escape(each.name)}"><strong>{escape(each.name)}</strong>'
        f"{render_sheet_summary(each.sheet)}{render_warnings(each.sheet)}{render_quick_actions(fight, each.key)}"
        f"{render_more_changes(fight, each.key, f'fb-fight-beside-{number}')}</section>"
        for number, each in enumerate(fight.bystanders)
    )


def _render_last_events(fight: Fight) -> str:
    """Render the last event with everything that followed from it; several rolls are shortened."""
    since = _list_last_entries(fight)
    several = sum(entry.roll is not None for entry in since) > 1
    told = "".join(_render_entry(fight, entry, since[at:], several) for at, entry in enumerate(since))
    back = _render_offered_reactions(fight) or (
        _render_reactions(fight, since[0].event) if since[0].roll and not several else ""
    )
    follows = "".join(_render_next_rolls(fight, entry, several) for entry in since if entry.roll)
    return (
        '<section class="fb-fight-happened fb-result fb-new" aria-label="What '
        f'happened">{told}{_render_pending_rolls(fight)}'
        f"{follows}{_render_pending_changes(fight)}{'' if several else _render_amendments(fight, since)}{back}"
        f"{_render_keep_buttons(fight)}<p "
        'class="fb-fight-tools"><button type="button" '
        f'class="fb-undo" aria-label="Undo: {escape(describe_undo(fight))}">Undo</button></p></section>'
    )


def _render_updates(fight: Fight, view: View) -> str:
    """Render an offer for each combatant whose stored sheet has changed since they joined."""
    stored = view.get("stored") or {}
    found = []
    for update in find_updates(fight, stored):
        name, sheet = fight.name_for(update.who), fight.sheet_for(update.who)
        labels = ", ".join(sheet.label_for(field) for field in update.fields)
        act = {"act": "update", "who": update.who, **stored[update.who]}
        button = render_command_button(f"Bring {name} up to date", "fb-fight-update", act)
        both = " This fight has changed it, too; the sheet would count." if update.has_conflict else ""
        found.append(
            f'<p class="fb-fight-offer">{escape(f"{name}’s own sheet has changed since they joined: {labels}.{both}")} '
            f"{button}</p>"
        )
    return "".join(found)


def _render_keep_buttons(fight: Fight) -> str:
    """Render the end of the fight, with buttons that keep the combatants' sheets: all at once, or each."""
    end = f'<p class="fb-fight-over"><strong>{escape(describe_end(fight))}</strong></p>' if is_decided(fight) else ""
    if fight.log[-1].event["event"] != "end" and not end:
        return end
    names = "".join(
        render_keep_button(each, f"<span>Save to </span>{escape(each.name)}<span>’s own sheet</span>")
        for each in fight.combatants.values()
    )
    all_of_them = '<button type="button" class="fb-fight-keep-all fb-roll">Save to all of their sheets</button>'
    return (
        f'{end}<p class="fb-fight-keeps fb-fight-offer" hidden>{all_of_them} <span>or only:</span> {names}</p>'
        if names
        else end
    )


def _render_offered_reactions(fight: Fight) -> str:
    """Render the rolls that the last actions leave to their targets, such as a hit to assign after a failure."""
    return "".join(
        render_roll_row(fight, (binding, each.by, each.at), {}, "fb-fight-other", fight.name_for(each.at))
        for each in find_offered_reactions(fight)
        for binding in fight.sheet_for(each.by).rolls
        if binding.mechanic is each.mechanic
    )


def _render_reactions(fight: Fight, event: Mapping[str, object]) -> str:
    """Render the rolls that a target may make against the last roller, in games without turns."""
    by, at = _find_participant(fight, event.get("by")), _find_participant(fight, event.get("at"))
    if (
        fight.rules.order.has_turns
        or not by
        or not at
        or fight.combatant(at).is_out
        or fight.combatant(by).side == fight.combatant(at).side
    ):
        return ""
    return "".join(
        render_roll_row(fight, each, {}, "fb-fight-other")
        for each in find_possible_rolls(fight, at, by)
        if each[2] is not None and not is_refused(fight, each)
    )


def describe_undo(fight: Fight) -> str:
    """Describe what undo takes back: the last event that didn't follow from another one."""
    return " ".join(_list_last_entries(fight)[0].messages[:1]).rstrip(".")


def _list_last_entries(fight: Fight) -> Sequence[LogEntry]:
    """List the log's last entries that are undone together."""
    return fight.log[len(fight.log) - count_last(entry.event for entry in reversed(fight.log)) :]


def _render_entry(fight: Fight, entry: LogEntry, since: Sequence[LogEntry], is_short: bool) -> str:
    """Render an entry of the log; `since` has it and everything that happened after it."""
    if entry.event["event"] == "turn":  # the new turn comes first, then the changes at the end of the last one
        first, *rest = reversed(entry.messages)
        return f'<p class="fb-fight-said">{escape(first)}</p>' + "".join(
            f'<p class="fb-fight-what">{escape(said)}</p>' for said in reversed(rest)
        )
    event = entry.event
    if event["event"] != "roll" or entry.roll is None:
        return "".join(f'<p class="fb-fight-said">{escape(said)}</p>' for said in entry.messages)
    sides = ([event.get("by")], [event.get("at"), *(event.get("also") or ())])
    names = (", ".join(fight.combatants[str(key)].name for key in keys if key in fight.combatants) for keys in sides)
    who = [name for name in names if name]
    mechanic = find_mechanic(entry.roll.mechanic)
    refused = "".join(f'<p class="fb-fight-warning">{escape(said)}</p>' for said in event.get("refused", ()))
    return (
        f'<p class="fb-fight-what">{escape(_title_entry(fight, entry, since))}{": " if who else ""}'
        f"{escape(' → '.join(who))}</p>{_render_roll(mechanic, entry.roll, is_short)}{refused}"
    )


def _title_entry(fight: Fight, entry: LogEntry, since: Sequence[LogEntry]) -> str:
    """Return the title of an entry's roll with what the roller used, such as a weapon."""
    assert entry.roll is not None
    event: Mapping[str, Any] = entry.event
    if (by := str(event.get("by"))) in fight.combatants:
        sheet = _find_sheet_before(fight.combatants[by].sheet, since)
        for binding in sheet.rolls:
            if binding.mechanic.id == entry.roll.mechanic:
                return title_roll(binding, sheet, read_choices(event))
    return find_mechanic(entry.roll.mechanic).title


def _find_sheet_before(sheet: Sheet, since: Sequence[LogEntry]) -> Sheet:
    """Return a combatant's sheet as it was before the changes of these entries."""
    for entry in reversed(since):
        for result in reversed(entry.change_results):
            if result.sheet == sheet:
                sheet = result.sheet_before
    return sheet


def _render_roll(mechanic: Mechanic, roll: Roll, is_short: bool) -> str:
    if is_short:
        return f'<p class="fb-fight-said">{escape(describe_roll(mechanic, roll))}</p>'
    return render_roll(mechanic, roll._replace(next_rolls=()))  # a fight has its own buttons for the next rolls


def _render_pending_rolls(fight: Fight) -> str:
    """Render the rolls that have to be made now, with names and reasons."""
    found = []
    for owed in find_pending_rolls(fight):
        act = {
            "act": "roll",
            "mechanic": owed.mechanic.id,
            "by": owed.recipients[0],
            **({"params": owed.requirement.params} if owed.requirement.params else {}),
        }
        why = f" {owed.requirement.reason}." if owed.requirement.reason else ""
        button = render_command_button(owed.mechanic.title, "fb-fight-due", act)
        found.append(
            f'<p class="fb-fight-offer">{escape(join_names(fight, owed.recipients))}:{escape(why)} {button}</p>'
        )
    return "".join(found)


def _render_next_rolls(fight: Fight, entry: LogEntry, is_named: bool) -> str:
    """Render the follow-up rolls that come at once and aren't required by a sheet, such as on a further table.

    Args:
        is_named: True to name the roller, because several combatants have rolled.
    """
    event: Mapping[str, object] = entry.event
    roller = event.get("by")
    name = f"{fight.name_for(roller)}: " if is_named and roller in fight.combatants else ""
    act = {part: event[part] for part in ("by", "at") if event.get(part)}
    owed = {mechanic.id for mechanic in fight.rules.required_rolls}
    buttons = "".join(
        render_command_button(
            f"{name}{each.text}",
            "fb-fight-due",
            {"act": "roll", "mechanic": each.mechanic, "params": each.preset_params, **act},
        )
        for each in (entry.roll.next_rolls if entry.roll else ())
        if each.at_once and each.mechanic not in owed
    )
    return f'<p class="fb-fight-offer">{buttons}</p>' if buttons else ""


def _render_pending_changes(fight: Fight) -> str:
    """Render the changes of the last roll that the table decides on or whose recipients it picks."""
    found = []
    offers = find_pending_changes(fight)
    is_several = len({offer.roll.id for offer in offers if offer.roll}) > 1
    for offer in offers:
        if offer.recipient is not None and not (offer.is_optional and offer.recipient in (*fight.combatants, BOARD)):
            continue
        buttons = "".join(
            render_command_button(
                fight.name_for(key),
                "fb-offer",
                {
                    "act": "change",
                    "change": offer.change.id,
                    "who": key,
                    "params": offer.params,
                    **({"instead": offer.replaced_change} if offer.replaced_change else {}),
                },
            )
            for key in ((offer.recipient,) if offer.recipient else find_candidates(fight, offer))
            if _is_allowed(fight, offer, key)
        )
        if buttons:
            about = _name_roller(fight, offer) if is_several else ""
            found.append(f'<p class="fb-fight-offer">{escape(f"{about}{_label_for_change(offer)}")}: {buttons}</p>')
    return "".join(found)


def _name_roller(fight: Fight, pending: PendingChange) -> str:
    """Return the names in the roll that triggered a change, to tell it from those of other rolls."""
    if pending.roll is None:
        return ""
    actor, target = fight.find_actor_and_target(pending.roll)
    names = [fight.combatants[key].name for key in (actor, target) if key is not None and key in fight.combatants]
    return f"{' → '.join(names)}: " if names else ""


def _is_allowed(fight: Fight, pending: PendingChange, key: str) -> bool:
    """Return True if a change concerns a combatant, has an effect and is allowed by the rules; others get no button."""
    sheet = fight.sheet_for(key)
    return pending.concerns(sheet) and has_effect(pending.change, sheet, pending.params)


def _render_amendments(fight: Fight, since: Sequence[LogEntry]) -> str:
    """Render the ways to make the last roll again now that its result is known."""
    if since[0].roll is None:
        return ""
    offered = list_amendments(fight, since[0])
    buttons = "".join(
        render_command_button(
            f"{each.amendment.label}: {fight.name_for(each.ally)}" if each.ally else each.amendment.label,
            "fb-fight-amend",
            each.command,
        )
        for each in offered
    )
    forms = "".join(_render_amendment_form(fight, since[0], each) for each in offered if each.amendment.asks)
    return f'<p class="fb-fight-offer">{buttons}</p>{forms}' if buttons else ""


def _render_amendment_form(fight: Fight, entry: LogEntry, offered: OfferedAmendment) -> str:
    """Render an amendment with a number that the table enters for each target, such as shares of the damage."""
    name = escape(offered.amendment.asks)
    at = entry.event.get("at") if entry.event["event"] == "roll" else None
    targets = [key for key in (at, *offered.command.get("also", ())) if key in fight.combatants]
    fields = "".join(
        f'<label>{escape(fight.name_for(key))} <input type="number" inputmode="numeric" min="0" max="99" '
        f'data-param="{name}" value="0"></label>'
        for key in targets
    )
    label = f"{offered.amendment.label} as you like"
    button = render_command_button(label, "fb-fight-amend-by fb-fight-apply", offered.command)
    return f'<div class="fb-fight-change">{button}{fields}</div>'


def _label_for_change(pending: PendingChange) -> str:
    """Return a change's title with the names of its parameters' choices."""
    chosen = (
        pending.change.parameters[name].kind.names().get(str(value))
        for name, value in pending.params.items()
        if name in pending.change.parameters
    )
    parts = [name[:1].lower() + name[1:] for name in (*chosen, pending.note) if name]
    if pending.role == "guard" and pending.note:
        parts[-1] = pending.note  # the name of the combatant to protect
    named = ", ".join(parts)
    return f"{pending.change.title} ({named})" if named else pending.change.title


def _render_forecast_placeholder(fight: Fight) -> str:
    """Render the element for the forecast while at least two sides have active combatants."""
    return '<div class="fb-forecast-place"></div>' if len({each.side for each in fight.active}) > 1 else ""


def _render_corrections(fight: Fight) -> str:
    """Render a line about the rules that were corrected since a stored fight began."""
    rules = [each.rule for each in fight.rules.find_corrections([entry.event for entry in fight.log])]
    if not rules:
        return ""
    begin = "A rule was" if len(rules) == 1 else "Rules were"
    return f'<p class="fb-fight-what">{begin} corrected since this fight began: {escape("; ".join(rules))}.</p>'


def _render_log(fight: Fight) -> str:
    lines = [said for entry in fight.log[-MOST_OF_LOG:] for said in entry.messages]
    items = "".join(f"<li>{escape(said)}</li>" for said in reversed(lines))
    return f'<details class="fb-fight-log"><summary>What happened so far</summary><ol reversed>{items}</ol></details>'
