"""How values are called, and dice in texts marked up."""

import json
from fractions import Fraction
from html import escape
from typing import Any

from rules_py import notation
from rules_py.mechanic import Mechanic
from rules_py.parameters import Parameter
from rules_py.rendering.numbers import with_minus
from rules_py.text.formatting import text_of


def name_of(mechanic: Mechanic, field: str, value: Any) -> str:
    """What an outcome value is called: its name in the mechanic's words, else the value itself."""
    return _called(value, mechanic.names.get(field, {}))


def value_of(parameter: Parameter, value: Any) -> str:
    """What a parameter's value is called: the name of a choice, else the value itself."""
    return _called(value, parameter.kind.names())


def _called(value: Any, names: dict[str, str]) -> str:
    """A value's name, else the value itself; a fraction is a decimal number where that is exact."""
    text = text_of(value)
    if text in names:
        return names[text]
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, list | tuple):
        return ", ".join(_called(part, names) for part in value) or "none"
    if isinstance(value, Fraction) and 1000 % value.denominator == 0:
        text = f"{float(value):.3f}".rstrip("0")
    return with_minus(text)


def plan_of(dice: str) -> str:
    """How dice are rolled, as the page's scripts read it: `notation.plan` as JSON.

    >>> plan_of("2d6+1")
    '["+",["dice",2,6],1]'
    """
    return json.dumps(notation.plan(notation.parse(dice)), separators=(",", ":"))


def chip_attributes(dice: str) -> dict[str, str]:
    """The attributes of a `fb-die`, wherever one is written."""
    return {"notation": dice, "plan": plan_of(dice)}


def with_dice(text: str) -> str:
    """Text with its dice notation marked up, so that each can be rolled where it stands.

    >>> with_dice("Stunned for 1D6 rounds")
    'Stunned for <fb-die notation="1d6" plan="[&quot;dice&quot;,1,6]">1D6</fb-die> rounds'
    """
    return "".join(
        escape(part, quote=False) if isinstance(part, str) else _chip(part) for part in notation.split(with_minus(text))
    )


def _chip(found: notation.Found) -> str:
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in chip_attributes(found.notation).items())
    return f"<fb-die{attributes}>{escape(found.text)}</fb-die>"


def tone_of(mechanic: Mechanic, field: str, value: Any) -> str:
    """Where a word stands between the worst (0) and the best (1) of its field, for its colour."""
    share = tone(mechanic, field, value)
    return "" if share is None else f' style="--tone:{share:.3g}"'


def tone(mechanic: Mechanic, field: str, value: Any) -> float | None:
    """Where a word stands between the worst (0) and the best (1) of its field; None for what is no such word."""
    rank = rank_of(mechanic, field, value)
    return None if rank is None else rank / (len(mechanic.names[field]) - 1)


def rank_of(mechanic: Mechanic, field: str, value: Any) -> int | None:
    """A word's place among all words of its field, the worst first; None for what is no better or worse than others."""
    words = list(mechanic.names.get(field, ()))
    return words.index(text_of(value)) if text_of(value) in words and len(words) > 1 else None
