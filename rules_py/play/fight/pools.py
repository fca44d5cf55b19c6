"""Pools: what a fight shares, shown in its bar. A game declares them in its `FightRules`.

The values are those of the sheet that everybody shares, or of a bystander's sheet, such as a clock's.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Clock:
    """A clock whose segments fill up.

    Attributes:
        filled: the value with the number of filled segments.
        segments: the value with the number of all segments.
    """

    filled: str
    segments: str


@dataclass(frozen=True)
class DicePool:
    """Dice that a side spends.

    Attributes:
        left: the value with the number of dice that are left.
        most: the value with the number of dice to begin with.
        side: the side that spends them.
        title: what players call them; by default the label of `left`.
    """

    left: str
    most: str
    side: str = ""
    title: str = ""


@dataclass(frozen=True)
class Track:
    """Spaces on the way to a goal.

    Attributes:
        marked: the value with the number of marked spaces.
        spaces: the value with the number of all spaces; without any, the track isn't shown.
        name: the value with the goal's name, or "".
    """

    marked: str
    spaces: str
    name: str = ""


Pool = Clock | DicePool | Track
