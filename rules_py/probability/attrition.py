"""Attrition odds: hits run points down, a Markov chain over a stage and the points left.

Following each state separately would take too many steps. A hit takes the same points however many are left, so each
stage is computed at once, from the differences between the points left and the points taken.
"""

import math
from collections.abc import Callable, Hashable

from rules_py.dice.base import TooLong
from rules_py.errors import LongOddsError
from rules_py.probability.convolution import Differences, Weights
from rules_py.probability.distribution import Distribution, WeightAccumulator
from rules_py.probability.markov import Summarizer
from rules_py.scheduling import Work

MOST_WORK = 200_000
"""The limit on the work (`Differences.work`) of such odds."""

type HitDistributions[Stage] = Callable[[Stage], Work[Distribution[tuple[Stage, int] | None]]]


def run_down[Stage: Hashable, Summary: Hashable](
    hits: HitDistributions[Stage],
    settle: Callable[[Stage, int], tuple[Stage, int]],
    start: tuple[Stage, int],
    done: Callable[[Stage], bool],
    at_most: int,
    too_long: TooLong,
    summarize: Summarizer[Stage, Summary],
) -> Work[Distribution[Summary]]:
    """Compute the distribution of `summarize` over the number of hits until a stage is `done`.

    The work may take several time slices.

    Args:
        hits: maps a stage to the distribution of a hit: the stage in which it takes points and how many, or None for a
            miss.
        settle, start, done, at_most, too_long: as in `Dice.run_down`.
        summarize: maps the number of hits (None if more than `at_most`) and the last stage to the result.

    Raises:
        LongOddsError: the odds would take too long; the error or its message is `too_long`.
    """
    every = _AttritionSteps(hits, settle, too_long)
    (stage, left), denominator = start, 1
    stages: dict[Stage, Weights] = {stage: {left: 1}}
    ended = WeightAccumulator[Summary]()
    for number in range(1, at_most + 1):
        stages, denominator = yield from every.advance(stages, denominator)
        for stage in [stage for stage in stages if done(stage)]:
            ended.add(summarize(number, stage), sum(stages.pop(stage).values()), denominator)
        if not stages:
            break
    for stage, lefts in stages.items():
        ended.add(summarize(None, stage), sum(lefts.values()), denominator)
    return ended.distribution()


class _AttritionSteps[Stage: Hashable]:
    """The effect of a hit on all possible numbers of points left."""

    def __init__(
        self, hits: HitDistributions[Stage], settle: Callable[[Stage, int], tuple[Stage, int]], too_long: TooLong
    ) -> None:
        self._hits, self._settle, self._too_long = hits, settle, too_long
        self._hit_weights: dict[Stage, _HitWeights[Stage]] = {}
        self._settle_cache: dict[tuple[Stage, int], tuple[Stage, int]] = {}
        self._work = 0.0

    def advance(self, stages: dict[Stage, Weights], denominator: int) -> Work[tuple[dict[Stage, Weights], int]]:
        """Compute the points left by stage after one more hit, with the denominator of their weights."""
        for stage in stages:
            if stage not in self._hit_weights:
                self._hit_weights[stage] = _HitWeights((yield from self._hits(stage)))
        common = math.lcm(*(self._hit_weights[stage].denominator for stage in stages))
        after: dict[Stage, Weights] = {}
        for stage, lefts in stages.items():
            taken = self._hit_weights[stage]
            scale = common // taken.denominator
            if taken.miss_weight:
                for left, weight in lefts.items():
                    _add_weight(after, stage, left, weight * taken.miss_weight * scale)
            for met, points in taken.points_by_stage.items():
                scaled = {number: weight * scale for number, weight in points.items()}
                for left, weight in self._subtract(lefts, scaled).items():
                    _add_weight(after, *self._settle_once(met, left), weight)
                yield
        return after, denominator * common

    def _subtract(self, lefts: Weights, points: Weights) -> Weights:
        differences = Differences(lefts, points)
        self._work += differences.work
        if self._work > MOST_WORK:
            raise LongOddsError.wrap(self._too_long)
        return differences.compute_weights()

    def _settle_once(self, stage: Stage, left: int) -> tuple[Stage, int]:
        if (stage, left) not in self._settle_cache:
            self._settle_cache[stage, left] = self._settle(stage, left)
        return self._settle_cache[stage, left]


class _HitWeights[Stage: Hashable]:
    """The weights of the points that a hit takes, by stage, and the weight of a miss."""

    def __init__(self, hits: Distribution[tuple[Stage, int] | None]) -> None:
        self.denominator = hits.denominator
        self.miss_weight = 0
        self.points_by_stage: dict[Stage, Weights] = {}
        for hit, weight in hits.weights:
            if hit is None:
                self.miss_weight += weight
            else:
                _add_weight(self.points_by_stage, *hit, weight)


def _add_weight[Stage: Hashable](stages: dict[Stage, Weights], stage: Stage, points: int, weight: int) -> None:
    weights = stages.setdefault(stage, {})
    weights[points] = weights.get(points, 0) + weight
