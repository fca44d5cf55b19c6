"""The results of simulated fights, and their tally."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from rules_py.play.forecast.state import MOST_ROUNDS, SimulationState


class FightResult(NamedTuple):
    """The result of a fight.

    Attributes:
        winner: the side that is left; "" if no side is, None if the fight is undecided.
        rounds: the round in which it ended, from 1, which is the current round when the forecast began.
        defeated_keys: the combatants who were out of it at any time.
        fled_sides: the sides that fled.
    """

    winner: str | None
    rounds: int
    defeated_keys: frozenset[str]
    fled_sides: frozenset[str]

    @classmethod
    def from_state(cls, state: SimulationState) -> "FightResult":
        """Create the result of a fight that is over."""
        sides = state.active_sides
        winner = None if len(sides) > 1 else next(iter(sides), "")
        return cls(winner, min(MOST_ROUNDS, state.rounds + 1), state.defeated_keys, state.fled_sides)


@dataclass
class ResultTally:
    """Results of fights, each with its count or its weight."""

    weights: dict[FightResult, Fraction | int] = field(default_factory=dict)

    def add(self, result: FightResult, weight: Fraction | int = 1) -> None:
        """Add a result."""
        self.weights[result] = self.weights.get(result, 0) + weight

    def sum_weights(self, side: str | None) -> Fraction | int:
        """Return the total weight of the results that a side won."""
        return sum(weight for end, weight in self.weights.items() if end.winner == side)
