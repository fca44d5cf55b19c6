"""How values of parameters and outcomes are written as text and as JSON."""

import math
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeGuard

ABBREVIATIONS = {"ap", "dc", "hp"}
"""Words of identifiers that people write in capitals."""


LONGEST_SHOWN = 60
"""Characters of an input that a refusal repeats."""

NOT_SHOWN = "a character that can't be shown"
JOINERS = "\u200c\u200d"
"""What keeps letters apart in Persian and joins emoji: nothing is seen of them, but of what they do."""


def is_number(value: Any) -> TypeGuard[int | Fraction]:
    """Whether a value is a number: whole or a fraction (a bool is not)."""
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def is_whole(value: Any) -> TypeGuard[int]:
    """Whether a value is a whole number (a bool is not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole_of(text: str) -> int:
    """A whole number from text: a sign, then at most 100 of the digits 0 to 9.

    >>> whole_of(" +5 ")
    5

    Raises:
        ValueError: it is none.
    """
    if not re.fullmatch(r"\s*[+-]?[0-9]{1,100}\s*", text):
        raise ValueError(text)
    return int(text)


def exact(value: Fraction) -> int | Fraction:
    """A division's result without rounding: a whole number where it is one.

    >>> exact(Fraction(4, 2)), exact(Fraction(5, 2))
    (2, Fraction(5, 2))
    """
    return value.numerator if value.denominator == 1 else value


def sum_of(values: Iterable[int | Fraction]) -> Fraction:
    """The sum of many fractions, over one denominator from the start: adding them one by one is slow.

    >>> sum_of([Fraction(1, 2), Fraction(1, 3), 1]), sum_of([])
    (Fraction(11, 6), Fraction(0, 1))
    """
    values = list(values)
    denominator = math.lcm(*(value.denominator for value in values))
    return Fraction(sum(value.numerator * (denominator // value.denominator) for value in values), denominator)


def decimal(value: int | Fraction) -> str:
    """A number as people read it: two decimals where it is not whole, and three digits where it is below 1.

    >>> decimal(-1_000_000), decimal(Fraction(5, 2)), decimal(Fraction(-100, 3)), decimal(Fraction(1, 3000))
    ('-1000000', '2.5', '-33.33', '0.000333')
    """
    if value.denominator == 1:
        return str(value)
    number = float(value)
    decimals = 2 if abs(number) >= 1 else 2 - math.floor(math.log10(abs(number)))
    return f"{number:.{decimals}f}".rstrip("0").rstrip(".")


def label_of(name: str) -> str:
    """An identifier as people read it.

    >>> label_of("next_advantage"), label_of("parry_dc")
    ('Next advantage', 'Parry DC')
    """
    text = " ".join(word.upper() if word in ABBREVIATIONS else word for word in name.split("_"))
    return text[:1].upper() + text[1:]


def text_of(value: Any) -> str:
    """A value as text: `true`/`false`, numbers, words as they stand, lists comma-separated.

    >>> text_of(True), text_of(-2), text_of("partial"), text_of((3, 4)), text_of(None)
    ('true', '-2', 'partial', '3,4', 'none')
    >>> text_of(((5, 150), (1, 5))), text_of(Fraction(5, 2))
    ('5/150,1/5', '5/2')
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(
            "/".join(map(text_of, part)) if isinstance(part, list | tuple) else text_of(part) for part in value
        )
    return str(value)


def json_of(value: Any) -> Any:
    """A value as JSON has it: tuples are lists, records and mappings objects, fractions text "n/d", all else stays.

    >>> json_of(((5, 150), "a"))
    [[5, 150], 'a']
    >>> json_of(Fraction(5, 2)), json_of({"range": (1, 3)})
    ('5/2', {'range': [1, 3]})
    """
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):  # a NamedTuple
        value = value._asdict()
    if isinstance(value, Mapping):
        return {name: json_of(part) for name, part in value.items()}
    return [json_of(part) for part in value] if isinstance(value, list | tuple) else value


def can_be_shown(line: str) -> bool:
    r"""Whether a line has only what people see, and between that what joins letters and emoji or keeps them apart.

    >>> can_be_shown("Zoë 🎲"), can_be_shown("👩\u200d👧"), can_be_shown("👩\u200d"), can_be_shown("two\nlines")
    (True, True, False, False)
    """
    return line == line.strip(JOINERS) and all(sign.isprintable() or sign in JOINERS for sign in line)


def short(value: Any) -> str:
    r"""A value as text that fits into a sentence: one line, never too long, nothing that can't be shown.

    >>> short("x" * 100)[-8:], short(None), short("Ann\nBob"), short("Ann\x00")
    ('xxxxx...', 'none', 'Ann↵Bob', "a character that can't be shown")
    """
    try:
        text = value if isinstance(value, str) else text_of(value)
    except ValueError:  # Python does not print numbers of thousands of digits
        return "a very long number"
    lines = text.split("\n")
    if not all(map(can_be_shown, lines)):
        return NOT_SHOWN
    text = "↵".join(lines)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def quoted(value: Any) -> str:
    """A value as a refusal repeats it, as short: text in quotes, anything else as it stands.

    >>> quoted("nope"), quoted(5), quoted(None), quoted(True)
    ("'nope'", '5', 'nothing', 'True')
    """
    if value is None:
        return "nothing"
    try:
        return in_quotes(value) if isinstance(value, str) else short(repr(value))
    except ValueError:
        return short(value)


def in_quotes(value: Any) -> str:
    r"""A value as a form or an address has it, which is text, as a refusal repeats it.

    >>> print(in_quotes(51), in_quotes("it's"), in_quotes("\x00"))
    '51' "it's" a character that can't be shown
    """
    text = short(value)
    if text == NOT_SHOWN:
        return text
    return f'"{text}"' if "'" in text else f"'{text}'"


def as_name(name: Any) -> str:
    """A name that somebody gave, as a refusal begins with it: it may be no name at all.

    >>> as_name("armor"), as_name("a: b")
    ('armor', "'a: b'")
    """
    return name if isinstance(name, str) and name.isidentifier() and len(name) <= LONGEST_SHOWN else quoted(name)
