"""Caches of a simulator: the results of pure functions of sheets, which many simulated fights share."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.bindings import RollBinding
from rules_py.play.changes import Change, ChangeResult
from rules_py.play.copies import replace
from rules_py.play.fight.actions import Action
from rules_py.play.fight.choices import ChoiceOptions, find_options
from rules_py.play.fight.config import BOARD
from rules_py.play.fight.reducer import Fight, apply_ending
from rules_py.play.fight.targeting import fill_by_action, fill_from_sheets
from rules_py.play.forecast.state import NUMBER, identify_sheet
from rules_py.play.sheet import Sheet

MOST_CACHED = 4_000
"""The size limit of each cache of sheets and parameters."""

Params = dict[str, Any]


class RollParams(NamedTuple):
    """The checked parameters of a roll.

    Attributes:
        number: the same for equal parameters of the same mechanic, so that look-ups needn't compare them.
    """

    values: Params
    number: int


class FilledParams(NamedTuple):
    """The parameters of a roll that sheets fill.

    Attributes:
        checked: the checked parameters by those that the action adds.
    """

    values: Params
    checked: dict[Hashable, RollParams]


def store[V](cache: dict[Hashable, V], key: Hashable, value: V) -> V:
    """Store a value in a cache, which is emptied first if it is full, and return the value."""
    if len(cache) >= MOST_CACHED:
        cache.clear()
    cache[key] = value
    return value


def freeze(values: Iterable[Any]) -> list[Hashable]:
    """Return values as parts of a cache key."""
    return [tuple(value) if isinstance(value, list) else value for value in values]


class SheetCaches:
    """The results of changes, and the parameters that sheets fill in, by everything that they depend on.

    Equal sheets of a simulated fight are one object, whose `memo` has the results. So a look-up compares no sheets.
    """

    def __init__(self) -> None:
        self._sheets: dict[Hashable, Sheet] = {}
        self._last_number = 0
        self._filled: dict[Hashable, FilledParams] = {}
        self._params: dict[Hashable, RollParams] = {}
        self._last_params = 0

    def adopt_fight(self, fight: Fight) -> Fight:
        """Return a fight with copies of its sheets, whose results are dropped together with these caches."""
        sheets = {key: self.share(replace(each.sheet)) for key, each in fight.combatants.items()}
        if fight.board is not None:
            sheets[BOARD] = self.share(replace(fight.board))
        turn_sheets = {key: self.share(replace(sheet)) for key, sheet in fight.turn_sheets.items()}
        return replace(fight.with_sheets(sheets), turn_sheets=turn_sheets)

    def share(self, sheet: Sheet) -> Sheet:
        """Return the object for all sheets that are equal to this one."""
        shared = self._sheets.get(sheet)
        if shared is None:
            if len(self._sheets) >= MOST_CACHED:
                for each in self._sheets.values():
                    each.memo.clear()
            shared = store(self._sheets, sheet, sheet)
            self._last_number += 1
            shared.memo[NUMBER] = self._last_number
        return shared

    def fill_params(
        self,
        fight: Fight,
        mechanic: Mechanic,
        by: str,
        at: str | None,
        chosen: dict[str, Any],
        also: tuple[str, ...] = (),
    ) -> RollParams:
        """Return the parameters of a roll that the sheets and the action fill, checked.

        Raises:
            RulesError: a parameter isn't accepted.
        """
        about = (
            mechanic.id,
            identify_sheet(fight.acting_sheet_for(by)),
            fight.board and identify_sheet(fight.board),
            *(identify_sheet(fight.sheet_for(key)) for key in ((at, *also) if at is not None else also)),
            *chosen,
            *chosen.values(),
        )
        filled = self._filled.get(about)
        if filled is None:
            values = fill_from_sheets(fight, mechanic, by, at, chosen, also, fill=self._fill_binding)
            filled = store(self._filled, about, FilledParams(values, {}))
        added = fill_by_action(fight, mechanic, by, at, chosen, also, filled.values)
        names = (*added, *freeze(added.values()))
        params = filled.checked.get(names)
        if params is None:
            params = filled.checked[names] = self.check_params(mechanic, {**filled.values, **added})
        return params

    def check_params(self, mechanic: Mechanic, params: Mapping[str, Any]) -> RollParams:
        """Return the parameters of a roll, checked.

        Raises:
            RulesError: a parameter isn't accepted.
        """
        about = (mechanic.id, *params, *freeze(params.values()))
        known = self._params.get(about)
        if known is None:
            checked = mechanic.check(dict(params))
            self._last_params += 1
            known = store(self._params, about, RollParams(checked, self._last_params))
        return known

    def _fill_binding(
        self, binding: RollBinding, sheet: Sheet, chosen: Mapping[str, Any], given: Collection[str]
    ) -> Mapping[str, Any]:
        """Return the parameters of a roll that a sheet fills; in a forecast, the table enters none.

        Raises:
            RulesError: a choice isn't among the options, or the sheet lacks a value.
        """
        about = (binding, *chosen, *chosen.values())
        filled: Mapping[str, Any] | None = sheet.memo.get(about)
        if filled is None:
            filled = sheet.memo[about] = binding.fill_params(sheet, chosen, given)
        return filled

    def apply_change(self, change: Change, sheet: Sheet, params: Mapping[str, Any]) -> Sheet:
        """Return a sheet after a change.

        Raises:
            RulesError: the rules forbid the change.
        """
        about = (change.id, *params, *freeze(params.values()))
        found: Sheet | RulesError | None = sheet.memo.get(about)
        if found is None:
            try:
                found = self.share(change.apply(sheet, dict(params)).sheet)
            except RulesError as error:
                found = error
            sheet.memo[about] = found
        if isinstance(found, RulesError):
            raise found
        return found

    def find_choices(
        self, binding: RollBinding, sheet: Sheet, last_choices: Mapping[str, Any], action: Action | None
    ) -> Iterator[dict[str, Any]]:
        """Yield possible choices for a roll, the likeliest first, like `rules_py.play.fight.choices.find_choices`."""
        about = (binding, "options", *last_choices, *last_choices.values())
        options: ChoiceOptions | None = sheet.memo.get(about)
        if options is None:
            options = sheet.memo[about] = find_options(binding, sheet, last_choices, action)
        return options.combine()

    def apply_ending(self, change: Change, sheet: Sheet) -> ChangeResult:
        """Return the result of a change at the end of a turn or a round."""
        found: ChangeResult | None = sheet.memo.get(change)
        if found is None:
            result = apply_ending(change, sheet)
            found = sheet.memo[change] = replace(result, sheet=self.share(result.sheet))
        return found

    def change_fight(self, fight: Fight, change: Change, who: str, params: dict[str, Any]) -> Fight | None:
        """Return the fight after a change of a combatant or the shared sheet, or None if the rules forbid it."""
        try:
            return fight.with_sheet(who, self.apply_change(change, fight.sheet_for(who), params))
        except RulesError:
            return None
