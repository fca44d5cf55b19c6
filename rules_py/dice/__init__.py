"""Where a rule function gets its dice from, and what a rule may ask of them.

A rule never touches a random module. It asks a `Dice` for faces, and which `Dice` it was given
decides what the run means: a roll (`RandomDice`), faces that are known (`GivenDice`), a reader's own dice as they fall
(`OwnDice` in `rules_py.dice.manual`) or, in `rules_py.probability.enumeration`, every face there is.
"""

from rules_py.dice.base import Dice, Hit, Pool, Settle
from rules_py.dice.manual import Asking, Slot, asked
from rules_py.dice.rollers import (
    GivenDice,
    NamedRow,
    NextRoll,
    PhysicalDice,
    RandomDice,
    Thrown,
    Transcript,
    read_faces,
)

__all__ = [
    "Asking",
    "Dice",
    "GivenDice",
    "Hit",
    "NamedRow",
    "NextRoll",
    "PhysicalDice",
    "Pool",
    "RandomDice",
    "Settle",
    "Slot",
    "Thrown",
    "Transcript",
    "asked",
    "read_faces",
]
