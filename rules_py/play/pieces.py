"""Declarations of what a combatant's piece and hand show: conditions, and the numbers of a card that run out."""

from typing import NamedTuple

from rules_py.play.icons import check_icon


class Condition:
    """A condition of a combatant, such as lying prone, shown in a word on their piece while a value isn't 0 or false.

    `Condition("prone", icon="prone")`: the word is "prone", as the field is called.
    """

    def __init__(self, value: str, word: str = "", *, icon: str = "") -> None:
        """Declare a condition.

        Args:
            value: the field or derived value that says if it applies, and how much.
            word: its word, of ten letters at most; by default the name of the value, or the label of the field.
            icon: one of `rules_py.play.icons.ICONS`, or "".

        Raises:
            DataError: there is no such icon.
        """
        check_icon(icon, f"Condition({value!r})")
        self.value = value
        self.word = word
        self.icon = icon


class Counter(NamedTuple):
    """A number of a card that runs out, such as ammo.

    Attributes:
        left: the number that is left.
        most: the number when it is full.
    """

    left: int
    most: int


CardFact = str | Counter
"""A fact on a card: a short text, or a number that runs out.

The entries of a list may have a property `card` with two facts: `+2` and `Counter(3, 6)` of a rifle.
"""
