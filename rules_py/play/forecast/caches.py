"""Caches of a simulator: the results of pure functions of sheets, which many simulated fights share."""

from collections.abc import Hashable, Mapping
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.changes import Change, ChangeResult
from rules_py.play.fight.reducer import Fight, apply_ending
from rules_py.play.fight.targeting import fill_params
from rules_py.play.sheet import Sheet

MOST_CACHED = 4_000
"""The size limit of each cache of changes and parameters."""

Params = dict[str, Any]


def store[V](cache: dict[Hashable, V], key: Hashable, value: V) -> V:
    """Store a value in a cache, which is emptied first if it is full, and return the value."""
    if len(cache) >= MOST_CACHED:
        cache.clear()
    cache[key] = value
    return value


class SheetCaches:
    """The results of changes, and the parameters that sheets fill in, by everything that they depend on."""

    def __init__(self) -> None:
        self._sheets: dict[Hashable, Sheet | RulesError] = {}
        self._endings: dict[Hashable, ChangeResult] = {}
        self._params: dict[Hashable, Params] = {}

    def fill_params(
        self,
        fight: Fight,
        mechanic: Mechanic,
        by: str,
        at: str | None,
        chosen: dict[str, Any],
        also: tuple[str, ...] = (),
    ) -> Params:
        """Return the parameters of a roll that the sheets and the action fill, checked.

        Raises:
            RulesError: a parameter isn't accepted.
        """
        action = fight.rules.actions_by_id.get(mechanic.id)
        turn: tuple[Hashable, ...] = ()
        if action is not None and action.fills is not None:
            turn = (by, at, *sorted(fight.uses.items()))
            if at:
                turn += (fight.is_simultaneous_with(by, at), fight.acting_sheet_for(at))
            else:  # such a roll may depend on all combatants, such as a morale check that is due for a group
                turn += (fight.current_group, *((each.sheet, each.is_out) for each in fight.combatants.values()))
        about = (
            mechanic.id,
            fight.acting_sheet_for(by),
            at and fight.sheet_for(at),
            fight.board,
            *chosen.items(),
            *(fight.sheet_for(key) for key in also),
            *turn,
        )
        params = self._params.get(about)
        if params is None:
            params = store(self._params, about, mechanic.check(fill_params(fight, mechanic, by, at, chosen, also)))
        return params

    def apply_change(self, change: Change, sheet: Sheet, params: Mapping[str, Any]) -> Sheet:
        """Return a sheet after a change.

        Raises:
            RulesError: the rules forbid the change.
        """
        about = (
            change.id,
            sheet,
            *[(name, tuple(value) if isinstance(value, list) else value) for name, value in params.items()],
        )
        found = self._sheets.get(about)
        if found is None:
            try:
                found = change.apply(sheet, dict(params)).sheet
            except RulesError as error:
                found = error
            store(self._sheets, about, found)
        if isinstance(found, RulesError):
            raise found
        return found

    def apply_ending(self, change: Change, sheet: Sheet) -> ChangeResult:
        """Return the result of a change at the end of a turn or a round."""
        about = change.id, sheet
        found = self._endings.get(about)
        return store(self._endings, about, apply_ending(change, sheet)) if found is None else found

    def change_fight(self, fight: Fight, change: Change, who: str, params: dict[str, Any]) -> Fight | None:
        """Return the fight after a change of a combatant or the shared sheet, or None if the rules forbid it."""
        try:
            return fight.with_sheet(who, self.apply_change(change, fight.sheet_for(who), params))
        except RulesError:
            return None
