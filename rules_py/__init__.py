"""Tabletop rules as functions: roll them, get their exact odds, resolve your own dice.

>>> import rules_py
>>> rules_py.resolve("dice", [4, 5], notation="2d6+1").outcome
{'total': 10}
>>> rules_py.odds("dice", notation="2d6").outcomes["total"][7]
Fraction(1, 6)
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import rules_py.systems  # noqa: F401 - imported before a function takes its name
from rules_py.errors import (
    DataError,
    EventError,
    ForbiddenError,
    LongOddsError,
    NotationError,
    ParameterError,
    RulesError,
    UnknownIdError,
    UnknownParameterError,
)
from rules_py.mechanic import Mechanic, Roll
from rules_py.registry.games import find_mechanic, mechanics, systems

if TYPE_CHECKING:
    from rules_py.play import ChangeResult, Sheet
    from rules_py.play.fight.reducer import Fight
    from rules_py.play.forecast import Forecast
    from rules_py.probability.odds import Odds
    from rules_py.tables import Row, Table, table, table_ids

__version__ = "0.2.0"

__all__ = [
    "DataError",
    "EventError",
    "ForbiddenError",
    "LongOddsError",
    "NotationError",
    "ParameterError",
    "Roll",
    "Row",
    "RulesError",
    "Table",
    "UnknownIdError",
    "UnknownParameterError",
    "__version__",
    "change",
    "changes",
    "describe",
    "forecast",
    "mechanics",
    "odds",
    "resolve",
    "roll",
    "sheet",
    "sheets",
    "systems",
    "table",
    "table_ids",
]


def __getattr__(name: str) -> Any:
    """Import the tables when a caller needs them (PEP 562); plain dice don't.

    Raises:
        AttributeError: the package doesn't export the name.
    """
    if name in ("Row", "Table", "table", "table_ids"):
        from rules_py import tables

        return getattr(tables, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=None)


def describe(id: str | Mechanic) -> dict[str, Any]:
    """Return a mechanic's title, place in the rules (page#anchor) and parameters.

    Args:
        id: a mechanic's id, or the mechanic itself.

    Raises:
        RulesError: there is no such mechanic.
    """
    return _find(id).describe()


def roll(id: str | Mechanic, seed: int | None = None, **params: Any) -> Roll:
    """Roll a mechanic with the operating system's randomness, or repeatably from a seed.

    Args:
        id: the id of a mechanic or of a table with a die, or "dice"; or a mechanic itself.
        seed: any whole number; the same seed gives the same dice.
        **params: the mechanic's parameters, as Python values or as text.

    Raises:
        RulesError: the id or a parameter is not accepted.
    """
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
        raise ParameterError("seed", seed, "a whole number")
    return _find(id).roll(params, seed)


def resolve(id: str | Mechanic, faces: Iterable[int], **params: Any) -> Roll:
    """Run a mechanic on faces rolled elsewhere, in the order in which the rule requests them.

    Args:
        id: as in `roll`.
        faces: the faces, 1 to the die's sides.
        **params: the mechanic's parameters, as Python values or as text.

    Raises:
        RulesError: the id, a parameter or a face is not accepted, or the number of faces is wrong.
    """
    return _find(id).resolve(faces, params)


def odds(id: str | Mechanic, **params: Any) -> "Odds":
    """Compute the exact distribution of each outcome field.

    Args:
        id: as in `roll`.
        **params: the mechanic's parameters, as Python values or as text.

    Raises:
        RulesError: the id or a parameter is not accepted.
    """
    from rules_py.probability.odds import Odds  # rolls don't need it

    mechanic = _find(id)
    return Odds.compute(mechanic, mechanic.check(params))


def _find(id: str | Mechanic) -> Mechanic:
    return id if isinstance(id, Mechanic) else find_mechanic(id)


def sheets(slug: str | None = None) -> tuple[str, ...]:
    """Return the ids of a game's sheet types, or of all games'.

    Raises:
        RulesError: there is no such game.
    """
    from rules_py.registry.play import list_sheet_ids  # rolls don't need sheets

    return list_sheet_ids(slug)


def sheet(id: str, **fields: Any) -> "Sheet":
    """Create a sheet: its fields, the values derived from them, and warnings.

    Args:
        id: a sheet type.
        **fields: its fields, as Python values or as text; missing ones get their defaults.

    Raises:
        RulesError: the id or a field is not accepted.
    """
    from rules_py.registry.play import find_sheet

    return find_sheet(id).from_fields(fields)


def changes(sheet_id: str) -> tuple[str, ...]:
    """Return the ids of the changes for a sheet type.

    Raises:
        RulesError: there is no such sheet.
    """
    from rules_py.registry.play import list_change_ids

    return list_change_ids(sheet_id)


def change(sheet: "Sheet", id: str, **params: Any) -> "ChangeResult":
    """Apply a change; return the new sheet and a description, and leave `sheet` unchanged.

    Args:
        sheet: the sheet before the change.
        id: one of `changes(sheet.id)`.
        **params: the change's parameters, as Python values or as text.

    Raises:
        RulesError: the sheet, the id or a parameter is not accepted, or the rules forbid the change.
    """
    from rules_py.play import Sheet
    from rules_py.registry.play import find_change

    if not isinstance(sheet, Sheet):
        raise ParameterError("sheet", sheet, "the result of rules_py.sheet")
    change = find_change(id, sheet)
    return change.apply(sheet, change.with_current_params(params))


def forecast(fight: "Fight | Mapping[str, Any]", **options: Any) -> "Forecast":
    """Forecast how a fight ends, from its current state.

    The result has the chances of each side and each combatant, and the length of the fight. The rules themselves play
    the fight on: over every face of their dice if one combatant meets one in few states, otherwise with rolled dice
    until every side's chance is certain enough.

    Args:
        fight: its JSON data, `{"fight": slug, "events": [...]}`, or a fight from `rules_py.registry.play`.
        **options: fields of `rules_py.play.forecast.ForecastOptions` that differ from their defaults: target
            ("weakest", "strongest", "spread" or "first"), flees ("never" or "half"), seed (a whole number from 0),
            at_most (the maximum number of fights to play), within (a share that is certain enough) and exact.

    Raises:
        RulesError: the input isn't a fight, it has combatants on fewer than two sides, or an option is not accepted.
    """
    from rules_py.play.fight.reducer import Fight
    from rules_py.play.forecast import forecast as compute_forecast
    from rules_py.registry.play import read_fight

    made = fight if isinstance(fight, Fight) else read_fight(fight)
    return compute_forecast(made, **options)
