"""The kept faces of a pool, counted without a library.

Python computes pools with icepool. The rules that are compiled to JavaScript can't use it, so they count with this
function; a test compares the two.
"""

import math
from itertools import combinations_with_replacement, groupby

from rules_py.dice import Pool
from rules_py.probability.distribution import Distribution


def count_pool(count: int, sides: int, drop: str | None) -> Distribution[Pool]:
    """Return the distribution of the kept faces of a pool; `drop` is as in `Dice.pool`."""
    weights: dict[tuple[int, ...], int] = {}
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        weight = math.factorial(count)
        for _, same in groupby(faces):
            weight //= math.factorial(len(list(same)))
        kept = faces[1:] if drop == "lowest" else faces[:-1] if drop == "highest" else faces
        weights[kept] = weights.get(kept, 0) + weight
    return Distribution(tuple((Pool(kept), weights[kept]) for kept in sorted(weights)), sides**count)
