"""Which games there are, and their mechanics by id. Nothing here knows a game by name."""

import sys
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules

from rules_py import core_mechanics
from rules_py.calculator import Calculator
from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, registered
from rules_py.table_files import SYSTEMS, table_ids
from rules_py.table_mechanics import table_mechanic
from rules_py.values import quoted


@lru_cache(maxsize=None)
def systems() -> tuple[str, ...]:
    """The slugs of the games at hand, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in SYSTEMS.glob("*/__init__.py")))


@lru_cache(maxsize=None)
def mechanics(slug: str | None = None) -> tuple[str, ...]:
    """The ids of a game's mechanics, or of all games', game by game in the order of their files.

    Raises:
        RulesError: there is no such game.
    """
    if slug is None:
        return tuple(name for each in systems() for name in mechanics(each))
    if slug not in systems():
        raise RulesError(f"game: got {quoted(slug)}, takes {', '.join(systems())}")
    package = import_module(f"rules_py.systems.{slug}")
    for module in iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
    return tuple(name for name in registered() if name.startswith(f"{slug}."))


def calculator(calculator_id: str) -> Calculator:
    """A game's calculator, by an id such as `slug.calc`.

    Raises:
        RulesError: there is none.
    """
    slug = calculator_id.removesuffix(".calc") if isinstance(calculator_id, str) else None
    if slug in systems():
        mechanics(slug)
        module = sys.modules.get(f"rules_py.systems.{slug}.calculator")
        if module and module.CALCULATOR.id == calculator_id:
            return module.CALCULATOR
    raise RulesError(f"calculator: got {quoted(calculator_id)}, takes an id such as {systems()[0]}.calc")


def has_calculator(calculator_id: str) -> bool:
    """Whether an id is that of a calculator."""
    try:
        return bool(calculator(calculator_id))
    except RulesError:
        return False


def find(mechanic_id: str) -> Mechanic:
    """The mechanic of an id. A table with a die is one too: it rolls on the table.

    Raises:
        RulesError: there is none.
    """
    slug = mechanic_id.partition(".")[0] if isinstance(mechanic_id, str) else None
    if mechanic_id == core_mechanics.dice.id:
        return core_mechanics.dice
    if slug in systems():
        if mechanic_id in mechanics(slug):
            return registered()[mechanic_id]
        if mechanic_id in table_ids(slug):
            return table_mechanic(mechanic_id)
        raise RulesError(f"mechanic: got {quoted(mechanic_id)}, takes one of {', '.join(mechanics(slug))}")
    raise RulesError(f"mechanic: got {quoted(mechanic_id)}, takes an id such as {mechanics()[0]} "
                     f"(games: {', '.join(systems())})")
