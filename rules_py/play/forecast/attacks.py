"""Attacks in a simulated fight: the rolls with which a combatant may hurt another."""

from collections.abc import Hashable
from typing import NamedTuple

from rules_py.play.bindings import RollBinding
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant
from rules_py.play.fight.targeting import find_possible_rolls
from rules_py.play.sheet import Sheet


class Attack(NamedTuple):
    """A roll with which a combatant may hurt another.

    Attributes:
        is_reaction: True if the target makes the roll, such as a defence.
    """

    binding: RollBinding
    is_reaction: bool


class AttackFinder:
    """Finds attacks, which depend on the types of the sheets and on what a combatant does unasked."""

    def __init__(self) -> None:
        self._attacks: dict[Hashable, list[Attack]] = {}

    def find_attacks(self, fight: Fight, actor: Combatant, target: Combatant) -> list[Attack]:
        """Return the rolls with which `actor` may hurt `target`."""
        about = (target.sheet.id, actor.side == target.side, fight.board)
        found: list[Attack] | None = actor.sheet.memo.get(about)
        if found is None:
            found = actor.sheet.memo[about] = self._find_attacks_by_kind(fight, actor, target)
        return found

    def _find_attacks_by_kind(self, fight: Fight, actor: Combatant, target: Combatant) -> list[Attack]:
        unusual = _find_unusual_actions(fight, actor.sheet)
        kinds = type(actor.sheet), type(target.sheet), actor.side == target.side, fight.board, unusual
        found = self._attacks.get(kinds)
        if found is None:
            found = self._attacks[kinds] = _list_attacks(fight, actor, target, unusual)
        return found


def _find_unusual_actions(fight: Fight, sheet: Sheet) -> frozenset[str]:
    """Return the ids of the actions that a combatant with this sheet doesn't take unasked."""
    actions = fight.rules.declared_actions
    return frozenset(each.id for each in actions if not (each.suits(sheet) and each.is_usual(sheet)))


def _list_attacks(fight: Fight, actor: Combatant, target: Combatant, unusual: frozenset[str]) -> list[Attack]:
    found: list[Attack] = []
    for binding, by, at in find_possible_rolls(fight, actor.key, target.key):
        if by == actor.key and binding.mechanic.id in unusual:
            continue
        role = "target" if by == actor.key else "roller"
        changes = fight.context.changes_by_mechanic.get(binding.mechanic.id, ()) if at is not None else ()
        if any(
            trigger.mechanic is binding.mechanic and trigger.role == role and not trigger.is_optional
            for change in changes
            if issubclass(type(target.sheet), change.sheet_types)
            for trigger in change.triggers
        ):
            found.append(Attack(binding, by != actor.key))
    return found
