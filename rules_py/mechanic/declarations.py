"""Declarations of a game's modules: the mechanics, changes and sheets that their names are bound to."""

import sys
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

from rules_py.errors import DataError
from rules_py.mechanic.signature import find_source_location


def find_declarations(module: ModuleType, name_home: Callable[[Any], str | None]) -> Iterator[Any]:
    """Yield what a module declares, in order of definition, without what it imports.

    A module also declares what a helper function in another module of its package builds for it.

    Args:
        module: the module.
        name_home: returns the name of the module that defines a value, or None for any other value.
    """
    found: list[Any] = []
    for value in vars(module).values():
        home = name_home(value)
        if home is None or any(each is value for each in found):
            continue
        if home == module.__name__ or _is_built_for(module, value, home):
            found.append(value)
            yield value


def _is_built_for(module: ModuleType, value: object, home: str) -> bool:
    """Return True if a helper function in another module of the same package built a value for a module."""
    helper = sys.modules.get(home)
    is_neighbour = helper is not None and helper.__package__ == module.__package__
    return is_neighbour and not any(each is value for each in vars(helper).values())


def reject_lost_declaration(id: str, rule: FunctionType, find_rule: Callable[[Any], tuple[str, Any] | None]) -> None:
    """Raise an error if a function takes the name of an earlier declaration of its module, which would be lost.

    Args:
        id: the id of the new declaration.
        rule: its function.
        find_rule: returns the id and the function of a declaration, or None for any other value.

    Raises:
        DataError: the name is taken; the message has both source locations.
    """
    is_at_top_level = rule.__qualname__ == rule.__name__
    earlier = find_rule(rule.__globals__.get(rule.__name__)) if is_at_top_level else None
    if earlier is None or getattr(earlier[1], "__globals__", None) is not rule.__globals__:
        return
    taken = f"id {id}" if earlier[0] == id else f"name {rule.__name__}"
    raise DataError(
        f"{find_source_location(rule)}: got the {taken} a second time, takes another; the first is at "
        f"{find_source_location(earlier[1])}"
    )
