"""Dice notation as games print it (`2d6+1`, `1D4+1`, `2D6*4`, `d66`, `3d6kh2`, `6d6>=5`), parsed into a small tree.

A new kind of notation is one class, a `RareNode`, and the place in the grammar that reads it. Rolls, odds, limits and
pages ask the node.

>>> str(parse("2D6 x 4"))
'2d6*4'
>>> parse("3d6kh2") == DiceTerm(3, 6, KeepRule("highest", 2))
True
>>> [match.text for match in find_dice("stunned for 1D6 rounds, then 2D6+1 minutes")]
['1D6', '2D6+1']
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rules_py.notation.matching import DiceMatch as DiceMatch
from rules_py.notation.nodes import (
    BinaryOperation as BinaryOperation,
    DiceTerm as DiceTerm,
    DigitDice as DigitDice,
    KeepRule as KeepRule,
    Node as Node,
    Number as Number,
    Plan as Plan,
    build_plan as build_plan,
    compute_bounds as compute_bounds,
    compute_reach as compute_reach,
    estimate_total_count as estimate_total_count,
    find_totals as find_totals,
    vary_dice_count as vary_dice_count,
    walk_nodes as walk_nodes,
)
from rules_py.notation.parser import normalize as normalize, parse as parse
from rules_py.notation.plain import MOST_DICE as MOST_DICE, MOST_SIDES as MOST_SIDES
from rules_py.notation.scanner import find_dice as find_dice, split_text as split_text

if TYPE_CHECKING:
    from rules_py.notation.groups import (
        Comparison as Comparison,
        CountedDice as CountedDice,
        Division as Division,
        Group as Group,
        Labelled as Labelled,
        Power as Power,
        Repeat as Repeat,
    )
    from rules_py.notation.pools import (
        MOST_EXPLOSIONS as MOST_EXPLOSIONS,
        Condition as Condition,
        Explosion as Explosion,
        Limits as Limits,
        Pool as Pool,
        Reroll as Reroll,
        Successes as Successes,
    )
    from rules_py.notation.usage import ChangingDie as ChangingDie


_RARE = {
    "groups": ("Comparison", "CountedDice", "Division", "Group", "Labelled", "Power", "Repeat"),
    "pools": ("MOST_EXPLOSIONS", "Condition", "Explosion", "Limits", "Pool", "Reroll", "Successes"),
    "usage": ("ChangingDie",),
}
"""The names of notation that isn't plain, by module."""


def __getattr__(name: str) -> Any:
    """Import what isn't plain when a caller needs it (PEP 562).

    Raises:
        AttributeError: the package doesn't export the name.
    """
    for module, names in _RARE.items():
        if name in names:
            return getattr(import_module(f"rules_py.notation.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=None)
