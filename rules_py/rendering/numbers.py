"""Formatting of chances, means and differences for readers."""

from fractions import Fraction

from rules_py.text.sentences import MINUS, use_minus_sign


def format_percent(chance: int | Fraction) -> str:
    """Format a chance in per cent, with one decimal and never a false 0 or 100.

    >>> [format_percent(chance) for chance in (Fraction(5, 12), 1, Fraction(1, 10**6), 1 - Fraction(1, 10**6))]
    ['41.7%', '100%', '<0.1%', '>99.9%']
    """
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance < Fraction(1, 1000):
        return "<0.1%"
    if chance > Fraction(999, 1000):
        return ">99.9%"
    return f"{float(chance):.1%}"


def speak_percent(percent: str) -> str:
    """Put words in place of the signs before very small and very large chances, which speech skips.

    >>> speak_percent("<0.1%"), speak_percent(">99.9%"), speak_percent("41.7%")
    ('under 0.1%', 'over 99.9%', '41.7%')
    """
    return percent.replace("<", "under ").replace(">", "over ")


def format_mean(mean: int | Fraction) -> str:
    """Format a mean with two decimals.

    >>> format_mean(Fraction(-7, 3)), format_mean(7)
    ('−2.33', '7.00')
    """
    return use_minus_sign(f"{float(mean):.2f}")


def format_signed(difference: int | Fraction, decimals: int = 0) -> str:
    """Format a difference with its sign.

    >>> format_signed(Fraction(-1, 8), 2), format_signed(2)
    ('−0.12', '+2')
    """
    return f"{float(difference):+.{decimals}f}".replace("-", MINUS)


def format_points(difference: int | Fraction) -> str:
    """Format a difference of chances in percentage points.

    >>> format_points(Fraction(1, 8)), format_points(Fraction(-1, 3))
    ('+12.5', '−33.3')
    """
    return format_signed(difference * 100, 1)
