"""Formatting of the values of parameters and outcomes as text and as JSON."""

import math
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeGuard

ABBREVIATIONS = {"ap", "dc", "hp"}
"""Words in identifiers that are written in capitals for readers."""


LONGEST_SHOWN = 60
"""The maximum number of an input's characters that an error message repeats."""

UNPRINTABLE_TEXT = "a character that can't be shown"
JOINERS = "\u200c\u200d"
"""Zero-width (non-)joiners: invisible, but they change how Persian text and emoji are rendered."""


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

    >>> [format_decimal(value) for value in (-1_000_000, Fraction(5, 2), Fraction(-100, 3), Fraction(1, 3000))]
    ['-1000000', '2.5', '-33.33', '0.000333']
    """
    if value.denominator == 1:
        return str(value)
    number = float(value)
    decimals = 2 if abs(number) >= 1 else 2 - math.floor(math.log10(abs(number)))
    return f"{number:.{decimals}f}".rstrip("0").rstrip(".")


def humanize(name: str) -> str:
    """Turn an identifier into a label for readers.

    >>> humanize("next_advantage"), humanize("parry_dc")
    ('Next advantage', 'Parry DC')
    """
    text = " ".join(word.upper() if word in ABBREVIATIONS else word for word in name.split("_"))
    return text[:1].upper() + text[1:]


def to_text(value: Any) -> str:
    """Convert a value to text: `true`/`false`, numbers, unchanged words, comma-separated lists.

    >>> to_text(True), to_text(-2), to_text("partial"), to_text((3, 4)), to_text(None)
    ('true', '-2', 'partial', '3,4', 'none')
    >>> to_text(((5, 150), (1, 5))), to_text(Fraction(5, 2))
    ('5/150,1/5', '5/2')
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(
            "/".join(map(to_text, part)) if isinstance(part, list | tuple) else to_text(part) for part in value
        )
    return str(value)


def to_json(value: Any) -> Any:
    """Convert a value to JSON data.

    Tuples become lists, records and mappings become objects, and fractions become text "n/d". Other values are
    unchanged.

    >>> to_json(((5, 150), "a"))
    [[5, 150], 'a']
    >>> to_json(Fraction(5, 2)), to_json({"range": (1, 3)})
    ('5/2', {'range': [1, 3]})
    """
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):  # a NamedTuple
        value = value._asdict()
    if isinstance(value, Mapping):
        return {name: to_json(part) for name, part in value.items()}
    return [to_json(part) for part in value] if isinstance(value, list | tuple) else value


def is_printable(line: str) -> bool:
    r"""Return True if a line has only printable characters, with joiners only between them.

    >>> is_printable("Zoë 🎲"), is_printable("👩\u200d👧"), is_printable("👩\u200d"), is_printable("two\nlines")
    (True, True, False, False)
    """
    return line == line.strip(JOINERS) and all(sign.isprintable() or sign in JOINERS for sign in line)


def shorten(value: Any) -> str:
    r"""Shorten a value to one line of printable text that fits into a sentence.

    >>> shorten("x" * 100)[-8:], shorten(None), shorten("Ann\nBob"), shorten("Ann\x00")
    ('xxxxx...', 'none', 'Ann↵Bob', "a character that can't be shown")
    """
    try:
        text = value if isinstance(value, str) else to_text(value)
    except ValueError:  # Python refuses to convert numbers with thousands of digits
        return "a very long number"
    lines = text.split("\n")
    if not all(map(is_printable, lines)):
        return UNPRINTABLE_TEXT
    text = "↵".join(lines)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def quote_value(value: Any) -> str:
    """Format a value for an error message, shortened: text in quotes, other values as in Python.

    >>> quote_value("nope"), quote_value(5), quote_value(None), quote_value(True)
    ("'nope'", '5', 'nothing', 'True')
    """
    if value is None:
        return "nothing"
    try:
        return quote_text(value) if isinstance(value, str) else shorten(repr(value))
    except ValueError:
        return shorten(value)


def quote_text(value: Any) -> str:
    r"""Quote a value from a form or a URL, which is always text, for an error message.

    >>> print(quote_text(51), quote_text("it's"), quote_text("\x00"))
    '51' "it's" a character that can't be shown
    """
    text = shorten(value)
    if text == UNPRINTABLE_TEXT:
        return text
    return f'"{text}"' if "'" in text else f"'{text}'"


def quote_name(name: Any) -> str:
    """Format a caller's parameter name for the start of an error message.

    A name that isn't an identifier is quoted.

    >>> quote_name("armor"), quote_name("a: b")
    ('armor', "'a: b'")
    """
    return name if isinstance(name, str) and name.isidentifier() and len(name) <= LONGEST_SHOWN else quote_value(name)
