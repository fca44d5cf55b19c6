"""The simulator of fights: plays one action at a time, as the tracker would, with everything that follows from it.

Monte Carlo (`monte_carlo`) and enumeration (`exact`) share these steps and differ only in the roller. Requirements,
limits, prices and effects are those of the declared actions, so that the tracker can replay every fight. `choices` has
the actions that combatants prefer, `consequences` the effects of an action, and `turns` what is between two actions.
"""

from collections.abc import Iterator
from typing import Any

from rules_py.errors import ForbiddenError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.bindings import Trigger
from rules_py.play.copies import replace
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.caches import SheetCaches
from rules_py.play.forecast.choices import PlayFinder, PlayList
from rules_py.play.forecast.consequences import PlayPerformer
from rules_py.play.forecast.plays import Play, PlayBuilder
from rules_py.play.forecast.recording import PlayRecorder
from rules_py.play.forecast.rollers import Roller
from rules_py.play.forecast.state import SimulationState
from rules_py.play.forecast.tactics import Tactics
from rules_py.play.forecast.turns import TurnKeeper


class FightSimulator:
    """Simulates fights with given tactics. Results of pure functions are cached.

    Attributes:
        fight: the fight from which the forecast starts.
        tactics: the tactics of all combatants.
        recorder: records what combatants do.
        finder: finds the actions that combatants prefer.
        start: the state in which each simulated fight begins.
    """

    def __init__(self, fight: Fight, tactics: Tactics, recorder: PlayRecorder | None = None) -> None:
        """Take a fight with combatants on at least two sides.

        Raises:
            RulesError: there are fewer sides.
        """
        sizes: dict[str, int] = {}
        for each in fight.participants.values():
            if not isinstance(each.sheet, fight.rules.objects):
                sizes[each.side] = sizes.get(each.side, 0) + 1
        if len(sizes) < 2:
            raise ForbiddenError("forecast", "a forecast needs combatants on at least two sides")
        self.fight, self.tactics = fight, tactics
        self.recorder = recorder or PlayRecorder()
        caches = SheetCaches()
        builder = PlayBuilder(fight, tactics, caches)
        self.finder = PlayFinder(fight, tactics, builder, caches)
        self._performer = PlayPerformer(tactics, builder, caches, self.recorder)
        self._turns = TurnKeeper(tactics, caches, self.recorder, sizes)
        self.start = self._turns.build_start(caches.adopt_fight(fight))

    def step(self, state: SimulationState, roller: Roller) -> SimulationState:
        """Make the next roll and apply its consequences; return the state before the following roll."""
        fight = state.fight
        if not state.is_settled:
            settled = self._performer.perform_pending_rolls(None, fight, roller)
            state = replace(state, fight=settled, is_settled=True).count_ending_rounds()
        elif fight.awaiting_initiative:
            state = replace(state, fight=self._turns.roll_initiative(fight, roller))
        elif state.turn_queue:
            state = self._act(state, state.turn_queue[0], roller)
        return self._advance_to_next_roll(self._turns.mark_defeated(state))

    def needs_faces(self, mechanic: Mechanic) -> bool:
        """Return True if a change after the roll needs its faces in addition to its outcome."""
        return any(self._find_detailed_triggers(mechanic.id))

    def read_roll(self, roll: Roll) -> list[Any]:
        """Return everything about a roll against one target that its consequences depend on."""
        found = list(roll.outcome.values())
        for trigger in self._find_detailed_triggers(roll.mechanic):
            found += trigger.compute_outcome(roll).values()
        for each in roll.next_rolls:
            found += (each.mechanic, each.at_once)
        return found

    def _find_detailed_triggers(self, mechanic_id: str) -> Iterator[Trigger]:
        """Yield the triggers of changes by a roll that read more fields than its outcome has."""
        for change in self.fight.context.changes_by_mechanic.get(mechanic_id, ()):
            for trigger in change.triggers:
                if trigger.detail_rule is not None and trigger.mechanic.id == mechanic_id:
                    yield trigger

    def _advance_to_next_roll(self, state: SimulationState) -> SimulationState:
        """Advance to the state before the next roll: begin and end turns, and skip combatants who can't act."""
        while state.is_settled and not (state.is_over or state.fight.awaiting_initiative):
            if state.turn_queue is None:
                state = self._turns.begin_turn(state)
            elif not state.turn_queue:
                state = self._turns.end_turn(state)
            elif self._turns.can_act(state, state.turn_queue[0]):
                break
            else:
                state = state.drop_first()
        return state

    def _act(self, state: SimulationState, key: str, roller: Roller) -> SimulationState:
        """Let a combatant take the first possible action; without one, their turn is over."""
        plays: PlayList | None = state.memo.get("plays")
        if plays is None:
            plays = state.memo["plays"] = PlayList(self.finder.find_plays(state, key))
        number = 0
        while (play := plays.find(number)) is not None:
            number += 1
            done = self._performer.perform(state.fight, play, roller)
            if done is None:
                continue
            done = self._performer.perform_pending_rolls(state.fight, done, roller)
            after = self._remember_play(state, done, key, play)
            return after if self._turns.can_act_again(after, key, play) else after.drop_first()
        return state.drop_first()

    def _remember_play(self, state: SimulationState, fight: Fight, key: str, play: Play) -> SimulationState:
        """Return the state with the fight after an action, and its parts remembered that later choices depend on."""
        counts, used = state.attack_counts, state.used
        victim = play.at if play.by == key else play.by
        if self.tactics.target == "spread" and victim is not None:
            known = dict(counts)
            counts = tuple(sorted({**known, victim: known.get(victim, 0) + 1}.items()))
        if play.by == key and play.binding is not None:
            sheet = fight.combatant(key).sheet if key in fight.combatants else None
            for name, fields in play.binding.choices.items():
                if not fields and name in play.chosen and len(getattr(sheet, name, ())) > 1:
                    rest = tuple(each for each in used if each[:2] != (key, name))
                    used = tuple(sorted((*rest, (key, name, play.chosen[name]))))
        return replace(state, fight=fight, attack_counts=counts, used=used, acted_in_turn=state.acted_in_turn + 1)
