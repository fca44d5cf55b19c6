"""Checks of what declarations are given: ids that addresses take, and arguments of the right kind."""

import re
from collections.abc import Mapping
from typing import Any

from rules_py.checking.places import find_literal
from rules_py.checking.problems import Problem
from rules_py.checking.session import Session
from rules_py.mechanic import Mechanic

_ID = re.compile(r"[a-z][a-z0-9]*\.[a-z0-9]+(?:-[a-z0-9]+)*")

_TEXT, _NAMES = "text in quotes", 'a tuple of names, such as ("total",)'
_SHAPES: Mapping[str, tuple[type, str]] = {
    "title": (str, _TEXT),
    "page": (str, _TEXT),
    "headline": (str, "the name of a field in quotes"),
    "words": (Mapping, 'the names of values by field, such as {"state": {"sealed": "Sealed"}}'),
    "labels": (Mapping, 'the label of each field, such as {"total": "Total"}'),
    "tones": (Mapping, 'the tone of each word, such as {"sealed": "good"}'),
    "listed_fields": (tuple, _NAMES),
    "graded_by": (tuple, _NAMES),
    "opposed": (tuple, _NAMES),
}
"""The arguments of `@mechanic` with their types, and with the words for them."""


def check_id(session: Session, id: str, source_location: str) -> None:
    """Report an id that isn't made of small letters, digits and hyphens."""
    if not _ID.fullmatch(id) and "." in id:
        said = f"got the id {id}, takes small letters, digits and hyphens after its dot, such as {_repair(id)}"
        session.add(Problem("FB113", find_literal(source_location, id), said))


def _repair(id: str) -> str:
    """Return an id with the characters that it takes.

    >>> _repair("moonbase.Drill it")
    'moonbase.drill-it'
    """
    slug, _, name = id.partition(".")
    return f"{slug}.{'-'.join(re.findall(r'[a-z0-9]+', name.lower())) or 'rule'}"


def check_arguments(session: Session, mechanic: Mechanic) -> bool:
    """Report arguments of a rule's declaration that have another type, and return True if there are none."""
    is_right = True
    for name, (kind, takes) in _SHAPES.items():
        value: Any = getattr(mechanic, name)
        if value is None or (isinstance(value, kind) and (value or kind is not str)):
            continue
        is_right = False
        said = f"{mechanic.id}: {name}: got {value!r:.60}, takes {takes}"
        session.add(Problem("FB214", find_literal(mechanic.source_location, name), said))
    for field, words in (mechanic.words or {}).items() if is_right else ():
        for word in words if isinstance(words, Mapping) else ():
            if not isinstance(word, str):
                is_right = False
                said = f"{mechanic.id}: words of {field}: got {word!r:.60}, takes {str(word).lower()!r} in quotes"
                session.add(Problem("FB214", find_literal(mechanic.source_location, "words"), said))
    return is_right
