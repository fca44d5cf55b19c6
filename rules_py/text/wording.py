"""Phrases for the steps and results of rules, where rules of several games say the same."""

from collections.abc import Callable
from typing import Protocol


class TakesVerdict(Protocol):
    """Dice, as far as a phrase needs them."""

    def verdict(self, text: str) -> None: ...


LATER = "later"
"""The outcome of a count that has not ended within its horizon."""


def conclude_count(dice: TakesVerdict, number: int | None, reached: Callable[[int], str], not_yet: str) -> int | str:
    """How a `Dice.count` or `Dice.run_down` ended: its number, or `later` for None.

    The verdict is one of two sentences without a full stop: `reached`, made from the number, or `not_yet`.
    """
    if number is None:
        dice.verdict(not_yet)
        return LATER
    dice.verdict(reached(number))
    return number


def pluralize(number: int, unit: str) -> str:
    """A number with its unit, which takes an s unless there is one of it.

    >>> pluralize(1, "blow"), pluralize(3, "blow"), pluralize(0, "blow")
    ('1 blow', '3 blows', '0 blows')
    """
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def format_terms(*terms: tuple[str, int]) -> str:
    """What is added to a roll, each with its sign and its name; a 0 is left out.

    >>> "7" + format_terms(("skill", 2), ("modifier", -1), ("range", 0))
    '7 +2 (skill) -1 (modifier)'
    """
    return "".join(f" {value:+d} ({name})" for name, value in terms if value)


def decapitalize(label: str) -> str:
    """A label within a sentence: with a small letter, unless its first word has more capitals.

    >>> decapitalize("Target's REF"), decapitalize("TACTICS"), decapitalize("Attribute")
    ("target's REF", 'TACTICS', 'attribute')
    """
    first = label.split(" ")[0]
    return label if first[1:] != first[1:].lower() else label[:1].lower() + label[1:]
