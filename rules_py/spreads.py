"""What each request for dice can come to: values with whole-number weights (icepool's distributions)."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import icepool

from rules_py import notation
from rules_py.dice import Pool
from rules_py.errors import LongOddsError

if TYPE_CHECKING:
    from rules_py.tables import Row, Table

MOST_TOTALS = 10_000
MOST_POOL_SIDES, MOST_POOL = 300, 2_000
"""Sides of a die, and of all dice, of a pool from which some are kept: those odds are followed side by side."""


class Spread(NamedTuple):
    """Values with whole-number weights out of `space`: what one request for dice can come to."""

    options: tuple[tuple[Any, int], ...]
    space: int

    @classmethod
    def of_die(cls, die: "icepool.Die", read: Callable[[Any], Any] = lambda value: value) -> "Spread":
        return cls(tuple((read(value), weight) for value, weight in die.items()), die.denominator())


@lru_cache(maxsize=512)
def pool_spread(count: int, sides: int, drop: str | None) -> Spread:
    """The faces of a pool that count; `drop` as in `Dice.pool`."""
    pool = icepool.d(sides).pool(count)
    if drop:
        pool = pool.highest(count - 1) if drop == "lowest" else pool.lowest(count - 1)
    return Spread.of_die(pool.expand(), lambda faces: Pool(tuple(sorted(faces))))


@lru_cache(maxsize=512)
def die_spread(sides: int) -> Spread:
    """The faces of one die."""
    return Spread(tuple((face, 1) for face in range(1, sides + 1)), sides)


@lru_cache(maxsize=512)
def total_spread(dice: str) -> Spread:
    """The totals of dice notation.

    Raises:
        LongOddsError: there are too many.
    """
    node = notation.parse(dice)
    if any(notation.most_totals(part) > MOST_TOTALS or _is_large_pool(part) for part in notation.parts(node)):
        raise LongOddsError(f"notation: got {dice}, its odds would be too long; takes dice of at most {MOST_TOTALS} "
                            f"different totals, and keeps from dice of at most {MOST_POOL_SIDES} sides, {MOST_POOL} sides in all")
    return Spread.of_die(_die(node))


def _is_large_pool(part: notation.Node) -> bool:
    return isinstance(part, notation.Roll) and part.keep is not None and (
        part.sides > MOST_POOL_SIDES or part.count * part.sides > MOST_POOL)


@lru_cache(maxsize=512)
def _sum_of(count: int, sides: int) -> "icepool.Die":
    """The sum of `count` dice, in one pass over its totals.

    The ways to each total are the coefficients of P = ((1 - x^sides) / (1 - x))^count, and
    (1 - x)(1 - x^sides) P' = count P (1 - sides x^(sides-1) + (sides-1) x^sides) gives each from those before.
    """
    totals = count * (sides - 1) + 1
    ways = [1] + [0] * (totals - 1)
    for place in range(1, (totals + 1) // 2):
        found = (place - 1 + count) * ways[place - 1]
        if place >= sides:
            found += (place - sides - count * sides) * ways[place - sides]
        if place > sides:
            found += (count * (sides - 1) - (place - sides - 1)) * ways[place - sides - 1]
        ways[place] = found // place
    for place in range(totals // 2):  # as many ways up from the lowest total as down from the highest
        ways[-1 - place] = ways[place]
    return icepool.Die({count + place: weight for place, weight in enumerate(ways)})


def _die(node: notation.Node) -> "icepool.Die":
    match node:
        case notation.Number(value):
            return icepool.Die([value])
        case notation.D66():
            return icepool.Die([10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)])
        case notation.Roll(count, sides, None):
            return _sum_of(count, sides)
        case notation.Roll(count, sides, keep):
            pool = icepool.d(sides).pool(count)
            return (pool.highest(keep.count) if keep.side == "highest" else pool.lowest(keep.count)).sum()
        case notation.Join(operator, left, right):
            a, b = _die(left), _die(right)
            return a + b if operator == "+" else a - b if operator == "-" else a * b


@lru_cache(maxsize=512)
def row_spread(table: "Table", but_not: frozenset["Row"]) -> Spread:
    """The rows of a table that a roll can come to, without those that are rolled again."""
    weights: dict[Row, int] = {}
    for value, weight in total_spread(table.die).options:
        row = table.at(value)
        if row not in but_not:
            weights[row] = weights.get(row, 0) + weight
    return Spread(tuple(weights.items()), sum(weights.values()))
