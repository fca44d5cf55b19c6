"""Exact odds: a rule function run over every face.

`EveryFace` is a `Dice` that answers each request with the next combination until all have been
seen, so the odds come from the very function that rolls. Three things keep it quick and exact:
faces that count the same are followed once with their weight (`rules_py.spreads`), a field of
another mechanic is followed by its own distribution, and repeated steps are merged by state, or
by the points left where points run down.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rules_py.dice import Dice, Hit, Pool, Settle
from rules_py.differences import Differences, Weights
from rules_py.errors import LongOddsError
from rules_py.spreads import Spread, die_spread, pool_spread, row_spread, total_spread
from rules_py.values import is_number, json_of, sum_of, text_of

if TYPE_CHECKING:
    from rules_py.mechanic import Mechanic
    from rules_py.tables import Row, Table

Distribution = dict[Any, Fraction]

MOST_WORK = 200_000
"""How much work (`Differences.work`) odds of points that run down may take."""


@dataclass(frozen=True)
class Odds:
    """The exact distribution of each outcome field of a mechanic.

    `outcomes` maps a field to its values and their chances (fractions that sum to 1), numbers in
    ascending order, words in the mechanic's own order.
    """

    mechanic: str
    params: dict[str, Any]
    outcomes: dict[str, Distribution]

    @cached_property
    def mean(self) -> dict[str, Fraction]:
        """The mean of each field that is numeric throughout."""
        return {
            field: sum_of(value * chance for value, chance in chances.items())
            for field, chances in self.outcomes.items()
            if all(is_number(value) for value in chances)
        }

    def within(self, field: str) -> dict[int, Fraction]:
        """The chance that a numeric field is at most n, for each n it can be; words count as never."""
        chance = Fraction(0)
        return {
            value: (chance := chance + share)
            for value, share in self.outcomes[field].items()
            if is_number(value)
        }

    def to_dict(self) -> dict[str, Any]:
        """The odds as JSON: values as text, chances as fractions in lowest terms."""
        return {
            "mechanic": self.mechanic,
            "params": {name: json_of(value) for name, value in self.params.items()},
            "outcomes": {
                field: {text_of(value): fraction_text(chance) for value, chance in chances.items()}
                for field, chances in self.outcomes.items()
            },
            "mean": {field: fraction_text(mean) for field, mean in self.mean.items()},
        }


def fraction_text(value: Fraction) -> str:
    """A fraction in lowest terms as "n/d", whole numbers too.

    >>> fraction_text(Fraction(2, 4)), fraction_text(Fraction(1))
    ('1/2', '1/1')
    """
    return f"{value.numerator}/{value.denominator}"


def odds_of(mechanic: "Mechanic", params: dict[str, Any]) -> dict[str, Distribution]:
    """The distribution of every outcome field of a mechanic whose parameters are already checked.

    Raises:
        LongOddsError: it would take too long.
    """
    for name, parameter in mechanic.parameters.items():
        parameter.refuse_long_odds(params[name])
    gathered: dict[str, _Gather] = {}
    for outcome, weight, space in EveryFace(whole_outcome=True).runs(lambda dice: mechanic.rule(dice, **params)):
        for name, value in outcome.items():
            field = gathered.setdefault(name, _Gather())
            if isinstance(value, _Apart):
                for part, chance in value.spread.options:
                    field.add(part, weight * chance, space * value.spread.space)
            else:
                field.add(value, weight, space)
    return {
        name: in_order(field.distribution(), mechanic.names.get(name, ()))
        for name, field in gathered.items()
    }


def in_order(chances: Distribution, words: Iterable[str]) -> Distribution:
    rank = {word: place for place, word in enumerate(words)}

    def key(value: Any) -> tuple:
        return (0, value) if is_number(value) else (1, rank.get(text_of(value), len(rank)))

    return dict(sorted(chances.items(), key=lambda item: key(item[0])))


class _Gather:
    """Adds up chances by value; weights of one denominator are added as whole numbers."""

    def __init__(self) -> None:
        self._by_space: dict[int, dict[Any, int]] = {}

    def add(self, value: Any, weight: int, space: int) -> None:
        value = tuple(value) if isinstance(value, list) else value
        weights = self._by_space.setdefault(space, {})
        weights[value] = weights.get(value, 0) + weight

    def spread(self) -> "Spread":
        """All values with their weights out of one space, as small as it gets."""
        space = math.lcm(*self._by_space)
        total: dict[Any, int] = {}
        for own, weights in self._by_space.items():
            scale = space // own
            for value, weight in weights.items():
                total[value] = total.get(value, 0) + weight * scale
        shared = math.gcd(space, *total.values())
        return Spread(tuple((value, weight // shared) for value, weight in total.items()), space // shared)

    def distribution(self) -> Distribution:
        options, space = self.spread()
        return {value: Fraction(weight, space) for value, weight in options}


class _Apart(NamedTuple):
    """A field decided by itself: its own distribution stands in the outcome."""

    spread: Spread


class EveryFace(Dice):
    """Every way the dice can fall, one run of the rule after another.

    With `whole_outcome` each run is the whole of a rule, so that what is apart can stay apart; a part
    of a rule needs its values joined.
    """

    def __init__(self, whole_outcome: bool = False) -> None:
        self._whole_outcome = whole_outcome
        self._trail: list[list] = []  # [spread, index of the option this run takes]
        self._depth = 0
        self._weight = 1
        self._space = 1

    def runs(self, rule: Callable[[Dice], Any]) -> Iterator[tuple[Any, int, int]]:
        """Each run's result with its weight and the space that weight is out of."""
        while True:
            self._depth, self._weight, self._space = 0, 1, 1
            result = rule(self)
            yield result, self._weight, self._space
            while self._trail and self._trail[-1][1] == len(self._trail[-1][0].options) - 1:
                self._trail.pop()
            if not self._trail:
                return
            self._trail[-1][1] += 1

    def _choose(self, spread_of: Callable[..., Spread], *args: Any) -> Any:
        """This run's option; the spread is made when a run first comes here, and kept for the next."""
        if self._depth == len(self._trail):
            self._trail.append([spread_of(*args), 0])
        spread, index = self._trail[self._depth]
        self._depth += 1
        value, weight = spread.options[index]
        self._weight *= weight
        self._space *= spread.space
        return value

    def pool(self, count: int, sides: int = 6, *, drop: str | None = None, label: str = "") -> Pool:
        return self._choose(pool_spread, count, sides, drop)

    def die(self, sides: int, label: str = "") -> int:
        return self._choose(die_spread, sides)

    def total(self, dice: str, label: str = "") -> int:
        return self._choose(total_spread, dice)

    def row(self, table: "Table", *, but_not: Iterable["Row"] = (), label: str = "") -> "Row":
        return self._choose(row_spread, table, frozenset(but_not))

    def field(self, mechanic: "Mechanic", name: str, **params: Any) -> Any:
        return self._choose(_fields_spread, mechanic, (name,), tuple(params.items()))[0]

    def fields(self, mechanic: "Mechanic", names: tuple[str, ...], **params: Any) -> dict[str, Any]:
        return dict(zip(names, self._choose(_fields_spread, mechanic, names, tuple(params.items()))))

    def apart(self, part: Callable[[Dice], Any]) -> Any:
        if not self._whole_outcome:
            return self._choose(_spread_of, part)
        return self._choose(lambda: Spread(((_Apart(_spread_of(part)), 1),), 1))

    def fold(self, step: Callable[[Dice, Hashable], Hashable], start: Hashable, times: int) -> Any:
        return self._choose(_fold_spread, step, start, times)

    def count(self, step: Callable[[Dice, Hashable], Hashable], start: Hashable,
              done: Callable[[Any], bool], at_most: int) -> int | None:
        return self._choose(_count_spread, step, start, done, at_most)

    def run_down(self, hit: Hit, settle: Settle, start: tuple[Hashable, int], done: Callable[[Any], bool],
                 at_most: int, too_long: str) -> int | None:
        return self._choose(_run_down_spread, hit, settle, start, done, at_most, too_long)


class _Steps:
    """One step from each state, followed over every face once however often it is taken."""

    def __init__(self, step: Callable[[Dice, Hashable], Hashable]):
        self._step = step
        self._from: dict[Hashable, Spread] = {}

    def advance(self, states: dict[Hashable, int], space: int) -> tuple[dict[Hashable, int], int]:
        """The states after one more step, weighted out of the space that is returned with them."""
        for state in states:
            if state not in self._from:
                self._from[state] = _spread_of(lambda dice, state=state: self._step(dice, state))
        common = math.lcm(*(self._from[state].space for state in states))
        after: dict[Hashable, int] = {}
        for state, weight in states.items():
            options, own = self._from[state]
            scale = weight * (common // own)
            for value, share in options:
                after[value] = after.get(value, 0) + scale * share
        return after, space * common


def _spread_of(part: Callable[[Dice], Any]) -> Spread:
    gathered = _Gather()
    for value, weight, space in EveryFace().runs(part):
        gathered.add(value, weight, space)
    return gathered.spread()


@lru_cache(maxsize=512)
def _fields_spread(mechanic: "Mechanic", names: tuple[str, ...], params: tuple[tuple[str, Any], ...]) -> Spread:
    def read(dice: Dice) -> tuple:
        outcome = mechanic.rule(dice, **dict(params))
        return tuple(outcome[name] for name in names)
    return _spread_of(read)


Step = Callable[[Dice, Any], Any]


def _fold_spread(step: Step, start: Any, times: int) -> Spread:
    steps, states, space = _Steps(step), {start: 1}, 1
    for _ in range(times):
        states, space = steps.advance(states, space)
    return Spread(tuple(states.items()), space)


def _count_spread(step: Step, start: Any, done: Callable[[Any], bool], at_most: int) -> Spread:
    steps, states, space = _Steps(step), {start: 1}, 1
    arrived = _Gather()
    for number in range(1, at_most + 1):
        states, space = steps.advance(states, space)
        for state in [state for state in states if done(state)]:
            arrived.add(number, states.pop(state), space)
        if not states:
            break
    for weight in states.values():
        arrived.add(None, weight, space)
    return arrived.spread()


def _run_down_spread(hit: Hit, settle: Settle, start: tuple[Any, int], done: Callable[[Any], bool], at_most: int,
                     too_long: str) -> Spread:
    hits = _Hits(hit, settle, too_long)
    (stage, left), space = start, 1
    stages, arrived = {stage: {left: 1}}, _Gather()
    for number in range(1, at_most + 1):
        stages, space = hits.advance(stages, space)
        for stage in [stage for stage in stages if done(stage)]:
            arrived.add(number, sum(stages.pop(stage).values()), space)
        if not stages:
            break
    for lefts in stages.values():
        arrived.add(None, sum(lefts.values()), space)
    return arrived.spread()


class _Hits:
    """What a hit does to all points there may be left: each stage at once, by the differences."""

    def __init__(self, hit: Hit, settle: Settle, too_long: str):
        self._hit, self._settle, self._too_long = hit, settle, too_long
        self._of: dict[Hashable, tuple[dict[Hashable | None, Weights], int]] = {}
        self._settled: dict[tuple[Hashable, int], tuple[Hashable, int]] = {}
        self._work = 0

    def advance(self, stages: dict[Hashable, Weights], space: int) -> tuple[dict[Hashable, Weights], int]:
        """The points left by stage after one more hit, weighted out of the space that is returned with them."""
        common = math.lcm(*(self._from(stage)[1] for stage in stages))
        after: dict[Hashable, Weights] = {}
        for stage, lefts in stages.items():
            hits, own = self._from(stage)
            for met, points in hits.items():
                scaled = {taken: weight * (common // own) for taken, weight in points.items()}
                if met is None:
                    for left, weight in lefts.items():
                        _add(after, stage, left, weight * scaled[0])
                    continue
                for left, weight in self._differences(lefts, scaled).items():
                    _add(after, *self._settle_once(met, left), weight)
        return after, space * common

    def _from(self, stage: Hashable) -> tuple[dict[Hashable | None, Weights], int]:
        """The points a hit takes, by the stage they are taken in; those of None are no hit at all."""
        if stage not in self._of:
            options, space = _spread_of(lambda dice: self._hit(dice, stage))
            by_stage: dict[Hashable | None, Weights] = {}
            for taken, weight in options:
                met, points = taken or (None, 0)
                by_stage.setdefault(met, {})[points] = weight
            self._of[stage] = by_stage, space
        return self._of[stage]

    def _differences(self, lefts: Weights, points: Weights) -> Weights:
        differences = Differences(lefts, points)
        self._work += differences.work
        if self._work > MOST_WORK:
            raise LongOddsError(self._too_long)
        return differences.weights()

    def _settle_once(self, stage: Hashable, left: int) -> tuple[Hashable, int]:
        if (stage, left) not in self._settled:
            self._settled[stage, left] = self._settle(Dice(), stage, left)
        return self._settled[stage, left]


def _add(stages: dict[Hashable, Weights], stage: Hashable, left: int, weight: int) -> None:
    lefts = stages.setdefault(stage, {})
    lefts[left] = lefts.get(left, 0) + weight
