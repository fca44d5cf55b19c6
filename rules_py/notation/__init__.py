"""Dice notation: what the games print (`2d6+1`, `1D4+1`, `2D6*4`, `d66`, `3d6kh2`) as a small tree.

>>> str(parse("2D6 x 4"))
'2d6*4'
>>> parse("3d6kh2") == Throw(3, 6, Keep("highest", 2))
True
>>> [match.text for match in find("stunned for 1D6 rounds, then 2D6+1 minutes")]
['1D6', '2D6+1']
"""

from rules_py.notation.nodes import (
    D66,
    Join,
    Keep,
    Node,
    Number,
    Plan,
    Throw,
    bounds,
    fewer_and_more,
    most_totals,
    parts,
    plan,
    reach,
    totals,
)
from rules_py.notation.parser import MOST_DICE, MOST_SIDES, parse
from rules_py.notation.scanner import Found, find, split

__all__ = [
    "D66",
    "MOST_DICE",
    "MOST_SIDES",
    "Found",
    "Join",
    "Keep",
    "Node",
    "Number",
    "Plan",
    "Throw",
    "bounds",
    "fewer_and_more",
    "find",
    "most_totals",
    "parse",
    "parts",
    "plan",
    "reach",
    "split",
    "totals",
]
