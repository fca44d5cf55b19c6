"""Where a rule function gets its dice from, and what a rule may ask of them.

A rule never touches a random module. It asks a `Dice` for faces, and which `Dice` it was given
decides what the run means: a roll (`RandomDice`), faces that are known (`GivenDice`), a reader's own dice as they fall
(`ManualDice` in `rules_py.dice.manual`) or, in `rules_py.probability.enumeration`, every face there is.
"""

from rules_py.dice.base import Dice, HitFunction, Pool, SettleFunction
from rules_py.dice.manual import DiceRequest, DieSlot, find_requested_dice
from rules_py.dice.rollers import (
    DiceResult,
    GivenDice,
    NextRoll,
    RandomDice,
    RecordingDice,
    TableRowRef,
    Transcript,
    read_faces,
)

__all__ = [
    "Dice",
    "DiceRequest",
    "DiceResult",
    "DieSlot",
    "GivenDice",
    "HitFunction",
    "NextRoll",
    "Pool",
    "RandomDice",
    "RecordingDice",
    "SettleFunction",
    "TableRowRef",
    "Transcript",
    "find_requested_dice",
    "read_faces",
]
