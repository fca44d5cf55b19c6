"""The weights of every difference of two weighted sets of whole numbers: what many hits leave of many points.

Few numbers are subtracted pair by pair. Many that lie close are written side by side into one large integer, each
weight in a field that no sum can overflow; then each number taken off is one multiplication and one shift of them all.
"""

import math
from functools import cached_property

Weights = dict[int, int]


class Differences:
    """x - y for each x of `ones` and y of `others`, with the products of their weights (whole numbers above 0)."""

    def __init__(self, ones: Weights, others: Weights):
        self._ones, self._others = ones, others
        self._lowest, self._most = min(ones), max(others)
        self._step = math.gcd(*(x - self._lowest for x in ones), *(self._most - y for y in others)) or 1

    @property
    def work(self) -> float:
        """How long the weights take, in multiplications of small numbers or thereabouts."""
        return min(self._work_by_pairs, self._work_side_by_side)

    def weights(self) -> Weights:
        """The weight of each difference."""
        return self._pair_by_pair() if self._work_by_pairs <= self._work_side_by_side else self._side_by_side()

    @cached_property
    def _size(self) -> int:
        """Bytes for the weight of any difference."""
        return _bytes(sum(self._ones.values()) * sum(self._others.values()))

    @cached_property
    def _fields(self) -> int:
        """How many differences there are from the lowest to the highest."""
        return (max(self._ones) - self._lowest + self._most - min(self._others)) // self._step + 1

    @property
    def _work_by_pairs(self) -> float:
        return len(self._ones) * len(self._others) * (1 + self._size / 150)

    @property
    def _work_side_by_side(self) -> float:
        each = self._size * (1 + _bytes(max(self._others.values())) / 5) / 100
        return self._fields * (3 + len(self._others) * each)

    def _pair_by_pair(self) -> Weights:
        found: Weights = {}
        for x, weight in self._ones.items():
            for y, share in self._others.items():
                found[x - y] = found.get(x - y, 0) + weight * share
        return found

    def _side_by_side(self) -> Weights:
        size, step, found = self._size, self._step, 0
        digits = bytearray(self._fields * size)
        for x, weight in self._ones.items():
            at = (x - self._lowest) // step * size
            digits[at : at + size] = weight.to_bytes(size, "little")
        ones = int.from_bytes(digits, "little")
        for y, share in self._others.items():
            found += ones * share << (self._most - y) // step * size * 8
        sums = found.to_bytes(len(digits), "little")
        return {
            self._lowest - self._most + place * step: weight
            for place in range(self._fields)
            if (weight := int.from_bytes(sums[place * size : (place + 1) * size], "little"))
        }


def _bytes(number: int) -> int:
    return (number.bit_length() + 7) // 8
