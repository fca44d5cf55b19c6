"""Offers of a fight: the rolls that have to be made now, and the changes that the last roll triggers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.bindings import Role, Trigger
from rules_py.play.changes import Change, ChangeResult
from rules_py.play.fight.config import BOARD, RequiredRoll
from rules_py.play.fight.events import ChangeEvent, RollEvent
from rules_py.play.fight.state import Combatant, FightState
from rules_py.play.fight.targeting import resolve_against


@dataclass(frozen=True)
class PendingRoll:
    """A roll that has to be made now.

    Attributes:
        recipients: the combatants it is made for; the first one rolls.
        group: all members of their group, including those who are out.
    """

    mechanic: Mechanic
    recipients: tuple[str, ...]
    group: tuple[str, ...]
    requirement: RequiredRoll = field(default_factory=RequiredRoll)


@dataclass(frozen=True)
class PendingChange:
    """A change that the last roll triggers, with its recipient and parameters.

    Attributes:
        recipient: the key of the combatant it applies to, or None if the table has to pick one.
        extra_recipients: the other recipients, if the roll was for a group.
        is_optional: the table decides on it; otherwise it is applied automatically.
        is_silent: the log says nothing if the rules forbid it.
        replaced_change: the change of the roll's target that it replaces.
        note: tells apart several triggers of this change by the same roll.
    """

    change: Change
    role: Role
    recipient: str | None
    params: dict[str, Any]
    extra_recipients: tuple[str, ...] = ()
    is_optional: bool = False
    is_silent: bool = False
    replaced_change: str = ""
    note: str = ""


# Rolls


def find_pending_rolls(fight: FightState) -> tuple[PendingRoll, ...]:
    """Return the rolls that have to be made now, such as a wound's body part, dying or nerves."""
    own = (
        PendingRoll(mechanic, (each.key,), (each.key,))
        for each in fight.combatants.values()
        for mechanic, name in fight.rules.required_rolls.items()
        if getattr(each.sheet, name, False)
    )
    return (*own, *_find_group_rolls(fight))


def _find_group_rolls(fight: FightState) -> Iterator[PendingRoll]:
    """Yield the rolls that groups have to make now."""
    for roll in fight.rules.group_rolls:
        groups: dict[tuple[str, str], list[Combatant]] = {}
        for each in fight.combatants.values():
            if (name := getattr(each.sheet, roll.group_field, None)) is not None:
                groups.setdefault((each.side, name), []).append(each)
        for group in groups.values():
            active = tuple(each.key for each in group if not each.is_out)
            if active and (required := roll.find_required([each.sheet for each in group])):
                yield PendingRoll(roll.mechanic, active, tuple(each.key for each in group), required)


def _find_group_roll(fight: FightState, event: RollEvent) -> PendingRoll | None:
    """Return the pending group roll that was made with this event, or None."""
    if not any(roll.mechanic.id == event["mechanic"] for roll in fight.rules.group_rolls):
        return None
    for pending in _find_group_rolls(fight):
        if pending.mechanic.id == event["mechanic"] and event.get("by") in pending.recipients:
            return pending
    return None


# Changes


def find_pending_changes(fight: FightState) -> tuple[PendingChange, ...]:
    """Return the changes that the last roll triggers; none are left once another event happens."""
    follow_ups = find_follow_ups(fight)
    if len(follow_ups) == len(fight.log):
        return ()
    entry = fight.log[-1 - len(follow_ups)]
    event, roll = entry.event, entry.roll
    if event["event"] != "roll" or roll is None:
        return ()
    is_table_picking = any(not change.get("follows") for change, _ in follow_ups)
    applied = {(change["change"], change["who"]) for change, _ in follow_ups}
    group = _find_group_roll(fight, event)
    others = tuple(key for key in group.recipients if key != event.get("by")) if group else ()
    actor, _ = fight.find_actor_and_target(entry)
    facts = {
        **({"name": fight.combatants[actor].name} if actor is not None and actor in fight.combatants else {}),
        **(group.requirement.facts if group else {}),
        **(event.get("chosen") or {}),
    }
    return tuple(
        PendingChange(
            change,
            trigger.role,
            recipient,
            params,
            others if trigger.role == "roller" else (),
            trigger.is_optional,
            trigger.is_silent,
            trigger.replaced_change,
            trigger.note,
        )
        for change, trigger, target, recipient, params in _match_triggers(fight, event, roll, facts)
        if (change.id, recipient) not in applied
        and (recipient is None or isinstance(fight.sheet_for(recipient), change.sheet_types))
        and (not trigger.replaced_change or (trigger.replaced_change, target) in applied)
        and (trigger.role != "anybody" or fight.eligible_for(change))
        and (trigger.role == "anybody" or not is_table_picking)
    )


def _match_triggers(
    fight: FightState, event: RollEvent, roll: Roll, facts: dict[str, Any]
) -> Iterator[tuple[Change, Trigger, str | None, str | None, dict[str, Any]]]:
    """Yield the changes that a roll triggers, each with the trigger, the target, the recipient and the parameters.

    The target is the one for which the roll triggers the change. The recipient is None if the table has to pick one.
    """
    resolved = [(event.get("at"), roll), *resolve_against(fight, event.get("also", ()), roll)]
    for change in fight.context.changes_by_mechanic.get(roll.mechanic, ()):
        for number, (target, against) in enumerate(resolved):
            recipients = {"roller": event.get("by"), "target": target, "fight": BOARD}
            for trigger, params in change.match_triggers(against, facts, number):
                if not number or trigger.role == "target":
                    yield change, trigger, target, recipients.get(trigger.role), params


def find_automatic_changes(fight: FightState) -> list[PendingChange]:
    """Return the changes of the last roll that are applied automatically.

    Their recipient is known, and they aren't optional.
    """
    return [each for each in find_pending_changes(fight) if each.recipient is not None and not each.is_optional]


def find_follow_ups(fight: FightState) -> list[tuple[ChangeEvent, tuple[ChangeResult, ...]]]:
    """Return the changes since the last roll that it triggered, the latest first, each with its results.

    They include changes whose recipients the table picks one by one.
    """
    follow_ups = []
    for entry in reversed(fight.log):
        event = entry.event
        if event["event"] != "change":
            break
        change = fight.context.changes.get(event["change"])
        is_picked = change is not None and any(trigger.role == "anybody" for trigger in change.triggers)
        if not (event.get("follows") or is_picked):
            break
        follow_ups.append((event, entry.change_results))
    return follow_ups


def find_candidates(fight: FightState, change: PendingChange) -> tuple[str, ...]:
    """Return the candidates for a change whose target the table must choose: everyone who doesn't have it yet."""
    have = {event["who"] for event, _ in find_follow_ups(fight) if event["change"] == change.change.id}
    candidates = tuple(key for key in fight.eligible_for(change.change) if key not in have)
    event = next(entry.event for entry in reversed(fight.log) if entry.roll)
    if event["event"] != "roll" or change.role not in ("ally", "guard"):
        return candidates
    other = event.get("by") if change.role == "ally" else event.get("at")
    return fight.find_allies(other, candidates) if other is not None and other in fight.combatants else candidates


def find_affected(
    fight: FightState, change: Change, params: Mapping[str, Any]
) -> tuple[tuple[str, ...], RulesError | None]:
    """Return the keys that a change would modify, and the first rejection by the rules or None."""
    affected, rejection = [], None
    for key in (*fight.eligible_for(change), *([BOARD] if isinstance(fight.board, change.sheet_types) else [])):
        sheet = fight.sheet_for(key)
        try:
            result = change.apply(sheet, dict(params))
        except RulesError as error:
            rejection = rejection or error
            continue
        if result.sheet != sheet:
            affected.append(key)
    return tuple(affected), rejection
