"""How sheets meet rolls: which parameters a sheet fills, and which changes a roll leads to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from rules_py.dice import GivenDice
from rules_py.dice.base import Outcome, Rule
from rules_py.errors import DataError, RulesError
from rules_py.mechanic.definition import Mechanic, Roll
from rules_py.text.formatting import quote_value


class SheetType(Protocol):
    """A class of sheets, as far as bindings check their names against it."""

    id: str

    @property
    def parameters(self) -> Mapping[str, Any]: ...

    def has_value(self, name: str) -> bool: ...

    def source_location(self) -> str: ...


@dataclass(frozen=True)
class ChosenWith:
    """Pairs fields with choices: choosing the n-th option also uses the n-th of these fields.

    `RollBinding(action, attribute=("strength", "wits"), advantage=ChosenWith("attribute", ("strong", "witty")))`: a
    character who rolls with their wits has advantage if the sheet says that they are witty.

    Attributes:
        choice: the parameter that has several fields to choose from.
    """

    choice: str
    fields: tuple[str, ...]


Source = str | tuple[str, ...] | ChosenWith
"""A field or a derived value of a sheet, or several of which a player chooses one, or what goes along with such a
choice. `weapons.damage` is that part of the entry that the player chose of the list `weapons`."""


class RollBinding:
    """What a sheet fills in of a roll: the mechanic's parameters, each from a field or a choice of several.

    `RollBinding(stress, willpower="willpower")`: the roll `stress` takes its willpower from the sheet. A value of None
    fills nothing: the roller asks for it.
    """

    def __init__(self, mechanic: Mechanic, /, *lists: str, **sources: Source) -> None:
        """Take a mechanic, lists of which the player names an entry that fills nothing, and parameters' sources."""
        self.mechanic = mechanic
        self.lists = lists
        self.sources: Mapping[str, Source] = sources

    @property
    def choices(self) -> dict[str, tuple[str, ...]]:
        """What the player chooses: for a parameter the fields, for a list `weapons` nothing but that there is one."""
        found = {name: source for name, source in self.sources.items() if isinstance(source, tuple)}
        return (
            found
            | {_parse_list_name(source): () for source in self._list_single_sources() if "." in source}
            | dict.fromkeys(self.lists, ())
        )

    def fill_params(self, sheet: object, chosen: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The parameters that a sheet fills; first fields and entries where nothing was chosen.

        Args:
            chosen: for a parameter with several fields the name of one; for a list the number of an entry from 0.

        Raises:
            RulesError: what was chosen is not on offer.
        """
        given = dict(chosen or {})
        for name in given:
            if name not in self.choices:
                raise RulesError(f"chosen: got {quote_value(name)}, takes {', '.join(self.choices) or 'nothing'}")
        for name in self.lists:
            find_entry(sheet, name, given)
        found = {name: self._find_value(sheet, name, source, given) for name, source in self.sources.items()}
        return {name: value for name, value in found.items() if value is not None}

    def _find_value(self, sheet: object, name: str, source: Source, chosen: Mapping[str, Any]) -> Any:
        if isinstance(source, ChosenWith):
            return getattr(sheet, source.fields[self._find_choice_index(source.choice, chosen)])
        if isinstance(source, tuple):
            return getattr(sheet, source[self._find_choice_index(name, chosen)])
        if "." in source:
            entry = find_entry(sheet, _parse_list_name(source), chosen)
            return None if entry is None else getattr(entry, source.partition(".")[2])
        return getattr(sheet, source)

    def _find_choice_index(self, name: str, chosen: Mapping[str, Any]) -> int:
        """Which of a parameter's fields was chosen, by its number from 0."""
        fields = self.choices[name]
        field = chosen.get(name, fields[0])
        if field not in fields:
            raise RulesError(f"{name}: got {quote_value(field)}, takes one of {', '.join(fields)}")
        return fields.index(field)

    def check(self, sheet: SheetType) -> None:
        """Refuse parameters that the mechanic doesn't take, and names that a sheet doesn't have, with a DataError."""
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
        for field in self.lists:
            self._reject_unknown(sheet, field, field in sheet.parameters)

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
    """The chosen entry of a sheet's list, the first where none was; None where the list is empty.

    Raises:
        RulesError: there is no such entry.
    """
    entries = getattr(sheet, name)
    number = chosen.get(name, 0)
    if not entries and number == 0:
        return None
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(entries):
        raise RulesError(
            f"{name}: got {quote_value(number)}, takes the number of an entry from 0 to {len(entries) - 1}"
        )
    return entries[number]


Role = Literal["roller", "target", "ally", "guard", "anybody", "fight"]
"""Whose sheet a change is for: who rolled, whom it was rolled against, somebody else of the roller's side or of the
target's whom the table picks, whomever it picks of all, or the one that everybody in a fight shares."""


class Trigger:
    """A change that a roll leads to: of whom, when, and where its parameters come from.

    `After(attack, "target", damage="damage")` reads: after the roll `attack`, the change is offered for its target,
    with the outcome's damage. A change whose numbers all are 0 is not offered.
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
        is_silent: bool = False,
        replaced_change: str = "",
        note: str = "",
        **sources: str,
    ) -> None:
        """Take a mechanic and where the change's parameters come from.

        Args:
            when: the outcome's field, or the roll's parameter → the value, or a tuple of values, with which the change
                is offered.
            given: the change's parameters that are always the same after this roll.
            again: a rule that makes more of the same parameters and faces than the mechanic's outcome says, such as
                the damage before any armour; its fields count as the outcome's.
            if_wanted: it is offered, and never happens by itself: the table decides, or chooses one of several.
            each: the outcome has a list with an entry for each target, of which theirs counts.
            quietly: where the rules forbid the change there is nothing to say about it.
            note: a word or two, where a roll leads to the same change in several ways.
            instead: the change of the roll's target, by its id, that this one takes the place of.
            **sources: the change's parameter → the outcome's field, or else the roll's parameter or the list of the
                roller's sheet of which an entry was chosen; `name` is whoever acts in a fight.
        """
        self.mechanic = mechanic
        self.role: Role = role
        self.conditions: Mapping[str, Any] = conditions or {}
        self.fixed_params: Mapping[str, Any] = fixed_params or {}
        self.detail_rule = detail_rule
        self.is_optional = is_optional
        self.is_per_target = is_per_target
        self.is_silent = is_silent
        self.replaced_change = replaced_change
        self.note = note
        self.sources: Mapping[str, str] = sources

    def build_params(
        self, roll: Roll, chosen: Mapping[str, Any] | None = None, target_index: int = 0
    ) -> dict[str, Any] | None:
        """The change's parameters after a roll; None where the roll doesn't lead to it.

        Args:
            roll: what was rolled.
            chosen: what the roller chose for it.
            number: which of several targets it is for, from 0.
        """
        if roll.mechanic != self.mechanic.id:
            return None
        outcome = self.compute_outcome(roll)
        known = {**(chosen or {}), **roll.params, **outcome}
        for field, wanted in self.conditions.items():
            if known[field] not in (wanted if isinstance(wanted, tuple) else (wanted,)):
                return None
        if self.is_per_target:
            known |= {
                source: outcome[source][target_index] if target_index < len(outcome[source]) else 0
                for source in self.sources.values()
                if source in outcome
            }
        found = dict(self.fixed_params) | {
            name: known[source] for name, source in self.sources.items() if source in known
        }
        numbers = [found[name] for name, source in self.sources.items() if source in outcome]
        return found if self.conditions or not numbers or any(numbers) else None

    def compute_outcome(self, roll: Roll) -> Outcome:
        """All that is known of what a roll came to."""
        more = self.detail_rule(GivenDice(roll.faces), **roll.params) if self.detail_rule else {}
        return {**more, **roll.outcome}
