"""Estimates of chances, with confidence intervals."""

import math
from dataclasses import dataclass
from fractions import Fraction

CONFIDENCE = 0.95
_Z = 1.959963984540054
"""The number of standard deviations on each side that contain `CONFIDENCE` of a normal distribution."""

JSON_DECIMALS = 6
"""Decimals of chances in JSON."""


@dataclass(frozen=True)
class Estimate:
    """A chance with its 95 % confidence interval; both limits equal the chance if it is exact."""

    chance: Fraction
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2

    def to_dict(self) -> dict[str, float]:
        """Return the estimate as JSON."""
        return {
            "chance": round(float(self.chance), JSON_DECIMALS),
            "low": round(self.low, JSON_DECIMALS),
            "high": round(self.high, JSON_DECIMALS),
        }


def format_estimate(estimate: Estimate) -> str:
    """Format a chance in per cent: with one decimal if it is exact, whole if it is a sample's.

    >>> format_estimate(make_exact_estimate(Fraction(1, 3)))
    '33.3%'
    >>> format_estimate(estimate_from_sample(1, 3)), format_estimate(estimate_from_sample(0, 9))
    ('33%', '0%')
    """
    chance = float(estimate.chance)
    if estimate.chance in (0, 1):
        return f"{chance:.0%}"
    shown = f"{chance:.1%}" if estimate.margin == 0 else f"{chance:.0%}"
    return "<1%" if float(shown[:-1]) == 0 else ">99%" if float(shown[:-1]) == 100 else shown


def estimate_from_sample(times: int, total: int) -> Estimate:
    """Estimate a share from `times` of `total`, with Wilson's interval.

    The interval also holds for small samples and rare events.

    >>> share = estimate_from_sample(0, 100)
    >>> float(share.chance), share.low, round(share.high, 3)
    (0.0, 0.0, 0.037)
    """
    found = times / total
    square = _Z * _Z
    middle = (found + square / (2 * total)) / (1 + square / total)
    spread = _Z / (1 + square / total) * math.sqrt(found * (1 - found) / total + square / (4 * total**2))
    return Estimate(
        Fraction(times, total), 0.0 if times == 0 else middle - spread, 1.0 if times == total else middle + spread
    )


def make_exact_estimate(chance: Fraction) -> Estimate:
    """Return the estimate for an exact chance."""
    return Estimate(chance, float(chance), float(chance))
