"""Labels and tones of values, and markup of dice in texts."""

import json
from fractions import Fraction
from html import escape
from typing import Any

from rules_py import notation
from rules_py.dice.base import Outcome
from rules_py.mechanic import Mechanic
from rules_py.parameters import Parameter
from rules_py.text.sentences import use_minus_sign
from rules_py.text.serialization import to_text

ROLLED = "rolled"
"""The content of an empty field whose number a change rolls itself."""

ROLLED_IF_EMPTY = "Rolled if left empty"


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
    if rank is None:
        return None
    last = len(mechanic.names[field]) - 1
    return (last - rank if field in mechanic.opposed else rank) / last


def render_roll_tone(mechanic: Mechanic, outcome: Outcome) -> str:
    """Render a roll's tone as a style attribute for its colour."""
    share = compute_roll_tone(mechanic, outcome)
    return "" if share is None else f' style="--tone:{share:.3g}"'


def compute_roll_tone(mechanic: Mechanic, outcome: Outcome) -> float | None:
    """Compute the success of the roller, from the worst result (0) to the best (1), or None if a roll has none."""
    fields = mechanic.grading_fields
    tones = [_compute_field_tone(mechanic, field, outcome[field]) for field in fields]
    if not tones or tones[0] is None:
        return None
    return 0.5 if tones[0] == 0 and any(tones[1:]) else tones[0]


def _compute_field_tone(mechanic: Mechanic, field: str, value: Any) -> float | None:
    """Compute the tone of a graded field: of its word, or else 0 for 0, false and empty values, and 1 for others."""
    if field in mechanic.names or mechanic.graded_by is None:
        return compute_tone(mechanic, field, value)
    return float(any(value) if isinstance(value, list | tuple) else bool(value))


def find_roll_grade(mechanic: Mechanic, outcome: Outcome) -> str:
    """Return the grade of a roll, by which results look different without colour: "bad", "mixed", "good" or "best".

    It is the success of the roller, graded like the words of a field. Results that are neither have no grade, "".
    """
    tone = compute_roll_tone(mechanic, outcome)
    return "" if tone is None else _find_grade(mechanic, mechanic.grading_fields[0], tone)


def find_grade(mechanic: Mechanic, field: str, value: Any) -> str:
    """Return a word's grade: "bad", "mixed", "good" or "best".

    The worst word of a field is bad. Up to the middle they are mixed, and above it good. The last row of a results
    table with more than three rows is best. Values without a rank have no grade, "".
    """
    tone = compute_tone(mechanic, field, value)
    return "" if tone is None else _find_grade(mechanic, field, tone)


def _find_grade(mechanic: Mechanic, field: str, tone: float) -> str:
    if tone == 1:
        is_of_table = isinstance(mechanic.words.get(field), str)
        return "best" if is_of_table and len(mechanic.names[field]) > 3 else "good"
    return "bad" if tone == 0 else "mixed" if tone <= 0.5 else "good"


def find_rank(mechanic: Mechanic, field: str, value: Any) -> int | None:
    """Return a word's index among the words of its field, the worst first, or None for values without a rank."""
    words, word = mechanic.names.get(field, {}), to_text(value)
    return list(words).index(word) if word in words and len(words) > 1 else None
