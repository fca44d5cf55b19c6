"""The weights of every difference of two weighted sets of whole numbers: what many hits leave of many points.

Few numbers are subtracted pair by pair. Many that lie close are written side by side into one large integer, each
weight in a field that no sum can overflow; then each number taken off is one multiplication and one shift of them all.
"""

import math
from functools import cached_property

Weights = dict[int, int]


class Differences:
    """x - y for each x of `ones` and y of `others`, with the products of their weights (whole numbers above 0)."""

    def __init__(self, minuends: Weights, subtrahends: Weights):
        self._minuends, self._subtrahends = minuends, subtrahends
        self._lowest, self._highest = min(minuends), max(subtrahends)
        self._step = math.gcd(*(x - self._lowest for x in minuends), *(self._highest - y for y in subtrahends)) or 1

    @property
    def work(self) -> float:
        """How long the weights take, in multiplications of small numbers or thereabouts."""
        return min(self._pairwise_work, self._packed_work)

    def compute_weights(self) -> Weights:
        """The weight of each difference."""
        return self._subtract_pairwise() if self._pairwise_work <= self._packed_work else self._subtract_packed()

    @cached_property
    def _size(self) -> int:
        """Bytes for the weight of any difference."""
        return _count_bytes(sum(self._minuends.values()) * sum(self._subtrahends.values()))

    @cached_property
    def _field_count(self) -> int:
        """How many differences there are from the lowest to the highest."""
        return (max(self._minuends) - self._lowest + self._highest - min(self._subtrahends)) // self._step + 1

    @property
    def _pairwise_work(self) -> float:
        return len(self._minuends) * len(self._subtrahends) * (1 + self._size / 150)

    @property
    def _packed_work(self) -> float:
        each = self._size * (1 + _count_bytes(max(self._subtrahends.values())) / 5) / 100
        return self._field_count * (3 + len(self._subtrahends) * each)

    def _subtract_pairwise(self) -> Weights:
        found: Weights = {}
        for x, weight in self._minuends.items():
            for y, share in self._subtrahends.items():
                found[x - y] = found.get(x - y, 0) + weight * share
        return found

    def _subtract_packed(self) -> Weights:
        size, step, found = self._size, self._step, 0
        digits = bytearray(self._field_count * size)
        for x, weight in self._minuends.items():
            at = (x - self._lowest) // step * size
            digits[at : at + size] = weight.to_bytes(size, "little")
        ones = int.from_bytes(digits, "little")
        for y, share in self._subtrahends.items():
            found += ones * share << (self._highest - y) // step * size * 8
        sums = found.to_bytes(len(digits), "little")
        return {
            self._lowest - self._highest + place * step: weight
            for place in range(self._field_count)
            if (weight := int.from_bytes(sums[place * size : (place + 1) * size], "little"))
        }


def _count_bytes(number: int) -> int:
    return (number.bit_length() + 7) // 8
