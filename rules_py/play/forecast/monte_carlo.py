"""Fights played to their ends with dice that fall, until the answer is sure enough."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules_py.mechanic import Mechanic, Roll
from rules_py.play.fight.initiative import Order, Score
from rules_py.play.forecast.report import FightResult, Forecast, ResultTally
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.scheduling import Work

MOST_FIGHTS = 100_000
BATCH = 500
"""After how many fights it is asked whether they are enough.

Whoever looks after every fight stops at the first lucky one. Rare looks at the widths alone, never at who is ahead,
keep the intervals true: `tests/rules_py/play/test_forecasts.py` works out how often they hold.
"""


class RandomRoller:
    """A hand whose dice fall, one roll after another from one source."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def roll(self, mechanic: Mechanic, values: dict[str, Any]) -> Roll:
        return mechanic.roll(values, self._random)

    def roll_scores(self, order: Order, values: Sequence[dict[str, Any]]) -> Sequence[Score | None]:
        return (
            [order.compute_score(self.roll(order.mechanic, each).outcome) for each in values] if order.mechanic else ()
        )


class Simulation:
    """Fights played from the same moment, with what they came to so far; more can be played at any time."""

    def __init__(self, simulator: FightSimulator, seed: int, within: float, at_most: int) -> None:
        self._simulator, self._roller = simulator, RandomRoller(seed)
        self.seed, self.within, self.at_most = seed, within, at_most
        self.results = ResultTally()
        self.fights = 0

    def run_batch(self, limit: int = MOST_FIGHTS) -> Work[None]:
        """Play until it is worth a look, or so many fights are played in all, giving up the turn between them."""
        until = min(self.at_most, limit, self.fights - self.fights % BATCH + BATCH)
        while self.fights < until:
            moment = self._simulator.start
            while not moment.is_over:
                moment = self._simulator.step(moment, self._roller)
            self.results.add(FightResult.from_state(moment))
            self.fights += 1
            yield

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to play for: it is sure enough, or as many fights as one wants."""
        is_time_to_look = self.fights > 0 and self.fights % BATCH == 0
        return self.fights >= self.at_most or (is_time_to_look and self.build_forecast().is_sure)

    def build_forecast(self) -> Forecast:
        """What the fights so far come to."""
        return Forecast.summarize(
            self._simulator.fight,
            self._simulator.tactics,
            self.results,
            self.within,
            fights=self.fights,
            seed=self.seed,
        )
