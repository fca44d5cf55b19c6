"""Numbers, whole or fractional: parsed from text, added, simplified and formatted for readers."""

import math
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, TypeGuard


def is_number(value: Any) -> TypeGuard[int | Fraction]:
    """Return True if a value is a whole number or a fraction (a bool is not)."""
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def is_whole(value: Any) -> TypeGuard[int]:
    """Return True if a value is a whole number (a bool is not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def parse_int(text: str) -> int:
    """Parse a whole number: an optional sign, then at most 100 of the digits 0 to 9.

    >>> parse_int(" +5 ")
    5

    Raises:
        ValueError: the text is not such a number.
    """
    if not re.fullmatch(r"\s*[+-]?[0-9]{1,100}\s*", text):
        raise ValueError(text)
    return int(text)


def simplify_fraction(value: Fraction) -> int | Fraction:
    """Return the exact result of a division, as an int if it is whole.

    >>> simplify_fraction(Fraction(4, 2)), simplify_fraction(Fraction(5, 2))
    (2, Fraction(5, 2))
    """
    return value.numerator if value.denominator == 1 else value


def sum_fractions(values: Iterable[int | Fraction]) -> Fraction:
    """Return the sum of many fractions, computed over one denominator.

    Adding them one at a time is slow.

    >>> sum_fractions([Fraction(1, 2), Fraction(1, 3), 1]), sum_fractions([])
    (Fraction(11, 6), Fraction(0, 1))
    """
    values = list(values)
    denominator = math.lcm(*(value.denominator for value in values))
    return Fraction(sum(value.numerator * (denominator // value.denominator) for value in values), denominator)


def format_decimal(value: int | Fraction) -> str:
    """Format a number for readers: two decimals unless it is whole, three digits if it is below 1.

    >>> format_decimal(-1_000_000), format_decimal(Fraction(5, 2))
    ('-1000000', '2.5')
    >>> format_decimal(Fraction(-100, 3)), format_decimal(Fraction(1, 3000))
    ('-33.33', '0.000333')
    """
    if value.denominator == 1:
        return str(value)
    number = float(value)
    decimals = 2 if abs(number) >= 1 else 2 - math.floor(math.log10(abs(number)))
    return f"{number:.{decimals}f}".rstrip("0").rstrip(".")
