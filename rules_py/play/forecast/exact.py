"""Fights followed over every face of their dice, merged where they stand alike: a Markov chain with exact weights."""

import math
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rules_py.dice import Dice, NextRoll
from rules_py.errors import LongOddsError
from rules_py.mechanic import Mechanic, Outcome, Roll
from rules_py.play.fight.initiative import Order, Score
from rules_py.play.forecast.report import End, Ends
from rules_py.play.forecast.simulator import MOST_ROUNDS, Moment, Playing
from rules_py.probability.distribution import Gathered
from rules_py.probability.enumeration import EveryFace
from rules_py.scheduling import Work

MOST_STATES = 500
MOST_RUNS = 5_000
"""How many states of a fight are followed, and how many ways to get from one to the next."""

OPEN = Fraction(1, 10**9)
"""What may be left open: once fewer fights than that go on, they count as undecided."""

TOO_LONG = "forecast: got a fight that comes to too many states, takes a smaller one for exact chances"


class Followed(EveryFace):
    """Every face, with what each run of a rule says that follows from it."""

    def __init__(self) -> None:
        super().__init__()
        self.next_rolls: list[NextRoll] = []

    def then_roll(self, text: str, mechanic: str, *, at_once: bool = False, **known: Any) -> None:
        self.next_rolls.append(NextRoll(text, mechanic, known, at_once))


class Following:
    """A hand that rolls every face, one way after another."""

    def __init__(self, dice: Followed, playing: Playing) -> None:
        self._dice, self._playing = dice, playing

    def roll(self, mechanic: Mechanic, given: dict[str, Any]) -> Roll:
        if self._playing.looks_at_faces(mechanic):
            raise LongOddsError(TOO_LONG)
        self._dice.next_rolls = []
        params = mechanic.check(given)
        outcome = mechanic.rule(self._dice, **params)
        return Roll(mechanic.id, params, (), outcome, (), next_rolls=tuple(self._dice.next_rolls))

    def scores(self, order: Order, given: Sequence[dict[str, Any]]) -> Sequence[Score | None]:
        """In as few ways as the order can come to, which is worked out once for the same rolls."""
        if order.mechanic is None:
            return ()
        checked = (order.mechanic.check(each) for each in given)
        ranked: Sequence[Score | None] = self._dice.field(
            _ranked,
            "ranked",
            order=order,
            given=tuple(
                tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in each.items())
                for each in checked
            ),
        )
        return ranked


def _ranked(dice: Dice, order: Order, given: tuple[tuple[tuple[str, Any], ...], ...]) -> Outcome:
    """Rolls for an order, and what they come to."""
    scores = [order.score(order.mechanic.rule(dice, **dict(each))) for each in given] if order.mechanic else []
    return {"ranked": tuple(order.ranked(scores))}


class Step(NamedTuple):
    """What may come of a state: the state after it or how the fight ended, rounds that ended on the way, a weight."""

    state: Hashable
    end: End | None
    rounds: int
    weight: int


class Chain:
    """The states of a fight that is played on."""

    def __init__(self, playing: Playing) -> None:
        self._playing = playing
        self._moments: dict[Hashable, Moment] = {}
        self._steps: dict[Hashable, tuple[list[Step], int]] = {}
        self._runs = 0

    def ends(self) -> Work[Ends]:
        """How the fight ends, with exact weights that sum to 1.

        Raises:
            LongOddsError: it comes to too many states.
        """
        ends, start = Ends(), self._playing.start
        if start.is_over:
            ends.add(End.of(start), Fraction(1))
            return ends
        now: dict[tuple[Hashable, int], int] = {(self._known(start), 0): 1}
        denominator = 1
        while now:
            for state in dict.fromkeys(state for state, _ in now):
                if state not in self._steps:
                    self._steps[state] = yield from self._followed(state)
            common = math.lcm(*(self._steps[state][1] for state, _ in now))
            denominator *= common
            after: dict[tuple[Hashable, int], int] = {}
            for (state, rounds), weight in now.items():
                steps, own = self._steps[state]
                for step in steps:
                    share = weight * step.weight * (common // own)
                    number = rounds + step.rounds
                    if step.end is not None:
                        ends.add(step.end._replace(rounds=number + 1), Fraction(share, denominator))
                    elif number >= MOST_ROUNDS:
                        ends.add(self._undecided(step.state), Fraction(share, denominator))
                    else:
                        after[step.state, number] = after.get((step.state, number), 0) + share
            now = after
            if now and Fraction(sum(now.values()), denominator) < OPEN:
                for (state, _), weight in now.items():
                    ends.add(self._undecided(state), Fraction(weight, denominator))
                return ends
            shared = math.gcd(denominator, *now.values())
            now, denominator = {state: weight // shared for state, weight in now.items()}, denominator // shared
            yield
        return ends

    def _undecided(self, state: Hashable) -> End:
        moment = self._moments[state]
        return End(None, MOST_ROUNDS, moment.down, moment.fled)

    def _known(self, moment: Moment) -> Hashable:
        """A moment's state, with the first moment that was in it."""
        state = moment.state
        self._moments.setdefault(state, moment)
        return state

    def _followed(self, state: Hashable) -> Work[tuple[list[Step], int]]:
        """What may come of a state by the next step."""
        if len(self._steps) >= MOST_STATES:
            raise LongOddsError(TOO_LONG)
        moment = self._moments[state]
        dice = Followed()
        hand = Following(dice, self._playing)
        gathered = Gathered[tuple[Hashable, End | None, int]]()
        for run in dice.runs(lambda dice: self._playing.step(moment, hand)):
            yield
            self._runs += 1
            if self._runs > MOST_RUNS:
                raise LongOddsError(TOO_LONG)
            if run is None:
                continue
            after, weight, denominator = run
            rounds = after.rounds - moment.rounds
            end = End.of(after) if after.is_settled and after.is_decided else None
            gathered.add(
                (None, end._replace(rounds=0), rounds) if end else (self._known(after), None, rounds),
                weight,
                denominator,
            )
        weights, denominator = gathered.distribution()
        return [Step(*come, weight) for come, weight in weights], denominator
