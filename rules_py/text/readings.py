"""The passages of docstrings that say how a rule is read where a game's text is unclear."""

import re
from inspect import cleandoc

_READING = re.compile(r"\bReading: (.+?)(?=\n\s*\n|\Z)", re.DOTALL)
"""A Reading extends to the end of its paragraph."""

_FOR_CALLERS = re.compile(r"`|^(?:Args|Raises|Returns|Attributes):", re.MULTILINE)
"""Signs of a paragraph that is for callers of a rule."""


def parse_readings(doc: str | None) -> list[str]:
    r"""Return the Readings in a docstring, in order.

    >>> parse_readings("Halve it. Reading: halves round\n    up.\n\n    Reading: `rest` is lost.")
    ['halves round up.', 'rest is lost.']
    """
    return [" ".join(found[1].replace("`", "").split()) for found in _READING.finditer(cleandoc(doc or ""))]


def describe_rule(doc: str | None) -> str:
    r"""Return a docstring's summary and the paragraphs after it that are for players, without its Readings.

    >>> describe_rule("Halve it.\n\nTwice on Sundays.\n\nReading: halves round up.\n\nArgs:\n    it: a number.")
    'Halve it. Twice on Sundays.'
    """
    summary, *others = re.split(r"\n\s*\n", _READING.sub("", cleandoc(doc or "")))
    told = [summary.replace("`", ""), *(each for each in others if not _FOR_CALLERS.search(each))]
    return " ".join(" ".join(told).split())
