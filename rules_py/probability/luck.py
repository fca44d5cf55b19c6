"""The luck of many equal dice: the exact chance of that much or more, as long as that is quick."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

MOST_EXACT_DICE = 2_000
"""The most dice whose chance is exact. For more, the sum is taken as normally distributed."""

MOST_EXACT_FACES = 200_000
"""The most faces of all dice together whose chance is exact: those of 2,000 d100, or of 200 d1000."""

PI = 3.141592653589793
FAR = 3.0
"""The number of standard deviations from which on a continued fraction gives the normal distribution's tail."""

MOST_TERMS, MOST_FACTORS = 80, 20
PARTS = 10**15
"""The parts of 1 to which an approximate chance is rounded."""


@dataclass(frozen=True)
class DiceCount:
    """Dice with the same number of sides that have fallen.

    Attributes:
        sides: the number of sides, at least 1.
        faces: how often each face came up, from face 1 to face `sides`.
    """

    sides: int
    faces: tuple[int, ...]

    @cached_property
    def count(self) -> int:
        """The number of dice."""
        return sum(self.faces)

    @cached_property
    def total(self) -> int:
        """The sum of all faces."""
        return sum(face * count for face, count in enumerate(self.faces, 1))

    @property
    def mean(self) -> Fraction:
        """The average face; there must be dice."""
        return Fraction(self.total, self.count)

    @property
    def expected_mean(self) -> Fraction:
        """The average face of fair dice."""
        return Fraction(self.sides + 1, 2)

    @property
    def is_exact(self) -> bool:
        """True if the chances are exact."""
        return is_exact(self.count, self.sides)

    @cached_property
    def chance_at_least(self) -> Fraction:
        """The chance that as many fair dice show this total or more."""
        return compute_chance_at_least(self.count, self.sides, self.total)

    @cached_property
    def chance_at_most(self) -> Fraction:
        """The chance that as many fair dice show this total or less, which is that of the opposite faces' total."""
        return compute_chance_at_least(self.count, self.sides, self.count * (self.sides + 1) - self.total)


def is_exact(count: int, sides: int) -> bool:
    """Return True if the chances of a sum of this many dice are exact."""
    return count <= MOST_EXACT_DICE and count * sides <= MOST_EXACT_FACES


@lru_cache(maxsize=256)
def compute_chance_at_least(count: int, sides: int, total: int) -> Fraction:
    """Return the chance that the sum of fair dice is at least `total`, approximately unless `is_exact`.

    >>> compute_chance_at_least(2, 6, 10), compute_chance_at_least(2, 6, 2), compute_chance_at_least(2, 6, 13)
    (Fraction(1, 6), Fraction(1, 1), Fraction(0, 1))
    """
    below, above = total - 1 - count, count * sides - total
    if below < 0:
        return Fraction(1)
    if above < 0:
        return Fraction(0)
    if not is_exact(count, sides):
        return _approximate_chance(count, sides, total)
    if above <= below:
        return Fraction(_count_ways(count, sides, above), sides**count)
    return 1 - Fraction(_count_ways(count, sides, below), sides**count)


def _count_ways(count: int, sides: int, most: int) -> int:
    """Return the number of ways in which dice with faces from 0 add up to `most` or less.

    By inclusion and exclusion of the dice that exceed their highest face: the sum over j of
    (-1)^j C(count, j) C(count + most - sides j, count).
    """
    top = count + most
    ways, sign, choices, sums = 0, 1, 1, math.comb(top, count)
    for excluded in range(most // sides + 1):
        ways += sign * choices * sums
        sign, choices = -sign, choices * (count - excluded) // (excluded + 1)
        rest = top - count
        if rest < sides:
            break
        sums = sums * math.prod(range(rest - sides + 1, rest + 1)) // math.prod(range(top - sides + 1, top + 1))
        top -= sides
    return ways


def _approximate_chance(count: int, sides: int, total: int) -> Fraction:
    """Return the chance from the normal distribution with the same mean and variance, half a point below the total."""
    deviation = math.sqrt(count * (sides * sides - 1) / 12)
    distance = (total - 0.5 - count * (sides + 1) / 2) / deviation
    tail = _compute_normal_tail(abs(distance))
    return Fraction(int((tail if distance >= 0 else 1 - tail) * PARTS), PARTS)


def _compute_normal_tail(distance: float) -> float:
    """Return the chance that a normally distributed value is at least this many standard deviations above its mean."""
    density = _compute_exponential(-distance * distance / 2) / math.sqrt(2 * PI)
    if distance >= FAR:
        fraction = distance
        for number in range(MOST_TERMS, 0, -1):
            fraction = distance + number / fraction
        return density / fraction
    term = total = distance
    for number in range(1, MOST_TERMS):
        term = term * distance * distance / (2 * number + 1)
        total += term
    return 0.5 - density * total


def _compute_exponential(exponent: float) -> float:
    """Return e raised to an exponent, by products alone: unlike powers, they have the same last digit everywhere."""
    halvings = 0
    while abs(exponent) > 1:
        exponent /= 2
        halvings += 1
    term = total = 1.0
    for number in range(1, MOST_FACTORS):
        term = term * exponent / number
        total += term
    for _ in range(halvings):
        total *= total
    return total
