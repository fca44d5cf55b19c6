"""Plays: the actions that a combatant in a simulated fight can take now, with all their parameters."""

from dataclasses import dataclass
from typing import Any

from rules_py.errors import RulesError
from rules_py.play.bindings import RollBinding
from rules_py.play.changes import Change
from rules_py.play.fight.actions import Action, Attempt, fill_change, find_unmet
from rules_py.play.fight.offers import PendingRoll
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant
from rules_py.play.forecast.assumptions import ACTIONS, POOL
from rules_py.play.forecast.caches import Params, RollParams, SheetCaches
from rules_py.play.forecast.tactics import Tactics
from rules_py.play.forecast_hints import ParameterFunction


@dataclass(frozen=True)
class Play:
    """An action that a combatant in a forecast can take now.

    Attributes:
        binding: the binding of its roll; None for an action without a roll.
        attempt: the attempt with all parameters; None if the roll isn't a declared action.
        params: the checked parameters of the roll; None for an action without a roll.
        is_preparation: True if it is no attack, but makes one possible, such as a reload or a morale check.
    """

    binding: RollBinding | None
    attempt: Attempt | None
    by: str
    at: str | None
    chosen: dict[str, Any]
    also: tuple[str, ...]
    params: RollParams | None
    is_preparation: bool = False

    @property
    def values(self) -> Params:
        """The parameters of the roll, or of an action without a roll."""
        if self.params is not None:
            return self.params.values
        return dict(self.attempt.params) if self.attempt is not None else {}


class PlayBuilder:
    """Builds plays that nothing stands in the way of, with the values that the reader of the forecast has changed."""

    def __init__(self, fight: Fight, tactics: Tactics, caches: SheetCaches) -> None:
        self._caches = caches
        self._varied = _collect_varied_params(fight, tactics)
        self._most_actions: dict[str, Any] = {
            key: each[ACTIONS] for key, each in tactics.choices.items() if ACTIONS in each and key in fight.combatants
        }

    def build_roll(
        self,
        fight: Fight,
        binding: RollBinding,
        by: str,
        at: str | None,
        chosen: dict[str, Any],
        also: tuple[str, ...] = (),
        is_preparation: bool = False,
    ) -> Play | None:
        """Return a roll with all its parameters, or None if a requirement isn't met.

        Parameters that the reader of the forecast has changed are left as they were if the roll isn't possible with
        them.
        """
        mechanic = binding.mechanic
        action = fight.rules.actions_by_id.get(mechanic.id)
        varied = self._varied.get((by, mechanic.id))
        for changed in (varied, None) if varied else (None,):
            try:
                params = self._caches.fill_params(fight, mechanic, by, at, chosen, also)
                if changed:
                    params = self._caches.check_params(mechanic, {**params.values, **changed})
            except RulesError:  # such as a value out of range
                continue
            attempt = Attempt(fight, action, by, at, also, chosen, params.values) if action else None
            if attempt is None or self._is_possible(attempt):
                return Play(binding, attempt, by, at, chosen, also, params, is_preparation)
        return None

    def build_change(
        self, fight: Fight, key: str, action: Action, choose: ParameterFunction, chosen: dict[str, Any]
    ) -> Play | None:
        """Return an action without a roll, with the parameters that `choose` returns, or None if it isn't possible."""
        change = action.rule
        if not (isinstance(change, Change) and isinstance(fight.combatant(key).sheet, change.sheet_types)):
            return None
        given = choose(Attempt(fight, action, key, chosen=chosen))
        if given is None:
            return None
        attempt = Attempt(fight, action, key, chosen=chosen, params=change.with_current_params(given))
        attempt = fill_change(attempt, given)
        if not self._is_possible(attempt):
            return None
        return Play(None, attempt, key, None, chosen, (), None, is_preparation=True)

    def build_pending_roll(self, fight: Fight, pending: PendingRoll) -> Play | None:
        """Return a pending roll with all its parameters, or None if a parameter isn't accepted."""
        by, mechanic = pending.recipients[0], pending.mechanic
        given = {**self._varied.get((by, mechanic.id), {}), **pending.requirement.params}
        try:
            params = self._caches.fill_params(fight, mechanic, by, None, {})
            if given:
                params = self._caches.check_params(mechanic, {**params.values, **given})
            return Play(None, None, by, None, {}, (), params)
        except RulesError:  # such as a value out of range
            return None

    def build_usual_attempt(
        self,
        fight: Fight,
        action: Action,
        binding: RollBinding,
        actor: Combatant,
        target: Combatant,
        is_reaction: bool,
    ) -> Attempt | None:
        """Return an attack on a target with the likeliest choices, or None if a parameter isn't accepted."""
        by, at = (target.key, actor.key) if is_reaction else (actor.key, target.key)
        chosen = next(self._caches.find_choices(binding, fight.acting_sheet_for(by), {}, action), {})
        try:
            params = self._caches.fill_params(fight, binding.mechanic, by, at, chosen)
        except RulesError:
            return None
        return Attempt(fight, action, by, at, (), chosen, params.values)

    def find_unmet_names(self, attempt: Attempt) -> set[str]:
        """Return the names of the requirements of an attempt that aren't met."""
        return {each.name for each in find_unmet(attempt, self._caches.apply_change)}

    def _is_possible(self, attempt: Attempt) -> bool:
        """Return True if nothing stands in the way of an attempt."""
        return not (self._is_beyond_actions(attempt) or find_unmet(attempt, self._caches.apply_change))

    def _is_beyond_actions(self, attempt: Attempt) -> bool:
        """Return True if an attempt takes more actions than the reader of the forecast gives the combatant."""
        if not self._most_actions:
            return False
        most, limit = self._most_actions.get(attempt.limited_key), attempt.action.limit
        if most is None or limit is None or limit.pool != POOL:
            return False
        count: int = limit.count(attempt)
        return count > 0 and attempt.uses + count > int(most)


def _collect_varied_params(fight: Fight, tactics: Tactics) -> dict[tuple[str, str], Params]:
    """Return the parameters that the reader of the forecast has changed, by roller and roll."""
    found: dict[tuple[str, str], Params] = {}
    for key, choices in tactics.choices.items():
        for binding in fight.combatants[key].sheet.rolls if key in fight.combatants else ():
            varied = fight.context.forecast_hints.find_varied_names(binding.mechanic.id)
            if params := {name: choices[name] for name in varied if name in choices}:
                found[key, binding.mechanic.id] = params
    return found
