"""How a game fights, and what a fight needs of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.changes import Change
from rules_py.play.fight.initiative import Order
from rules_py.play.sheet import Sheet

BOARD = "board"
"""The key of the sheet that everybody shares, where a game has one."""


@dataclass(frozen=True)
class RequiredRoll:
    """A roll that a group owes.

    Attributes:
        params: those of its parameters that the group decides.
        facts: what the changes that follow may take besides.
        why: a few words.
    """

    params: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True)
class GroupRoll:
    """A roll that one makes for all of a group: what it does to them happens to all who are up.

    Attributes:
        group: the value of a sheet that says to which group of their side somebody belongs; None where to none.
        due: from the sheets of a group, those who are out included, what it owes; None where it owes nothing.
    """

    mechanic: Mechanic
    group_field: str
    find_required: Callable[[Sequence[Any]], RequiredRoll | None]


@dataclass(frozen=True)
class FightRules:
    """How a game fights.

    Attributes:
        page: the page of its fights.
        sides: the sides by what they are called: `operatives` → "Operatives".
        joins: the sheets that can join, each with its side, or with several of which the first is meant where none is
            named.
        board: a sheet that everybody shares.
        beside: sides of which nobody fights: what stands by for all to see, such as clocks.
        leading: which side acts, as the shared sheet says, in games where that decides; else the first side does.
        answers: rolls that somebody makes when the other side acts against them, such as a defence.
        several: rolls that may be against several at once, each with the part of the roller's entry that says whether
            it can, such as `weapons.blast`; None where it always can. Where the roll takes a list of its targets, all
            are in it; else it is read anew against each, with the same faces.
        owed: rolls that somebody makes before anything else as long as this value of their sheet says so.
        for_groups: rolls that one makes for a whole group before anything else.
        held: the value of a sheet that says that somebody can't act for now, such as a stun.
        actions: the value of a sheet that says how often somebody acts in a turn; once where it has none.
    """

    page: str
    sides: Mapping[str, str]
    sides_by_sheet: Mapping[type[Sheet], str | tuple[str, ...]]
    order: Order = field(default_factory=Order)
    board: type[Sheet] | None = None
    bystander_sides: tuple[str, ...] = ()
    find_leading_side: Callable[[Any], str] | None = None
    reactions: tuple[Mechanic, ...] = ()
    multi_target_rolls: Mapping[Mechanic, str | None] = field(default_factory=dict)
    required_rolls: Mapping[Mechanic, str] = field(default_factory=dict)
    group_rolls: tuple[GroupRoll, ...] = ()
    incapacity_field: str = ""
    actions_field: str = ""

    def sides_for(self, sheet: type[Sheet]) -> tuple[str, ...]:
        """The sides on which a kind of sheet is found, the likely one first.

        Raises:
            RulesError: it joins no fight.
        """
        if sheet not in self.sides_by_sheet:
            raise RulesError(f"sheet: got {sheet.id}, takes {', '.join(each.id for each in self.sides_by_sheet)}")
        sides = self.sides_by_sheet[sheet]
        return (sides,) if isinstance(sides, str) else sides


@dataclass(frozen=True)
class FightContext:
    """What a fight needs of its game."""

    changes: Mapping[str, Change]
    find_sheet: Callable[[str], type[Sheet]]
    find_change: Callable[[Any, Sheet], Change]
    find_mechanic: Callable[[str], Mechanic]

    @cached_property
    def changes_by_mechanic(self) -> Mapping[str, tuple[Change, ...]]:
        """The changes that a roll may lead to, by its mechanic."""
        found: dict[str, dict[str, Change]] = {}
        for change in self.changes.values():
            for after in change.triggers:
                found.setdefault(after.mechanic.id, {})[change.id] = change
        return {mechanic: tuple(changes.values()) for mechanic, changes in found.items()}
