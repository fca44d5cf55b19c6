"""Tokens: the number or the letters that stand for a combatant everywhere on the board."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from rules_py.play.fight.reducer import Fight

NUMBERED = re.compile(r"^(.*\S)\s+(\d+)$")
"""A numbered name, such as "Guard 2"."""


class Token(NamedTuple):
    """A combatant's token.

    Attributes:
        text: the number of a numbered name, else the first letter of the name, else its first two.
        is_foe: True for a side other than the first.
    """

    key: str
    name: str
    text: str
    is_foe: bool


def build_tokens(fight: Fight) -> dict[str, Token]:
    """Return the tokens of all combatants by key; those of a side differ from one another if they can."""
    first = next(iter(fight.rules.sides), "")
    taken: dict[str, set[str]] = {}
    found = {}
    for key, each in fight.combatants.items():
        others = taken.setdefault(each.side, set())
        candidates = _list_candidates(each.name)
        text = next((candidate for candidate in candidates if candidate not in others), candidates[-1])
        others.add(text)
        found[key] = Token(key, each.name, text, each.side != first)
    return found


def find_stem(name: str) -> str:
    """Return a name without its number.

    >>> find_stem("Guard 2"), find_stem("Kestrel")
    ('Guard', 'Kestrel')
    """
    numbered = NUMBERED.match(name)
    return numbered.group(1) if numbered else name


def _list_candidates(name: str) -> list[str]:
    """Return the texts that may stand for a name, the shortest first."""
    letters = name.strip() or "?"
    if (numbered := NUMBERED.match(letters)) is not None:
        word, number = numbered.group(1), numbered.group(2)
        return [number, f"{word[:1].upper()}{number}"]
    return [letters[:1].upper(), letters[:1].upper() + letters[1:2].lower(), letters[:1].upper() + letters[-1:].lower()]


Tokens = Mapping[str, Token]
"""The tokens of all combatants by key."""
