"""Distributions of dice requests: values with whole-number weights."""

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from rules_py import notation
from rules_py.dice import Pool
from rules_py.errors import LongOddsError
from rules_py.notation.nodes import MOST_POOL, MOST_POOL_SIDES
from rules_py.probability.distribution import Distribution
from rules_py.probability.totals import compute_totals
from rules_py.scheduling import Work, cache_results

if TYPE_CHECKING:
    from rules_py.tables import Row, Table

MOST_TOTALS = 10_000


@lru_cache(maxsize=512)
def pool(count: int, sides: int, drop: str | None) -> Distribution[Pool]:
    """Return the distribution of the kept faces of a pool; `drop` is as in `Dice.pool`."""
    ways: dict[tuple[int, ...], int] = {(): 1}
    for face in range(1, sides + 1):
        extended: dict[tuple[int, ...], int] = {}
        for faces, weight in ways.items():
            rest = count - len(faces)
            for more in range(rest if face == sides else 0, rest + 1):
                extended[(*faces, *[face] * more)] = weight * math.comb(rest, more)
        ways = extended
    weights: dict[tuple[int, ...], int] = {}
    for faces, weight in ways.items():
        kept = faces[1:] if drop == "lowest" else faces[:-1] if drop == "highest" else faces
        weights[kept] = weights.get(kept, 0) + weight
    return Distribution(tuple((Pool(kept), weights[kept]) for kept in sorted(weights)), sides**count)


@lru_cache(maxsize=512)
def die(sides: int) -> Distribution[int]:
    """Return the distribution of the face of one die."""
    return Distribution(tuple((face, 1) for face in range(1, sides + 1)), sides)


@cache_results(512)
def total(dice: str) -> Work[Distribution[int]]:
    """Compute the distribution of the totals of dice notation.

    The work may take several time slices.

    Raises:
        LongOddsError: there are too many totals, or too large a pool that keeps some dice.
    """
    node = notation.parse(dice)
    if any(part.estimate_total_count() > MOST_TOTALS or part.has_long_odds() for part in notation.walk_nodes(node)):
        raise LongOddsError(
            f"notation: got {dice}, its odds would be too long; takes dice of at most {MOST_TOTALS} "
            f"different totals, and keeps from dice of at most {MOST_POOL_SIDES} sides, "
            f"{MOST_POOL} sides in all",
            plain=f"The odds of {dice} would take too long. Odds take dice with at most {MOST_TOTALS:,} different "
            f"totals; where only some dice count, each has at most {MOST_POOL_SIDES} sides, and all together at most "
            f"{MOST_POOL:,}.",
        )
    ways = yield from compute_totals(node)
    return Distribution(tuple(sorted(ways.items())), sum(ways.values()))


@cache_results(512)
def row(table: "Table", exclude: frozenset["Row"]) -> "Work[Distribution[Row]]":
    """Compute the distribution of the rows that a roll on a table selects.

    Rows in `exclude` are rerolled. The work may take several time slices.
    """
    weights: dict[Row, int] = {}
    for value, weight in (yield from total(table.dice)).weights:
        found = table.row_for_roll(value)
        if found not in exclude:
            weights[found] = weights.get(found, 0) + weight
    return Distribution(tuple(weights.items()), sum(weights.values()))
