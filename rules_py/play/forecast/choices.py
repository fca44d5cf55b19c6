"""Choices of combatants in a simulated fight: their targets, and the actions that they prefer."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from rules_py.mechanic import Mechanic
from rules_py.play.changes import Change
from rules_py.play.fight.actions import Attempt, has_reached_target_limit
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.state import Combatant
from rules_py.play.fight.targeting import find_area_targets
from rules_py.play.forecast.assumptions import name_habit
from rules_py.play.forecast.attacks import Attack, AttackFinder
from rules_py.play.forecast.caches import SheetCaches
from rules_py.play.forecast.plays import Play, PlayBuilder
from rules_py.play.forecast.state import SimulationState
from rules_py.play.forecast.tactics import Tactics
from rules_py.play.sheet import Sheet


class PlayList:
    """Plays that are found once they are needed, and kept."""

    def __init__(self, rest: Iterator[Play]) -> None:
        self._found: list[Play] = []
        self._rest = rest

    def find(self, number: int) -> Play | None:
        """Return the play with a number, from 0, or None if there are fewer."""
        while len(self._found) <= number:
            play = next(self._rest, None)
            if play is None:
                return None
            self._found.append(play)
        return self._found[number]


class PlayFinder:
    """Finds the plays of a combatant, the preferred one first.

    Attributes:
        attacks: finds the rolls with which combatants may hurt others.
        last_choices: the choices of each combatant's last roll, and those of the reader, by combatant and roll.
    """

    def __init__(self, fight: Fight, tactics: Tactics, builder: PlayBuilder, caches: SheetCaches) -> None:
        self._tactics, self._builder, self._caches = tactics, builder, caches
        self._hints = fight.context.forecast_hints
        self.attacks = AttackFinder()
        self.last_choices: dict[tuple[str, str], dict[str, Any]] = {
            (key, binding.mechanic.id): {
                **(fight.find_last_choices(key, binding.mechanic.id) if fight.log else {}),
                **{name: value for name, value in tactics.choices.get(key, {}).items() if name in binding.choices},
            }
            for key, each in fight.combatants.items()
            for binding in each.sheet.rolls
        }

    def find_plays(self, state: SimulationState, key: str) -> Iterator[Play]:
        """Yield the actions that a combatant can take now, the preferred one first.

        Preparations that the reader of the forecast has asked for come first, and the reload of an empty weapon that
        they used last. Then come attacks on the targets in order, and last the actions of those who can't attack.
        """
        fight = state.fight
        actor = fight.combatant(key)
        used = {name: number for by, name, number in state.used if by == key}
        if self._has_habits:
            yield from self._find_preparations(fight, key, used)
        if any(_is_entry_empty(actor.sheet, name, number) for name, number in used.items()):
            yield from self._find_fallbacks(fight, key, used)
        targets = self._find_targets(state, actor)
        for target in targets:
            yield from self._find_attack_plays(fight, actor, target, used)
        for target in targets:
            yield from self._find_ways_out(fight, actor, target)
        yield from self._find_fallbacks(fight, key, {})

    def _find_targets(self, state: SimulationState, actor: Combatant) -> list[Combatant]:
        """Return the targets of a combatant, the preferred one first.

        Combatants who have declared their targets stay with the first one, even if that target has fallen since. They
        go on to the next one if it can't be attacked for another reason, or if they have attacked it often enough.
        """
        fight = state.fight
        declared = [fight.combatants[key] for key in dict(state.declared).get(actor.key, ()) if key in fight.combatants]
        if not declared:
            return self._tactics.rank_targets(fight, actor.side, dict(state.attack_counts))
        first = declared[0]
        return declared if not first.is_out or self._has_reached_target_limit(fight, actor, first) else [first]

    def _has_reached_target_limit(self, fight: Fight, actor: Combatant, target: Combatant) -> bool:
        """Return True if a combatant has attacked a target as often in this turn as an action allows."""
        for binding, is_reaction in self.attacks.find_attacks(fight, actor, target):
            action = fight.rules.actions_by_id.get(binding.mechanic.id)
            by, at = (target.key, actor.key) if is_reaction else (actor.key, target.key)
            if action is not None and has_reached_target_limit(Attempt(fight, action, by, at)):
                return True
        return False

    def _find_attack_plays(
        self, fight: Fight, actor: Combatant, target: Combatant, used: dict[str, int]
    ) -> Iterator[Play]:
        """Yield the attacks on a target that nothing stands in the way of.

        An attack on one target gives way to one on everyone with the same choices.
        """
        later: list[Play] = []
        attacks = self.attacks.find_attacks(fight, actor, target)
        for number, (binding, is_reaction) in enumerate(attacks):
            by, at = (target.key, actor.key) if is_reaction else (actor.key, target.key)
            action = fight.rules.actions_by_id.get(binding.mechanic.id)
            last = {**self.last_choices.get((by, binding.mechanic.id), {}), **({} if is_reaction else used)}
            for chosen in self._caches.find_choices(binding, fight.acting_sheet_for(by), last, action):
                also = find_area_targets(fight, binding, by, at, chosen)
                play = self._builder.build_roll(fight, binding, by, at, chosen, also)
                if play is None:
                    continue
                if (
                    number
                    and play.attempt is not None
                    and not also
                    and play.attempt.action.reach.allows_several(play.attempt)
                ):
                    later.append(play)
                    continue
                if not also:
                    yield from self._find_wider_plays(fight, attacks[number + 1 :], play)
                yield play
        yield from later

    def _find_wider_plays(self, fight: Fight, attacks: Iterable[Attack], play: Play) -> Iterator[Play]:
        """Yield the same attack on everyone in an area by other rolls, such as automatic fire that is shared out."""
        for binding, _ in attacks:
            if binding.choices.keys() != play.chosen.keys() or play.at is None:
                continue
            if also := find_area_targets(fight, binding, play.by, play.at, play.chosen):
                wider = self._builder.build_roll(fight, binding, play.by, play.at, play.chosen, also)
                if wider is not None:
                    yield wider

    @cached_property
    def _has_habits(self) -> bool:
        """True if the reader of the forecast wants a preparation, such as aiming."""
        names = {name_habit(change) for change in self._hints.preparations}
        return any(choices.get(name) is True for choices in self._tactics.choices.values() for name in names)

    def _find_preparations(self, fight: Fight, key: str, chosen: dict[str, Any]) -> Iterator[Play]:
        """Yield the preparations that the reader of the forecast wants and that are of use now, such as aiming."""
        choices = self._tactics.choices.get(key, {})
        for change, choose in self._hints.preparations.items():
            if choices.get(name_habit(change)) is True:
                play = self._builder.build_change(fight, key, fight.rules.actions_by_id[change.id], choose, chosen)
                if play is not None:
                    yield play

    def _find_fallbacks(self, fight: Fight, key: str, chosen: dict[str, Any]) -> Iterator[Play]:
        """Yield the actions of a combatant who can't attack, such as a reload, that they don't do without."""
        choices = self._tactics.choices.get(key, {})
        for rule, choose in self._hints.fallbacks.items():
            if choices.get(name_habit(rule)) is False:
                continue
            action = fight.rules.actions_by_id[rule.id]
            if isinstance(rule, Change):
                play = self._builder.build_change(fight, key, action, choose, chosen)
                if play is not None:
                    yield play
            elif choose(Attempt(fight, action, key, chosen=chosen)) is not None:
                yield from self._find_preparing_roll(fight, key, rule)

    def _find_preparing_roll(self, fight: Fight, key: str, mechanic: Mechanic) -> Iterator[Play]:
        """Yield a combatant's roll without a target that may make an attack possible."""
        for binding in fight.combatant(key).sheet.rolls:
            if binding.mechanic is mechanic:
                play = self._builder.build_roll(fight, binding, key, None, {}, is_preparation=True)
                if play is not None:
                    yield play

    def _find_ways_out(self, fight: Fight, actor: Combatant, target: Combatant) -> Iterator[Play]:
        """Yield the rolls by which a combatant may meet what an attack on a target requires, such as a morale check."""
        for binding, is_reaction in self.attacks.find_attacks(fight, actor, target):
            action = fight.rules.actions_by_id.get(binding.mechanic.id)
            if action is None or not action.ways_out:
                continue
            attempt = self._builder.build_usual_attempt(fight, action, binding, actor, target, is_reaction)
            unmet = self._builder.find_unmet_names(attempt) if attempt else set()
            if unmet and unmet <= action.ways_out.keys():
                for name in sorted(unmet):
                    yield from self._find_preparing_roll(fight, actor.key, action.ways_out[name])


def _is_entry_empty(sheet: Sheet, name: str, number: int) -> bool:
    """Return True if an entry of a sheet's list, such as a weapon, is empty."""
    entries = getattr(sheet, name, ())
    return number < len(entries) and bool(getattr(entries[number], "empty", False))
