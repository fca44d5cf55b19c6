"""A rule's dice in the notations of other programs: chat commands, inline rolls and Obsidian."""

import re
from itertools import groupby
from typing import Any, NamedTuple

from rules_py.dice.manual import DieSlot
from rules_py.mechanic.definition import Mechanic
from rules_py.notation import BinaryOperation, DiceTerm, DigitDice, Node

_DICE = re.compile(r"\d*d\d+", re.IGNORECASE)


class RuleDice(NamedTuple):
    """Dice that a rule asks for together.

    Attributes:
        node: the dice.
        label: the rule's name for them, or "" if that is only the dice.
    """

    node: Node
    label: str


def find_rule_dice(mechanic: Mechanic, params: dict[str, Any] | None = None) -> list[RuleDice]:
    """Return the dice that a rule asks for whatever they show, in order. Some may turn out not to count.

    Args:
        params: parameters by name; the others have their defaults.

    Raises:
        RulesError: a parameter is not accepted.
    """
    slots = mechanic.find_requested_dice((), params or {}).slots
    groups = groupby(slots, key=lambda slot: (slot.throw_index, slot.sides))
    return [_describe_dice(list(dice)) for _, dice in groups]


def _describe_dice(slots: list[DieSlot]) -> RuleDice:
    first = slots[0]
    label = first.throw_label or first.label
    return RuleDice(DiceTerm(len(slots), first.sides), "" if _DICE.fullmatch(label) else label)


def write_foundry_dice(node: Node) -> str:
    """Write dice for Foundry and Roll20, which have no dice for digits.

    >>> from rules_py import notation
    >>> write_foundry_dice(notation.parse("d66")), write_foundry_dice(notation.parse("3d6kh2*10+1"))
    ('1d6*10+1d6', '3d6kh2*10+1')
    """
    match node:
        case DigitDice(count, sides):
            places = [10**place for place in reversed(range(count))]
            return "+".join(f"1d{sides}*{place}" if place > 1 else f"1d{sides}" for place in places)
        case BinaryOperation(operator, left, right):
            parts = write_foundry_dice(left), write_foundry_dice(right)
            if operator == "+":
                return "+".join(parts)
            return operator.join(
                f"({part})" if isinstance(each, BinaryOperation | DigitDice) else part
                for part, each in zip(parts, (left, right), strict=True)
            )
    return str(node)


def write_roll_command(node: Node) -> str:
    """Write the chat command of Foundry, Roll20 and Discord bots.

    >>> from rules_py import notation
    >>> write_roll_command(notation.parse("2d6+1"))
    '/roll 2d6+1'
    """
    return f"/roll {write_foundry_dice(node)}"


def write_foundry_roll(node: Node, label: str = "") -> str:
    """Write a button in a text of Foundry.

    >>> from rules_py import notation
    >>> write_foundry_roll(notation.parse("2d6"), "Morale check")
    '[[/r 2d6 # Morale check]]'
    """
    return f"[[/r {write_foundry_dice(node)}{f' # {label}' if label else ''}]]"


def write_obsidian_dice(node: Node) -> str:
    """Write inline code for Obsidian's plugin Dice Roller.

    >>> from rules_py import notation
    >>> write_obsidian_dice(notation.parse("2d6"))
    '`dice: 2d6`'
    """
    return f"`dice: {write_foundry_dice(node)}`"
