"""Markup of dice in texts, and of the tones of values."""

import json
from html import escape
from typing import Any

from rules_py import notation
from rules_py.dice.base import Outcome
from rules_py.mechanic import Mechanic
from rules_py.mechanic.grades import compute_roll_tone, compute_tone
from rules_py.text.sentences import use_minus_sign

ROLLED = "rolled"
"""The content of an empty field whose number a change rolls itself."""

ROLLED_IF_EMPTY = "Rolled if left empty"


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


def render_roll_tone(mechanic: Mechanic, outcome: Outcome) -> str:
    """Render a roll's tone as a style attribute for its colour."""
    share = compute_roll_tone(mechanic, outcome)
    return "" if share is None else f' style="--tone:{share:.3g}"'
