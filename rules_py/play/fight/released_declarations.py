"""Fights as games declared them in version 0.1, without actions: they are converted when a game is imported.

The fight itself knows only declared actions. This module goes with the next release.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic
from rules_py.play.changes import Change
from rules_py.play.fight.actions import Action, Attempt, Limit, Reach, Requirement
from rules_py.play.fight.config import GUIDE, FightRules, GroupRoll
from rules_py.play.fight.initiative import Order
from rules_py.play.sheet import Sheet


class FightKind(FightRules):
    """The rules of a game's fights by the keywords of version 0.1, as rules with declared actions.

    Every roll of a sheet becomes an action. A roll between two combatants requires that nothing holds the actor and
    takes an action of the turn, as far as the game has turns. A change that follows from a roll happens where its rule
    allows it.
    """

    def __init__(
        self,
        page: str,
        sides: Mapping[str, str],
        joins: Mapping[type[Sheet], str | tuple[str, ...]],
        order: Order | None = None,
        board: type[Sheet] | None = None,
        beside: tuple[str, ...] = (),
        leading: Callable[[Any], str] | None = None,
        answers: tuple[Mechanic, ...] = (),
        several: Mapping[Mechanic, str | None] | None = None,
        owed: Mapping[Mechanic, str] | None = None,
        for_groups: tuple[GroupRoll, ...] = (),
        held: str = "",
        actions: str = "",
    ) -> None:
        """Take the arguments of version 0.1, and convert them.

        Args:
            joins: `sides_by_sheet`.
            beside: `bystander_sides`.
            leading: `find_leading_side`.
            answers: the rolls that are reactions.
            several: the rolls that may have several targets, each with the part of the roller's entry that allows it,
                such as `weapons.blast`, or None if they always may.
            owed: `required_rolls`.
            for_groups: `group_rolls`.
            held: the sheet's value that stops a combatant from acting.
            actions: the sheet's value with the number of actions in a turn.
        """
        warnings.warn(
            f"FightKind is replaced by FightRules with declared_actions, see {GUIDE}; it goes with the next release",
            DeprecationWarning,
            stacklevel=2,
        )
        order, several, owed = order or Order(), several or {}, owed or {}
        free = {order.mechanic, *owed, *(each.mechanic for each in for_groups)}
        requires = {"actor": _build_requirement(held)} if held else {}
        limit = Limit(_build_count(actions)) if actions and order.has_turns else None
        met = {binding.mechanic for sheet in joins for binding in sheet.met_by}
        declared = tuple(
            Action(
                mechanic,
                requires=requires if mechanic in met and mechanic not in free else {},
                limit=limit if mechanic in met and mechanic not in free else None,
                reach=Reach(_build_reach(several[mechanic])) if mechanic in several else Reach(),
                reacts=_build_reaction(mechanic in answers),
                is_free=mechanic in free,
                allows_effect=_is_allowed,
            )
            for mechanic in dict.fromkeys((*_list_rolls(joins), *several, *answers))
        )
        super().__init__(
            page,
            sides,
            joins,
            order,
            board,
            beside,
            leading,
            required_rolls=owed,
            group_rolls=for_groups,
            declared_actions=declared,
        )
        for name, value in (("answers", answers), ("several", several), ("held", held), ("actions", actions)):
            object.__setattr__(self, name, value)

    answers: tuple[Mechanic, ...]
    several: Mapping[Mechanic, str | None]
    held: str
    actions: str


def _list_rolls(sheets: Mapping[type[Sheet], Any]) -> Iterator[Mechanic]:
    """Yield the rolls that the sheets make."""
    for sheet in sheets:
        for binding in sheet.rolls:
            yield binding.mechanic


def _build_requirement(held: str) -> Requirement:
    """Return the requirement that a value of the actor's sheet isn't true."""

    def require(attempt: Attempt) -> str | None:
        is_held = getattr(attempt.actor, held, False)
        return f"{attempt.actor_name} can't act now. End the turn." if is_held else None

    return require


def _build_count(actions: str) -> Callable[[Attempt], int]:
    """Return a function that reads a combatant's number of actions from their sheet; it is at least 1."""
    return lambda attempt: max(1, getattr(attempt.fight.sheet_for(attempt.limited_key), actions, 1))


def _build_reach(source: str | None) -> Callable[[Attempt], bool]:
    """Return a function that reads from the roller's chosen entry if a roll may have several targets."""
    name, _, part = (source or "").partition(".")
    return lambda attempt: not part or bool(getattr(attempt.find_entry(name), part, False))


def _build_reaction(is_reaction: bool) -> Callable[[Mapping[str, Any]], bool]:
    return lambda _: is_reaction


def _is_allowed(change: Change, sheet: Sheet, params: Mapping[str, Any]) -> bool:
    """Return True if the rules allow a change that follows from a roll."""
    try:
        change.apply(sheet, dict(params))
    except RulesError:
        return False
    return True
