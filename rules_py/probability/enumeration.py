"""Exhaustive enumeration: a rule function run over every face of its dice.

`ExhaustiveDice` is a `Dice` that answers each request with the next possibility until it has tried all of them, so the
odds come from the same function that rolls. Three techniques keep it quick and exact. Faces with the same effect are
followed once with their combined weight (`rules_py.probability.dice_distributions`). A field of another rule is
followed by its own distribution. Repeated steps are merged by state (`markov`), or by the points left where points run
down (`attrition`).
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from rules_py.dice import Dice, HitFunction, Pool, SettleFunction
from rules_py.dice.base import TooLong
from rules_py.errors import LongOddsError
from rules_py.probability import dice_distributions, markov
from rules_py.probability.attrition import run_down
from rules_py.probability.distribution import Distribution, WeightAccumulator
from rules_py.scheduling import TimeSliceExpired, Work, cache_results, run_to_completion

if TYPE_CHECKING:
    from rules_py.dice.base import Outcome, Rule
    from rules_py.tables import Row, Table


class IndependentField(NamedTuple):
    """Placeholder in an outcome for an independently evaluated field; holds its distribution."""

    distribution: Distribution[Any]


class ExhaustiveDice(Dice):
    """Dice that take every combination of faces, one run of the rule for each.

    With `whole_outcome`, each run is a complete rule, so that independent fields can stay separate. Any other function
    of dice may use their values.
    """

    def __init__(self, whole_outcome: bool = False) -> None:
        self._whole_outcome = whole_outcome
        self._trail: list[_Choice] = []
        self._depth = 0
        self._weight = 1
        self._denominator = 1
        self._pending_work: Work[Distribution[Any]] | None = None

    def enumerate_runs[Result](self, rule: Callable[[Dice], Result]) -> Iterator[tuple[Result, int, int] | None]:
        """Yield the result of each run with its weight and the denominator of that weight.

        None stands for a run that the end of a time slice interrupted; it is repeated.
        """
        while True:
            self._depth, self._weight, self._denominator = 0, 1, 1
            try:
                result = rule(self)
            except TimeSliceExpired:
                yield None
                continue
            yield result, self._weight, self._denominator
            while self._trail and self._trail[-1].index == self._trail[-1].last:
                self._trail.pop()
            if not self._trail:
                return
            self._trail[-1].index += 1

    def _choose[Value](self, work_out: Callable[[], Distribution[Value]]) -> Value:
        """Return the value that this run takes.

        The first run that gets here computes the distribution for all later ones.
        """
        if self._depth == len(self._trail):
            self._trail.append(_Choice(work_out()))
        choice = self._trail[self._depth]
        self._depth += 1
        value: Value
        value, weight = choice.distribution.weights[choice.index]
        self._weight *= weight
        self._denominator *= choice.distribution.denominator
        return value

    def _choose_resumable[Value](self, begin: Callable[[], Work[Distribution[Value]]]) -> Value:
        """Choose like `_choose`, for work that may take more than one time slice."""
        return self._choose(lambda: self._resume(begin))

    def _resume[Value](self, begin: Callable[[], Work[Distribution[Value]]]) -> Distribution[Value]:
        """Compute a distribution, continuing work that the end of a time slice interrupted."""
        work, self._pending_work = self._pending_work or begin(), None
        try:
            return run_to_completion(work)
        except TimeSliceExpired:
            self._pending_work = work
            raise

    def pool(self, count: int, sides: int = 6, *, drop: str | None = None, label: str = "") -> Pool:
        return self._choose(lambda: dice_distributions.pool(count, sides, drop))

    def die(self, sides: int, label: str = "") -> int:
        return self._choose(lambda: dice_distributions.die(sides))

    def total(self, dice: str, label: str = "") -> int:
        return self._choose_resumable(lambda: dice_distributions.total(dice))

    def row(self, table: "Table", *, exclude: Iterable["Row"] = (), label: str = "") -> "Row":
        return self._choose_resumable(lambda: dice_distributions.row(table, frozenset(exclude)))

    def field(self, rule: "Rule", name: str, /, **params: Any) -> Any:
        return self._choose_resumable(lambda: compute_field_distribution(rule, (name,), tuple(params.items())))[0]

    def fields(self, rule: "Rule", names: tuple[str, ...], /, **params: Any) -> "Outcome":
        values = self._choose_resumable(lambda: compute_field_distribution(rule, names, tuple(params.items())))
        return dict(zip(names, values, strict=True))

    def roll_independently[Part](self, part: Callable[[Dice], Part]) -> Part:
        if not self._whole_outcome:
            return self._choose_resumable(lambda: compute_distribution(part))

        def compute_independent() -> Distribution[IndependentField]:
            return Distribution(((IndependentField(self._resume(lambda: compute_distribution(part))), 1),), 1)

        stands_for_it: Any = self._choose(compute_independent)
        return cast(Part, stands_for_it)

    def fold[State: Hashable](self, step: Callable[[Dice, State], State], start: State, times: int) -> State:
        return self._choose_resumable(lambda: markov.fold(_make_transition(step), start, times))

    def count[State: Hashable](
        self, step: Callable[[Dice, State], State], start: State, done: Callable[[State], bool], at_most: int
    ) -> int | None:
        return self._choose_resumable(
            lambda: markov.count(_make_transition(step), start, done, at_most, lambda number, _: number)
        )

    def roll_until[State: Hashable](
        self,
        step: Callable[[Dice, State], State],
        start: State,
        done: Callable[[State], bool],
        at_most: int,
        too_long: TooLong = "",
    ) -> tuple[int | None, State]:
        return self._choose_resumable(
            lambda: markov.count(_make_transition(step), start, done, at_most, _make_pair, too_long)
        )

    def limit_odds(self, number: int, most: int, too_long: TooLong) -> None:
        if number > most:
            raise LongOddsError.wrap(too_long)

    def run_down[Stage: Hashable](
        self,
        hit: HitFunction[Stage],
        settle: SettleFunction[Stage],
        start: tuple[Stage, int],
        done: Callable[[Stage], bool],
        at_most: int,
        too_long: TooLong,
    ) -> int | None:
        return self._choose_resumable(
            lambda: run_down(
                _make_transition(hit), _make_silent(settle), start, done, at_most, too_long, lambda number, _: number
            )
        )

    def run_down_until[Stage: Hashable](
        self,
        hit: HitFunction[Stage],
        settle: SettleFunction[Stage],
        start: tuple[Stage, int],
        done: Callable[[Stage], bool],
        at_most: int,
        too_long: TooLong,
    ) -> tuple[int | None, Stage]:
        return self._choose_resumable(
            lambda: run_down(_make_transition(hit), _make_silent(settle), start, done, at_most, too_long, _make_pair)
        )


def _make_pair[State](number: int | None, state: State) -> tuple[int | None, State]:
    return number, state


class _Choice:
    """A request for dice: its distribution, and the index of the value that this run takes."""

    __slots__ = ("distribution", "index", "last")

    def __init__(self, distribution: Distribution[Any]) -> None:
        self.distribution = distribution
        self.index, self.last = 0, len(distribution.weights) - 1


def compute_distribution[Part](part: Callable[[Dice], Part]) -> Work[Distribution[Part]]:
    """Compute the distribution of the results of a function of dice; a list counts as a tuple."""
    gathered = WeightAccumulator[Any]()
    for run in ExhaustiveDice().enumerate_runs(part):
        yield
        if run is None:
            continue
        value, weight, denominator = run
        gathered.add(tuple(value) if isinstance(value, list) else value, weight, denominator)
    return gathered.distribution()


@cache_results(512)
def compute_field_distribution(
    rule: "Rule", names: tuple[str, ...], params: tuple[tuple[str, Any], ...]
) -> Work[Distribution[tuple[Any, ...]]]:
    """Compute the distribution of some fields of a rule's outcome together; fields of no interest aren't multiplied."""
    gathered = WeightAccumulator[Any]()
    for run in ExhaustiveDice(whole_outcome=True).enumerate_runs(lambda dice: rule(dice, **dict(params))):
        yield
        if run is None:
            continue
        outcome, weight, denominator = run
        for values, share, whole in _join_fields(tuple(outcome[name] for name in names)):
            gathered.add(values, weight * share, denominator * whole)
    return gathered.distribution()


def _join_fields(values: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], int, int]]:
    """Yield the values of some fields with every combination of the independent ones, its weight and denominator."""
    for value in values:
        if isinstance(value, IndependentField):
            for part, weight in value.distribution.weights:
                for joined, share, whole in _join_fields(tuple(part if each is value else each for each in values)):
                    yield joined, weight * share, value.distribution.denominator * whole
            return
    yield values, 1, 1


def _make_transition[State, Result](
    step: Callable[[Dice, State], Result],
) -> Callable[[State], Work[Distribution[Result]]]:
    """Turn a step into a function from a state to the distribution of its results."""
    return lambda state: compute_distribution(lambda dice: step(dice, state))


def _make_silent[Stage](settle: SettleFunction[Stage]) -> Callable[[Stage, int], tuple[Stage, int]]:
    """Return `settle` without its dice parameter: it can't roll, and its messages are discarded."""
    return lambda stage, left: settle(Dice(), stage, left)
