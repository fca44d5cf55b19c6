"""Quoting of a caller's input in error messages: shortened, printable and in one line."""

from typing import Any

from rules_py.text.serialization import to_text

LONGEST_SHOWN = 60
"""The maximum number of an input's characters that an error message repeats."""

UNPRINTABLE_TEXT = "a character that can't be shown"
JOINERS = "\u200c\u200d"
"""Zero-width (non-)joiners: invisible, but they change how Persian text and emoji are rendered."""


def is_printable(line: str) -> bool:
    r"""Return True if a line has only printable characters, with joiners only between them.

    >>> is_printable("Zoë 🎲"), is_printable("👩\u200d👧"), is_printable("👩\u200d"), is_printable("two\nlines")
    (True, True, False, False)
    """
    if line.isprintable():
        return True
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
