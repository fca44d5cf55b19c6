"""Serialization of parameters and outcomes as text and as JSON data."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any


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
    if value is None or isinstance(value, str | int):  # most values
        return value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):  # a NamedTuple
        value = value._asdict()
    if isinstance(value, Mapping):
        return {name: to_json(part) for name, part in value.items()}
    return [to_json(part) for part in value] if isinstance(value, list | tuple) else value
