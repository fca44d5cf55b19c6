"""Labels and tones of values, and markup of dice in texts."""

import json
from fractions import Fraction
from html import escape
from typing import Any

from rules_py import notation
from rules_py.mechanic import Mechanic
from rules_py.parameters import Parameter
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text


def label_for_outcome(mechanic: Mechanic, field: str, value: Any) -> str:
    """Return the label of an outcome value: its name in the mechanic, or the value as text."""
    return _label_for(value, mechanic.names.get(field, {}))


def label_for_value(parameter: Parameter, value: Any) -> str:
    """Return the label of a parameter's value: the name of a choice, or the value as text."""
    return _label_for(value, parameter.kind.names())


def _label_for(value: Any, names: dict[str, str]) -> str:
    """Return a value's name, or the value as text; fractions become decimal numbers if that is exact."""
    text = to_text(value)
    if text in names:
        return names[text]
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, list | tuple):
        return ", ".join(_label_for(part, names) for part in value) or "none"
    if isinstance(value, Fraction) and 1000 % value.denominator == 0:
        text = f"{float(value):.3f}".rstrip("0")
    return use_minus_sign(text)


def encode_plan(dice: str) -> str:
    """Encode the dice plan for the page's scripts: `notation.build_plan` as JSON.

    >>> encode_plan("2d6+1")
    '["+",["dice",2,6],1]'
    """
    return json.dumps(notation.build_plan(notation.parse(dice)), separators=(",", ":"))


def build_chip_attributes(dice: str) -> dict[str, str]:
    """Return the attributes of an `fb-die` element."""
    return {"notation": dice, "plan": encode_plan(dice)}


def mark_up_dice(text: str) -> str:
    """Mark up the dice notation in a text, so that readers can roll it in place.

    >>> mark_up_dice("Stunned for 1D6 rounds")
    'Stunned for <fb-die notation="1d6" plan="[&quot;dice&quot;,1,6]">1D6</fb-die> rounds'
    """
    return "".join(
        escape(part, quote=False) if isinstance(part, str) else _render_chip(part)
        for part in notation.split_text(use_minus_sign(text))
    )


def _render_chip(match: notation.DiceMatch) -> str:
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in build_chip_attributes(match.notation).items())
    return f"<fb-die{attributes}>{escape(match.text)}</fb-die>"


def render_tone(mechanic: Mechanic, field: str, value: Any) -> str:
    """Render a word's tone, from the worst (0) to the best (1) of its field, as a style attribute for its colour."""
    share = compute_tone(mechanic, field, value)
    return "" if share is None else f' style="--tone:{share:.3g}"'


def compute_tone(mechanic: Mechanic, field: str, value: Any) -> float | None:
    """Compute a word's tone, from the worst (0) to the best (1) of its field, or None for other values."""
    rank = find_rank(mechanic, field, value)
    return None if rank is None else rank / (len(mechanic.names[field]) - 1)


def find_grade(mechanic: Mechanic, field: str, value: Any) -> str:
    """Return a word's grade, by which results look different without colour: "bad", "mixed", "good" or "best".

    The first word of a field is bad. Up to the middle they are mixed, and above it good. The last row of a results
    table with more than three rows is best. Values without a rank have no grade, "".
    """
    tone = compute_tone(mechanic, field, value)
    if tone is None:
        return ""
    if tone == 1:
        is_of_table = isinstance(mechanic.words[field], str)
        return "best" if is_of_table and len(mechanic.names[field]) > 3 else "good"
    return "bad" if tone == 0 else "mixed" if tone <= 0.5 else "good"


def find_rank(mechanic: Mechanic, field: str, value: Any) -> int | None:
    """Return a word's index among the words of its field, the worst first, or None for values without a rank."""
    words, word = mechanic.names.get(field, {}), to_text(value)
    return list(words).index(word) if word in words and len(words) > 1 else None
