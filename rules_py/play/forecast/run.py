"""Forecasts on request: exact for fights with few states, otherwise simulated."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from random import SystemRandom
from typing import Any

from rules_py.errors import ForbiddenError, LongOddsError, ParameterError, UnknownParameterError
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.assumptions import read_choices, set_conditions
from rules_py.play.forecast.exact import MarkovChain
from rules_py.play.forecast.monte_carlo import MOST_FIGHTS, Simulation
from rules_py.play.forecast.recording import PlayRecorder
from rules_py.play.forecast.report import Forecast
from rules_py.play.forecast.results import ResultTally
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.tactics import Tactics
from rules_py.scheduling import Work, run_to_completion

WITHIN = 0.02
"""The default precision, as half of an interval's width: 2 of 100 fights more or less."""

LEAST_WITHIN, MOST_WITHIN = 0.002, 0.2
LARGEST_SEED = 2**32


@dataclass(frozen=True)
class ForecastOptions:
    """Options of a forecast.

    Attributes:
        target: the enemies that combatants attack, one of `TARGETS`.
        flees: when sides flee, one of `FLEES`.
        answers: the enemy who hits back after an action that failed, one of `ANSWERS`, in games with such answers.
        focus: the key of a combatant that enemies attack before all others, or "".
        seed: a whole number from 0 that makes the simulation reproducible; random if None.
        at_most: the maximum number of simulated fights, 1 to 100,000.
        within: a share from 0.002 to 0.2; the simulation stops once every side's chance has this precision, with 95 %
            confidence.
        without: the key of a combatant who isn't there, or "".
        choices: new values of assumptions, by the key of a combatant or by a side, such as `{"n1": {"weapons": 1}}` or
            `{"squad": {"tags": 2}}`. `rules_py.play.forecast.assumptions` finds those that can be changed.
        exact: False to always simulate; True to raise an error if the chances can't be computed exactly; None to
            compute them exactly if there are few states.

    Raises:
        RulesError: a value isn't accepted.
    """

    target: str = "weakest"
    flees: str = "never"
    answers: str = "target"
    focus: str = ""
    seed: int | None = None
    at_most: int = 5000
    within: float = WITHIN
    without: str = ""
    choices: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    exact: bool | None = None

    def __post_init__(self) -> None:
        for name, given, least, most in (("seed", self.seed, 0, None), ("at_most", self.at_most, 1, MOST_FIGHTS)):
            if given is None and name == "seed":
                continue
            if isinstance(given, bool) or not isinstance(given, int) or given < least or (most and given > most):
                raise ParameterError(name, given, f"a whole number from {least}" + (f" to {most}" if most else ""))
        if (
            isinstance(self.within, bool)
            or not isinstance(self.within, int | float)
            or not LEAST_WITHIN <= self.within <= MOST_WITHIN
        ):
            raise ParameterError("within", self.within, f"a share from {LEAST_WITHIN} to {MOST_WITHIN}")
        if self.exact not in (None, True, False):
            raise ParameterError("exact", self.exact, "true, false or nothing")
        if not isinstance(self.choices, Mapping) or not all(
            isinstance(each, Mapping) for each in self.choices.values()
        ):
            raise ParameterError("choices", self.choices, "choices by combatant")
        Tactics(self.target, self.flees, answers=self.answers)

    @classmethod
    def from_fields(cls, values: Mapping[str, Any]) -> "ForecastOptions":
        """Create options from values by name.

        Raises:
            RulesError: a name is no option, or a value isn't accepted.
        """
        for name in values:
            if name not in OPTION_NAMES:
                raise UnknownParameterError(name, "forecast", OPTION_NAMES)
        return cls(**values)


OPTION_NAMES = tuple(each.name for each in fields(ForecastOptions))


def forecast(fight: Fight, **options: Any) -> Forecast:
    """Forecast the rest of a fight.

    Args:
        fight: a fight with combatants on at least two sides.
        **options: the fields of `ForecastOptions` that differ from the defaults.

    Raises:
        RulesError: an option isn't accepted, fewer than two sides have combatants, or an exact result isn't possible.
    """
    run = ForecastRun(fight, ForecastOptions.from_fields(options))
    while not run.is_done:
        run.advance()
    return run.build_forecast()


def build_simulator(fight: Fight, options: ForecastOptions, recorder: PlayRecorder | None = None) -> FightSimulator:
    """Build the simulator of a forecast's fights.

    Args:
        fight: a fight with combatants on at least two sides.
        options: the options of the forecast.
        recorder: records what combatants do.

    Raises:
        RulesError: there are fewer sides, or an option doesn't suit this fight.
    """
    choices = read_choices(fight, options.choices)
    if options.answers != "target" and not any(each.is_answer for each in fight.rules.declared_actions):
        raise ForbiddenError("forecast", "no enemy hits back in this game, so leave that as it is")
    if options.without:
        gone = fight.combatant(options.without)
        fight = replace(fight, combatants={key: each for key, each in fight.combatants.items() if each is not gone})
    if options.focus:
        fight.combatant(options.focus)
    tactics = Tactics(options.target, options.flees, choices, options.answers, options.focus)
    return FightSimulator(set_conditions(fight, choices), tactics, recorder)


def choose_seed(options: ForecastOptions) -> int:
    """Return the seed of a forecast's options, or a random one."""
    return SystemRandom().randrange(LARGEST_SEED) if options.seed is None else options.seed


class ForecastRun:
    """A resumable forecast: the caller can read it after every piece of work, and abandon it at any time."""

    def __init__(self, fight: Fight, options: ForecastOptions) -> None:
        """Take a fight with combatants on at least two sides.

        Raises:
            RulesError: there are fewer sides, or an option doesn't suit this fight.
        """
        self._without = options.without
        self._everyone = {key: each.name for key, each in fight.participants.items()}
        self._simulator = build_simulator(fight, options)
        self._within, self._is_exact_required = options.within, options.exact is True
        self._simulation = Simulation(self._simulator, choose_seed(options), options.within, options.at_most)
        self._exact_forecast: Forecast | None = None
        self._chain_work: Work[ResultTally] | None = None
        self._is_exact_pending = options.exact or (
            options.exact is None and (len(self._simulator.fight.active) <= 2 or self._simulator.start.is_over)
        )

    def advance(self, limit: int = MOST_FIGHTS) -> None:
        """Do a piece of the work: all of an exact forecast, or fights until the next check or until `limit` in all.

        Raises:
            RulesError: an exact result is required but not possible.
            TimeSliceExpired: the time slice is over; the next call resumes the work.
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
            self._is_exact_pending = False
            return
        self._exact_forecast = Forecast.summarize(self._simulator.fight, self._simulator.tactics, ends, self._within)
        self._is_exact_pending = False

    @property
    def fights(self) -> int:
        """The number of fights simulated so far."""
        return self._simulation.fights

    @property
    def is_done(self) -> bool:
        """True if no work is left."""
        return self._exact_forecast is not None or self._simulation.is_done

    def build_chances(self) -> Forecast:
        """Build the forecast from the work so far, without the assumptions; requires at least one completed piece."""
        return self._exact_forecast or self._simulation.build_forecast()

    def build_forecast(self) -> Forecast:
        """Build the forecast from the work so far; requires at least one completed piece."""
        return self.build_chances().with_assumptions(self._simulator, self._without, self._everyone)
