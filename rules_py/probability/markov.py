"""Repeated steps, merged by state: a Markov chain with exact weights.

Each state's transition is computed once, however often it is used. `follow` computes it: state → distribution of the
states after it. All work here may take several time slices (`rules_py.scheduling`).
"""

import math
from collections.abc import Callable, Hashable

from rules_py.dice.base import TooLong
from rules_py.errors import LongOddsError
from rules_py.probability.distribution import Distribution, WeightAccumulator
from rules_py.scheduling import Work

MOST_STATES = 2_000
"""The limit on the states of odds that can be rejected as too long."""

type Summarizer[State, Summary] = Callable[[int | None, State], Summary]
"""A function from the number of steps (None: not done) and the last state to the result."""


def fold[State: Hashable](
    follow: Callable[[State], Work[Distribution[State]]], start: State, times: int
) -> Work[Distribution[State]]:
    """Compute the distribution of the states after `times` steps."""
    steps, states, denominator = _TransitionTable(follow), {start: 1}, 1
    for _ in range(times):
        states, denominator = yield from steps.advance(states, denominator)
    return Distribution(tuple(states.items()), denominator)


def count[State: Hashable, Summary: Hashable](
    follow: Callable[[State], Work[Distribution[State]]],
    start: State,
    done: Callable[[State], bool],
    at_most: int,
    summarize: Summarizer[State, Summary],
    too_long: TooLong = "",
) -> Work[Distribution[Summary]]:
    """Compute the distribution of `summarize` over the number of steps until a state is `done`.

    Raises:
        LongOddsError: the chain goes through too many states, and `too_long` is an error or its message.
    """
    steps, states, denominator = _TransitionTable(follow, too_long), {start: 1}, 1
    ended = WeightAccumulator[Summary]()
    for number in range(1, at_most + 1):
        states, denominator = yield from steps.advance(states, denominator)
        for state in [state for state in states if done(state)]:
            ended.add(summarize(number, state), states.pop(state), denominator)
        if not states:
            break
    for state, weight in states.items():
        ended.add(summarize(None, state), weight, denominator)
    return ended.distribution()


class _TransitionTable[State: Hashable]:
    """The transition from each state, computed once."""

    def __init__(self, follow: Callable[[State], Work[Distribution[State]]], too_long: TooLong = "") -> None:
        self._follow, self._too_long = follow, too_long
        self._transitions: dict[State, Distribution[State]] = {}

    def advance(self, states: dict[State, int], denominator: int) -> Work[tuple[dict[State, int], int]]:
        """Compute the states after one more step, with the denominator of their weights."""
        for state in states:
            if state not in self._transitions:
                self._transitions[state] = yield from self._follow(state)
                if self._too_long and len(self._transitions) > MOST_STATES:
                    raise LongOddsError.wrap(self._too_long)
        common = math.lcm(*(self._transitions[state].denominator for state in states))
        after: dict[State, int] = {}
        for state, weight in states.items():
            weights, own = self._transitions[state]
            scale = weight * (common // own)
            for value, share in weights:
                after[value] = after.get(value, 0) + scale * share
        return after, denominator * common
