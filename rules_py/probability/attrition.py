"""Points that run down hit by hit: a chain whose state is a stage and the points left in it.

Steps from each state apart would be too many. A hit takes the same points whatever is left, so each stage is followed
at once, by the differences of what was left and what is taken.
"""

import math
from collections.abc import Callable, Hashable

from rules_py.errors import LongOddsError
from rules_py.probability.convolution import Differences, Weights
from rules_py.probability.distribution import Distribution, Gathered
from rules_py.probability.markov import End
from rules_py.scheduling import Work

MOST_WORK = 200_000
"""How much work (`Differences.work`) such odds may take."""

type Hits[Stage] = Callable[[Stage], Work[Distribution[tuple[Stage, int] | None]]]


def run_down[Stage: Hashable, Told: Hashable](
    hits: Hits[Stage],
    settle: Callable[[Stage, int], tuple[Stage, int]],
    start: tuple[Stage, int],
    done: Callable[[Stage], bool],
    at_most: int,
    too_long: str,
    told: End[Stage, Told],
) -> Work[Distribution[Told]]:
    """What is told of how many hits it takes until a stage is `done`; work that may take several turns.

    Args:
        hits: a stage → the stage in which a hit takes points and how many; None for no hit.
        settle, start, done, at_most, too_long: as in `Dice.run_down`.

    Raises:
        LongOddsError: it would take too long; the message is `too_long`.
    """
    every = _Hits(hits, settle, too_long)
    (stage, left), denominator = start, 1
    stages: dict[Stage, Weights] = {stage: {left: 1}}
    ended = Gathered[Told]()
    for number in range(1, at_most + 1):
        stages, denominator = yield from every.advance(stages, denominator)
        for stage in [stage for stage in stages if done(stage)]:
            ended.add(told(number, stage), sum(stages.pop(stage).values()), denominator)
        if not stages:
            break
    for stage, lefts in stages.items():
        ended.add(told(None, stage), sum(lefts.values()), denominator)
    return ended.distribution()


class _Hits[Stage: Hashable]:
    """What a hit does to all points there may be left."""

    def __init__(self, hits: Hits[Stage], settle: Callable[[Stage, int], tuple[Stage, int]], too_long: str) -> None:
        self._hits, self._settle, self._too_long = hits, settle, too_long
        self._of: dict[Stage, _Taken[Stage]] = {}
        self._settled: dict[tuple[Stage, int], tuple[Stage, int]] = {}
        self._work = 0.0

    def advance(self, stages: dict[Stage, Weights], denominator: int) -> Work[tuple[dict[Stage, Weights], int]]:
        """The points left by stage after one more hit, weighted out of the denominator that is returned with them."""
        for stage in stages:
            if stage not in self._of:
                self._of[stage] = _Taken((yield from self._hits(stage)))
        common = math.lcm(*(self._of[stage].denominator for stage in stages))
        after: dict[Stage, Weights] = {}
        for stage, lefts in stages.items():
            taken = self._of[stage]
            scale = common // taken.denominator
            if taken.missed:
                for left, weight in lefts.items():
                    _add(after, stage, left, weight * taken.missed * scale)
            for met, points in taken.points.items():
                scaled = {number: weight * scale for number, weight in points.items()}
                for left, weight in self._differences(lefts, scaled).items():
                    _add(after, *self._settle_once(met, left), weight)
                yield
        return after, denominator * common

    def _differences(self, lefts: Weights, points: Weights) -> Weights:
        differences = Differences(lefts, points)
        self._work += differences.work
        if self._work > MOST_WORK:
            raise LongOddsError(self._too_long)
        return differences.weights()

    def _settle_once(self, stage: Stage, left: int) -> tuple[Stage, int]:
        if (stage, left) not in self._settled:
            self._settled[stage, left] = self._settle(stage, left)
        return self._settled[stage, left]


class _Taken[Stage: Hashable]:
    """The weights of the points that a hit takes, by the stage in which it takes them, and the weight of no hit."""

    def __init__(self, hits: Distribution[tuple[Stage, int] | None]) -> None:
        self.denominator = hits.denominator
        self.missed = 0
        self.points: dict[Stage, Weights] = {}
        for hit, weight in hits.weights:
            if hit is None:
                self.missed += weight
            else:
                _add(self.points, *hit, weight)


def _add[Stage: Hashable](stages: dict[Stage, Weights], stage: Stage, points: int, weight: int) -> None:
    weights = stages.setdefault(stage, {})
    weights[points] = weights.get(points, 0) + weight
