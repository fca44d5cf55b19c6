"""Dice that fall in every way: a rule function run over all of their faces.

`EveryFace` is a `Dice` that answers each request with the next possibility until all have been seen, so the odds come
from the very function that rolls. Three things keep it quick and exact: faces that count the same are followed once
with their weight (`rules_py.probability.dice_distributions`), a field of another rule is followed by its own
distribution, and repeated steps are merged by state (`markov`), or by the points left where points run down
(`attrition`).
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from rules_py.dice import Dice, Hit, Pool, Settle
from rules_py.probability import dice_distributions, markov
from rules_py.probability.attrition import run_down
from rules_py.probability.distribution import Distribution, Gathered
from rules_py.scheduling import TurnOver, Work, cached, finish

if TYPE_CHECKING:
    from rules_py.mechanic.definition import Outcome, Rule
    from rules_py.tables import Row, Table


class Apart(NamedTuple):
    """What stands in an outcome for a field that was decided by itself: its own distribution."""

    distribution: Distribution[Any]


class EveryFace(Dice):
    """Every way the dice can fall, one run of the rule after another.

    With `whole_outcome` each run is the whole of a rule, so that what is apart can stay apart; a part
    of a rule needs its values joined.
    """

    def __init__(self, whole_outcome: bool = False) -> None:
        self._whole_outcome = whole_outcome
        self._trail: list[_Choice] = []
        self._depth = 0
        self._weight = 1
        self._denominator = 1
        self._under_way: Work[Distribution[Any]] | None = None

    def runs[Result](self, rule: Callable[[Dice], Result]) -> Iterator[tuple[Result, int, int] | None]:
        """Each run's result with its weight and the denominator that weight is out of.

        None stands for a run in which the turn ended; it runs again.
        """
        while True:
            self._depth, self._weight, self._denominator = 0, 1, 1
            try:
                result = rule(self)
            except TurnOver:
                yield None
                continue
            yield result, self._weight, self._denominator
            while self._trail and self._trail[-1].index == self._trail[-1].last:
                self._trail.pop()
            if not self._trail:
                return
            self._trail[-1].index += 1

    def _choose[Value](self, work_out: Callable[[], Distribution[Value]]) -> Value:
        """This run's value. The distribution is worked out by the first run that comes here, for all that follow."""
        if self._depth == len(self._trail):
            self._trail.append(_Choice(work_out()))
        choice = self._trail[self._depth]
        self._depth += 1
        value: Value
        value, weight = choice.distribution.weights[choice.index]
        self._weight *= weight
        self._denominator *= choice.distribution.denominator
        return value

    def _choose_from[Value](self, begin: Callable[[], Work[Distribution[Value]]]) -> Value:
        """`_choose` for work that may take more than one turn."""
        return self._choose(lambda: self._finish(begin))

    def _finish[Value](self, begin: Callable[[], Work[Distribution[Value]]]) -> Distribution[Value]:
        """The run that comes here after a turn ended goes on with the work that was under way."""
        work, self._under_way = self._under_way or begin(), None
        try:
            return finish(work)
        except TurnOver:
            self._under_way = work
            raise

    def pool(self, count: int, sides: int = 6, *, drop: str | None = None, label: str = "") -> Pool:
        return self._choose(lambda: dice_distributions.pool(count, sides, drop))

    def die(self, sides: int, label: str = "") -> int:
        return self._choose(lambda: dice_distributions.die(sides))

    def total(self, dice: str, label: str = "") -> int:
        return self._choose_from(lambda: dice_distributions.total(dice))

    def row(self, table: "Table", *, but_not: Iterable["Row"] = (), label: str = "") -> "Row":
        return self._choose_from(lambda: dice_distributions.row(table, frozenset(but_not)))

    def field(self, rule: "Rule", name: str, /, **params: Any) -> Any:
        return self._choose_from(lambda: _of_fields(rule, (name,), tuple(params.items())))[0]

    def fields(self, rule: "Rule", names: tuple[str, ...], /, **params: Any) -> "Outcome":
        values = self._choose_from(lambda: _of_fields(rule, names, tuple(params.items())))
        return dict(zip(names, values, strict=True))

    def apart[Part](self, part: Callable[[Dice], Part]) -> Part:
        if not self._whole_outcome:
            return self._choose_from(lambda: distribution_of(part))

        def alone() -> Distribution[Apart]:
            return Distribution(((Apart(self._finish(lambda: distribution_of(part))), 1),), 1)

        stands_for_it: Any = self._choose(alone)
        return cast(Part, stands_for_it)

    def fold[State: Hashable](self, step: Callable[[Dice, State], State], start: State, times: int) -> State:
        return self._choose_from(lambda: markov.fold(_followed(step), start, times))

    def count[State: Hashable](
        self, step: Callable[[Dice, State], State], start: State, done: Callable[[State], bool], at_most: int
    ) -> int | None:
        return self._choose_from(lambda: markov.count(_followed(step), start, done, at_most, lambda number, _: number))

    def until[State: Hashable](
        self,
        step: Callable[[Dice, State], State],
        start: State,
        done: Callable[[State], bool],
        at_most: int,
        too_long: str = "",
    ) -> tuple[int | None, State]:
        return self._choose_from(lambda: markov.count(_followed(step), start, done, at_most, _both, too_long))

    def run_down[Stage: Hashable](
        self,
        hit: Hit[Stage],
        settle: Settle[Stage],
        start: tuple[Stage, int],
        done: Callable[[Stage], bool],
        at_most: int,
        too_long: str,
    ) -> int | None:
        return self._choose_from(
            lambda: run_down(_followed(hit), _silent(settle), start, done, at_most, too_long, lambda number, _: number)
        )

    def run_down_until[Stage: Hashable](
        self,
        hit: Hit[Stage],
        settle: Settle[Stage],
        start: tuple[Stage, int],
        done: Callable[[Stage], bool],
        at_most: int,
        too_long: str,
    ) -> tuple[int | None, Stage]:
        return self._choose_from(
            lambda: run_down(_followed(hit), _silent(settle), start, done, at_most, too_long, _both)
        )


def _both[State](number: int | None, state: State) -> tuple[int | None, State]:
    return number, state


class _Choice:
    """A request for dice: what it can come to, and which of that this run takes."""

    __slots__ = ("distribution", "index", "last")

    def __init__(self, distribution: Distribution[Any]) -> None:
        self.distribution = distribution
        self.index, self.last = 0, len(distribution.weights) - 1


def distribution_of[Part](part: Callable[[Dice], Part]) -> Work[Distribution[Part]]:
    """The distribution of whatever a function of dice gives; a list counts as a tuple."""
    gathered = Gathered[Any]()
    for run in EveryFace().runs(part):
        yield
        if run is None:
            continue
        value, weight, denominator = run
        gathered.add(tuple(value) if isinstance(value, list) else value, weight, denominator)
    return gathered.distribution()


@cached(512)
def _of_fields(
    rule: "Rule", names: tuple[str, ...], params: tuple[tuple[str, Any], ...]
) -> Work[Distribution[tuple[Any, ...]]]:
    def read(dice: Dice) -> tuple[Any, ...]:
        outcome = rule(dice, **dict(params))
        return tuple(outcome[name] for name in names)

    return (yield from distribution_of(read))


def _followed[State, Result](step: Callable[[Dice, State], Result]) -> Callable[[State], Work[Distribution[Result]]]:
    """A step as a function from a state to the distribution of what comes of it, once worked out."""
    return lambda state: distribution_of(lambda dice: step(dice, state))


def _silent[Stage](settle: Settle[Stage]) -> Callable[[Stage, int], tuple[Stage, int]]:
    """Settling without dice, and with nobody to hear what it says."""
    return lambda stage, left: settle(Dice(), stage, left)
