"""Forecasts as they are asked for: exact where one meets one in few states, else by playing."""

from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from rules_py.errors import LongOddsError, RulesError
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.exact import MarkovChain
from rules_py.play.forecast.monte_carlo import MOST_FIGHTS, Simulation
from rules_py.play.forecast.report import Forecast, ResultTally
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.tactics import Tactics
from rules_py.scheduling import Work, run_to_completion
from rules_py.text.formatting import quote_value

WITHIN = 0.02
"""Half the width of an interval that is sure enough, as a share: 2 of 100 fights more or less."""

LEAST_WITHIN, MOST_WITHIN = 0.002, 0.2
LARGEST_SEED = 2**32


@dataclass(frozen=True)
class ForecastOptions:
    """What is asked of a fight.

    Attributes:
        target: whom people attack, one of `TARGETS`.
        flees: when they flee, one of `FLEES`.
        seed: a whole number from 0, for the same fights again; without one they are others each time.
        at_most: fights that are played, 1 to 100,000.
        within: as a share from 0.002 to 0.2; no more is played once every side's chance is that certain, with 95 %
            confidence.
        exact: false to play in any case, true to refuse where the chances can't be worked out exactly; else they are
            wherever one meets one in few states.

    Raises:
        RulesError: a value is not accepted.
    """

    target: str = "weakest"
    flees: str = "never"
    seed: int | None = None
    at_most: int = 5000
    within: float = WITHIN
    exact: bool | None = None

    def __post_init__(self) -> None:
        for name, given, least, most in (("seed", self.seed, 0, None), ("at_most", self.at_most, 1, MOST_FIGHTS)):
            if given is None and name == "seed":
                continue
            if isinstance(given, bool) or not isinstance(given, int) or given < least or (most and given > most):
                raise RulesError(
                    f"{name}: got {quote_value(given)}, takes a whole number from {least}"
                    + (f" to {most}" if most else "")
                )
        if (
            isinstance(self.within, bool)
            or not isinstance(self.within, int | float)
            or not LEAST_WITHIN <= self.within <= MOST_WITHIN
        ):
            raise RulesError(
                f"within: got {quote_value(self.within)}, takes a share from {LEAST_WITHIN} to {MOST_WITHIN}"
            )
        if self.exact not in (None, True, False):
            raise RulesError(f"exact: got {quote_value(self.exact)}, takes true, false or nothing")
        Tactics(self.target, self.flees)


def forecast(fight: Fight, **options: Any) -> Forecast:
    """What a fight will come to from where it stands.

    Args:
        fight: as it stands, with people on at least two sides.
        **options: the parts of a `ForecastOptions` that differ from its defaults.

    Raises:
        RulesError: a part is not accepted, the fight has people on fewer than two sides, or it can't be exact.
    """
    run = ForecastRun(fight, ForecastOptions(**options))
    while not run.is_done:
        run.advance()
    return run.build_forecast()


class ForecastRun:
    """A forecast that is under way: it can be looked at after every piece of work, and left at any time."""

    def __init__(self, fight: Fight, options: ForecastOptions) -> None:
        """Take a fight with people of at least two sides, or refuse it."""
        self._simulator = FightSimulator(fight, Tactics(options.target, options.flees))
        self._within, self._is_exact_required = options.within, options.exact is True
        seed = SystemRandom().randrange(LARGEST_SEED) if options.seed is None else options.seed
        self._simulation = Simulation(self._simulator, seed, options.within, options.at_most)
        self._exact_forecast: Forecast | None = None
        self._chain_work: Work[ResultTally] | None = None
        self._is_exact_pending = options.exact or (
            options.exact is None and (len(fight.active) <= 2 or self._simulator.start.is_over)
        )

    def advance(self, limit: int = MOST_FIGHTS) -> None:
        """A piece of the work: all of it where it is exact, else so many fights in all, or until it is worth a look.

        Raises:
            RulesError: it has to be exact and can't be.
            TimeSliceExpired: the turn is over; asked again it goes on.
        """
        if not self._is_exact_pending:
            run_to_completion(self._simulation.run_batch(limit))
            return
        self._chain_work = self._chain_work or MarkovChain(self._simulator).compute_results()
        try:
            ends = run_to_completion(self._chain_work)
        except LongOddsError:
            if self._is_exact_required:
                raise
        else:
            self._exact_forecast = Forecast.summarize(
                self._simulator.fight, self._simulator.tactics, ends, self._within
            )
        self._is_exact_pending = False

    @property
    def fights(self) -> int:
        """How many are played so far."""
        return self._simulation.fights

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to do."""
        return self._exact_forecast is not None or self._simulation.is_done

    def build_forecast(self) -> Forecast:
        """What it comes to so far; for a forecast in which something was worked out."""
        return self._exact_forecast or self._simulation.build_forecast()
