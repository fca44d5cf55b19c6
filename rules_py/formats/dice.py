"""A rule's dice in the notations of other programs: Foundry, Roll20 and Obsidian."""

import re
from itertools import groupby
from typing import Any, NamedTuple

from rules_py.dice.manual import DieSlot
from rules_py.dice.rollers import RandomDice
from rules_py.formats.programs import FOUNDRY, OBSIDIAN, ROLL20
from rules_py.mechanic.definition import Mechanic
from rules_py.notation import DiceTerm, Node, parse

_DICE = re.compile(r"\d*d\d+", re.IGNORECASE)


class RuleDice(NamedTuple):
    """Dice that a rule asks for together.

    Attributes:
        node: the dice.
        label: the rule's name for them, or "" if that is only the dice.
    """

    node: Node
    label: str


class _NotedDice(RandomDice):
    """Dice that note the notation that a rule rolls.

    Attributes:
        throw_count: the number of requests so far.
        totals: by the index of their first request, the dice that aren't plain and the number of their requests.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.throw_count = 0
        self.totals: dict[int, tuple[Node, int]] = {}

    def throw(self, count: int, sides: int, label: str, die_labels: tuple[str, ...] = ()) -> tuple[int, ...]:
        self.throw_count += 1
        return super().throw(count, sides, label, die_labels)

    def total(self, dice: str, label: str = "") -> int:
        start = self.throw_count
        found = super().total(dice, label)
        if not (node := parse(dice)).is_plain():
            self.totals[start] = node, self.throw_count - start
        return found


def find_rule_dice(mechanic: Mechanic, params: dict[str, Any] | None = None) -> list[RuleDice]:
    """Return the dice that a rule asks for whatever they show, in order. Some may turn out not to count.

    Args:
        params: parameters by name; the others have their defaults.

    Raises:
        RulesError: a parameter is not accepted.
    """
    slots = mechanic.find_requested_dice((), params or {}).slots
    noted = _NotedDice(1)
    if slots:
        mechanic.run(noted, mechanic.check(params or {}))
    found: list[RuleDice] = []
    end = 0
    for (index, _), group in groupby(slots, key=lambda slot: (slot.throw_index, slot.sides)):
        dice = _describe_dice(list(group))
        if index in noted.totals:
            node, throws = noted.totals[index]
            dice, end = RuleDice(node, dice.label), index + throws
        elif index < end:
            continue
        found.append(dice)
    return found


def _describe_dice(slots: list[DieSlot]) -> RuleDice:
    first = slots[0]
    label = first.throw_label or first.label
    return RuleDice(DiceTerm(len(slots), first.sides), "" if _DICE.fullmatch(label) else label)


def write_roll_commands(node: Node) -> dict[str, str]:
    """Write the chat command of Foundry and Roll20, by the names of the programs that know the dice.

    >>> from rules_py import notation
    >>> write_roll_commands(notation.parse("2d6+1"))
    {'Foundry and Roll20': '/roll 2d6+1'}
    >>> write_roll_commands(notation.parse("3d6!"))
    {'Foundry': '/roll 3d6x', 'Roll20': '/roll 3d6!'}
    """
    commands: dict[str, str] = {}
    for program in (FOUNDRY, ROLL20):
        if (dice := program.write(node)) is not None:
            commands[program.name] = f"/roll {dice}"
    if len(commands) == 2 and len(set(commands.values())) == 1:
        return {" and ".join(commands): commands[FOUNDRY.name]}
    return commands


def write_foundry_roll(node: Node, label: str = "") -> str | None:
    """Write a button in a text of Foundry, or None for dice that Foundry doesn't know.

    >>> from rules_py import notation
    >>> write_foundry_roll(notation.parse("2d6"), "Morale check")
    '[[/r 2d6 # Morale check]]'
    """
    dice = FOUNDRY.write(node)
    return f"[[/r {dice}{f' # {label}' if label else ''}]]" if dice is not None else None


def write_obsidian_dice(node: Node) -> str | None:
    """Write inline code for Obsidian's plugin Dice Roller, or None for dice that it doesn't know.

    >>> from rules_py import notation
    >>> write_obsidian_dice(notation.parse("2d6"))
    '`dice: 2d6`'
    """
    dice = OBSIDIAN.write(node)
    return f"`dice: {dice}`" if dice is not None else None
