"""What each request for dice can come to: values with whole-number weights."""

from functools import lru_cache
from typing import TYPE_CHECKING

import icepool

from rules_py import notation
from rules_py.dice import Pool
from rules_py.errors import LongOddsError
from rules_py.probability.distribution import Distribution
from rules_py.probability.totals import compute_totals
from rules_py.scheduling import Work, cache_results

if TYPE_CHECKING:
    from rules_py.tables import Row, Table

MOST_TOTALS = 10_000
MOST_POOL_SIDES, MOST_POOL = 300, 2_000
"""Sides of a die, and of all dice, of a pool from which some are kept: those odds are followed side by side."""


@lru_cache(maxsize=512)
def pool(count: int, sides: int, drop: str | None) -> Distribution[Pool]:
    """The faces of a pool that count; `drop` as in `Dice.pool`."""
    faces = icepool.d(sides).pool(count)
    if drop:
        faces = faces.highest(count - 1) if drop == "lowest" else faces.lowest(count - 1)
    die = faces.expand()
    return Distribution(tuple((Pool(tuple(sorted(kept))), weight) for kept, weight in die.items()), die.denominator())


@lru_cache(maxsize=512)
def die(sides: int) -> Distribution[int]:
    """The faces of one die."""
    return Distribution(tuple((face, 1) for face in range(1, sides + 1)), sides)


@cache_results(512)
def total(dice: str) -> Work[Distribution[int]]:
    """The totals of dice notation; work that may take several turns.

    Raises:
        LongOddsError: there are too many.
    """
    node = notation.parse(dice)
    if any(
        notation.estimate_total_count(part) > MOST_TOTALS or _is_large_pool(part) for part in notation.walk_nodes(node)
    ):
        raise LongOddsError(
            f"notation: got {dice}, its odds would be too long; takes dice of at most {MOST_TOTALS} "
            f"different totals, and keeps from dice of at most {MOST_POOL_SIDES} sides, "
            f"{MOST_POOL} sides in all"
        )
    ways = yield from compute_totals(node)
    return Distribution(tuple(sorted(ways.items())), sum(ways.values()))


def _is_large_pool(part: notation.Node) -> bool:
    return (
        isinstance(part, notation.DiceTerm)
        and part.keep is not None
        and (part.sides > MOST_POOL_SIDES or part.count * part.sides > MOST_POOL)
    )


@cache_results(512)
def row(table: "Table", exclude: frozenset["Row"]) -> "Work[Distribution[Row]]":
    """The rows of a table that a roll can come to, without those that are rolled again; work as `total` is."""
    weights: dict[Row, int] = {}
    for value, weight in (yield from total(table.dice)).weights:
        found = table.row_for_roll(value)
        if found not in exclude:
            weights[found] = weights.get(found, 0) + weight
    return Distribution(tuple(weights.items()), sum(weights.values()))
