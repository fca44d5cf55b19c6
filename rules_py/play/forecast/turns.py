"""Turns, phases and rounds of a simulated fight: who acts next, and who gives up."""

from collections.abc import Sequence

from rules_py.play.copies import replace
from rules_py.play.fight.actions import count_uses_left
from rules_py.play.fight.events import RollEvent
from rules_py.play.fight.offers import find_initiative_changes, find_pending_rolls
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.caches import SheetCaches
from rules_py.play.forecast.plays import Play
from rules_py.play.forecast.recording import PlayRecorder
from rules_py.play.forecast.rollers import Roller
from rules_py.play.forecast.state import DeclaredTargets, SimulationState
from rules_py.play.forecast.tactics import Tactics

MOST_ACTIONS = 40
"""The maximum number of actions that a combatant takes in a turn."""


class TurnKeeper:
    """Begins and ends turns, and rolls for initiative."""

    def __init__(
        self, tactics: Tactics, caches: SheetCaches, recorder: PlayRecorder, side_sizes: dict[str, int]
    ) -> None:
        """Take the number of combatants on each side as the forecast began."""
        self._tactics, self._caches, self._recorder, self._side_sizes = tactics, caches, recorder, side_sizes

    def build_start(self, fight: Fight) -> SimulationState:
        """Build the state in which the forecast begins; combatants who have acted in this turn don't act again."""
        out = frozenset(each.key for each in fight.combatants.values() if each.is_out)
        state = SimulationState(replace(fight, log=()), defeated_keys=out, is_settled=not find_pending_rolls(fight))
        if not fight.rules.order.has_turns:
            state = self.begin_turn(state)
            queue = tuple(sorted(fight.available_actors, key=fight.find_last_roll_index))
            state = replace(state, turn_queue=queue)
        elif fight.current_group and not fight.awaiting_initiative:
            state = _skip_those_who_have_acted(self.begin_turn(state), fight)
        return self._remove_fleeing_sides(state)

    def roll_initiative(self, fight: Fight, roller: Roller) -> Fight:
        """Roll initiative for the combatants who haven't, and return the fight."""
        keys, mechanic = fight.awaiting_initiative, fight.rules.order.mechanic
        if mechanic is None:
            return fight
        self._recorder.record_initiative(mechanic.id)
        given = [self._caches.fill_params(fight, mechanic, key, None, {}) for key in keys]
        is_triggering = bool(fight.context.changes_by_mechanic.get(mechanic.id))
        if is_triggering or any(each.score is not None for each in fight.combatants.values()):
            for key, params in zip(keys, given, strict=True):
                roll = roller.roll(mechanic, params)
                fight = fight.with_initiative(key, roll)
                for pending in find_initiative_changes(fight, key, roll) if is_triggering else ():
                    for recipient in pending.list_concerned(fight.sheet_for):
                        fight = self._caches.change_fight(fight, pending.change, recipient, pending.params) or fight
            return fight
        scores = dict(zip(keys, roller.roll_scores(fight.rules.order, given), strict=True))
        combatants = {
            key: replace(each, score=scores[key]) if key in scores else each for key, each in fight.combatants.items()
        }
        return replace(fight, combatants=combatants)

    def begin_turn(self, state: SimulationState) -> SimulationState:
        """Return the state in which the combatants whose turn it is are about to act."""
        fight, rules = state.fight, state.fight.rules
        acting = fight.available_actors
        if rules.order.is_simultaneous and len(acting) > 1 and not fight.turn_sheets:
            fight = replace(fight, turn_sheets={key: fight.combatant(key).sheet for key in acting})
        side = fight.combatant(acting[0]).side if acting and not rules.order.has_turns else ""
        rounds = state.rounds
        if side and state.side:
            order = list(rules.sides)
            rounds += order.index(side) <= order.index(state.side)
        declared = self._declare_targets(state, acting) if fight.context.forecast_hints.declares_first else ()
        return replace(
            state, fight=fight, turn_queue=tuple(acting), acted_in_turn=0, side=side, rounds=rounds, declared=declared
        )

    def _declare_targets(self, state: SimulationState, acting: Sequence[str]) -> DeclaredTargets:
        """Return the targets that each acting combatant chooses before any result is known, the first one first."""
        counts = dict(state.attack_counts)
        found = []
        for key in acting:
            targets = self._tactics.rank_targets(state.fight, state.fight.combatant(key).side, counts)
            if targets:
                found.append((key, tuple(each.key for each in targets)))
                counts[targets[0].key] = counts.get(targets[0].key, 0) + 1
        return tuple(found)

    def end_turn(self, state: SimulationState) -> SimulationState:
        """Return the state after the turn or phase of those whose turn it was."""
        fight = state.fight
        if fight.rules.order.has_turns:
            return self._end_turn_in_order(state, replace(fight, log=()))
        after = replace(state, turn_queue=None, declared=())
        if (
            fight.rules.find_leading_side
            and "phase" in fight.endable_periods
            and fight.available_actors
            and fight.combatant(fight.available_actors[0]).side == state.side
        ):
            self._recorder.record_end("phase")
            ended = replace(fight.apply({"event": "end", "of": "phase"}), log=())
            return self.mark_defeated(replace(after, fight=ended))
        return replace(after, fight=replace(fight, uses={}))

    def _end_turn_in_order(self, state: SimulationState, fight: Fight) -> SimulationState:
        """Return the state after the turn of those whose turn it was, in a game with turns."""
        if not fight.has_turn_to_end:  # no combatant has a place in the order
            return replace(state, fight=fight, turn_queue=None, declared=(), rounds=state.rounds + 1)
        self._recorder.record_end("turn")
        ended = fight.end_turn(self._caches.apply_ending)[0]
        after = self.mark_defeated(
            replace(
                state,
                fight=ended,
                turn_queue=None,
                declared=(),
                ending_rounds=ended.round - fight.round,
                is_settled=not find_pending_rolls(ended),
            )
        )
        return after.count_ending_rounds() if after.is_settled else after

    def can_act(self, state: SimulationState, key: str) -> bool:
        """Return True if a combatant in the turn queue may still act.

        Those who act at the same time may, and so may those who have fallen in their own turn, if the rules let them.
        """
        fight = state.fight
        if key not in fight.combatants:
            return False
        if fight.is_acting_simultaneously(key) or state.is_finishing_turn:
            return True
        return not fight.combatant(key).is_out and (fight.rules.order.has_turns or key in fight.available_actors)

    def can_act_again(self, state: SimulationState, key: str, play: Play) -> bool:
        """Return True if a limit leaves a combatant further actions in this turn, or this one took nothing of it."""
        if state.acted_in_turn >= MOST_ACTIONS:
            return False
        attempt = play.attempt
        if play.is_preparation or (attempt is not None and attempt.action.is_extra(attempt)):
            return bool(state.turn_queue) and self.can_act(state, key)
        if attempt is None or attempt.action.limit is None:
            return False
        uses = count_uses_left(replace(attempt, fight=state.fight))
        if uses is None or (uses.left <= 0 and not attempt.action.target_limit):
            return False  # with a limit for each target, an attack on another one may be part of the last action
        return bool(state.turn_queue) and self.can_act(state, key)

    def mark_defeated(self, state: SimulationState) -> SimulationState:
        """Return the state with newly defeated combatants recorded, after the sides that give up have left."""
        out = [
            each.key for each in state.fight.combatants.values() if each.is_out and each.key not in state.defeated_keys
        ]
        return self._remove_fleeing_sides(
            replace(state, defeated_keys=state.defeated_keys | set(out)) if out else state
        )

    def _remove_fleeing_sides(self, state: SimulationState) -> SimulationState:
        """Return the state after the sides that give up have left."""
        if self._tactics.flees == "never":
            return state
        for side in state.active_sides:
            size = self._side_sizes[side]
            up = [each.key for each in state.fight.active if each.side == side]
            if len(state.active_sides) > 1 and self._tactics.is_routed(size, size - len(up)):
                left = {key: each for key, each in state.fight.combatants.items() if key not in up}
                state = replace(
                    state, fight=replace(state.fight, combatants=left), fled_sides=state.fled_sides | {side}
                )
        return state


def _skip_those_who_have_acted(state: SimulationState, fight: Fight) -> SimulationState:
    """Return the state in which the combatants who have acted in a fight's current turn don't act again in it."""
    began = max(
        (number for number, entry in enumerate(fight.log) if entry.event["event"] in ("turn", "order")), default=-1
    )
    left = list(state.turn_queue or ())
    for entry in fight.log[began + 1 :]:
        key, event = fight.find_actor_and_target(entry)[0], entry.event
        if key is None or key not in left or event["event"] != "roll":
            continue
        if not _counts_uses(fight, key):
            left.remove(key)
        elif "action" not in event:  # in a fight stored before version 0.2, a roll counts as one use
            counted: RollEvent = {**event, "action": event["mechanic"], "paid": {key: 1}}
            state = replace(state, fight=state.fight.with_action(counted))
    return replace(state, turn_queue=tuple(left))


def _counts_uses(fight: Fight, key: str) -> bool:
    """Return True if a limit counts a combatant's actions, rather than a field of their sheet."""
    rolls = {binding.mechanic.id for binding in fight.combatant(key).sheet.rolls}
    return any(action.limit is not None and action.id in rolls for action in fight.rules.declared_actions)
