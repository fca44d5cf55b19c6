"""Repeated states of simulated fights: most fights come through states that earlier ones have been in.

Equal states continue in the same way, as `SimulationState.state_key` promises. So each is one object that keeps what is
found out about it: the plays of the combatant who acts, and the states that follow with the same rolls.
"""

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from rules_py.mechanic import Mechanic
from rules_py.play.copies import replace
from rules_py.play.forecast.caches import RollParams
from rules_py.play.forecast.rollers import MadeRoll, NumberedRoll, RandomRoller, RepeatingRoller
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.state import MOST_ROUNDS, SimulationState

MOST_STATES, MOST_STEPS = 4_000, 20_000
"""The numbers of states and of steps that are kept."""

STEPS_TO_LOOK, MOST_DIFFERENT = 250, 150
"""The number of steps after which states are kept only if at most so many of them are different."""


class StepTree:
    """The steps from a state, by the numbers of their rolls.

    Attributes:
        next_roll: the mechanic and the parameters of the next roll, and if it is shared; None if none is known.
        branches: the steps by the number of the next roll.
        end: the state after the step, and the number of rounds that the step has ended; None if a roll follows.
    """

    def __init__(self) -> None:
        self.next_roll: tuple[Mechanic, RollParams, bool] | None = None
        self.branches: dict[int, StepTree] = {}
        self.end: tuple[KnownState, int] | None = None

    def add(self, made: Iterable[MadeRoll], state: "KnownState", rounds: int) -> None:
        """Add a step with its rolls, the state after it and the number of rounds that it has ended."""
        tree = self
        for mechanic, params, is_shared, roll in made:
            tree.next_roll = mechanic, params, is_shared
            if roll.number not in tree.branches:
                tree.branches[roll.number] = StepTree()
            tree = tree.branches[roll.number]
        tree.end = state, rounds


class KnownState:
    """A state that fights have been in, as if no round had ended before it.

    Attributes:
        steps: the steps that fights have taken from it since they were in it for the second time.
        is_repeated: True once fights have been in it twice.
    """

    def __init__(self, state: SimulationState) -> None:
        self.state = state
        self.steps: StepTree | None = None
        self.is_repeated = False


class Position(NamedTuple):
    """A simulated fight between two actions.

    Attributes:
        rounds: the number of rounds that have ended since the forecast began.
    """

    known: KnownState
    rounds: int

    @property
    def is_over(self) -> bool:
        """True if the fight is decided or has reached the last round."""
        state = self.known.state
        return state.is_over or (state.is_settled and self.rounds >= MOST_ROUNDS)

    def build_state(self) -> SimulationState:
        """Build the state of the fight, with its rounds."""
        state = self.known.state
        return state if state.rounds == self.rounds else replace(state, rounds=self.rounds)


class FightRepeater:
    """Plays simulated fights, and looks up the steps that are known.

    Attributes:
        start: the position in which each fight begins.
    """

    def __init__(self, simulator: FightSimulator, roller: RandomRoller) -> None:
        self._simulator, self._roller = simulator, roller
        self._known: dict[Hashable, KnownState] = {}
        self._steps_kept = 0
        self._steps_left = STEPS_TO_LOOK
        self._is_worthwhile = True
        self.start = Position(KnownState(simulator.start), 0)

    def step(self, position: Position) -> Position:
        """Return the position before the following roll, like `FightSimulator.step`."""
        known, rounds = position
        if not self._is_worthwhile:
            after = self._simulator.step(position.build_state(), self._roller)
            return Position(KnownState(after), after.rounds)
        tree = known.steps
        rolls: list[NumberedRoll] = []
        while tree is not None and tree.next_roll is not None:
            made = self._roller.draw(*tree.next_roll)
            rolls.append(made)
            tree = tree.branches.get(made.number)
        if tree is not None and tree.end is not None and rounds + tree.end[1] < MOST_ROUNDS:
            return Position(tree.end[0], rounds + tree.end[1])
        roller = RepeatingRoller(rolls, self._roller)
        after = self._simulator.step(known.state, roller)
        if rounds + after.rounds >= MOST_ROUNDS:  # the last round may end before the step does
            again = RepeatingRoller([each.roll for each in roller.made], self._roller)
            last = self._simulator.step(position.build_state(), again)
            return Position(KnownState(replace(last, rounds=0)), last.rounds)
        shared = self._share(after)
        if known.is_repeated and roller.is_repeatable:
            known.steps = known.steps or StepTree()
            known.steps.add(roller.made, shared, after.rounds)
            self._steps_kept += 1
            if self._steps_kept >= MOST_STEPS:
                self._forget()
        known.is_repeated = True
        return Position(shared, rounds + after.rounds)

    def _share(self, state: SimulationState) -> KnownState:
        """Return the known state that is equal to this one."""
        self._steps_left -= 1
        if not self._steps_left and len(self._known) > MOST_DIFFERENT:
            self._is_worthwhile = False
            self._forget()
        about = (state.state_key, bool(state.fight.log))
        known = self._known.get(about)
        if known is None:
            if len(self._known) >= MOST_STATES:
                self._forget()
            known = self._known[about] = KnownState(replace(state, rounds=0) if state.rounds else state)
        return known

    def _forget(self) -> None:
        """Forget all states but the current ones."""
        self._known.clear()
        self.start.known.steps = None
        self._steps_kept = 0
