"""Monte Carlo forecasts: fights simulated with random dice until the estimate is precise enough."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from rules_py.dice import Dice, RandomDice
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.fight.initiative import Order, Score
from rules_py.play.forecast.report import FightResult, Forecast, ResultTally
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.scheduling import Work

MOST_FIGHTS = 100_000
BATCH = 500
"""The number of fights between two checks of the precision.

A check after every fight would stop too early, at the first lucky one. The checks are rare and look only at the widths
of the intervals, never at which side leads, so that the intervals stay valid. `tests/rules_py/play/test_forecasts.py`
computes how often they hold.
"""


class SilentDice(RandomDice):
    """Random dice that keep no words, because nobody reads those of a simulated fight."""

    def add_up(self, rolled: Iterable[int], *added: tuple[str, int]) -> int:
        return Dice.add_up(self, rolled, *added)

    def say(self, text: str) -> None:
        """Keep no step."""

    def verdict(self, text: str) -> None:
        """Keep no verdict."""

    def add_consequence(self, text: str) -> None:
        """Keep no consequence."""


class RandomRoller:
    """A roller with random dice from one seeded generator."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def roll(self, mechanic: Mechanic, values: dict[str, Any]) -> Roll:
        return mechanic.run(SilentDice(self._random), values)

    def roll_scores(self, order: Order, values: Sequence[dict[str, Any]]) -> Sequence[Score | None]:
        return (
            [order.compute_score(self.roll(order.mechanic, each).outcome) for each in values] if order.mechanic else ()
        )


class Simulation:
    """Simulated fights from the same start, with a tally of their results. More can be simulated at any time."""

    def __init__(self, simulator: FightSimulator, seed: int, within: float, at_most: int) -> None:
        self._simulator, self._roller = simulator, RandomRoller(seed)
        self.seed, self.within, self.at_most = seed, within, at_most
        self.results = ResultTally()
        self.fights = 0
        self._moment = simulator.start

    def run_batch(self, limit: int = MOST_FIGHTS) -> Work[None]:
        """Simulate fights until the next check of the precision or until `limit` in all; yield after each action.

        The next batch continues the fight in which this one is left.
        """
        until = min(self.at_most, limit, self.fights - self.fights % BATCH + BATCH)
        while self.fights < until:
            while not self._moment.is_over:
                self._moment = self._simulator.step(self._moment, self._roller)
                yield
            self.results.add(FightResult.from_state(self._moment))
            self.fights += 1
            self._moment = self._simulator.start

    @property
    def is_done(self) -> bool:
        """True if the forecast is precise enough, or the requested number of fights has been simulated."""
        is_time_to_look = self.fights > 0 and self.fights % BATCH == 0
        return self.fights >= self.at_most or (is_time_to_look and self.build_forecast().is_sure)

    def build_forecast(self) -> Forecast:
        """Build the forecast from the fights so far."""
        return Forecast.summarize(
            self._simulator.fight,
            self._simulator.tactics,
            self.results,
            self.within,
            fights=self.fights,
            seed=self.seed,
        )
