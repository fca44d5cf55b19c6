"""Distributions as whole-number weights over one denominator, accumulated over many runs."""

import math
from collections.abc import Hashable
from fractions import Fraction
from typing import Any, NamedTuple

Chances = dict[Any, Fraction]
"""A distribution as shown to readers: value → chance. The chances sum to 1."""


class Distribution[Value](NamedTuple):
    """The values of a distribution with weights, whole numbers above 0 that sum to `denominator`."""

    weights: tuple[tuple[Value, int], ...]
    denominator: int

    def chances(self) -> Chances:
        """Return the distribution with chances as fractions.

        >>> Distribution((("a", 1), ("b", 3)), 4).chances()
        {'a': Fraction(1, 4), 'b': Fraction(3, 4)}
        """
        return {value: Fraction(weight, self.denominator) for value, weight in self.weights}


class WeightAccumulator[Value: Hashable]:
    """Accumulator of weights by value.

    It adds weights with the same denominator as whole numbers, which is quick.
    """

    def __init__(self) -> None:
        self._by_denominator: dict[int, dict[Value, int]] = {}

    def add(self, value: Value, weight: int, denominator: int) -> None:
        """Add a value with its weight out of a denominator."""
        weights = self._by_denominator.setdefault(denominator, {})
        weights[value] = weights.get(value, 0) + weight

    def distribution(self) -> Distribution[Value]:
        """Return all values with their weights over the smallest common denominator."""
        denominator = math.lcm(*self._by_denominator)
        total: dict[Value, int] = {}
        for own, weights in self._by_denominator.items():
            scale = denominator // own
            for value, weight in weights.items():
                total[value] = total.get(value, 0) + weight * scale
        shared = math.gcd(denominator, *total.values())
        return Distribution(tuple((value, weight // shared) for value, weight in total.items()), denominator // shared)
