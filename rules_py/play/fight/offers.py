"""Offers of a fight: the rolls that have to be made now, and the changes that the last roll triggers."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, NamedTuple

from rules_py.dice import NextRoll
from rules_py.errors import RefusedActionError, RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.bindings import Role, Trigger
from rules_py.play.changes import Change
from rules_py.play.fight.actions import ALLY, Attempt, find_payer, find_unmet
from rules_py.play.fight.config import BOARD, RequiredRoll
from rules_py.play.fight.events import RollEvent, read_choices
from rules_py.play.fight.history import count_last
from rules_py.play.fight.state import Combatant, FightState, LogEntry
from rules_py.play.fight.targeting import fill_params, resolve_against
from rules_py.play.sheet import Sheet

MOST_LOOKED_AT = 200
"""The number of events at the end of the log in which rolls may still offer a reaction."""


@dataclass(frozen=True)
class PendingRoll:
    """A roll that has to be made now.

    Attributes:
        recipients: the combatants it is made for; the first of them rolls.
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
        replaced_change: the id of the event of the change that it replaces, or "".
        note: tells apart several triggers of this change by the same roll.
        applies_if: returns False for a recipient's sheet that it doesn't concern; None if it concerns everybody.
        roll: the log entry of the roll.
        target: the key of the combatant who gets the change that the roll triggers, or None.
    """

    change: Change
    role: Role
    recipient: str | None
    params: dict[str, Any]
    extra_recipients: tuple[str, ...] = ()
    is_optional: bool = False
    replaced_change: str = ""
    note: str = ""
    applies_if: Callable[[Any], bool] | None = None
    roll: LogEntry | None = None
    target: str | None = None

    def concerns(self, sheet: object) -> bool:
        """Return True if the change concerns a recipient with this sheet."""
        return self.applies_if is None or self.applies_if(sheet)

    def list_concerned(self, find_sheet: Callable[[str], Sheet]) -> list[str]:
        """Return the keys of the recipients that the change concerns; none if the table has to pick one.

        Args:
            find_sheet: returns the sheet of a recipient, such as `fight.sheet_for`.
        """
        recipients = () if self.recipient is None else (self.recipient, *self.extra_recipients)
        return [key for key in recipients if self.concerns(find_sheet(key))]


# Rolls


def find_pending_rolls(fight: FightState, before: FightState | None = None) -> tuple[PendingRoll, ...]:
    """Return the rolls that have to be made now, such as a wound's body part, dying or nerves.

    Args:
        fight: the fight.
        before: an earlier state of it; only the rolls of groups that have changed since then are returned.
    """
    required = tuple(find_required_rolls(fight, before))
    if not required or not (waiting := _find_deferred_mechanics(fight)):
        return required
    return tuple(each for each in required if each.mechanic not in waiting)


def has_deferred_roll(fight: FightState) -> bool:
    """Return True if a roll has to be made once everybody whose turn it is has acted."""
    deferred = fight.rules.deferred_rolls
    return any(each.mechanic in deferred for each in find_required_rolls(fight)) and fight.has_turn_begun


def is_decided(fight: FightState) -> bool:
    """Return True if fewer than two sides are left, and no simultaneous action or required roll can change that."""
    had_several = len({each.side for each in fight.participants.values()}) > 1
    is_open = len(fight.active_sides) > 1 or bool(fight.turn_sheets)
    return had_several and not is_open and not any(find_required_rolls(fight))


def _find_deferred_mechanics(fight: FightState) -> tuple[Mechanic, ...]:
    """Return the rolls that wait until everybody whose turn it is has acted."""
    deferred = fight.rules.deferred_rolls
    return deferred if deferred and fight.has_turn_begun else ()


def find_required_rolls(fight: FightState, before: FightState | None = None) -> Iterator[PendingRoll]:
    """Yield the rolls that combatants or groups have to make, also those that wait for others.

    Args:
        fight: the fight.
        before: an earlier state of it; only the rolls of groups that have changed since then are yielded.
    """
    required = fight.rules.required_rolls
    if before is not None and before.combatants is fight.combatants:
        return
    for each in fight.combatants.values() if required else ():
        if before is None or before.combatants.get(each.key) is not each:
            for mechanic in _list_due_rolls(each.sheet, required):
                yield PendingRoll(mechanic, (each.key,), (each.key,))
    yield from _find_group_rolls(fight, before)


def _list_due_rolls(sheet: Sheet, required: Mapping[Mechanic, str]) -> list[Mechanic]:
    """Return those of the required rolls whose field says that a combatant with this sheet has to make them."""
    due: list[Mechanic] | None = sheet.memo.get("due")
    if due is None:
        due = sheet.memo["due"] = [mechanic for mechanic, name in required.items() if getattr(sheet, name, False)]
    return due


def _find_group_rolls(fight: FightState, before: FightState | None = None) -> Iterator[PendingRoll]:
    """Yield the rolls that groups have to make now; only those of groups that have changed since `before`."""
    groups: dict[str, list[list[Combatant]]] = {}
    for roll in fight.rules.group_rolls:
        if roll.group_field not in groups:
            groups[roll.group_field] = fight.list_groups(roll.group_field)
        for group in groups[roll.group_field]:
            if before is not None and all(before.combatants.get(each.key) is each for each in group):
                continue
            active = tuple(each.key for each in group if not each.is_out)
            if active and (required := roll.find_required([each.sheet for each in group])):
                yield PendingRoll(roll.mechanic, active, tuple(each.key for each in group), required)


def _find_group_roll(fight: FightState, event: RollEvent, params: Mapping[str, Any]) -> PendingRoll | None:
    """Return the pending group roll that was made with this event, or None."""
    if not any(roll.mechanic.id == event["mechanic"] and roll.counts(params) for roll in fight.rules.group_rolls):
        return None
    for pending in _find_group_rolls(fight):
        if pending.mechanic.id == event["mechanic"] and event.get("by") in pending.recipients:
            return pending
    return None


class OfferedReaction(NamedTuple):
    """A roll that the target of an earlier roll may make against its roller, or any enemy if there was no such target.

    Attributes:
        by: the key of the combatant who would roll.
        at: the key of the combatant who made the earlier roll.
    """

    mechanic: Mechanic
    by: str
    at: str


def find_offered_reactions(fight: FightState) -> tuple[OfferedReaction, ...]:
    """Return the rolls that the last actions offer to their targets and that are still to be made.

    An action that failed without an enemy as its target, such as first aid, may offer a roll to any of the enemies. One
    of them makes it, and those who would roll the same are offered it once.

    They lapse once a combatant acts again, or a turn or a period ends.
    """
    offered: list[tuple[OfferedReaction, ...]] = []
    for entry in fight.log[-MOST_LOOKED_AT:]:
        event = entry.event
        if event["event"] in ("turn", "end", "order"):
            offered = []
        if event["event"] != "roll" or entry.roll is None:
            continue
        made = (each for each in offered if _identify(event) in {(one.mechanic.id, one.by, one.at) for one in each})
        if (answered := next(made, None)) is not None:
            offered.remove(answered)
            continue
        if not event.get("follows"):
            offered = []
        offered += _list_offered_reactions(fight, event, entry.roll)
    return tuple(one for each in offered for one in _select_different(fight, each))


def _identify(event: RollEvent) -> tuple[str, str | None, str | None]:
    return event["mechanic"], event.get("by"), event.get("at")


def _list_offered_reactions(fight: FightState, event: RollEvent, roll: Roll) -> Iterator[tuple[OfferedReaction, ...]]:
    """Yield the rolls that a roll offers and that its target can make against its roller, or one of the enemies."""
    by, at = event.get("by"), event.get("at")
    if by is None or by not in fight.combatants or not fight.rules.can_be_attacked(fight.sheet_for(by)):
        return
    offered = {each.mechanic for each in roll.next_rolls}
    if at is not None and at not in fight.combatants:
        return
    if at is not None and fight.combatant(at).side != fight.combatant(by).side:
        if not fight.combatant(at).is_out:
            yield from ((each,) for each in _list_answers(fight, by, at, offered))
        return
    answers = {id for id in offered if (action := fight.rules.actions_by_id.get(id)) is not None and action.is_answer}
    if answers and not fight.combatant(by).has_withdrawn:
        enemies = (each.key for each in fight.active if each.side != fight.combatant(by).side)
        if found := tuple(each for enemy in enemies for each in _list_answers(fight, by, enemy, answers)):
            yield found


def _list_answers(fight: FightState, by: str, enemy: str, offered: Collection[str]) -> Iterator[OfferedReaction]:
    """Yield those of the rolls offered by an action that an enemy can make against the combatant who acted."""
    for binding in fight.sheet_for(enemy).rolls:
        if binding.mechanic.id in offered and can_answer(fight, binding.mechanic, enemy, by):
            yield OfferedReaction(binding.mechanic, enemy, by)


def _select_different(fight: FightState, offered: Sequence[OfferedReaction]) -> Iterator[OfferedReaction]:
    """Yield the first of those offers that would be the same roll with the same parameters."""
    seen = []
    for each in offered:
        roll = (
            each.mechanic.id,
            fill_params(fight, each.mechanic, each.by, each.at, None, (), each.mechanic.parameters),
        )
        if roll not in seen:
            seen.append(roll)
            yield each


def can_answer(fight: FightState, mechanic: Mechanic, by: str, at: str) -> bool:
    """Return True if a target makes a roll that an action offers against the combatant who acted.

    Their sheets have to allow it, and the target has to make such rolls unasked.
    """
    action = fight.rules.actions_by_id.get(mechanic.id)
    is_met = any(binding.mechanic is mechanic for binding in fight.sheet_for(at).met_by)
    return is_met and (action is None or action.is_usual(fight.sheet_for(by)))


def find_next_rolls(fight: FightState) -> list[tuple[LogEntry, NextRoll]]:
    """Return the follow-up rolls that come at once and are still to be made, each with the entry of its earlier roll.

    They lapse once a combatant acts again, or a turn or a period ends.
    """
    required = fight.rules.required_ids
    found: list[tuple[LogEntry, NextRoll]] = []
    for entry in fight.log[-MOST_LOOKED_AT:]:
        event: Mapping[str, Any] = entry.event
        if event["event"] in ("turn", "end", "order"):
            found = []
        if entry.roll is None or event["event"] != "roll":
            continue
        made = [number for number, (origin, each) in enumerate(found) if _is_made(origin, each, entry)]
        if made:
            del found[made[0]]
        elif not event.get("follows") and event["mechanic"] not in required:
            found = []
        found += [(entry, each) for each in entry.roll.next_rolls if each.at_once and each.mechanic not in required]
    return found


def _is_made(origin: LogEntry, following: NextRoll, entry: LogEntry) -> bool:
    """Return True if an entry of the log is the roll that follows from an earlier one."""
    earlier: Mapping[str, Any] = origin.event
    event: Mapping[str, Any] = entry.event
    return event["mechanic"] == following.mechanic and all(
        event.get(part) == earlier.get(part) for part in ("by", "at")
    )


# Changes


def find_last_group(fight: FightState) -> tuple[Sequence[LogEntry], Sequence[LogEntry]]:
    """Return the last events that are undone together, and the changes that the table has picked since then."""
    end = len(fight.log)
    while end:
        start = end - count_last(entry.event for entry in reversed(fight.log[:end]))
        if any(entry.event["event"] != "change" for entry in fight.log[start:end]):
            return fight.log[start:end], fight.log[end:]
        end = start
    return (), fight.log


def find_consequences(fight: FightState, roll: LogEntry) -> list[LogEntry]:
    """Return the log entries of the changes that followed automatically from a roll, in order."""
    first = next(number for number in reversed(range(len(fight.log))) if fight.log[number].id == roll.id) + 1
    return list(
        takewhile(
            lambda entry: entry.event["event"] == "change" and bool(entry.event.get("follows")), fight.log[first:]
        )
    )


def list_open_consequences(fight: FightState, entry: LogEntry, effects: Sequence[LogEntry]) -> tuple[str, ...]:
    """Return the consequences of a roll, in words, without those that the changes after it carried out or have told.

    Args:
        fight: the fight after the roll.
        entry: the roll.
        effects: the changes that followed from it.
    """
    roll = entry.roll
    if roll is None:
        return ()
    told = [step for entry in effects for result in entry.change_results for step in result.steps]
    carried_out = [
        trigger.describe_consequence(entry.event.get("params", {}))
        for entry in effects
        if entry.event["event"] == "change" and entry.event["change"] in fight.context.changes
        for trigger in fight.context.changes[entry.event["change"]].triggers_by_mechanic.get(roll.mechanic, ())
    ]
    return tuple(text for text in roll.consequences if text not in carried_out and text not in told)


def find_pending_changes(fight: FightState) -> tuple[PendingChange, ...]:
    """Return the changes that the last rolls trigger, without those that are applied.

    All rolls that are undone together count, such as those of all combatants who act. Once the table has decided about
    a roll, only those of its changes are left whose recipients the table picks one by one. None are left once anything
    else happens.
    """
    group, picked = find_last_group(fight)
    offers = [_list_offers(fight, entry, find_consequences(fight, entry)) for entry in group if entry.roll is not None]
    for entry in picked:
        found = (
            (number, offer) for number, each in enumerate(offers) for offer in each if _matches_offer(offer, entry)
        )
        if (match := next(found, None)) is None:
            if entry.event.get("follows"):  # a price, for example
                continue
            return ()
        number, offer = match
        offers[number] = [each for each in offers[number] if _is_left(each, offer)]
    return tuple(offer for each in offers for offer in each if _is_standing(fight, offer))


def _is_left(offer: PendingChange, picked: PendingChange) -> bool:
    """Return True if an offer of a roll is left after the table has picked one.

    Those are left whose recipients the table picks one by one, and after protection those against other hits.
    """
    if picked.role == "anybody":
        return offer.role == "anybody"
    return picked.role == "guard" and offer.role == "guard" and offer.replaced_change != picked.replaced_change


def _is_standing(fight: FightState, offer: PendingChange) -> bool:
    """Return False if an offer replaces a change that can't be reverted, because its recipient has changed since."""
    entry = fight.find_entry(offer.replaced_change) if offer.replaced_change else None
    if entry is None or entry.event["event"] != "change":
        return True
    keys = (entry.event["who"], *entry.event.get("also", ()))
    try:
        for key, result in zip(keys, entry.change_results, strict=True):
            result.revert(fight.sheet_for(key))
    except RulesError:
        return False
    return True


def _replaces(replaced: str | None, offer: PendingChange) -> bool:
    """Return True if a change takes the place of the one that an offer is about; it may name the event or the change.

    A change without a name of what it replaces, or with that of the change, is the first such offer.
    """
    return replaced is None or replaced == offer.replaced_change or not replaced.startswith("e")


def _matches_offer(offer: PendingChange, entry: LogEntry) -> bool:
    event = entry.event
    return (
        event["event"] == "change"
        and event["change"] == offer.change.id
        and (offer.recipient is None or offer.recipient == event["who"])
        and (offer.role != "guard" or _replaces(event.get("instead"), offer))
    )


def _list_offers(
    fight: FightState, entry: LogEntry, follow_ups: Sequence[LogEntry], is_automatic: bool = False
) -> list[PendingChange]:
    """Return the changes that a roll triggers, without those that have followed from it.

    Args:
        fight: the fight after the roll.
        entry: the log entry of the roll.
        follow_ups: the log entries of the changes that have followed from it.
        is_automatic: True for only those that are applied without a decision of the table.
    """
    event, roll = entry.event, entry.roll
    if event["event"] != "roll" or roll is None:
        return []
    applied = {
        (follow_up.event["change"], follow_up.event["who"]): follow_up.id
        for follow_up in follow_ups
        if follow_up.event["event"] == "change"
    }
    chosen = read_choices(event)
    attempt = _rebuild_attempt(fight, event, roll, chosen)
    group = _find_group_roll(fight, event, roll.params)
    others = tuple(key for key in group.recipients if key != event.get("by")) if group else ()
    actor, _ = fight.find_actor_and_target(entry)
    facts = {
        **({"name": fight.combatants[actor].name} if actor is not None and actor in fight.combatants else {}),
        **(group.requirement.facts if group else {}),
        **chosen,
        **(attempt.action.facts(attempt) if attempt and attempt.action.facts else {}),
    }
    waived = event.get("override", {})
    settled = _find_settled(attempt, waived) if attempt else frozenset()
    return [
        *(
            each
            for each in (_list_prices(attempt, roll, entry, waived) if attempt else ())
            if not applied or (each.change.id, each.recipient) not in applied
        ),
        *(
            PendingChange(
                change,
                trigger.role,
                recipient,
                params,
                others if trigger.role == "roller" else (),
                trigger.is_optional,
                _find_replaced(applied, trigger, target, event.get("by")),
                _describe_trigger(fight, event, trigger, target),
                trigger.applies_if,
                entry,
                target,
            )
            for change, trigger, target, recipient, params in _match_triggers(
                fight, event, roll, chosen.get(ALLY), facts, settled, is_automatic
            )
            if (not applied or (change.id, recipient) not in applied)
            and (not settled or (change.id, recipient) not in settled)
            and (recipient is None or isinstance(fight.sheet_for(recipient), change.sheet_types))
            and (not trigger.replaced_change or _can_replace(fight, applied, trigger, target, event.get("by")))
            and (trigger.role != "anybody" or fight.eligible_for(change))
        ),
    ]


def _describe_trigger(fight: FightState, event: RollEvent, trigger: Trigger, target: str | None) -> str:
    """Return the note of a trigger; one that protects one of several targets names that target."""
    if trigger.role != "guard" or not event.get("also") or target is None or target not in fight.combatants:
        return trigger.note
    return fight.combatants[target].name


def _find_replaced(applied: Mapping[tuple[str, str], str], trigger: Trigger, target: str | None, by: str | None) -> str:
    """Return the id of the event of the change that a trigger replaces, for the target or else the roller; or ""."""
    if not trigger.replaced_change:
        return ""
    found = (applied.get((trigger.replaced_change, str(key))) for key in (target, by))
    return next((event_id for event_id in found if event_id), "")


def _can_replace(
    fight: FightState, applied: Mapping[tuple[str, str], str], trigger: Trigger, target: str | None, by: str | None
) -> bool:
    """Return True if the change that a trigger replaces has been applied and did something that can be taken back."""
    entry = fight.find_entry(_find_replaced(applied, trigger, target, by) or "-")
    if entry is None:
        return False
    return trigger.replaces_if is None or any(trigger.replaces_if(result) for result in entry.change_results)


def _rebuild_attempt(fight: FightState, event: RollEvent, roll: Roll, chosen: Mapping[str, Any]) -> Attempt | None:
    """Return the attempt that a roll in the log belongs to; None if it isn't part of an action."""
    action, by = fight.rules.actions_by_id.get(event.get("action") or ""), event.get("by")
    if action is None or by is None:
        return None
    also = tuple(event.get("also", ()))
    return Attempt(fight, action, by, event.get("at"), also, chosen, roll.params)


def _find_settled(attempt: Attempt, waived: Collection[str]) -> Collection[tuple[str, str | None]]:
    """Return the changes that the triggers of a roll don't apply, each with its recipient; "" is any recipient.

    They are the prices that the action itself books, and those that the table has waived. If one of several prices by
    the same change is waived, the others stay.
    """
    action = attempt.action
    if not waived:
        return action.booked_changes
    kept = {cost.change.id for name, cost in action.named_costs if name not in waived}
    return frozenset(
        action.booked_changes
        | {
            (cost.change.id, find_payer(attempt, cost) if cost.change.id in kept else "")
            for name, cost in action.named_costs
            if name in waived
        }
    )


def _list_prices(attempt: Attempt, roll: Roll, entry: LogEntry, waived: Collection[str]) -> Iterator[PendingChange]:
    """Yield the prices of an action that the triggers of changes don't decide, without those that are waived."""
    for name, cost in attempt.action.named_costs:
        if cost.due is None or name in waived:
            continue
        key = find_payer(attempt, cost)
        if key is not None and (params := cost.due(attempt, roll)) is not None:
            role: Role = "fight" if key == BOARD else "roller"
            yield PendingChange(cost.change, role, key, dict(params), roll=entry)


def _match_triggers(
    fight: FightState,
    event: RollEvent,
    roll: Roll,
    partner: str | None,
    facts: dict[str, Any],
    settled: Collection[tuple[str, str | None]],
    is_automatic: bool,
) -> Iterator[tuple[Change, Trigger, str | None, str | None, dict[str, Any]]]:
    """Yield the changes that a roll triggers, each with the trigger, the target, the recipient and the parameters.

    The target is the one for which the roll triggers the change. The recipient is None if the table has to pick one.
    Changes that `settled` has for any recipient are left out, and so are those that need a decision, if `is_automatic`.
    """
    resolved = [(event.get("at"), roll), *resolve_against(fight, event.get("also", ()), roll)]
    recipients = {"roller": event.get("by"), "partner": partner, "fight": None if fight.board is None else BOARD}
    for change in fight.context.changes_by_mechanic.get(roll.mechanic, ()):
        if settled and (change.id, "") in settled:
            continue
        for number, (target, against) in enumerate(resolved):
            for trigger in change.triggers_by_mechanic[roll.mechanic]:
                if (number and trigger.role not in ("target", "guard")) or (trigger.role == "partner" and not partner):
                    continue
                recipient = target if trigger.role == "target" else recipients.get(trigger.role)
                if is_automatic and (trigger.is_optional or recipient is None):
                    continue
                if (params := trigger.build_params(against, facts, number)) is not None:
                    yield change, trigger, target, recipient, change.with_current_params(params)


def find_automatic_changes(fight: FightState) -> list[PendingChange]:
    """Return the changes of the last roll that are applied automatically: prices first, then effects.

    Their recipient is known, and they aren't optional.
    """
    if not fight.log or fight.log[-1].roll is None:
        return []
    return _list_offers(fight, fight.log[-1], (), is_automatic=True)


def find_initiative_changes(fight: FightState, by: str, roll: Roll) -> list[PendingChange]:
    """Return the changes that a combatant's roll for initiative triggers automatically for that combatant."""
    event: RollEvent = {"event": "roll", "mechanic": roll.mechanic, "faces": roll.faces, "by": by}
    offers = _list_offers(fight, LogEntry(event, (), roll=roll), (), is_automatic=True)
    return [each for each in offers if each.recipient == by]


def find_follow_ups(fight: FightState) -> list[LogEntry]:
    """Return the log entries of the changes since the last roll that it triggered, the latest first.

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
        follow_ups.append(entry)
    return follow_ups


def find_candidates(fight: FightState, change: PendingChange) -> tuple[str, ...]:
    """Return the candidates for a change whose target the table must choose: everyone there who doesn't have it yet.

    Those who have left the fight aren't there. Protection from another hit can be had again.
    """
    _, picked = find_last_group(fight)
    given = (*(find_consequences(fight, change.roll) if change.roll else ()), *picked)
    have = {
        entry.event["who"]
        for entry in given
        if entry.event["event"] == "change" and entry.event["change"] == change.change.id and change.role != "guard"
    }
    candidates = tuple(
        key for key in fight.eligible_for(change.change) if key not in have and not fight.combatants[key].has_withdrawn
    )
    event = change.roll.event if change.roll else None
    if event is None or event["event"] != "roll" or change.role not in ("ally", "guard"):
        return candidates
    other = event.get("by") if change.role == "ally" else change.target or event.get("at")
    return fight.find_allies(other, candidates) if other is not None and other in fight.combatants else candidates


def _find_affected(
    fight: FightState, change: Change, params: dict[str, Any]
) -> tuple[tuple[str, ...], RulesError | None]:
    """Return the keys that a change would modify, and the first rejection by the rules or None."""
    affected, rejection = [], None
    for key in (*fight.eligible_for(change), *([BOARD] if isinstance(fight.board, change.sheet_types) else [])):
        sheet = fight.sheet_for(key)
        try:
            result = change.apply(sheet, params)
        except RulesError as error:
            rejection = rejection or error
            continue
        if result.sheet != sheet:
            affected.append(key)
    return tuple(affected), rejection


def find_recipients(
    fight: FightState, change: Change, params: Mapping[str, Any]
) -> tuple[tuple[str, ...], RulesError | None]:
    """Return the keys of those who get a change for everybody, and the first rejection or refusal or None."""
    current = change.with_current_params(params)
    affected, rejection = _find_affected(fight, change, current)
    refusals = {key: _find_refusal(fight, change.id, key, current) for key in affected}
    refusal = next(filter(None, refusals.values()), None)
    return tuple(key for key in affected if refusals[key] is None), refusal or rejection


def _find_refusal(fight: FightState, change_id: str, key: str, params: Mapping[str, Any]) -> RefusedActionError | None:
    """Return the refusal of a change that is an action; None if nothing stands in its way."""
    action = fight.rules.actions_by_id.get(change_id)
    if action is None or key not in fight.combatants:
        return None
    unmet = find_unmet(Attempt(fight, action, key, params=params))
    return RefusedActionError(change_id, {each.name: each.reason for each in unmet}) if unmet else None
