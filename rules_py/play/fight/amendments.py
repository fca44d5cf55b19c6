"""Amendments: the ways in which a combatant's last roll can be made again once its result is known."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rules_py.errors import RulesError
from rules_py.play.fight.actions import ALLY, Action, Amendment, Attempt, find_unmet
from rules_py.play.fight.events import ChangeEvent, read_choices
from rules_py.play.fight.offers import find_consequences
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import LogEntry
from rules_py.play.fight.targeting import find_enemies


class OfferedAmendment(NamedTuple):
    """An amendment of a roll in the log that its payer can afford.

    Attributes:
        ally: the key of the ally who takes part, or "".
        command: the command that makes it.
    """

    amendment: Amendment
    ally: str
    command: dict[str, Any]


def list_amendments(fight: Fight, entry: LogEntry) -> list[OfferedAmendment]:
    """Return the amendments that a roll in the log can get now, one for each ally who could take part."""
    event, roll = entry.event, entry.roll
    if event["event"] != "roll" or roll is None:
        return []
    action, by = fight.rules.actions_by_id.get(event.get("action") or ""), event.get("by")
    if action is None or by is None or by not in fight.combatants:
        return []
    found = []
    for amendment in action.amendments:
        if not amendment.is_offered(roll):
            continue
        for ally in _find_helpers(fight, by, amendment) if amendment.needs_ally else ("",):
            command = _build_command(fight, entry, amendment, ally)
            if command is not None and _is_possible(fight, entry, action, amendment, command):
                found.append(OfferedAmendment(amendment, ally, command))
    return found


def _find_helpers(fight: Fight, by: str, amendment: Amendment) -> tuple[str, ...]:
    """Return the keys of the allies who can take part in an amendment."""
    there = (
        each.key
        for each in fight.participants.values()
        if not each.has_withdrawn and (not each.is_out or amendment.can_help(each.sheet))
    )
    return fight.find_allies(by, there)


def _build_command(fight: Fight, entry: LogEntry, amendment: Amendment, ally: str) -> dict[str, Any] | None:
    """Return the command of an amendment; None if there is no further target for a rule that needs some."""
    params = {**amendment.params, **(amendment.fills(entry.roll) if entry.roll else {})}
    command: dict[str, Any] = {"act": "amend", "roll": entry.id, "params": params}
    if ally:
        command["chosen"] = {ALLY: ally}
    if amendment.rule is not None:
        also = list(_find_other_targets(fight, entry))
        if not also:
            return None
        command |= {"mechanic": amendment.rule.id, "also": also}
    return command


def _find_other_targets(fight: Fight, entry: LogEntry) -> Iterator[str]:
    """Yield the keys of the other enemies of a roll's roller who are up."""
    actor, target = fight.find_actor_and_target(entry)
    if actor is None or actor not in fight.combatants:
        return
    yield from (key for key in find_enemies(fight, actor) if key != target)


def _is_possible(fight: Fight, entry: LogEntry, action: Action, amendment: Amendment, command: dict[str, Any]) -> bool:
    """Return True if every payer can pay what the roll costs after an amendment, and its requirements are met."""
    event, roll = entry.event, entry.roll
    if event["event"] != "roll" or roll is None:
        return False
    chosen = {**read_choices(event), **read_choices(command)}
    params = {**roll.params, **command["params"]}
    try:
        before = prepare_amendment(fight, entry, command)[0]
    except RulesError:  # a combatant has changed again since then
        return False
    attempt = Attempt(before, action, str(event.get("by")), event.get("at"), (), chosen, params)
    needed = (*action.cost_names, *amendment.requires)
    return not any(each.name in needed for each in find_unmet(attempt))


def prepare_amendment(fight: Fight, entry: LogEntry, command: Mapping[str, Any]) -> tuple[Fight, list[ChangeEvent]]:
    """Return the fight without a roll that is made again, and the events of what was paid for earlier amendments.

    These payments stay: an ally who has granted a re-roll has spent their Spirit, even if another one grants the next.

    Raises:
        RulesError: a combatant has changed again since the roll, or can't pay for both.
    """
    before = fight.without_roll(entry.id)
    action = fight.rules.actions_by_id.get(entry.event.get("action") or "") if entry.event["event"] == "roll" else None
    if action is None or entry.event["event"] != "roll" or not entry.event.get("amends"):
        return before, []
    payments = _find_payments(fight, entry, action)
    if not (command.get("chosen") or {}).get(ALLY):  # the same ally pays with the roll that is made again
        payer = (entry.event.get("chosen") or {}).get(ALLY)
        last = next((number for number, each in enumerate(payments) if each["who"] == payer), None)
        payments = [each for number, each in enumerate(payments) if number != last]
    for event in payments:
        before = before.apply(event)
    return before, payments


def _find_payments(fight: Fight, entry: LogEntry, action: Action) -> list[ChangeEvent]:
    """Return the events of the prices that allies paid for a roll and for the rolls that it replaces."""
    prices = {cost.change.id for cost in action.costs if cost.payer == "ally"}
    events = (each.event for each in find_consequences(fight, entry))
    return [_copy_payment(event) for event in events if event["event"] == "change" and event["change"] in prices]


def _copy_payment(event: ChangeEvent) -> ChangeEvent:
    """Return the event of a payment without its id, to be booked again."""
    return {
        "event": "change",
        "change": event["change"],
        "who": event["who"],
        "follows": True,
        "params": event.get("params", {}),
    }
