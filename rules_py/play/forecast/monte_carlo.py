"""Monte Carlo forecasts: fights simulated with random dice until the estimate is precise enough."""

from rules_py.play.forecast.repeats import FightRepeater
from rules_py.play.forecast.report import Forecast
from rules_py.play.forecast.results import FightResult, ResultTally
from rules_py.play.forecast.rollers import RandomRoller
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.scheduling import Work

MOST_FIGHTS = 100_000
BATCH = 500
"""The number of fights between two checks of the precision.

A check after every fight would stop too early, at the first lucky one. The checks are rare and look only at the widths
of the intervals, never at which side leads, so that the intervals stay valid. `tests/rules_py/play/test_forecasts.py`
computes how often they hold.
"""


class Simulation:
    """Simulated fights from the same start, with a tally of their results. More can be simulated at any time."""

    def __init__(self, simulator: FightSimulator, seed: int, within: float, at_most: int) -> None:
        self._simulator = simulator
        self._fights = FightRepeater(simulator, RandomRoller(seed, simulator.read_roll))
        self.seed, self.within, self.at_most = seed, within, at_most
        self.results = ResultTally()
        self.fights = 0
        self._position = self._fights.start

    def run_batch(self, limit: int = MOST_FIGHTS) -> Work[None]:
        """Simulate fights until the next check of the precision or until `limit` in all; yield after each action.

        The next batch continues the fight in which this one is left.
        """
        until = min(self.at_most, limit, self.fights - self.fights % BATCH + BATCH)
        while self.fights < until:
            while not self._position.is_over:
                self._position = self._fights.step(self._position)
                yield
            self.results.add(FightResult.from_state(self._position.build_state()))
            self.fights += 1
            self._position = self._fights.start

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
