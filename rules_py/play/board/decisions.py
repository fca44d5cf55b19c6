"""Decisions: everything that the table has to decide now, each with its choices."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rules_py.errors import RulesError
from rules_py.play.board.plays import has_effect
from rules_py.play.board.view import View
from rules_py.play.board.words import format_times, name_count
from rules_py.play.fight.actions import find_unmet
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.offers import (
    PendingChange,
    PendingRoll,
    find_candidates,
    find_last_group,
    find_next_rolls,
    find_offered_reactions,
    find_pending_changes,
    find_pending_rolls,
)
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import LogEntry
from rules_py.play.fight.targeting import build_attempt, find_possible_rolls, find_usual_choices
from rules_py.play.fight.updates import find_updates
from rules_py.text.sentences import join_names, join_some
from rules_py.text.wording import decapitalize

Command = Mapping[str, Any]


class Choice(NamedTuple):
    """A choice of a decision.

    Attributes:
        label: what players call it.
        command: the command that makes it.
        key: the combatant whose token stands for it, or "".
        is_roll: True if it has a chance.
    """

    label: str
    command: Command
    key: str = ""
    is_roll: bool = False


class Decision(NamedTuple):
    """Something that the table decides.

    Attributes:
        name: tells it apart from others, in a view.
        key: the combatant it is about, or "".
        heading: the question, or what has happened.
        text: more about it, or "".
        choices: its choices, the likeliest first.
        refusal: what it is called to choose none of them, or "" for what has to be done, now or after the next event.
        is_offer: True for what may be done about the last roll and can be shown with it.
        question: the question that several such decisions ask, or "" for one that isn't made together with others.
        members: the names of the decisions that are made together with this one.
    """

    name: str
    key: str
    heading: str
    text: str
    choices: tuple[Choice, ...]
    refusal: str = ""
    is_offer: bool = False
    question: str = ""
    members: tuple[str, ...] = ()


def list_decisions(fight: Fight, view: View, since: tuple[LogEntry, ...]) -> list[Decision]:
    """Return what the table has to decide, what has to be done first; without what it has refused or put off.

    Decisions that ask the same of several combatants can also be made together, which comes before the first of them.

    Args:
        fight: the fight.
        view: has the names of the decisions that the table has refused or put off.
        since: the log entries of the last command.
    """
    passed = frozenset(view.get("passed") or ())
    found = [
        *_list_required_rolls(fight),
        *_list_reactions(fight, since),
        *_list_next_rolls(fight),
        *_list_changes(fight),
        *_list_updates(fight, view),
    ]
    return list(_join_alike(fight, [each for each in found if each.name not in passed]))


# Together


def _join_alike(fight: Fight, decisions: list[Decision]) -> Iterator[Decision]:
    """Yield decisions, and before the first of several that ask the same, one that makes them all."""
    alike: dict[tuple[str, str], list[Decision]] = {}
    for each in decisions:
        if each.question and len(each.choices) == 1:
            alike.setdefault((each.question, each.refusal), []).append(each)
    for each in decisions:
        found = alike.get((each.question, each.refusal), [])
        if len(found) > 1 and found[0] is each:
            yield _join_decisions(fight, found)
        yield each


def _join_decisions(fight: Fight, found: list[Decision]) -> Decision:
    """Return the decision that makes several ones."""
    first, commands = found[0], [each.choices[0].command for each in found]
    is_roll = all(command["act"] == "roll" for command in commands)
    command = {"act": "series", "rolls": commands} if is_roll else {"act": "together", "changes": commands}
    keys = [each.key for each in found if each.key]
    names = join_some(fight.name_for(key) + format_times(keys.count(key)) for key in dict.fromkeys(keys))
    heading = f"{names}: {decapitalize(first.question)}" if names else first.question
    label = f"Roll {name_count(len(found))}" if is_roll else f"Yes, {name_count(len(found))}"
    members = tuple(each.name for each in found)
    return Decision(f"all {members[0]}", "", heading, "", (Choice(label, command),), first.refusal, members=members)


# Rolls


def _list_required_rolls(fight: Fight) -> Iterator[Decision]:
    for owed in find_pending_rolls(fight):
        yield build_required_roll(fight, owed)


def build_required_roll(fight: Fight, owed: PendingRoll) -> Decision:
    """Return the decision about a roll that has to be made."""
    action = fight.rules.actions_by_id.get(owed.mechanic.id)
    names = [fight.name_for(key) for key in owed.recipients]
    name = join_names(names)
    title = (action.title if action else "") or owed.mechanic.title
    heading = action.due.format(name=name) if action and action.due else f"{name}: {title}"
    command: dict[str, Any] = {"act": "roll", "mechanic": owed.mechanic.id, "by": owed.recipients[0]}
    if owed.requirement.params:
        command["params"] = dict(owed.requirement.params)
    text = f"{owed.requirement.reason}." if owed.requirement.reason else ""
    return Decision(
        f"due {owed.mechanic.id} {owed.recipients[0]} {len(fight.log)}",
        owed.recipients[0],
        heading,
        text,
        (Choice(title, command, is_roll=True),),
        question=title,
    )


def _list_reactions(fight: Fight, since: tuple[LogEntry, ...]) -> Iterator[Decision]:
    """Yield the rolls that the last actions leave to enemies, such as a hit to assign after a failure."""
    offered: dict[tuple[str, str], list[Choice]] = {}
    for each in find_offered_reactions(fight):
        action = fight.rules.actions_by_id.get(each.mechanic.id)
        title = (action.title if action else "") or each.mechanic.title
        command = {"act": "roll", "mechanic": each.mechanic.id, "by": each.by, "at": each.at}
        label = f"{fight.name_for(each.by)}: {title}"
        offered.setdefault((each.mechanic.id, each.at), []).append(Choice(label, command, each.by, is_roll=True))
    for (mechanic_id, at), choices in offered.items():
        action = fight.rules.actions_by_id.get(mechanic_id)
        name = fight.name_for(at)
        heading = action.due.format(name=name) if action and action.due else name
        title = (action.title if action else "") or fight.context.find_mechanic(mechanic_id).title
        name = f"answer {mechanic_id} {at} {len(fight.log)}"
        yield Decision(name, at, heading, "", tuple(choices), "Nobody", question=title)
    if not offered and since and since[0].roll is not None and not any(entry.roll for entry in since[1:]):
        yield from _list_counterattacks(fight, since[0])


def _list_counterattacks(fight: Fight, entry: LogEntry) -> Iterator[Decision]:
    """Yield the rolls that a target may make against the last roller, in games without turns."""
    event: Mapping[str, Any] = entry.event
    by, at = str(event.get("by")), str(event.get("at"))
    if fight.rules.order.has_turns or by not in fight.participants or at not in fight.participants:
        return
    if fight.combatant(at).is_out or fight.combatant(by).side == fight.combatant(at).side:
        return
    for binding, roller, target in find_possible_rolls(fight, at, by):
        if target is None or _is_refused(fight, binding, roller, target):
            continue
        action = fight.rules.actions_by_id.get(binding.mechanic.id)
        title = (action.title if action else "") or binding.mechanic.title
        command = {
            "act": "roll",
            "mechanic": binding.mechanic.id,
            "by": roller,
            "at": target,
            "chosen": find_usual_choices(fight, binding, roller),
        }
        label = f"{fight.name_for(roller)}: {title}"
        name = f"back {binding.mechanic.id} {roller} {len(fight.log)}"
        yield Decision(name, roller, label, "", (Choice(label, command, roller, is_roll=True),), "No", is_offer=True)


def _is_refused(fight: Fight, binding: Any, by: str, at: str | None) -> bool:
    try:
        attempt = build_attempt(fight, binding.mechanic, by, at, find_usual_choices(fight, binding, by))
    except RulesError:  # its button gives the reason
        return False
    return attempt is not None and bool(find_unmet(attempt))


def _list_next_rolls(fight: Fight) -> Iterator[Decision]:
    """Yield the follow-up rolls that come at once and aren't required by a sheet, such as on a further table.

    They lapse once a combatant acts again, or a turn or a period ends.
    """
    for entry, each in find_next_rolls(fight):
        event: Mapping[str, Any] = entry.event
        roller = str(event.get("by"))
        about = {part: event[part] for part in ("by", "at") if event.get(part)}
        command = {"act": "roll", "mechanic": each.mechanic, "params": each.preset_params, **about}
        key = roller if roller in fight.combatants else ""
        name = f"next {each.mechanic} {entry.id}"
        heading = fight.name_for(key) if key else "What follows"
        yield Decision(name, key, heading, "", (Choice(each.text, command),), "No", question=each.text)


# Changes


def _list_changes(fight: Fight) -> Iterator[Decision]:
    """Yield the changes of the last rolls that the table decides on, or whose recipients it picks."""
    offers = find_pending_changes(fight)
    is_several = sum(entry.roll is not None for entry in find_last_group(fight)[0]) > 1
    for number, offer in enumerate(offers):
        if offer.recipient is not None and not (offer.is_optional and offer.recipient in (*fight.combatants, BOARD)):
            continue
        keys = (offer.recipient,) if offer.recipient else find_candidates(fight, offer)
        choices = tuple(
            Choice(fight.name_for(key), _build_change_command(offer, key), key)
            for key in keys
            if _is_allowed(fight, offer, key)
        )
        if not choices:
            continue
        label = label_change(fight, offer)
        name = f"change {offer.change.id} {offer.recipient or ''} {offer.roll.id if offer.roll else ''} {number}"
        if offer.recipient:
            asked = fight.name_for(offer.recipient)
            choices = (choices[0]._replace(label=label),)
            heading = f"{asked}: {label}?"
            question = "" if offer.replaced_change else f"{label}?"
            yield Decision(name, offer.recipient, heading, "", choices, "No", not is_several, question)
        else:
            about = name_roller(fight, offer) if is_several else ""
            yield Decision(name, "", f"{about}{label}: who?", "", choices, "Nobody", is_offer=not is_several)


def _build_change_command(offer: PendingChange, key: str) -> dict[str, Any]:
    instead = {"instead": offer.replaced_change} if offer.replaced_change else {}
    return {"act": "change", "change": offer.change.id, "who": key, "params": offer.params, **instead}


def name_roller(fight: Fight, pending: PendingChange) -> str:
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


def label_change(fight: Fight, pending: PendingChange) -> str:
    """Return what players call a change, with the names of its parameters' choices."""
    chosen = (
        pending.change.parameters[name].kind.names().get(str(value))
        for name, value in pending.params.items()
        if name in pending.change.parameters
    )
    parts = [name[:1].lower() + name[1:] for name in (*chosen, pending.note) if name]
    if pending.role == "guard" and pending.note:
        parts[-1] = pending.note  # the name of the combatant to protect
    named = ", ".join(parts)
    action = fight.rules.actions_by_id.get(pending.change.id)
    title = (action.title if action else "") or pending.change.title
    return f"{title} ({named})" if named else title


def _list_updates(fight: Fight, view: View) -> Iterator[Decision]:
    """Yield an offer for each combatant whose stored sheet has changed since they joined."""
    stored = view.get("stored") or {}
    for update in find_updates(fight, stored):
        name, sheet = fight.name_for(update.who), fight.sheet_for(update.who)
        labels = ", ".join(sheet.label_for(field) for field in update.fields)
        both = "This fight has changed it, too; the sheet would count." if update.has_conflict else ""
        command = {"act": "update", "who": update.who, **stored[update.who]}
        heading = f"{name}’s own sheet has changed since they joined: {labels}."
        choice = Choice(f"Bring {name} up to date", command, update.who)
        yield Decision(f"update {update.who} {labels}", update.who, heading, both, (choice,), "Not now")
