"""Labels, and phrases that rules of several games share in their steps and results."""

from collections.abc import Callable
from typing import Protocol

from rules_py.text.sentences import MINUS


class TakesVerdict(Protocol):
    """Dice, as far as a phrase needs them."""

    def verdict(self, text: str) -> None: ...


ABBREVIATIONS = {"ap", "dc", "hp"}
"""Words in identifiers that are written in capitals for readers."""

LATER = "later"
"""The outcome of a count that has not ended within its horizon."""


def conclude_count(dice: TakesVerdict, number: int | None, reached: Callable[[int], str], not_yet: str) -> int | str:
    """Set the verdict of a `Dice.count` or `Dice.run_down` and return its outcome.

    The outcome is the number, or `later` for None. The verdict is one of two sentences without a full stop: `reached`,
    built from the number, or `not_yet`.
    """
    if number is None:
        dice.verdict(not_yet)
        return LATER
    dice.verdict(reached(number))
    return number


def pluralize(number: int, unit: str) -> str:
    """Format a number with its unit, adding an s unless the number is 1.

    >>> pluralize(1, "blow"), pluralize(3, "blow"), pluralize(0, "blow")
    ('1 blow', '3 blows', '0 blows')
    """
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def format_term(value: int) -> str:
    """Format a number added to a roll, with a space after its sign.

    >>> "7 " + format_term(2), "7 " + format_term(-1)
    ('7 + 2', '7 − 1')
    """
    return f"+ {value}" if value >= 0 else f"{MINUS} {-value}"


def format_terms(*terms: tuple[str, int]) -> str:
    """Format the terms added to a roll, each with its sign and name; zeros are left out.

    >>> "7" + format_terms(("skill", 2), ("modifier", -1), ("range", 0))
    '7 + 2 (skill) − 1 (modifier)'
    """
    return "".join(f" {format_term(value)} ({name})" for name, value in terms if value)


def decapitalize(label: str) -> str:
    """Lower the first letter of a label for use within a sentence.

    A label whose first word has more capitals stays unchanged.

    >>> decapitalize("Target's REF"), decapitalize("TACTICS"), decapitalize("Attribute")
    ("target's REF", 'TACTICS', 'attribute')
    """
    first = label.split(" ")[0]
    return label if first[1:] != first[1:].lower() else label[:1].lower() + label[1:]


def humanize(name: str) -> str:
    """Turn an identifier into a label for readers.

    >>> humanize("next_advantage"), humanize("parry_dc")
    ('Next advantage', 'Parry DC')
    """
    text = " ".join(word.upper() if word in ABBREVIATIONS else word for word in name.split("_"))
    return text[:1].upper() + text[1:]
