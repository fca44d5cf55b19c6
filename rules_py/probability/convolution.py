"""Weights of every difference between two weighted sets of whole numbers.

They are the points that are left after a hit. Few numbers are subtracted pair by pair. Many numbers that lie close
together are packed into one large integer, each weight in a field that no sum can overflow. Then subtracting a number
from all of them takes one multiplication and one shift.
"""

import math
from functools import cached_property

Weights = dict[int, int]


class Differences:
    """The differences x - y for each x in `minuends` and y in `subtrahends`, with their weights.

    The weight of a difference is the product of the weights of x and y, which are whole numbers above 0.
    """

    def __init__(self, minuends: Weights, subtrahends: Weights):
        self._minuends, self._subtrahends = minuends, subtrahends
        self._lowest, self._highest = min(minuends), max(subtrahends)
        self._step = math.gcd(*(x - self._lowest for x in minuends), *(self._highest - y for y in subtrahends)) or 1

    @property
    def work(self) -> float:
        """The estimated cost of the weights, roughly in multiplications of small numbers."""
        return min(self._pairwise_work, self._packed_work)

    def compute_weights(self) -> Weights:
        """Compute the weight of each difference."""
        return self._subtract_pairwise() if self._pairwise_work <= self._packed_work else self._subtract_packed()

    @cached_property
    def _size(self) -> int:
        """The number of bytes that hold the weight of any difference."""
        return _count_bytes(sum(self._minuends.values()) * sum(self._subtrahends.values()))

    @cached_property
    def _field_count(self) -> int:
        """The number of possible differences from the lowest to the highest."""
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
