"""Exact forecasts: a Markov chain over a fight's states, built by enumerating every face of the dice."""

import math
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rules_py.dice import Dice, NextRoll
from rules_py.errors import LongOddsError
from rules_py.mechanic import Mechanic, Outcome, Roll
from rules_py.play.fight.initiative import Order, Score
from rules_py.play.forecast.caches import RollParams
from rules_py.play.forecast.results import FightResult, ResultTally
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.state import MOST_ROUNDS, SimulationState
from rules_py.probability.distribution import WeightAccumulator
from rules_py.probability.enumeration import ExhaustiveDice
from rules_py.scheduling import Work

MOST_STATES = 500
MOST_RUNS = 5_000
"""Limits on the number of states, and on the number of runs that lead from one state to the next."""

NEGLIGIBLE_WEIGHT = Fraction(1, 10**9)
"""The weight of unfinished fights below which they count as undecided."""

TOO_LONG = "forecast: got a fight with too many states, takes a smaller one for exact chances"


class TracedDice(ExhaustiveDice):
    """Dice that enumerate every face and record the follow-up rolls of each run."""

    def __init__(self) -> None:
        super().__init__()
        self.next_rolls: list[NextRoll] = []

    def offer_roll(self, text: str, mechanic: str, *, at_once: bool = False, **preset_params: Any) -> None:
        self.next_rolls.append(NextRoll(text, mechanic, preset_params, at_once))


class EnumeratingRoller:
    """A roller that enumerates every face, one run at a time."""

    def __init__(self, dice: TracedDice, simulator: FightSimulator) -> None:
        self._dice, self._simulator = dice, simulator

    def roll(self, mechanic: Mechanic, params: RollParams, is_shared: bool = False) -> Roll:
        if self._simulator.needs_faces(mechanic):
            raise LongOddsError(TOO_LONG)
        self._dice.next_rolls = []
        outcome = mechanic(self._dice, **params.values)
        return Roll(mechanic.id, params.values, (), outcome, (), next_rolls=tuple(self._dice.next_rolls))

    def roll_scores(self, order: Order, params: Sequence[RollParams]) -> Sequence[Score | None]:
        """Return ranks in place of scores, so that as few distinct results as possible remain.

        The distribution of ranks is computed once for the same rolls.
        """
        if order.mechanic is None:
            return ()
        ranked: Sequence[Score | None] = self._dice.field(
            _roll_ranks,
            "ranked",
            order=order,
            values=tuple(
                tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in each.values.items())
                for each in params
            ),
        )
        return ranked


def _roll_ranks(dice: Dice, order: Order, values: tuple[tuple[tuple[str, Any], ...], ...]) -> Outcome:
    """Roll for initiative and return the ranks."""
    scores = [order.compute_score(order.mechanic(dice, **dict(each))) for each in values] if order.mechanic else []
    return {"ranked": tuple(order.rank_scores(scores))}


class Transition(NamedTuple):
    """A transition from a state to the next state or a result, with the rounds that ended during it and its weight."""

    state: Hashable
    result: FightResult | None
    rounds: int
    weight: int


class MarkovChain:
    """The Markov chain of a simulated fight."""

    def __init__(self, simulator: FightSimulator) -> None:
        self._simulator = simulator
        self._states: dict[Hashable, SimulationState] = {}
        self._transitions: dict[Hashable, tuple[list[Transition], int]] = {}
        self._runs = 0

    def compute_results(self) -> Work[ResultTally]:
        """Compute how the fight ends, with exact weights that sum to 1.

        Raises:
            LongOddsError: there are too many states or runs.
        """
        ends, start = ResultTally(), self._simulator.start
        if start.is_over:
            ends.add(FightResult.from_state(start), Fraction(1))
            return ends
        now: dict[tuple[Hashable, int], int] = {(self._add_state(start), 0): 1}
        denominator = 1
        while now:
            for state in dict.fromkeys(state for state, _ in now):
                if state not in self._transitions:
                    self._transitions[state] = yield from self._compute_transitions(state)
            common = math.lcm(*(self._transitions[state][1] for state, _ in now))
            denominator *= common
            after: dict[tuple[Hashable, int], int] = {}
            for (state, rounds), weight in now.items():
                steps, own = self._transitions[state]
                for step in steps:
                    share = weight * step.weight * (common // own)
                    number = rounds + step.rounds
                    if step.result is not None:
                        ends.add(step.result._replace(rounds=number + 1), Fraction(share, denominator))
                    elif number >= MOST_ROUNDS:
                        ends.add(self._build_undecided_result(step.state), Fraction(share, denominator))
                    else:
                        after[step.state, number] = after.get((step.state, number), 0) + share
            now = after
            if now and Fraction(sum(now.values()), denominator) < NEGLIGIBLE_WEIGHT:
                for (state, _), weight in now.items():
                    ends.add(self._build_undecided_result(state), Fraction(weight, denominator))
                return ends
            shared = math.gcd(denominator, *now.values())
            now, denominator = {state: weight // shared for state, weight in now.items()}, denominator // shared
            yield
        return ends

    def _build_undecided_result(self, state: Hashable) -> FightResult:
        moment = self._states[state]
        return FightResult(None, MOST_ROUNDS, moment.defeated_keys, moment.fled_sides)

    def _add_state(self, simulation_state: SimulationState) -> Hashable:
        """Add a simulation state under its key, unless an equivalent one is stored; return the key."""
        state = simulation_state.state_key
        self._states.setdefault(state, simulation_state)
        return state

    def _compute_transitions(self, state: Hashable) -> Work[tuple[list[Transition], int]]:
        """Compute the transitions from a state by the next simulation step, and their common denominator."""
        if len(self._transitions) >= MOST_STATES:
            raise LongOddsError(TOO_LONG)
        moment = self._states[state]
        dice = TracedDice()
        hand = EnumeratingRoller(dice, self._simulator)
        gathered: WeightAccumulator[tuple[Hashable, FightResult | None, int]] = WeightAccumulator()
        for run in dice.enumerate_runs(lambda dice: self._simulator.step(moment, hand)):
            yield
            self._runs += 1
            if self._runs > MOST_RUNS:
                raise LongOddsError(TOO_LONG)
            if run is None:
                continue
            after, weight, denominator = run
            rounds = after.rounds - moment.rounds
            end = FightResult.from_state(after) if after.is_settled and after.is_decided else None
            gathered.add(
                (None, end._replace(rounds=0), rounds) if end else (self._add_state(after), None, rounds),
                weight,
                denominator,
            )
        weights, denominator = gathered.distribution()
        return [Transition(*come, weight) for come, weight in weights], denominator
