"""Requests for rolls of a game's sheets and fights: the parameters that a character fills in, and a fight's dice."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rules_py.mechanic import Mechanic
from rules_py.play.bindings import RollBinding
from rules_py.play.sheet import Sheet


class RollChoice(NamedTuple):
    """A choice that a roll makes among the fields of a sheet, such as the attribute.

    Attributes:
        name: the parameter that has the choice.
        label: its label.
        options: the labels of the fields by their names.
    """

    name: str
    label: str
    options: Mapping[str, str]


def list_open_params(sheets: Iterable[type[Sheet]], mechanic: Mechanic) -> tuple[str, ...]:
    """Return the parameters of a rule that a character fills in, in the rule's order."""
    bound = {name for _, binding in _list_bindings(sheets, mechanic) for name in binding.sources}
    return tuple(name for name in mechanic.parameters if name in bound)


def list_field_choices(sheets: Iterable[type[Sheet]], mechanic: Mechanic) -> list[RollChoice]:
    """Return the choices of a roll that don't depend on a character's equipment: those of the first kind of sheet."""
    for kind, binding in _list_bindings(sheets, mechanic):
        return [
            RollChoice(name, mechanic.parameters[name].label, {each: _label_field(kind, each) for each in fields})
            for name, fields in binding.choices.items()
            if fields
        ]
    return []


def _list_bindings(sheets: Iterable[type[Sheet]], mechanic: Mechanic) -> Iterator[tuple[type[Sheet], RollBinding]]:
    return ((kind, each) for kind in sheets for each in kind.rolls if each.mechanic is mechanic)


def _label_field(kind: type[Sheet], name: str) -> str:
    return kind.label_for(name) if name in kind.parameters or name in kind.derivations else name


def title_choices(choices: Iterable[RollChoice], chosen: Mapping[str, str]) -> str:
    """Return the labels of the chosen fields, as the title of a request; "" if none is chosen."""
    return ", ".join(each.options[chosen[each.name]] for each in choices if chosen.get(each.name) in each.options)
