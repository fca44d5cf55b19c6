"""Fields of commands and views: the JSON types that they take, checked before anything happens."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from rules_py.errors import ParameterError
from rules_py.play.fight.events import build_key_error


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_object(value: object) -> bool:
    return isinstance(value, Mapping) and all(map(_is_text, value))


def _build_list_check(is_entry: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list | tuple) and all(map(is_entry, value))


KEYS = ("who", "by", "at", "before")
"""The fields that take a combatant's key."""

FIELDS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    **dict.fromkeys(("mechanic", "change", "roll", "sheet", "instead", "side", "field"), (_is_text, "an id")),
    **dict.fromkeys(("ready", "name", "open", "person"), (_is_text, "text")),
    **dict.fromkeys(("slide",), (lambda value: isinstance(value, int), "a whole number")),
    "do": (_is_text, "the id of a roll or a change"),
    "with": (_build_list_check(_is_text), "a list of combatants' keys"),
    "passed": (_build_list_check(_is_text), "a list of the names of decisions"),
    **dict.fromkeys(("chosen", "params", "fields"), (_is_object, "values by name")),
    **dict.fromkeys(("since", "stored"), (_is_object, "objects by name")),
    "aims": (_is_object, "targets by the combatants who aim at them"),
    "data": (_is_object, "a sheet's JSON"),
    **dict.fromkeys(("also", "only", "hidden"), (_build_list_check(_is_text), "a list of combatants' keys")),
    "override": (_build_list_check(_is_text), "a list of the names of requirements"),
    "faces": (_build_list_check(lambda value: isinstance(value, int)), "a list of whole numbers"),
    "rolls": (_build_list_check(_is_object), "a list of rolls, each with mechanic and by"),
    "changes": (_build_list_check(_is_object), "a list of changes, each with change, who and params"),
}
"""The check of each other field, with the words for what it takes. A field that is missing may also be null."""


def check_fields(data: Mapping[str, Any], keys: Collection[str] = ()) -> None:
    """Check the JSON types of the fields of a command or a view.

    Args:
        keys: the combatants' keys, which an error about a key lists.

    Raises:
        RulesError: a field has another type; the message says which.
    """
    for name in KEYS:
        if data.get(name) is not None and not _is_text(data[name]):
            raise build_key_error(data[name], keys)
    for name, (is_accepted, takes) in FIELDS.items():
        if data.get(name) is not None and not is_accepted(data[name]):
            raise ParameterError(name, data[name], takes)
