"""Choices for rolls, such as attributes and weapons: the likeliest, and those that a form begins with."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from rules_py.play.bindings import NO_ENTRY, RollBinding
from rules_py.play.fight.actions import Action
from rules_py.play.sheet import Sheet
from rules_py.text.numbers import is_number


def find_choices(
    binding: RollBinding, sheet: Sheet, last_choices: Mapping[str, Any], action: Action | None = None
) -> Iterator[dict[str, Any]]:
    """Yield possible choices for a roll, the likeliest first: the best field with each entry that isn't empty.

    Earlier choices come first, and then those that the action prefers.
    """
    return find_options(binding, sheet, last_choices, action).combine()


class ChoiceOptions(NamedTuple):
    """The options of a roll's choices.

    Attributes:
        fields: the field to choose for each parameter.
        entries: the numbers of the entries that can be chosen from each list, the likeliest first.
    """

    fields: dict[str, Any]
    entries: dict[str, list[int]]

    def combine(self) -> Iterator[dict[str, Any]]:
        """Yield each combination of entries, the likeliest first."""
        for numbers in product(*self.entries.values()):
            yield self.fields | dict(zip(self.entries, numbers, strict=True))


def find_options(
    binding: RollBinding, sheet: Sheet, last_choices: Mapping[str, Any], action: Action | None
) -> ChoiceOptions:
    """Return the options of a roll's choices, the likeliest first, as in `find_choices`."""
    preferred = _find_preferred(sheet, action)
    found: dict[str, Any] = {}
    lists: dict[str, list[int]] = {}
    for name, fields in binding.choices.items():
        if fields:
            is_repeated = last_choices.get(name) in fields
            choice = last_choices[name] if is_repeated else preferred.get(name)
            found[name] = choice if choice is not None else _find_best_field(sheet, fields)
        elif entries := getattr(sheet, name):
            first = last_choices.get(name, preferred.get(name))
            ready = _list_ready(entries)
            lists[name] = [*([first] if first == NO_ENTRY else []), *sorted(ready, key=lambda number: number != first)]
    return ChoiceOptions(found, lists)


def find_first_choices(
    binding: RollBinding, sheet: Sheet, earlier: Mapping[str, Any], action: Action | None = None
) -> dict[str, Any]:
    """Return the choices that a form for a roll begins with: the player's earlier ones, and the best of the others.

    The best entry of a list is the one with the highest `worth`, if entries have that, and otherwise the first one. An
    earlier choice that the sheet doesn't have any more is left out.
    """
    found = next(find_choices(binding, sheet, earlier, action), {})
    for name, fields in binding.choices.items():
        entries = () if fields else getattr(sheet, name)
        if entries and hasattr(entries[0], "worth"):
            ready = _list_ready(entries) or range(len(entries))
            found[name] = max(ready, key=lambda number: entries[number].worth)
    return found | {name: choice for name, choice in earlier.items() if is_possible(binding, sheet, name, choice)}


def _find_preferred(sheet: Sheet, action: Action | None) -> dict[str, Any]:
    return dict(action.choose(sheet)) if action is not None and action.choose is not None else {}


def _list_ready(entries: tuple[Any, ...]) -> list[int]:
    return [number for number, entry in enumerate(entries) if not getattr(entry, "empty", False)]


def is_possible(binding: RollBinding, sheet: Sheet, name: str, choice: Any) -> bool:
    """Return True if a sheet still has a choice for a roll."""
    if name not in binding.choices:
        return False
    if fields := binding.choices[name]:
        return choice in fields
    if isinstance(choice, bool) or not isinstance(choice, int):
        return False
    if choice == NO_ENTRY:
        return binding.label_for_no_entry(name) != ""
    return 0 <= choice < len(getattr(sheet, name))


def _find_best_field(sheet: Sheet, fields: tuple[str, ...]) -> str:
    """Return the field with the highest number, the first one among equals or if not all have numbers."""
    values = [getattr(sheet, field) for field in fields]
    return fields[values.index(max(values))] if all(is_number(value) for value in values) else fields[0]
