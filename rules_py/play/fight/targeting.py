"""Targeting: the rolls that combatants can make against others, and the parameters that their sheets fill."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from rules_py.errors import RulesError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.bindings import RollBinding
from rules_py.play.fight.actions import ALLY, Attempt, find_unmet
from rules_py.play.fight.choices import find_first_choices
from rules_py.play.fight.state import FightState
from rules_py.play.sheet import Sheet

FillFunction = Callable[[RollBinding, Sheet, Mapping[str, Any], Collection[str]], Mapping[str, Any]]
"""A function from a binding, a sheet, the choices and the parameters that the table enters to what the sheet fills."""


def fill_binding(
    binding: RollBinding, sheet: Sheet, chosen: Mapping[str, Any], given: Collection[str]
) -> Mapping[str, Any]:
    """Return the parameters of a roll that a sheet fills.

    Raises:
        RulesError: a choice isn't among the options, or the sheet lacks a value that isn't entered.
    """
    return binding.fill_params(sheet, chosen, given)


def find_possible_rolls(fight: FightState, by: str, at: str | None) -> list[tuple[RollBinding, str, str | None]]:
    """Return the rolls available when `by` acts against `at`, each with its roller and target.

    Rolls between the two come first, the usual ones before others, including the target's reactions; rolls without a
    target come last.
    """
    roller = fight.sheet_for(by)
    met = {binding.mechanic for binding in fight.sheet_for(at).met_by} if at else set()
    own = [
        binding
        for binding in roller.rolls
        if binding.mechanic.cumulative is None
        and not _is_reaction(fight, binding.mechanic, by, None)
        and _is_offered(fight, binding.mechanic, by)
    ]  # a cumulative roll ("how long will it take?") changes nothing
    own.sort(key=lambda binding: not _is_usual(fight, binding.mechanic, roller))
    against = [(binding, by, at) for binding in own if binding.mechanic in met]
    reactions = (
        [(binding, at, by) for binding in fight.sheet_for(at).rolls if _is_reaction(fight, binding.mechanic, at, by)]
        if at and fight.combatants[at].side != fight.combatants[by].side
        else []
    )
    return [*against, *reactions, *((binding, by, None) for binding in own if binding.mechanic not in met)]


def _is_offered(fight: FightState, mechanic: Mechanic, by: str) -> bool:
    """Return True if a roll is offered to a combatant: it suits them, and if it needs an ally, they have an ally."""
    if mechanic in fight.rules.unoffered_rolls:
        return False
    action = fight.rules.actions_by_id.get(mechanic.id)
    if action is None:
        return True
    return action.suits(fight.sheet_for(by)) and not (action.needs_ally and not find_ally_candidates(fight, by))


def find_ally_candidates(fight: FightState, by: str) -> tuple[str, ...]:
    """Return the combatants who may take part in an action of a combatant on their side."""
    return fight.find_allies(by, (each.key for each in fight.active)) if by in fight.combatants else ()


def find_enemies(fight: FightState, key: str) -> tuple[str, ...]:
    """Return the enemies of a combatant who are up and can be attacked."""
    return tuple(each.key for each in fight.find_enemies(fight.combatant(key).side))


def find_further_targets(fight: FightState, by: str, at: str) -> tuple[str, ...]:
    """Return those who can be targets of an attack besides `at`: all who are up and can be attacked, also allies."""
    return tuple(
        each.key
        for each in fight.participants.values()
        if each.key not in (by, at) and not each.is_out and fight.rules.can_be_attacked(each.sheet)
    )


def find_usual_choices(
    fight: FightState, binding: RollBinding, by: str, chosen: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the choices of a combatant for a roll: those in `chosen`, those of the last time, and the best others."""
    action = fight.rules.actions_by_id.get(binding.mechanic.id)
    earlier = {**fight.find_last_choices(by, binding.mechanic.id), **(chosen or {})}
    return find_first_choices(binding, fight.acting_sheet_for(by), earlier, action)


def find_actor(fight: FightState) -> str | None:
    """Return the combatant to show first: of those who may act, the one who can and has waited longest.

    If a requirement keeps all of them from acting, it is the one who has waited longest.
    """
    waiting = sorted(fight.available_actors, key=fight.find_last_roll_index)
    able = (key for key in waiting if can_act(fight, key))
    return next(able, fight.current_actor) if len(waiting) > 1 else fight.current_actor


def can_act(fight: FightState, key: str) -> bool:
    """Return True if nothing is in the way of one of a combatant's usual actions against an enemy."""
    for binding, by, at in find_default_actions(fight, key):
        try:
            attempt = build_attempt(fight, binding.mechanic, by, at, find_usual_choices(fight, binding, by))
        except RulesError:  # its button gives the reason
            return True
        if attempt is None or not find_unmet(attempt):
            return True
    return False


def _is_reaction(fight: FightState, mechanic: Mechanic, by: str, at: str | None) -> bool:
    """Return True if a roll is a reaction now. It can depend on the phase, which the shared sheet fills in."""
    action = fight.rules.actions_by_id.get(mechanic.id)
    return action is not None and fight.rules.is_reaction(
        mechanic.id, _fill_from_sheets(fight, mechanic, None, None, {}, mechanic.parameters)
    )


def find_default_target(fight: FightState, key: str) -> str | None:
    """Return the target to begin with: the last target, if they are still up.

    Members of the first side share their last target. Others keep their own, and otherwise choose the enemy that their
    side has acted against least often since the last turn, phase or scene, so that they don't all pick the same target.
    """
    side = fight.combatant(key).side
    enemies = find_enemies(fight, key)
    is_first_side = side == next(iter(fight.rules.sides))
    counts = dict.fromkeys(enemies, 0)
    since = fight.last_break_index
    for index, actor, target in reversed(fight.past_actions):
        acted_by = fight.combatants.get(actor or "")
        if acted_by is None or acted_by.side != side or target not in counts:
            continue
        if is_first_side or actor == key:
            return target
        if index > since:
            counts[target] += 1
    return min(enemies, key=lambda enemy: counts[enemy], default=None)


def find_default_actions(fight: FightState, key: str, aim: str | None = None) -> Iterator[tuple[RollBinding, str, str]]:
    """Yield a combatant's usual rolls against their default target, the likeliest first, then against other enemies.

    Each tuple has the binding, the roller and the roll's target.

    Args:
        fight: the fight.
        key: the combatant.
        aim: the key of another target to begin with; one who isn't an enemy any more doesn't count.
    """
    first = aim if aim in find_enemies(fight, key) else find_default_target(fight, key)
    for target in (first, *(each for each in find_enemies(fight, key) if each != first)):
        for binding, by, at in find_possible_rolls(fight, key, target):
            if at is not None and _is_usual(fight, binding.mechanic, fight.sheet_for(key)):
                yield binding, by, at


def _is_usual(fight: FightState, mechanic: Mechanic, sheet: Sheet) -> bool:
    """Return True if a combatant with this sheet makes a roll unasked. It has to be an action."""
    action = fight.rules.actions_by_id.get(mechanic.id)
    return action is not None and action.is_usual(sheet)


def find_default_action(fight: FightState, key: str) -> tuple[RollBinding, str, str] | None:
    """Return a combatant's first possible roll against their default target, or None.

    The tuple has the binding, the roller and the roll's target.
    """
    return next(find_default_actions(fight, key), None)


def build_attempt(
    fight: FightState,
    mechanic: Mechanic,
    by: str,
    at: str | None,
    chosen: Mapping[str, Any] | None = None,
    also: Sequence[str] = (),
    params: Mapping[str, Any] | None = None,
) -> Attempt | None:
    """Return the attempt of an action, with all its parameters; None if the roll isn't a declared action.

    Args:
        params: parameters that differ from what the sheets and the action fill in.

    Raises:
        RulesError: a key doesn't exist, or a choice or a parameter isn't accepted.
    """
    action = fight.rules.actions_by_id.get(mechanic.id)
    if action is None or by not in fight.combatants:
        return None
    choices = dict(chosen or {})
    if ally := choices.get(ALLY):
        fight.combatant(ally)
    given = params or {}
    filled = {**fill_params(fight, mechanic, by, at, choices, also, given), **given}
    return Attempt(fight, action, by, at, tuple(also), choices, mechanic.check(filled))


def is_multi_target(fight: FightState, binding: RollBinding, by: str, chosen: Mapping[str, Any] | None = None) -> bool:
    """Return True if a roll with these choices can have several targets."""
    action = fight.rules.actions_by_id.get(binding.mechanic.id)
    return action is not None and action.reach.allows_several(Attempt(fight, action, by, chosen=chosen or {}))


def find_area_targets(
    fight: FightState, binding: RollBinding, by: str, at: str, chosen: Mapping[str, Any] | None = None
) -> tuple[str, ...]:
    """Return the targets besides `at` to begin with, if the action reaches everyone in an area.

    They are all other enemies who are up, without those that the roller left out the last time. The table adds allies
    each time.
    """
    action = fight.rules.actions_by_id.get(binding.mechanic.id)
    if action is None or action.reach.several is None:
        return ()
    if not action.reach.everyone(Attempt(fight, action, by, at, chosen=chosen or {})):
        return ()
    left_out = _find_left_out(fight, binding.mechanic.id, by)
    return tuple(key for key in find_enemies(fight, by) if key != at and key not in left_out)


def _find_left_out(fight: FightState, mechanic_id: str, by: str) -> frozenset[str]:
    """Return the combatants that a roller left out of their last area."""
    joined: set[str] = set()
    for entry in reversed(fight.log):
        event = entry.event
        if event["event"] == "join":
            joined.add(event["who"])
        if (
            event["event"] == "roll"
            and event["mechanic"] == mechanic_id
            and event.get("by") == by
            and event.get("also")
        ):
            reached = frozenset((str(event.get("at")), *event.get("also", ())))
            is_new = {key for key in fight.combatants if key.partition("-")[0] in joined or key in joined}
            return frozenset(fight.combatants) - reached - is_new
    return frozenset()


def fill_params(
    fight: FightState,
    mechanic: Mechanic,
    by: str | None,
    at: str | None,
    chosen: Mapping[str, Any] | None = None,
    extra_targets: Sequence[str] = (),
    given: Collection[str] = (),
) -> dict[str, Any]:
    """Return the parameters that the sheets of roller and target fill, and then the action itself.

    Lists of targets have `at` first.

    Args:
        given: the parameters that the table enters, which the sheets needn't have.

    Raises:
        RulesError: a key doesn't exist, a choice isn't among the options, or a sheet lacks a value that isn't entered.
    """
    params = fill_from_sheets(fight, mechanic, by, at, chosen, extra_targets, given)
    return {**params, **fill_by_action(fight, mechanic, by, at, chosen or {}, tuple(extra_targets), params)}


def fill_from_sheets(
    fight: FightState,
    mechanic: Mechanic,
    by: str | None,
    at: str | None,
    chosen: Mapping[str, Any] | None,
    extra_targets: Sequence[str],
    given: Collection[str] = (),
    fill: FillFunction = fill_binding,
) -> dict[str, Any]:
    """Return the parameters that the sheets fill, like `fill_params`.

    Args:
        fill: fills the parameters of a binding from a sheet, like `fill_binding`.
    """
    params = _fill_from_sheets(fight, mechanic, by, at, chosen, given, fill)
    for key in extra_targets:
        for name, value in _fill_target_params(fight, mechanic, key, fill).items():
            if isinstance(value, tuple) and isinstance(params.get(name), tuple):
                params[name] += value
    return params


def fill_by_action(
    fight: FightState,
    mechanic: Mechanic,
    by: str | None,
    at: str | None,
    chosen: Mapping[str, Any],
    extra_targets: tuple[str, ...],
    params: Mapping[str, Any],
) -> Mapping[str, Any]:
    """Return the parameters that the action fills.

    Args:
        params: the parameters that the sheets fill.
    """
    action = fight.rules.actions_by_id.get(mechanic.id)
    if action is None or action.fills is None or by is None or by not in fight.combatants:
        return {}
    return action.fills(Attempt(fight, action, by, at, extra_targets, chosen, params))


def refill_params(
    fight: FightState,
    mechanic: Mechanic,
    by: str | None,
    at: str | None,
    chosen: Mapping[str, Any],
    extra_targets: Sequence[str],
    earlier: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the parameters of an earlier roll against other targets, or made by another rule.

    The targets and the action fill theirs again; the others stay as they were if the rule has them.
    """
    filled = fill_params(fight, mechanic, by, at, chosen, extra_targets, earlier)
    own = _fill_from_sheets(fight, mechanic, by, None, chosen, earlier)
    kept = {
        name: value
        for name, value in earlier.items()
        if name in mechanic.parameters and (name in own or name not in filled)
    }
    return {**filled, **kept}


def _fill_from_sheets(
    fight: FightState,
    mechanic: Mechanic,
    by: str | None,
    at: str | None,
    chosen: Mapping[str, Any] | None,
    given: Collection[str],
    fill: FillFunction = fill_binding,
) -> dict[str, Any]:
    filled: dict[str, Any] = {}
    for met in (fight.board, None if at is None else fight.sheet_for(at)):
        if met is not None:
            for binding in met.met_by:
                if binding.mechanic is mechanic:
                    filled.update(fill(binding, met, {}, given))
    if by is not None:
        sheet = fight.acting_sheet_for(by)
        own = {name: value for name, value in (chosen or {}).items() if name != ALLY}
        for binding in sheet.rolls:
            if binding.mechanic is mechanic:
                filled.update(fill(binding, sheet, own, given))
    return filled


def resolve_against(fight: FightState, extra_targets: Sequence[str], roll: Roll) -> list[tuple[str, Roll]]:
    """Resolve a roll against its further targets. A roll with a list of targets is the same for each."""
    if not extra_targets:
        return []
    mechanic = fight.context.find_mechanic(roll.mechanic)
    action = fight.rules.actions_by_id.get(roll.mechanic)
    shared = action.reach.shared if action else ()
    rolls = []
    for key in extra_targets:
        params = _fill_target_params(fight, mechanic, key)
        filled = {name: value for name, value in params.items() if name not in shared}
        is_listed = any(isinstance(value, tuple) for value in filled.values())
        rolls.append((key, roll if is_listed else mechanic.resolve(roll.faces, {**roll.params, **filled})))
    return rolls


def _fill_target_params(
    fight: FightState, mechanic: Mechanic, key: str, fill: FillFunction = fill_binding
) -> dict[str, Any]:
    """Return the parameters that a target's sheet fills in a roll against it."""
    sheet = fight.sheet_for(key)
    return {
        name: value
        for binding in sheet.met_by
        if binding.mechanic is mechanic
        for name, value in fill(binding, sheet, {}, ()).items()
    }
