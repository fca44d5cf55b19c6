"""Bindings between sheets and rolls: the parameters a sheet fills, and the changes a roll triggers."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sized
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol

from rules_py.dice import GivenDice
from rules_py.dice.base import Outcome, Rule
from rules_py.errors import DataError, ParameterError, RulesError, UnknownIdError
from rules_py.mechanic.definition import Mechanic, Roll
from rules_py.parameters import Parameter


class SheetType(Protocol):
    """A class of sheets, as far as bindings check their names against it."""

    id: str

    @property
    def parameters(self) -> Mapping[str, Parameter]: ...

    def has_value(self, name: str) -> bool: ...

    def source_location(self) -> str: ...


@dataclass(frozen=True)
class ChosenWith:
    """Pairs fields with choices: choosing the n-th option also uses the n-th of these fields.

    `RollBinding(action, attribute=("strength", "wits"), advantage=ChosenWith("attribute", ("strong", "witty")))`: a
    character who rolls with their wits has advantage if the sheet says that they are witty.

    Attributes:
        choice: the parameter that has several fields to choose from.
        fields: one field for each option of `choice`, in the same order.
    """

    choice: str
    fields: tuple[str, ...]


Source = str | tuple[str, ...] | ChosenWith
"""The source of a parameter: a field or derived value, several to choose from, or a field paired with such a choice.

`weapons.damage` is the part `damage` of the entry that the player chose from the list `weapons`.
"""


NO_ENTRY = -1
"""The choice of no entry of a list, such as an attack without any of the weapons on the sheet."""


class Without:
    """Declares what a roll gets from a sheet that has no entry in a list, or no value in a field.

    `Without("weapons", label="Unarmed", damage=-1)`: without a weapon, the damage is -1. With a label, the player may
    choose that although there are weapons.

    `Without("attacks", fields={"damage": "damage"})`: without an attack of its own, the sheet's damage counts.

    `Without("weapons", reason="There is no weapon on the sheet.")`: the roll can't be made from such a sheet, unless
    the player enters the numbers.
    """

    def __init__(
        self, source: str, *, reason: str = "", label: str = "", fields: Mapping[str, str] | None = None, **values: Any
    ) -> None:
        """Declare the values for an absent entry or value, or the reason why there are none.

        Args:
            source: the list, or the field or derived value.
            reason: a sentence for players.
            label: the name of choosing no entry; without a label, only an empty list is without an entry.
            fields: a field or derived value of the sheet for each parameter that gets that in place of a fixed value.
            **values: a value for each parameter that the source fills.
        """
        self.source = source
        self.reason = reason
        self.label = label
        self.fields: Mapping[str, str] = fields or {}
        self.values: Mapping[str, Any] = values


class RollBinding:
    """Binds a sheet to a roll: each bound parameter is filled from a field or from a choice of several fields.

    `RollBinding(stress, willpower="willpower")`: the roll `stress` takes its willpower from the sheet.

    A parameter that a sheet fills never gets the roller's default. If a list may be empty, a `Without` declares the
    values, or why the roll can't be made. The same goes for a field or derived value of None. Without a declaration,
    the roll is closed.
    """

    def __init__(self, mechanic: Mechanic, /, *lists: str | Without, **sources: Source) -> None:
        """Bind a mechanic to a sheet.

        Args:
            mechanic: the roll.
            *lists: lists of the sheet from which the player names an entry that fills no parameter; and what the roll
                gets without an entry or a value.
            **sources: the source of each parameter.
        """
        self.mechanic = mechanic
        self.lists = tuple(each for each in lists if isinstance(each, str))
        self.without: Mapping[str, Without] = {each.source: each for each in lists if isinstance(each, Without)}
        self.sources: Mapping[str, Source] = sources

    @cached_property
    def choices(self) -> dict[str, tuple[str, ...]]:
        """The player's choices: the fields for each parameter, and an empty tuple for each list."""
        found = {name: source for name, source in self.sources.items() if isinstance(source, tuple)}
        return (
            found
            | {_parse_list_name(source): () for source in self._list_single_sources() if "." in source}
            | dict.fromkeys(self.lists, ())
        )

    def fill_params(
        self, sheet: object, chosen: Mapping[str, Any] | None = None, given: Collection[str] = ()
    ) -> dict[str, Any]:
        """Return the parameters that a sheet fills; without a choice, the first field or entry counts.

        Args:
            chosen: the name of a field for each parameter with several; the index of an entry, from 0, for each list.
            given: the parameters that the player enters, which the sheet needn't have.

        Raises:
            RulesError: a choice isn't among the options, or the sheet lacks a value that the player doesn't enter.
        """
        found = self._find_values(sheet, chosen or {})
        for name, value in found.items():
            if value is None and name not in given:
                raise ParameterError(name, "", "a value, as the sheet has none", plain=self._describe_missing(name))
        return {name: value for name, value in found.items() if value is not None}

    def fill_known_params(self, sheet: object, chosen: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the parameters that a sheet fills, like `fill_params`, without those that it has no value for.

        Raises:
            RulesError: a choice isn't among the options.
        """
        found = self._find_values(sheet, chosen or {})
        return {name: value for name, value in found.items() if value is not None}

    def find_missing(self, sheet: object, chosen: Mapping[str, Any] | None = None) -> dict[str, str]:
        """Return the parameters that the sheet should fill but has no value for, each with a sentence for players.

        Raises:
            RulesError: a choice isn't among the options.
        """
        found = self._find_values(sheet, chosen or {})
        return {name: self._describe_missing(name) for name, value in found.items() if value is None}

    def _describe_missing(self, name: str) -> str:
        for source in self._list_sources(name):
            if source in self.without and (reason := self.without[source].reason):
                return reason
        return f"The sheet has nothing for “{self.mechanic.parameters[name].label}”. Enter it yourself."

    def label_for_no_entry(self, name: str) -> str:
        """Return the label of choosing no entry of a list, or "" if the player can't choose that."""
        return self.without[name].label if name in self.without else ""

    def _find_values(self, sheet: object, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return a value for each parameter, None for those that the sheet has no value for."""
        for name, number in chosen.items():
            if name not in self.choices:
                raise UnknownIdError("chosen", name, self.choices)
            if number == NO_ENTRY and not self.choices[name] and not self.label_for_no_entry(name):
                raise _reject_entry(name, number, getattr(sheet, name))
        for name in self.lists:
            find_entry(sheet, name, chosen)
        return {name: self._find_value(sheet, name, source, chosen) for name, source in self.sources.items()}

    def _find_value(self, sheet: object, name: str, source: Source, chosen: Mapping[str, Any]) -> Any:
        if isinstance(source, ChosenWith):
            return self._read(sheet, name, source.fields[self._find_choice_index(source.choice, chosen)])
        if isinstance(source, tuple):
            return self._read(sheet, name, source[self._find_choice_index(name, chosen)])
        if "." in source:
            list_name, _, part = source.partition(".")
            entry = find_entry(sheet, list_name, chosen)
            return self._find_substitute(sheet, list_name, name) if entry is None else getattr(entry, part)
        return self._read(sheet, name, source)

    def _read(self, sheet: object, name: str, field: str) -> Any:
        value = getattr(sheet, field)
        return self._find_substitute(sheet, field, name) if value is None else value

    def _find_substitute(self, sheet: object, source: str, name: str) -> Any:
        """Return the value of a parameter whose source has none, or None."""
        if source not in self.without:
            return None
        without = self.without[source]
        return getattr(sheet, without.fields[name]) if name in without.fields else without.values.get(name)

    def _list_sources(self, name: str) -> tuple[str, ...]:
        """Return the lists, fields and derived values that fill a parameter."""
        return tuple(map(_parse_list_name, _list_fields(self.sources[name])))

    def _find_choice_index(self, name: str, chosen: Mapping[str, Any]) -> int:
        """Return the index, from 0, of the chosen field of a parameter."""
        fields = self.choices[name]
        field = chosen.get(name, fields[0])
        if field not in fields:
            raise ParameterError(name, field, f"one of {', '.join(fields)}")
        return fields.index(field)

    def check_declaration(self, sheet: SheetType) -> None:
        """Check that the mechanic has these parameters and the sheet has these fields.

        Raises:
            DataError: a parameter or field doesn't exist, or a paired choice has another number of fields.
        """
        for name, source in self.sources.items():
            if name not in self.mechanic.parameters:
                raise DataError(
                    f"{sheet.source_location()}: fills {name} of {self.mechanic.id}, takes one of "
                    f"{', '.join(self.mechanic.parameters)}"
                )
            if isinstance(source, ChosenWith):
                choice = self.sources.get(source.choice)
                if not isinstance(choice, tuple) or len(choice) != len(source.fields):
                    raise DataError(
                        f"{sheet.source_location()}: fills {name} of {self.mechanic.id} along with {source.choice}, "
                        f"takes a parameter with a choice of {len(source.fields)} fields"
                    )
            for field in _list_fields(source):
                self._reject_unknown(sheet, field, sheet.has_value(field))
                if "." in field:
                    self._reject_open(sheet, name, _parse_list_name(field))
        for field in self.lists:
            self._reject_unknown(sheet, field, field in sheet.parameters)
        for without in self.without.values():
            self._check_without(sheet, without)

    def _reject_open(self, sheet: SheetType, name: str, list_name: str) -> None:
        """Reject a `Without` that leaves a parameter of an empty list open; with none, the roll is closed."""
        without = self.without.get(list_name)
        if without is not None and not (without.reason or name in without.values or name in without.fields):
            raise DataError(
                f"{sheet.source_location()}: fills {name} of {self.mechanic.id} from {list_name}, takes "
                f"Without({list_name!r}) with a value for {name} or a reason, in case that the list is empty"
            )

    def _check_without(self, sheet: SheetType, without: Without) -> None:
        for field in without.fields.values():
            self._reject_unknown(sheet, field, sheet.has_value(field))
        for name, value in without.values.items():
            if name not in self.sources or without.source not in self._list_sources(name):
                raise DataError(
                    f"{sheet.source_location()}: gives {name} of {self.mechanic.id} without {without.source}, takes a "
                    f"parameter that {without.source} fills"
                )
            try:
                self.mechanic.parameters[name].accept(value)
            except RulesError as error:
                raise DataError(
                    f"{sheet.source_location()}: gives {self.mechanic.id} without {without.source}: {error}"
                ) from error
        if not any(without.source in self._list_sources(name) for name in self.sources):
            raise DataError(
                f"{sheet.source_location()}: declares {self.mechanic.id} without {without.source}, takes a list, field "
                f"or derived value that fills it"
            )

    def _reject_unknown(self, sheet: SheetType, field: str, is_known: bool) -> None:
        if not is_known:
            raise DataError(
                f"{sheet.source_location()}: fills {self.mechanic.id} from {field}, takes a field or a derived value "
                f"of {sheet.id}"
            )

    def _list_single_sources(self) -> Iterable[str]:
        return (source for source in self.sources.values() if isinstance(source, str))


def _list_fields(source: Source) -> tuple[str, ...]:
    return source.fields if isinstance(source, ChosenWith) else source if isinstance(source, tuple) else (source,)


def _parse_list_name(source: str) -> str:
    return source.partition(".")[0]


def find_entry(sheet: object, name: str, chosen: Mapping[str, Any]) -> Any:
    """Return the chosen entry of a sheet's list: the first by default, None for `NO_ENTRY` or if the list is empty.

    Raises:
        RulesError: the list has no such entry.
    """
    entries = getattr(sheet, name)
    number = chosen.get(name, 0)
    if number == NO_ENTRY or (not entries and number == 0):
        return None
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(entries):
        raise _reject_entry(name, number, entries)
    return entries[number]


def _reject_entry(name: str, number: Any, entries: Sized) -> ParameterError:
    return ParameterError(name, number, f"the number of an entry from 0 to {len(entries) - 1}")


Role = Literal["roller", "target", "partner", "ally", "guard", "anybody", "fight"]
"""The role that decides whose sheet a change applies to.

`roller` made the roll, `target` was rolled against, and `partner` is the ally who took part. For `ally` and `guard` the
table picks another combatant of the roller's or the target's side, and for `anybody` any combatant. `fight` is the
sheet that everybody in a fight shares.
"""


class Trigger:
    """A change that a roll triggers: for which role, under which conditions, with which parameters.

    `Trigger(attack, "target", damage="damage")`: after the roll `attack`, the change is offered for its target with the
    outcome's damage. A change whose numbers are all 0 isn't offered.
    """

    def __init__(
        self,
        mechanic: Mechanic,
        role: Role,
        *,
        conditions: Mapping[str, Any] | None = None,
        fixed_params: Mapping[str, Any] | None = None,
        detail_rule: Rule | None = None,
        is_optional: bool = False,
        is_per_target: bool = False,
        replaced_change: str = "",
        replaces_if: Callable[[Any], bool] | None = None,
        note: str = "",
        applies_if: Callable[[Any], bool] | None = None,
        carries_out: str = "",
        **sources: str,
    ) -> None:
        """Declare the mechanic, the role and the sources of the change's parameters.

        Args:
            mechanic: the roll that triggers the change.
            role: decides whose sheet the change applies to.
            conditions: the value, or a tuple of accepted values, for each field of the outcome, parameter of the roll
                or fact of the action.
            fixed_params: parameters of the change that are always the same after this roll.
            detail_rule: a rule that computes more fields from the same parameters and faces than the mechanic's outcome
                has, such as the damage before any armour. Its fields count as the outcome's.
            is_optional: the change is only offered and never automatic. The table decides on it, or picks one of
                several.
            is_per_target: the outcome has a list with an entry for each target, and each target gets its own entry.
            replaced_change: the id of the change of the roll's target that this one replaces.
            replaces_if: returns False for the result of the replaced change if it did nothing that could be taken back,
                such as for a blow that cost no HP. Then this change isn't offered.
            note: a word or two that tells apart several triggers of the same change by the same roll.
            applies_if: returns False for the recipient's sheet if the change doesn't concern it, such as damage to a
                combatant who is out already. Then nothing happens.
            carries_out: the roll's consequence that the change carries out, with the names of the change's parameters,
                such as "You gain {momentum} momentum." Once the change has happened, only its own sentence is shown.
            **sources: for each parameter of the change, a field of the outcome, a parameter of the roll, a list of the
                roller's sheet from which an entry was chosen, or a fact of the action. In a fight, `name` is the acting
                combatant.
        """
        self.mechanic = mechanic
        self.role: Role = role
        self.conditions: Mapping[str, Any] = conditions or {}
        self._accepted = {
            field: wanted if isinstance(wanted, tuple) else (wanted,) for field, wanted in self.conditions.items()
        }
        self.fixed_params: Mapping[str, Any] = fixed_params or {}
        self.detail_rule = detail_rule
        self.is_optional = is_optional
        self.is_per_target = is_per_target
        self.replaced_change = replaced_change
        self.replaces_if = replaces_if
        self.note = note
        self.applies_if = applies_if
        self.carries_out = carries_out
        self.sources: Mapping[str, str] = sources

    def build_params(
        self, roll: Roll, chosen: Mapping[str, Any] | None = None, target_index: int = 0
    ) -> dict[str, Any] | None:
        """Return the change's parameters after a roll, or None if the roll doesn't trigger it.

        Args:
            roll: the roll that was made.
            chosen: the roller's choices for it.
            target_index: the index, from 0, of the target among several.
        """
        if roll.mechanic != self.mechanic.id:
            return None
        return self.build_params_from(self.compute_outcome(roll), roll.params, chosen or {}, target_index)

    def build_params_from(
        self, outcome: Outcome, params: Mapping[str, Any], choices: Mapping[str, Any], target_index: int = 0
    ) -> dict[str, Any] | None:
        """Return the change's parameters after an outcome of the roll, or None if it doesn't trigger the change.

        Args:
            outcome: the outcome, with the fields of `detail_rule`.
            params: the parameters of the roll.
            choices: the roller's choices for it, and facts of the action.
            target_index: the index, from 0, of the target among several.
        """
        for field, accepted in self._accepted.items():
            value = outcome[field] if field in outcome else params[field] if field in params else choices.get(field)
            if value not in accepted:
                return None
        found = dict(self.fixed_params)
        numbers = []
        for name, source in self.sources.items():
            if source in outcome:
                value = outcome[source]
                if self.is_per_target:
                    value = value[target_index] if target_index < len(value) else 0
                found[name] = value
                numbers.append(value)
            elif source in params:
                found[name] = params[source]
            elif source in choices:
                found[name] = choices[source]
        return found if self.conditions or not numbers or any(numbers) else None

    def describe_consequence(self, params: Mapping[str, Any]) -> str:
        """Return the roll's consequence that the change carries out with these parameters, or ""."""
        text = self.carries_out
        for name, value in params.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    def compute_outcome(self, roll: Roll) -> Outcome:
        """Return the roll's outcome, extended by the fields of `detail_rule`."""
        if self.detail_rule is None:
            return roll.outcome
        if roll.memo is None:
            return {**self.detail_rule(GivenDice(roll.faces), **roll.params), **roll.outcome}
        outcome: Outcome | None = roll.memo.get(self.detail_rule)
        if outcome is None:
            details = self.detail_rule(GivenDice(roll.faces), **roll.params)
            outcome = roll.memo[self.detail_rule] = {**details, **roll.outcome}
        return outcome
