"""Registry of games, and of their mechanics and calculators by id.

This module doesn't name any game.
"""

from collections.abc import Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING

from rules_py import discovery
from rules_py.discovery import Package
from rules_py.errors import DataError, RulesError, UnknownIdError
from rules_py.mechanic import builtin
from rules_py.mechanic.definition import Mechanic, find_registered_mechanics, reject_duplicate_id

if TYPE_CHECKING:
    from rules_py.mechanic.calculator import Calculator
    from rules_py.tables.registry import Tables


class Game:
    """The mechanics, calculators and tables of a game. Each part is loaded on first access.

    Attributes:
        slug: the game's name in ids and URLs.
        tables: its tables by id.
    """

    def __init__(self, package: Package) -> None:
        from rules_py.tables.registry import load_tables  # plain dice need no tables

        self.package = package
        self.slug = package.slug
        self.tables: Tables = load_tables(package)
        self._table_mechanics: dict[str, Mechanic] = {}

    @cached_property
    def mechanics(self) -> dict[str, Mechanic]:
        """Its mechanics by id: modules in alphabetical order, each in order of definition.

        Raises:
            DataError: an id isn't the game's or is used twice; the message has the source locations.
        """
        found: dict[str, Mechanic] = {}
        for module in self.package.modules:
            for mechanic in find_registered_mechanics(module):
                if found.get(mechanic.id) is mechanic:
                    continue
                if not mechanic.id.startswith(f"{self.slug}."):
                    raise DataError(f"{mechanic.source_location}: got the id {mechanic.id}, takes {self.slug}.<name>")
                reject_duplicate_id(mechanic, found)
                if mechanic.id in self.tables:
                    raise DataError(
                        f"{mechanic.source_location}: got the id {mechanic.id}, which is a table's, takes another"
                    )
                found[mechanic.id] = mechanic
        return found

    @cached_property
    def calculators(self) -> "dict[str, Calculator]":
        """Its calculators by id: the `CALCULATOR` of each of its modules.

        Raises:
            DataError: an id isn't the game's or is used twice.
        """
        from rules_py.mechanic.calculator import Calculator

        found: dict[str, Calculator] = {}
        for module in self.package.modules:
            made = getattr(module, "CALCULATOR", None)
            if isinstance(made, Calculator) and found.setdefault(made.id, made) is not made:
                raise DataError(f"{module.__name__}: got a second calculator {made.id}, takes another id")
        for calculator_id in found:
            if not calculator_id.startswith(f"{self.slug}."):
                raise DataError(f"{self.package.name}: got the calculator {calculator_id}, takes {self.slug}.calc")
        return found

    @property
    def pages(self) -> tuple[str, ...]:
        """The site pages with its rules and tables, in the order of its mechanics and tables."""
        places = [*(each.page for each in self.mechanics.values()), *(each.page for each in self.tables.values())]
        return tuple(dict.fromkeys(place.partition("#")[0] for place in places))

    @property
    def wheel(self) -> str:
        """The name of the wheel that brings the game into a browser."""
        return f"rules_py_{self.slug}"

    def find_mechanic(self, mechanic_id: str) -> Mechanic:
        """Return the mechanic with an id; a table with a die is a mechanic that rolls on it.

        Raises:
            RulesError: there is no such mechanic.
        """
        if mechanic_id in self.mechanics:
            return self.mechanics[mechanic_id]
        if mechanic_id in self.tables:
            if mechanic_id not in self._table_mechanics:
                from rules_py.mechanic.table_rolls import build_table_mechanic

                self._table_mechanics[mechanic_id] = build_table_mechanic(self.tables[mechanic_id])
            return self._table_mechanics[mechanic_id]
        raise UnknownIdError("mechanic", mechanic_id, takes=f"one of {', '.join(self.mechanics or self.tables)}")


@cache
def _load_game(package: Package) -> Game:
    return Game(package)


def _find_game_for_id(any_id: object) -> Game | None:
    """Return the game that an id belongs to (the part before the dot), or None."""
    package = discovery.find_package(any_id.partition(".")[0]) if isinstance(any_id, str) else None
    return _load_game(package) if package else None


def systems() -> tuple[str, ...]:
    """Return the slugs of the available games, in alphabetical order."""
    return discovery.find_slugs()


def find_game(slug: str) -> Game:
    """Return the game with a slug.

    Raises:
        RulesError: there is no such game.
    """
    package = discovery.find_package(slug) if isinstance(slug, str) else None
    if package is None:
        raise UnknownIdError("game", slug, systems())
    return _load_game(package)


def has_game(slug: str) -> bool:
    """Return True if a game has this slug."""
    return discovery.find_package(slug) is not None


def iter_games() -> Iterator[Game]:
    """Iterate over the available games, in alphabetical order."""
    return map(find_game, systems())


def mechanics(slug: str | None = None) -> tuple[str, ...]:
    """Return the ids of a game's mechanics, or of all games', game by game in the order of their files.

    Raises:
        RulesError: there is no such game.
    """
    return tuple(name for each in (iter_games() if slug is None else [find_game(slug)]) for name in each.mechanics)


def find_calculator(calculator_id: str) -> "Calculator":
    """Return the calculator with an id such as `slug.calc`.

    Raises:
        RulesError: there is no such calculator.
    """
    found = _find_game_for_id(calculator_id)
    if found is None or calculator_id not in found.calculators:
        raise UnknownIdError("calculator", calculator_id, takes=f"an id such as {', '.join(systems()[:1])}.calc")
    return found.calculators[calculator_id]


def has_calculator(calculator_id: str) -> bool:
    """Return True if an id is that of a calculator."""
    found = _find_game_for_id(calculator_id)
    return found is not None and calculator_id in found.calculators


def has_mechanic(mechanic_id: str) -> bool:
    """Return True if an id is that of a mechanic or of a table with a die."""
    try:
        find_mechanic(mechanic_id)
    except RulesError:
        return False
    return True


def find_mechanic(mechanic_id: str) -> Mechanic:
    """Return the mechanic with an id; a table with a die is a mechanic that rolls on it.

    Raises:
        RulesError: there is no such mechanic.
    """
    if mechanic_id == builtin.dice.id:
        return builtin.dice
    if found := _find_game_for_id(mechanic_id):
        return found.find_mechanic(mechanic_id)
    ids = mechanics()
    example = f"an id such as {ids[0]}" if ids else "a game's name, a dot and a rule's name"
    raise UnknownIdError("mechanic", mechanic_id, takes=f"{example} (games: {', '.join(systems()) or 'none'})")
