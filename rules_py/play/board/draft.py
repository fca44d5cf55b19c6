"""Drafts of a play: its choices, its targets and its command as they are laid out, and what stands in its way."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.error_messages import error_message
from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.bindings import RollBinding
from rules_py.play.board.plays import Play, has_effect
from rules_py.play.board.view import View
from rules_py.play.fight.actions import ALLY, Attempt, Unmet, fill_change, find_unmet
from rules_py.play.fight.events import read_choices
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import (
    build_attempt,
    fill_params,
    find_ally_candidates,
    find_area_targets,
    find_further_targets,
    find_usual_choices,
    is_multi_target,
)

OPTION = "option"
"""The name of the choice of one of a change's options, among the choices of a view."""


@dataclass(frozen=True)
class Draft:
    """A play as it is laid out, before it is played.

    Attributes:
        play: the play.
        chosen: the choices for it.
        also: the keys of further targets.
        params: all parameters of the roll, or those of the change.
        given: the parameters that the table has entered.
        command: the command that plays it.
        attempt: the attempt of the action, or None.
        unmet: the requirements that aren't met.
        missing: a sentence about a value that the sheet lacks, or "".
        option: the index of the chosen option of a change.
    """

    play: Play
    chosen: Mapping[str, Any]
    also: tuple[str, ...]
    params: Mapping[str, Any]
    given: Mapping[str, Any]
    command: Mapping[str, Any]
    attempt: Attempt | None = None
    unmet: tuple[Unmet, ...] = ()
    missing: str = ""
    option: int = 0

    @property
    def is_refused(self) -> bool:
        """True if something stands in its way."""
        return bool(self.unmet or self.missing)


def draft_play(fight: Fight, play: Play, view: View) -> Draft:
    """Return a play as a view lays it out."""
    if play.binding is None:
        return _draft_change(fight, play, view)
    return _draft_roll(fight, play, play.binding, view)


# Rolls


def _draft_roll(fight: Fight, play: Play, binding: RollBinding, view: View) -> Draft:
    mechanic, by, at = play.binding.mechanic if play.binding else binding.mechanic, play.by, play.at
    chosen = find_choices(fight, binding, by, view)
    given = {name: value for name, value in (view.get("params") or {}).items() if name in mechanic.parameters}
    also = find_extra_targets(fight, play, chosen, view)
    try:
        params = _fill(fight, mechanic, by, at, chosen, also, given)
    except RulesError as error:
        try:  # the sheet has changed since the choice was made
            chosen = {name: value for name, value in chosen.items() if name == ALLY}
            given, also = {}, ()
            params = _fill(fight, mechanic, by, at, chosen, also, mechanic.parameters)
        except RulesError:
            return Draft(play, {}, (), {}, {}, {}, missing=error_message(error, mechanic.parameters))
    own = {name: value for name, value in chosen.items() if name != ALLY}
    missing = binding.find_missing(fight.acting_sheet_for(by), own)
    reasons = " ".join(dict.fromkeys(reason for name, reason in missing.items() if name not in given))
    command: dict[str, Any] = {"act": "roll", "mechanic": mechanic.id, "by": by, "at": at, "chosen": chosen}
    if also:
        command["also"] = list(also)
    if given:
        command["params"] = given
    try:
        attempt = build_attempt(fight, mechanic, by, at, chosen, also, given)
    except RulesError as error:
        problem = reasons or error_message(error, mechanic.parameters)
        return Draft(play, chosen, also, params, given, command, missing=problem)
    unmet = find_unmet(attempt) if attempt else ()
    return Draft(play, chosen, also, params, given, command, attempt, unmet, reasons)


def _fill(
    fight: Fight,
    mechanic: Mechanic,
    by: str,
    at: str | None,
    chosen: Mapping[str, Any],
    also: Sequence[str],
    given: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the parameters of a roll: those that are filled in, and those that the table has entered."""
    filled = fill_params(fight, mechanic, by, at, chosen, also, mechanic.parameters)
    checked = {name: mechanic.parameters[name].accept(value) for name, value in given.items()}
    return {**filled, **checked}


def find_choices(fight: Fight, binding: RollBinding, by: str, view: View) -> dict[str, Any]:
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
    """Return the first ally who lets an action meet the most requirements, or None without allies."""

    def count_unmet(ally: str) -> int:
        try:
            attempt = build_attempt(fight, mechanic, by, None, {**chosen, ALLY: ally}, ())
        except RulesError:  # its button gives the reason
            return 0
        return len(find_unmet(attempt)) if attempt else 0

    return min(allies, key=count_unmet, default=None)


# Targets


def find_extra_targets(fight: Fight, play: Play, chosen: Mapping[str, Any], view: View) -> tuple[str, ...]:
    """Return the valid further targets of a play, or none if it can't have several.

    Before the table has chosen any, everyone in reach is included.
    """
    if not can_hit_several(fight, play, chosen) or play.binding is None or play.at is None:
        return ()
    if view.get("also") is None:
        return find_area_targets(fight, play.binding, play.by, play.at, chosen)
    candidates = list_further_targets(fight, play, chosen)
    return tuple(key for key in dict.fromkeys(view["also"]) if key in candidates)


def can_hit_several(fight: Fight, play: Play, chosen: Mapping[str, Any]) -> bool:
    """Return True if a play can have several targets."""
    if play.binding is None or play.at is None:
        return False
    try:
        return is_multi_target(fight, play.binding, play.by, chosen)
    except RulesError:  # the sheet has changed since the choice was made
        return is_multi_target(fight, play.binding, play.by)


def list_further_targets(fight: Fight, play: Play, chosen: Mapping[str, Any]) -> tuple[str, ...]:
    """Return those who can be added to the target: anybody for an attack on an area, else those on its side."""
    if play.at is None:
        return ()
    found = find_further_targets(fight, play.by, play.at)
    if play.action is not None:
        attempt = Attempt(fight, play.action, play.by, play.at, chosen=chosen)
        if play.action.reach.everyone(attempt) and not play.action.reach.spares_allies:
            return found
    return tuple(key for key in found if fight.combatants[key].side == fight.combatants[play.at].side)


# Changes


def _draft_change(fight: Fight, play: Play, view: View) -> Draft:
    change = play.change
    assert change is not None
    if play.options:
        number = _read_option(view, len(play.options))
        command = play.options[number].command
        attempt, unmet = _build_option_attempt(fight, command)
        return Draft(play, {}, (), command.get("params", {}), {}, command, attempt, unmet, option=number)
    given = {name: value for name, value in (view.get("params") or {}).items() if name in change.parameters}
    command = {"act": "change", "change": change.id, "who": play.by, "params": given}
    attempt, unmet = _build_option_attempt(fight, command)
    sheet = fight.sheet_for(play.by)
    missing = "" if unmet or has_effect(change, sheet, given) else find_reason(fight, play, given)
    return Draft(play, {}, (), given, given, command, attempt, unmet, missing)


def _read_option(view: View, count: int) -> int:
    """Return the index of the chosen option; the first one if the view has none that exists."""
    number = (view.get("chosen") or {}).get(OPTION, 0)
    return number if isinstance(number, int) and 0 <= number < count else 0


def _build_option_attempt(fight: Fight, command: Mapping[str, Any]) -> tuple[Attempt | None, tuple[Unmet, ...]]:
    """Return the attempt of a change that is an action, and what stands in its way."""
    action = fight.rules.actions_by_id.get(command.get("change", ""))
    if action is None or command["who"] not in fight.combatants:
        return None, ()
    given = command.get("params", {})
    attempt = Attempt(fight, action, command["who"], chosen=command.get("chosen") or {}, params=given)
    attempt = fill_change(attempt, given)
    return attempt, find_unmet(attempt)


def find_reason(fight: Fight, play: Play, params: Mapping[str, Any]) -> str:
    """Return the sentence that says why a change can't be made or changes nothing."""
    change = play.change
    assert change is not None
    try:
        change.apply(fight.sheet_for(play.by), change.with_current_params(params))
    except RulesError as error:
        return error_message(error, change.parameters)
    return "It would change nothing now."


def list_reasons(draft: Draft) -> Iterator[str]:
    """Yield the sentences that say what stands in the way of a play, each once."""
    reasons = (*(each.reason for each in draft.unmet), draft.missing)
    yield from dict.fromkeys(reason for reason in reasons if reason)
