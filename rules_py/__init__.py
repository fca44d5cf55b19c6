"""Tabletop rules as functions: roll them, get their exact odds, resolve your own dice.

>>> import rules_py
>>> roll = rules_py.resolve("psiops.action", [4, 5], attribute=1)
>>> roll.outcome["total"], roll.outcome["band"]
(10, 'success')
>>> rules_py.odds("psiops.action").outcomes["band"]["failure"]
Fraction(5, 12)
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

try:
    from rules_py import _moved
except ImportError:  # browsers do without the old import paths
    pass
else:
    _moved.install()

import rules_py.systems  # noqa: F401 - loaded before the function of its name is defined
from rules_py.errors import DataError, NotationError, RulesError
from rules_py.mechanic import Roll
from rules_py.registry.games import find_mechanic, mechanics, systems
from rules_py.tables import Row, Table, table, table_ids
from rules_py.text.formatting import quote_value

if TYPE_CHECKING:
    from rules_py.play import ChangeResult, Sheet
    from rules_py.play.fight.reducer import Fight
    from rules_py.play.forecast import Forecast
    from rules_py.probability.odds import Odds

__version__ = "0.2.0"

__all__ = [
    "DataError",
    "NotationError",
    "Roll",
    "Row",
    "RulesError",
    "Table",
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


def describe(id: str) -> dict[str, Any]:
    """A mechanic's title, place in the rules (page#anchor) and parameters.

    Raises:
        RulesError: there is no such mechanic.
    """
    return find_mechanic(id).describe()


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
        raise RulesError(f"seed: got {quote_value(seed)}, takes a whole number")
    return find_mechanic(id).roll(params, seed)


def resolve(id: str, faces: Iterable[int], **params: Any) -> Roll:
    """Run a mechanic on faces that were rolled elsewhere, in the order in which the rule asks for them.

    Raises:
        RulesError: the id, a parameter or a face is not accepted, or the number of faces is wrong.
    """
    return find_mechanic(id).resolve(faces, params)


def odds(id: str, **params: Any) -> "Odds":
    """The exact distribution of each outcome field.

    Raises:
        RulesError: the id or a parameter is not accepted.
    """
    from rules_py.probability.odds import Odds  # brings icepool, which a roll does not need

    mechanic = find_mechanic(id)
    return Odds.compute(mechanic, mechanic.check(params))


def sheets(slug: str | None = None) -> tuple[str, ...]:
    """The ids of a game's kinds of sheet, or of all games'.

    Raises:
        RulesError: there is no such game.
    """
    from rules_py.registry.play import list_sheet_ids  # rolls do without sheets, and so do pages that have none

    return list_sheet_ids(slug)


def sheet(id: str, **fields: Any) -> "Sheet":
    """A sheet: its fields, what follows from them, and warnings.

    Args:
        id: a kind of sheet.
        **fields: its fields, as Python values or as text; defaults where nothing is given.

    Raises:
        RulesError: the id or a field is not accepted.
    """
    from rules_py.registry.play import find_sheet

    return find_sheet(id).from_fields(fields)


def changes(sheet_id: str) -> tuple[str, ...]:
    """The ids of what can happen to a kind of sheet.

    Raises:
        RulesError: there is no such sheet.
    """
    from rules_py.registry.play import list_change_ids

    return list_change_ids(sheet_id)


def change(sheet: "Sheet", id: str, **params: Any) -> "ChangeResult":
    """What a sheet is after a change, and what happened in words; the sheet that is given stays as it is.

    Args:
        id: one of `changes(sheet.id)`.
        **params: the change's parameters, as Python values or as text.

    Raises:
        RulesError: the sheet, the id or a parameter is not accepted, or the rules forbid the change.
    """
    from rules_py.play import Sheet
    from rules_py.registry.play import find_change

    if not isinstance(sheet, Sheet):
        raise RulesError(f"sheet: got {quote_value(sheet)}, takes what rules_py.sheet gives")
    return find_change(id, sheet).apply(sheet, params)


def forecast(fight: "Fight | Mapping[str, Any]", **options: Any) -> "Forecast":
    """What a fight will come to from where it stands: the chances of each side and each person, and how long it lasts.

    The rules themselves play it on: over every face of their dice where one meets one in few states, else with dice
    that fall, until every side's chance is sure enough.

    Args:
        fight: its JSON, `{"fight": slug, "events": [...]}`, or the fight that `rules_py.registry.play` made of it.
        **options: fields of `rules_py.play.forecast.ForecastOptions` that differ from their defaults: target
            ("weakest", "strongest", "spread" or "first"), flees ("never" or "half"), seed (a whole number from 0),
            at_most (fights to play), within (a share that is certain enough) and exact.

    Raises:
        RulesError: it is no fight, it has people on fewer than two sides, or an argument is not accepted.
    """
    from rules_py.play.fight.reducer import Fight
    from rules_py.play.forecast import forecast as compute_forecast
    from rules_py.registry.play import read_fight

    made = fight if isinstance(fight, Fight) else read_fight(fight)
    return compute_forecast(made, **options)
