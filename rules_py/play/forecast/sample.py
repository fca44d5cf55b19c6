"""A fight of a forecast played out, with every roll recorded as in a fight that people play."""

from typing import Any, NamedTuple

from rules_py.errors import ParameterError
from rules_py.mechanic import Mechanic, Roll
from rules_py.play.changes import Change
from rules_py.play.fight.commands import execute
from rules_py.play.fight.reducer import Fight
from rules_py.play.forecast.caches import RollParams
from rules_py.play.forecast.plays import Play
from rules_py.play.forecast.recording import PlayRecorder
from rules_py.play.forecast.results import FightResult
from rules_py.play.forecast.rollers import RandomRoller
from rules_py.play.forecast.run import ForecastOptions, build_simulator, choose_seed
from rules_py.play.forecast.simulator import FightSimulator
from rules_py.play.forecast.state import MOST_ROUNDS
from rules_py.scheduling import Work

MOST_SAMPLES = 100
"""The number of a forecast's first fights that can be played out."""


class SampleFight(NamedTuple):
    """A fight of a forecast that was played out.

    Attributes:
        fight: the fight at its end, with its log.
        start: the number of entries that the log had before.
        first_round: the number of the round in which the forecast begins.
        result: the result, as the forecast counts it.
        number: its number among the fights of the forecast, from 1.
        seed: the seed of the forecast.
    """

    fight: Fight
    start: int
    first_round: int
    result: FightResult
    number: int
    seed: int

    @property
    def description(self) -> str:
        """The end of the fight in a sentence."""
        rules, winner = self.fight.rules, self.result.winner
        if winner is None:
            return f"No side has won after {MOST_ROUNDS} {rules.round_names}."
        left = f"Left: {rules.sides[winner]}." if winner else "Nobody is left."
        return f"The fight ends in {rules.round_name} {self.first_round + self.result.rounds - 1}. {left}"


class FightTracker(PlayRecorder):
    """A recorder that repeats what combatants do by commands, with the same faces.

    Attributes:
        fight: the fight after these commands; None while nothing is repeated.
    """

    def __init__(self, fight: Fight | None = None) -> None:
        super().__init__()
        self.fight = fight

    def repeat(self, command: dict[str, Any]) -> None:
        """Give a command.

        Raises:
            RulesError: the command is refused.
        """
        if self.fight is not None:
            self.fight = execute(self.fight, command).fight

    def record_roll(self, play: Play, roll: Roll) -> None:
        super().record_roll(play, roll)
        command = {"act": "rolled", "mechanic": roll.mechanic, "by": play.by, "chosen": dict(play.chosen)}
        if play.at is not None:
            command["at"] = play.at
        if play.also:
            command["also"] = list(play.also)
        self.repeat({**command, "params": dict(roll.params), "faces": list(roll.faces)})

    def record_change(self, play: Play, change: Change) -> None:
        super().record_change(play, change)
        self.repeat({"act": "change", "change": change.id, "who": play.by, "params": play.values})

    def record_end(self, period: str) -> None:
        super().record_end(period)
        self.repeat({"act": "turn"} if period == "turn" else {"act": "end", "of": period})


class TrackedRoller(RandomRoller):
    """A roller whose rolls for initiative are repeated by commands, too."""

    def __init__(self, seed: int, tracker: FightTracker) -> None:
        """Take a seed, and the recorder that gives the commands."""
        super().__init__(seed)
        self._tracker = tracker

    def roll(self, mechanic: Mechanic, params: RollParams, is_shared: bool = False) -> Roll:
        roll = super().roll(mechanic, params, is_shared)
        fight = self._tracker.fight
        if fight is not None and mechanic is fight.rules.order.mechanic:
            command = {"act": "rolled", "mechanic": mechanic.id, "by": fight.awaiting_initiative[0]}
            self._tracker.repeat({**command, "params": dict(roll.params), "faces": list(roll.faces)})
        return roll


def play_sample(fight: Fight, options: ForecastOptions, number: int = 1) -> Work[SampleFight]:
    """Play out one of the fights that a forecast with these options simulates, and yield after each action.

    Args:
        fight: a fight with combatants on at least two sides.
        options: the options of the forecast.
        number: the number of the fight, from 1.

    Raises:
        RulesError: there are fewer sides, an option doesn't suit this fight, or there is no such number.
    """
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MOST_SAMPLES:
        raise ParameterError("number", number, f"a whole number from 1 to {MOST_SAMPLES}")
    tracker = FightTracker()
    simulator = build_simulator(fight, options, tracker)
    seed = choose_seed(options)
    roller = TrackedRoller(seed, tracker)
    for each in range(1, number + 1):
        if each == number:
            tracker.fight = simulator.fight
        result = yield from _play_fight(simulator, roller, tracker)
    assert tracker.fight is not None
    begun = simulator.fight
    first_round = max(1, begun.round) if begun.rules.order.has_turns else 1
    return SampleFight(tracker.fight, len(begun.log), first_round, result, number, seed)


def _play_fight(simulator: FightSimulator, roller: RandomRoller, tracker: FightTracker) -> Work[FightResult]:
    """Play the next fight, in which combatants who flee withdraw."""
    state = simulator.start
    while not state.is_over:
        fled = state.fled_sides
        state = simulator.step(state, roller)
        for side in sorted(state.fled_sides - fled):
            for each in tracker.fight.active if tracker.fight is not None else ():
                if each.side == side:
                    tracker.repeat({"act": "withdraw", "who": each.key})
        yield
    return FightResult.from_state(state)
