"""Dice notation as games print it (`2d6+1`, `1D4+1`, `2D6*4`, `d66`, `3d6kh2`), parsed into a small tree.

>>> str(parse("2D6 x 4"))
'2d6*4'
>>> parse("3d6kh2") == DiceTerm(3, 6, KeepRule("highest", 2))
True
>>> [match.text for match in find_dice("stunned for 1D6 rounds, then 2D6+1 minutes")]
['1D6', '2D6+1']
"""

from rules_py.notation.nodes import (
    BinaryOperation,
    DiceTerm,
    DigitDice,
    KeepRule,
    Node,
    Number,
    Plan,
    build_plan,
    compute_bounds,
    compute_reach,
    estimate_total_count,
    find_totals,
    vary_dice_count,
    walk_nodes,
)
from rules_py.notation.parser import MOST_DICE, MOST_SIDES, normalize, parse
from rules_py.notation.scanner import DiceMatch, find_dice, split_text

__all__ = [
    "MOST_DICE",
    "MOST_SIDES",
    "BinaryOperation",
    "DiceMatch",
    "DiceTerm",
    "DigitDice",
    "KeepRule",
    "Node",
    "Number",
    "Plan",
    "build_plan",
    "compute_bounds",
    "compute_reach",
    "estimate_total_count",
    "find_dice",
    "find_totals",
    "normalize",
    "parse",
    "split_text",
    "vary_dice_count",
    "walk_nodes",
]
