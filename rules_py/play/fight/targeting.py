"""Targeting: the rolls that combatants can make against others, and the parameters that their sheets fill."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.mechanic import Mechanic, Roll
from rules_py.play.bindings import RollBinding, find_entry
from rules_py.play.fight.state import FightState
from rules_py.play.sheet import Sheet


def find_possible_rolls(fight: FightState, by: str, at: str | None) -> list[tuple[RollBinding, str, str | None]]:
    """Return the rolls available when `by` acts against `at`, each with its roller and target.

    Rolls between the two come first, including the target's reactions; rolls without a target come last.
    """
    roller = fight.sheet_for(by)
    met = {binding.mechanic for binding in fight.sheet_for(at).met_by} if at else set()
    own = [
        binding
        for binding in roller.rolls
        if binding.mechanic not in fight.rules.reactions and binding.mechanic.cumulative is None
    ]  # a cumulative roll ("how long will it take?") changes nothing
    against = [(binding, by, at) for binding in own if binding.mechanic in met]
    reactions = (
        [(binding, at, by) for binding in fight.sheet_for(at).rolls if binding.mechanic in fight.rules.reactions]
        if at and fight.combatants[at].side != fight.combatants[by].side
        else []
    )
    return [*against, *reactions, *((binding, by, None) for binding in own if binding.mechanic not in met)]


def find_default_target(fight: FightState, key: str) -> str | None:
    """Return the target their side last acted against if it is active, otherwise the first active enemy."""
    side = fight.combatant(key).side
    enemies = [each.key for each in fight.active if each.side != side]
    for entry in reversed(fight.log):
        actor, target = fight.find_actor_and_target(entry)
        acted_by = fight.combatants.get(actor or "")
        if acted_by is not None and acted_by.side == side and target in enemies:
            return target
    return next(iter(enemies), None)


def find_default_action(fight: FightState, key: str) -> tuple[RollBinding, str, str] | None:
    """Return a combatant's first possible roll against their default target, or None.

    The tuple has the binding, the roller and the roll's target.
    """
    possible = find_possible_rolls(fight, key, find_default_target(fight, key))
    return next(((binding, by, at) for binding, by, at in possible if at is not None), None)


def is_multi_target(fight: FightState, binding: RollBinding, by: str, chosen: Mapping[str, Any] | None = None) -> bool:
    """Return True if a roll with these choices can have several targets."""
    if binding.mechanic not in fight.rules.multi_target_rolls:
        return False
    name, _, part = (fight.rules.multi_target_rolls[binding.mechanic] or "").partition(".")
    return not part or bool(getattr(find_entry(fight.sheet_for(by), name, chosen or {}), part, False))


def fill_params(
    fight: FightState,
    mechanic: Mechanic,
    by: str | None,
    at: str | None,
    chosen: Mapping[str, Any] | None = None,
    extra_targets: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the parameters that the sheets of roller and target fill. Lists of targets have `at` first.

    Raises:
        RulesError: a key doesn't exist, or a choice isn't among the options.
    """
    sources: list[tuple[Sheet, tuple[RollBinding, ...], Mapping[str, Any] | None]] = []
    if fight.board is not None:
        sources.append((fight.board, fight.board.met_by, None))
    if at is not None:
        sources.append((fight.sheet_for(at), fight.sheet_for(at).met_by, None))
    if by is not None:
        sources.append((fight.sheet_for(by), fight.sheet_for(by).rolls, chosen))
    params: dict[str, Any] = {}
    for sheet, bindings, choices in sources:
        for binding in bindings:
            if binding.mechanic is mechanic:
                params |= binding.fill_params(sheet, choices)
    for key in extra_targets:
        for name, value in _fill_target_params(fight, mechanic, key).items():
            if isinstance(value, tuple) and isinstance(params.get(name), tuple):
                params[name] += value
    return params


def resolve_against(fight: FightState, extra_targets: Sequence[str], roll: Roll) -> list[tuple[str, Roll]]:
    """Resolve a roll against its further targets. A roll with a list of targets is the same for each."""
    mechanic = fight.context.find_mechanic(roll.mechanic)
    rolls = []
    for key in extra_targets:
        filled = _fill_target_params(fight, mechanic, key)
        is_listed = any(isinstance(value, tuple) for value in filled.values())
        rolls.append((key, roll if is_listed else mechanic.resolve(roll.faces, {**roll.params, **filled})))
    return rolls


def _fill_target_params(fight: FightState, mechanic: Mechanic, key: str) -> dict[str, Any]:
    """Return the parameters that a target's sheet fills in a roll against it."""
    sheet = fight.sheet_for(key)
    return {
        name: value
        for binding in sheet.met_by
        if binding.mechanic is mechanic
        for name, value in binding.fill_params(sheet).items()
    }
