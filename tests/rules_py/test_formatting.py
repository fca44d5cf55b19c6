"""Numbers formatted for readers, and identifiers."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from rules_py.text.numbers import format_decimal, parse_int
from rules_py.text.wording import humanize

NUMBERS = st.fractions(max_denominator=10**6).filter(lambda number: abs(number) < 10**12)


@given(NUMBERS)
def test_decimal_rounds_within_its_precision(number):
    text = format_decimal(number)
    assert "e" not in text and not text.endswith(".") and (not text.endswith("0") or "." not in text)
    off = abs(Fraction(text) - number)
    assert off <= Fraction(1, 200) + Fraction(1, 10**4) if abs(number) >= 1 else off <= abs(number) / 100


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (-1_000_000, "-1000000"),
        (10**30, str(10**30)),
        (Fraction(1, 10**7), "0.0000001"),
        (Fraction(-1, 3), "-0.333"),
        (Fraction(999_999, 1_000_000), "1"),
        (0, "0"),
    ],
)
def test_decimal_never_uses_exponents(number, text):
    assert format_decimal(number) == text


@pytest.mark.parametrize("text", ["", "+", "1.0", "1e1", "٣", "1_0", "9" * 101])
def test_parsing_a_non_integer_raises_value_error(text):
    with pytest.raises(ValueError, match="^"):
        parse_int(text)


def test_labels_capitalize_abbreviations():
    assert humanize("parry_dc") == "Parry DC" and humanize("hp") == "HP" and humanize("rounds") == "Rounds"
