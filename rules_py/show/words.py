"""How names, values and chances are written for people."""

import json
import re
from fractions import Fraction
from html import escape
from typing import Any

from rules_py import notation
from rules_py.mechanic import Mechanic
from rules_py.values import text_of

MINUS = "\N{MINUS SIGN}"


ABBREVIATIONS = {"ap", "dc", "hp"}


def label_of(name: str) -> str:
    """A parameter's or field's name as people read it.

    >>> label_of("next_advantage"), label_of("parry_dc")
    ('Next advantage', 'Parry DC')
    """
    text = " ".join(word.upper() if word in ABBREVIATIONS else word for word in name.split("_"))
    return text[:1].upper() + text[1:]


def name_of(mechanic: Mechanic, field: str, value: Any) -> str:
    """What an outcome value is called: its name in the mechanic's words, else the value itself.

    A fraction is a decimal number where that is exact.
    """
    names = mechanic.names.get(field, {})
    text = text_of(value)
    if text in names:
        return names[text]
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, list | tuple):
        return ", ".join(text_of(part) for part in value) or "none"
    if isinstance(value, Fraction) and 1000 % value.denominator == 0:
        text = f"{float(value):.3f}".rstrip("0")
    return with_minus(text)


def with_minus(text: str) -> str:
    """Text with a proper minus sign where it begins with a number below zero.

    >>> with_minus("-2 on Tech"), with_minus("half-dead")
    ('−2 on Tech', 'half-dead')
    """
    return re.sub(r"^-(?=\d)", MINUS, text)


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
    text = with_minus(text)
    parts, at = [], 0
    for found in notation.find(text):
        parts.append(escape(text[at:found.start], quote=False))
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in chip_attributes(found.notation).items())
        parts.append(f"<fb-die{attributes}>{escape(found.text)}</fb-die>")
        at = found.end
    parts.append(escape(text[at:], quote=False))
    return "".join(parts).replace("\\", "")


def tone_of(mechanic: Mechanic, field: str, value: Any) -> str:
    """Where a word stands between the worst (0) and the best (1) of its field, for its colour."""
    words = list(mechanic.names.get(field, ()))
    if text_of(value) not in words or len(words) < 2:
        return ""
    return f' style="--tone:{words.index(text_of(value)) / (len(words) - 1):.3g}"'


def percent(chance: Fraction) -> str:
    """A chance in per cent as people want it: one decimal, and never a false 0 or 100.

    >>> percent(Fraction(5, 12)), percent(Fraction(1)), percent(Fraction(1, 10**6)), percent(1 - Fraction(1, 10**6))
    ('41.7%', '100%', '<0.1%', '>99.9%')
    """
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance < Fraction(1, 1000):
        return "<0.1%"
    if chance > Fraction(999, 1000):
        return ">99.9%"
    return f"{float(chance):.1%}"
