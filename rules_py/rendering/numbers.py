"""How chances, means and differences are written for people."""

import re
from fractions import Fraction

MINUS = "\N{MINUS SIGN}"


def with_minus(text: str) -> str:
    """Text with a proper minus sign before each number below zero.

    >>> with_minus("-2 on Tech"), with_minus("TGH -1, rows 3-5"), with_minus("half-dead")
    ('−2 on Tech', 'TGH −1, rows 3-5', 'half-dead')
    """
    return re.sub(r"(?<![\w)])-(?=\d)", MINUS, text)


def percent(chance: int | Fraction) -> str:
    """A chance in per cent as people want it: one decimal, and never a false 0 or 100.

    >>> percent(Fraction(5, 12)), percent(Fraction(1)), percent(Fraction(1, 10**6)), percent(1 - Fraction(1, 10**6))
    ('41.7%', '100%', '<0.1%', '>99.9%')
    """
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance < Fraction(1, 1000):
        return "<0.1%"
    if chance > Fraction(999, 1000):
        return ">99.9%"
    return f"{float(chance):.1%}"


def average(mean: int | Fraction) -> str:
    """A mean, with two decimals.

    >>> average(Fraction(-7, 3)), average(7)
    ('−2.33', '7.00')
    """
    return with_minus(f"{float(mean):.2f}")


def signed(difference: int | Fraction, decimals: int = 0) -> str:
    """A difference with its sign.

    >>> signed(Fraction(-1, 8), 2), signed(2)
    ('−0.12', '+2')
    """
    return f"{float(difference):+.{decimals}f}".replace("-", MINUS)


def points(difference: int | Fraction) -> str:
    """A difference of chances in percentage points.

    >>> points(Fraction(1, 8)), points(Fraction(-1, 3))
    ('+12.5', '−33.3')
    """
    return signed(difference * 100, 1)
