"""Forecasts as they are asked for: exact where one meets one in few states, else by playing."""

from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from rules_py.errors import LongOddsError, RulesError
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.exact import Chain
from rules_py.play.forecast.monte_carlo import MOST_FIGHTS, Simulation
from rules_py.play.forecast.report import Ends, Forecast
from rules_py.play.forecast.simulator import Playing
from rules_py.play.forecast.tactics import Ways
from rules_py.scheduling import Work, finish
from rules_py.text.formatting import quoted

WITHIN = 0.02
"""Half the width of an interval that is sure enough, as a share: 2 of 100 fights more or less."""

LEAST_WITHIN, MOST_WITHIN = 0.002, 0.2
LARGEST_SEED = 2**32


@dataclass(frozen=True)
class Question:
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
                    f"{name}: got {quoted(given)}, takes a whole number from {least}" + (f" to {most}" if most else "")
                )
        if (
            isinstance(self.within, bool)
            or not isinstance(self.within, int | float)
            or not LEAST_WITHIN <= self.within <= MOST_WITHIN
        ):
            raise RulesError(f"within: got {quoted(self.within)}, takes a share from {LEAST_WITHIN} to {MOST_WITHIN}")
        if self.exact not in (None, True, False):
            raise RulesError(f"exact: got {quoted(self.exact)}, takes true, false or nothing")
        Ways(self.target, self.flees)


def forecast(fight: Fight, **asked: Any) -> Forecast:
    """What a fight will come to from where it stands.

    Args:
        fight: as it stands, with people on at least two sides.
        **asked: the parts of a `Question` that differ from its defaults.

    Raises:
        RulesError: a part is not accepted, the fight has people on fewer than two sides, or it can't be exact.
    """
    under_way = Asked(fight, Question(**asked))
    while not under_way.is_done:
        under_way.go_on()
    return under_way.report()


class Asked:
    """A forecast that is under way: it can be looked at after every piece of work, and left at any time."""

    def __init__(self, fight: Fight, question: Question) -> None:
        """Take a fight with people of at least two sides, or refuse it."""
        self._playing = Playing(fight, Ways(question.target, question.flees))
        self._within, self._insists = question.within, question.exact is True
        seed = SystemRandom().randrange(LARGEST_SEED) if question.seed is None else question.seed
        self._simulation = Simulation(self._playing, seed, question.within, question.at_most)
        self._exact: Forecast | None = None
        self._chain: Work[Ends] | None = None
        self._tries_exact = question.exact or (
            question.exact is None and (len(fight.up) <= 2 or self._playing.start.is_over)
        )

    def go_on(self, wanted: int = MOST_FIGHTS) -> None:
        """A piece of the work: all of it where it is exact, else so many fights in all, or until it is worth a look.

        Raises:
            RulesError: it has to be exact and can't be.
            TurnOver: the turn is over; asked again it goes on.
        """
        if not self._tries_exact:
            finish(self._simulation.batch(wanted))
            return
        self._chain = self._chain or Chain(self._playing).ends()
        try:
            ends = finish(self._chain)
        except LongOddsError:
            if self._insists:
                raise
        else:
            self._exact = Forecast.of(self._playing.fight, self._playing.ways, ends, self._within)
        self._tries_exact = False

    @property
    def fights(self) -> int:
        """How many are played so far."""
        return self._simulation.fights

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to do."""
        return self._exact is not None or self._simulation.is_done

    def report(self) -> Forecast:
        """What it comes to so far; for a forecast in which something was worked out."""
        return self._exact or self._simulation.report()
