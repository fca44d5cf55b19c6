"""Amendments: the ways in which a combatant's last roll can be made again once its result is known."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules_py.errors import RulesError
from rules_py.play.fight.actions import ALLY, Action, Amendment, Attempt, find_unmet
from rules_py.play.fight.events import read_choices
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import LogEntry


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
    if event["event"] != "roll" or roll is None or event.get("amends"):
        return []
    action, by = fight.rules.actions_by_id.get(event.get("action") or ""), event.get("by")
    if action is None or by is None or by not in fight.combatants:
        return []
    found = []
    for amendment in action.amendments:
        if not amendment.is_offered(roll):
            continue
        allies = fight.find_allies(by, (each.key for each in fight.active)) if amendment.needs_ally else ("",)
        for ally in allies:
            command = _build_command(fight, entry, amendment, ally)
            if command is not None and _is_affordable(fight, entry, action, command):
                found.append(OfferedAmendment(amendment, ally, command))
    return found


def _build_command(fight: Fight, entry: LogEntry, amendment: Amendment, ally: str) -> dict[str, Any] | None:
    """Return the command of an amendment; None if there is no further target for a rule that needs some."""
    command: dict[str, Any] = {"act": "amend", "roll": entry.id, "params": dict(amendment.params)}
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
    side = fight.combatant(actor).side
    for each in fight.active:
        if each.side != side and each.key != target and fight.rules.can_be_attacked(each.sheet):
            yield each.key


def _is_affordable(fight: Fight, entry: LogEntry, action: Action, command: dict[str, Any]) -> bool:
    """Return True if every payer can pay what the roll costs after an amendment."""
    event, roll = entry.event, entry.roll
    if event["event"] != "roll" or roll is None:
        return False
    chosen = {**read_choices(event), **read_choices(command)}
    params = {**roll.params, **command["params"]}
    try:
        before = fight.without_roll(entry.id)
    except RulesError:  # a combatant has changed again since then
        return False
    attempt = Attempt(before, action, str(event.get("by")), event.get("at"), (), chosen, params)
    return not any(each.name in action.cost_names for each in find_unmet(attempt))
