"""Ranges at the beginning of a table's row: 3, 3-5, 12+, 2 or less, 96-00."""

import re
from dataclasses import dataclass

_NUMBER = r"[-−]?\d{1,4}"
_DASH = r"\s*(?:[-–—\u2012−\u2010\u2011~]|\.\.+|…|\bto\b)\s*"
_MORE = r"\s*\+|\s*(?:or|and|&)\s+(?:more|higher|above|over|up|greater|later)\b|\s+up\b"
_LESS = r"\s*(?:or|and|&)\s+(?:less|lower|below|under|fewer|earlier)\b"
_RANGE = (
    rf"(?:(?P<low>{_NUMBER})(?:{_DASH}(?P<high>{_NUMBER})(?!\d)|(?P<more>{_MORE})|(?P<less>{_LESS}))?"
    rf"|(?P<sign>≤|<=|≥|>=|up\s+to|at\s+most|at\s+least)\s*(?P<bound>{_NUMBER}))"
)
_WHOLE = re.compile(rf"\s*[(\[]?\s*(?:{_RANGE}|(?P<below>\d{{1,4}})\s*[-−–])\s*[)\].:]*\s*", re.IGNORECASE)
_LEADING = re.compile(
    rf"\s*(?:\*\*|__)?[(\[]?{_RANGE}[)\]]?(?:\*\*|__)?"
    r"(?:(?P<part>\s*[.:)|,;=\t]|\s+[-–—]\s)\s*|\s+|$)(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True)
class RowRange:
    """The numbers of a row as they are written.

    Attributes:
        low: the digits of the lowest number, or "" if the range is open below.
        high: the digits of the highest number, or "" if the range is open above.
        rest: the text after the range.
        is_marked: True if something shows that the number is a range's: a second number, an open end, or a separator.
    """

    low: str
    high: str
    rest: str = ""
    is_marked: bool = True


def is_range(cell: str) -> bool:
    """Return True if a cell is nothing but a range.

    >>> [is_range(cell) for cell in ("3", "01–05", "96-00", "(1-3)", "12+", "2 or less", "6-", "-1", "3 wolves", "")]
    [True, True, True, True, True, True, True, True, False, False]
    """
    return read_whole_range(cell) is not None


def read_whole_range(cell: str) -> RowRange | None:
    """Parse a cell that is nothing but a range; return None for anything else."""
    found = _WHOLE.fullmatch(cell)
    if found is None:
        return None
    if found["below"]:
        return RowRange("", found["below"])
    return _build_range(found, "", is_marked=True)


def read_leading_range(text: str) -> RowRange | None:
    """Parse the range at the beginning of a text, or return None.

    >>> read_leading_range("3-5: Fog"), read_leading_range("96-00 A storm").high, read_leading_range("Fog")
    (RowRange(low='3', high='5', rest='Fog', is_marked=True), '00', None)
    """
    found = _LEADING.fullmatch(text)
    if found is None:
        return read_whole_range(text)
    is_marked = any(found[part] for part in ("high", "more", "less", "sign", "part"))
    return _build_range(found, found["rest"].strip(), is_marked)


def _build_range(found: re.Match[str], rest: str, is_marked: bool) -> RowRange:
    low, high = (_use_hyphen(found[part] or "") for part in ("low", "high"))
    if found["more"]:
        return RowRange(low, "", rest, is_marked)
    if found["less"]:
        return RowRange("", low, rest, is_marked)
    if found["sign"]:
        bound = _use_hyphen(found["bound"])
        is_least = found["sign"].lower().replace(" ", "") in ("≥", ">=", "atleast")
        return RowRange(bound, "", rest, is_marked) if is_least else RowRange("", bound, rest, is_marked)
    return RowRange(low, high or low, rest, is_marked)


def _use_hyphen(digits: str) -> str:
    return digits.replace("−", "-")
