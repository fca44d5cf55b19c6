"""The view of an open sheet: its owner, its layout, the player's settings, and what all of its elements look up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules_py.error_messages import error_message
from rules_py.errors import ForbiddenError, RulesError
from rules_py.parameters import EntryOf, Parameter
from rules_py.play import Change, RollBinding, Sheet
from rules_py.play.changes import ChangeResult
from rules_py.play.layout import Layout, build_default_layout
from rules_py.play.previews import label_for_field
from rules_py.play.roll_settings import PreparedRoll, SheetSettings, prepare_roll
from rules_py.play.solo import Solo
from rules_py.rendering.open_sheet.elements import Control
from rules_py.text.sentences import join_once
from rules_py.text.wording import humanize

MOST_TRIED = 8
"""The highest number of options of a change that are all tried before the change is forbidden."""


@dataclass(frozen=True)
class SheetView:
    """The view of an open sheet.

    Attributes:
        solo: the sheet's owner.
        change_list: the changes of this type of sheet.
        settings: what the player has set for the sheet's rolls.
    """

    solo: Solo
    change_list: Sequence[Change]
    settings: SheetSettings

    def with_settings(self, settings: SheetSettings) -> "SheetView":
        """Return the view with other settings."""
        return SheetView(self.solo, self.change_list, settings)

    @property
    def sheet(self) -> Sheet:
        """The sheet."""
        return self.solo.sheet

    @cached_property
    def layout(self) -> Layout:
        """The sheet's layout, or the one that follows from its declaration."""
        return self.sheet.layout or build_default_layout(type(self.sheet))

    @cached_property
    def changes(self) -> Mapping[str, Change]:
        """The changes by id."""
        return {change.id: change for change in self.change_list}

    @cached_property
    def bindings(self) -> Mapping[str, RollBinding]:
        """The rolls of the sheet by the ids of their mechanics."""
        return {binding.mechanic.id: binding for binding in self.sheet.rolls}

    def is_needed(self, id: str) -> bool:
        """Return False for a roll or a change that this sheet can't ever need."""
        needs = self.layout.needs.get(id)
        return needs is None or needs(self.sheet)

    def label(self, name: str) -> str:
        """Return a value's label without "now": here, every value is the current one."""
        return label_for_field(self.sheet, name) or humanize(name)

    def name_entry(self, field: str, number: int) -> str:
        """Return the name of a list's entry, or its kind and number."""
        return self.sheet.title_entry(field, number)

    # Rolls

    def prepare(
        self, mechanic_id: str, fixed: Mapping[str, Any], params: Mapping[str, Any] | None = None
    ) -> PreparedRoll:
        """Prepare a roll with the choices that its control fixes.

        Args:
            mechanic_id: the roll.
            fixed: the choices.
            params: parameters that the control fixes as well, such as those of a weapon's range.

        Raises:
            RulesError: the sheet has no such roll, or a choice isn't accepted.
        """
        key = (mechanic_id, tuple(fixed.items()))
        if not params and key in self._prepared_rolls:
            return self._prepared_rolls[key]
        binding = self.solo.find_binding(mechanic_id)
        prepared = prepare_roll(self.solo, self.layout, self.settings, binding, fixed, params or {})
        if not params:
            self._prepared_rolls[key] = prepared
        return prepared

    @cached_property
    def _prepared_rolls(self) -> dict[tuple[str, tuple[tuple[str, Any], ...]], PreparedRoll]:
        """The rolls that were prepared, by their ids and the choices that their controls fix."""
        return {}

    def suits(self, mechanic_id: str) -> bool:
        """Return False for a roll that isn't offered to this sheet."""
        return self.is_needed(mechanic_id) and self.solo.suits(self.bindings[mechanic_id])

    def find_reason(self, prepared: PreparedRoll) -> str:
        """Return why a roll can't be made now although all of its numbers are known, or ""."""
        if prepared.asked:
            return ""
        if prepared.refusal is not None:
            return error_message(prepared.refusal, prepared.mechanic.parameters)
        return join_once(self._find_unmet(prepared))

    def can_be_overridden(self, prepared: PreparedRoll) -> bool:
        """Return True if a roll is only refused by requirements, which the player may waive."""
        return not prepared.asked and prepared.refusal is None and bool(self._find_unmet(prepared))

    def _find_unmet(self, prepared: PreparedRoll) -> tuple[str, ...]:
        """Return the reasons of the requirements that a roll doesn't meet."""
        key = (prepared.mechanic.id, tuple(prepared.fixed.items()))
        if key not in self._unmet_reasons:
            unmet = self.solo.find_unmet(prepared.binding, prepared.chosen, prepared.given)
            self._unmet_reasons[key] = tuple(each.reason for each in unmet)
        return self._unmet_reasons[key]

    @cached_property
    def _unmet_reasons(self) -> dict[tuple[str, tuple[tuple[str, Any], ...]], tuple[str, ...]]:
        """The unmet requirements that were found, like `_prepared_rolls`."""
        return {}

    def build_control(self, prepared: PreparedRoll, title: str, button: str) -> dict[str, Any]:
        """Build the control of a roll: what it rolls, and the choices that it fixes."""
        asks = {"asks": True} if prepared.asked else {}
        return {
            "roll": prepared.mechanic.id,
            "home": prepared.mechanic.home,
            "title": title,
            "button": button,
            "chosen": dict(prepared.fixed),
            **asks,
        }

    # Changes

    def try_change(self, change: Change, params: Mapping[str, Any]) -> tuple[ChangeResult | None, str]:
        """Return the result of a change now, and why it is forbidden, or "".

        Without a result and a reason, its form can still be filled in wrongly.
        """
        try:
            return self.solo.change(change, params), ""
        except ForbiddenError as error:
            return None, error_message(error, change.parameters)
        except RulesError as error:
            return None, error_message(error, change.parameters) if params else ""

    def find_refusal(self, change: Change, params: Mapping[str, Any]) -> str:
        """Return why a change is forbidden now, or "".

        A change that asks for one of several options is forbidden if each of them is. Of many options, the same reason
        for two in a row is that of all.
        """
        key = (change.id, tuple(params.items()))
        if key not in self._refusals:
            self._refusals[key] = self._find_refusal(change, params)
        return self._refusals[key]

    @cached_property
    def _refusals(self) -> dict[tuple[str, tuple[tuple[str, Any], ...]], str]:
        """The reasons that were found, by the ids of changes and their parameters."""
        return {}

    def _find_refusal(self, change: Change, params: Mapping[str, Any]) -> str:
        options = next((each for each in self.list_open_params(change, params).values() if each.kind.names()), None)
        if options is None:
            return self.try_change(change, params)[1]
        reasons: list[str] = []
        values = options.kind.all_values()
        for value in values:
            result, reason = self.try_change(change, {**params, options.name: value})
            if result is not None:
                return ""
            if len(values) > MOST_TRIED and reasons and reasons[-1] == reason:
                return reason
            reasons.append(reason)
        return max(reasons, key=reasons.count, default="")

    def list_open_params(self, change: Change, params: Mapping[str, Any]) -> dict[str, Parameter]:
        """Return the parameters of a change that neither a row presets nor the rules roll."""
        own_dice = self._find_own_dice(change, params)
        return {
            name: parameter
            for name, parameter in change.parameters.items()
            if name not in params and name not in own_dice
        }

    def _find_own_dice(self, change: Change, params: Mapping[str, Any]) -> dict[str, int]:
        """Return the sides of the dice that give the open parameters of a change, by parameter."""
        try:
            return change.find_own_dice(self.sheet, params)
        except RulesError:
            return {}

    def describe_own_dice(self, change: Change, params: Mapping[str, Any]) -> str:
        """Describe the dice of a change, such as "1D6"; "" if it has none."""
        return " + ".join(f"1D{sides}" for sides in self._find_own_dice(change, params).values())

    def fill_entry(self, change: Change, field: str, number: int) -> dict[str, Any]:
        """Return the parameters with which a change concerns an entry of a list."""
        return {
            name: number
            for name, parameter in change.parameters.items()
            if isinstance(parameter.kind, EntryOf) and parameter.kind.list_field == field
        }

    def build_change_control(self, change: Change, params: Mapping[str, Any]) -> Control:
        """Build the control of a change; it asks if parameters are open."""
        asks = bool(self.list_open_params(change, params))
        return {"change": change.id, "title": change.title, "params": dict(params), "asks": asks}
