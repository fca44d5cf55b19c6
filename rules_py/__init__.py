"""Tabletop rules as functions: roll them, get their exact odds, resolve your own dice.

    >>> import rules_py
    >>> roll = rules_py.resolve("psiops.action", [4, 5], attribute=1)
    >>> roll.outcome["total"], roll.outcome["band"]
    (10, 'success')
    >>> rules_py.odds("psiops.action").outcomes["band"]["failure"]
    Fraction(5, 12)
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rules_py.errors import DataError, NotationError, RulesError
import rules_py.systems  # loaded before the function below takes its name
from rules_py.games import find, mechanics, systems
from rules_py.mechanic import Roll
from rules_py.table_files import table, table_ids
from rules_py.tables import Row, Table

if TYPE_CHECKING:
    from rules_py.exact_odds import Odds

__all__ = ["DataError", "NotationError", "Roll", "Row", "RulesError", "Table", "describe", "mechanics",
           "odds", "resolve", "roll", "systems", "table", "table_ids"]


def describe(id: str) -> dict[str, Any]:
    """A mechanic's title, place in the rules (page#anchor) and parameters.

    Raises:
        RulesError: there is no such mechanic.
    """
    return find(id).describe()


def roll(id: str, seed: int | None = None, **params: Any) -> Roll:
    """Roll a mechanic with the operating system's randomness, or repeatably from a seed.

    Args:
        id: a mechanic, a table with a die, or "dice".
        seed: any whole number, for the same dice again.
        **params: the mechanic's parameters, as Python values or as text.

    Raises:
        RulesError: the id or a parameter is not accepted.
    """
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
        raise RulesError(f"seed: got {seed!r}, takes a whole number")
    return find(id).roll(params, seed)


def resolve(id: str, faces: Iterable[int], **params: Any) -> Roll:
    """Run a mechanic on faces that were rolled elsewhere, in the order in which the rule asks for them.

    Raises:
        RulesError: the id, a parameter or a face is not accepted, or the number of faces is wrong.
    """
    return find(id).resolve(faces, params)


def odds(id: str, **params: Any) -> "Odds":
    """The exact distribution of each outcome field.

    Raises:
        RulesError: the id or a parameter is not accepted.
    """
    from rules_py.exact_odds import Odds, odds_of  # brings icepool, which a roll does not need

    mechanic = find(id)
    checked = mechanic.check(params)
    return Odds(mechanic.id, checked, odds_of(mechanic, checked))
