"""The rolls that combatants typically make in a forecast, and the assumptions that matter in them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules_py.play.bindings import RollBinding
from rules_py.play.fight.choices import find_choices
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.assumptions import ACTIONS, list_conditions, name_habit
from rules_py.play.forecast.simulator import FightSimulator


class ChosenRoll(NamedTuple):
    """A roll that a combatant typically makes.

    Attributes:
        by: the key of the combatant who rolls.
        chosen: their choices for it.
    """

    by: str
    binding: RollBinding
    chosen: dict[str, Any]


def find_typical_rolls(simulator: FightSimulator) -> Iterator[ChosenRoll]:
    """Yield the rolls that combatants typically make.

    They are the first attack of each combatant on their first target, no matter whether it is possible now.
    """
    fight, finder = simulator.start.fight, simulator.finder
    for actor in fight.active:
        targets = simulator.tactics.rank_targets(fight, actor.side, {})
        for target in targets[:1]:
            for binding, is_reaction in finder.attacks.find_attacks(fight, actor, target)[:1]:
                rollers = [each.key for each in targets] if is_reaction else [actor.key]
                for by in rollers:
                    own = _find_own_binding(fight, by, binding)
                    last = finder.last_choices.get((by, binding.mechanic.id), {})
                    action = fight.rules.actions_by_id.get(binding.mechanic.id)
                    if own is not None:
                        yield ChosenRoll(by, own, next(find_choices(own, fight.sheet_for(by), last, action), {}))


def find_variable_names(simulator: FightSimulator) -> dict[str, frozenset[str]]:
    """Return the names of the assumptions that matter in the rolls of each active combatant.

    Those are the typical rolls, and the rolls that they may have to make.
    """
    rules, hints = simulator.fight.rules, simulator.fight.context.forecast_hints
    habits = frozenset({ACTIONS, *(name_habit(rule) for rule in (*hints.fallbacks, *hints.preparations))})
    found = {each.key: habits.union(list_conditions(each.sheet)) for each in simulator.start.fight.active}
    for by, binding, _ in find_typical_rolls(simulator):
        found[by] = found.get(by, habits).union(binding.choices, hints.find_varied_names(binding.mechanic.id))
    for each in simulator.start.fight.active:
        for binding in each.sheet.rolls:
            if binding.mechanic in rules.required_rolls:
                found[each.key] = found[each.key].union(hints.find_varied_names(binding.mechanic.id))
    return found


def _find_own_binding(fight: Fight, by: str, binding: RollBinding) -> RollBinding | None:
    return next((each for each in fight.sheet_for(by).rolls if each.mechanic is binding.mechanic), None)
