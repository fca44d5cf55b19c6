"""Time slices for long computations, so that other requests are served in between.

Nothing can interrupt Python in a browser's worker: a roll has to wait until the odds before it yield. Long work is a
generator that yields between its steps. `run_to_completion` runs it, and raises `TimeSliceExpired` once the time slice
is over; the exception passes through the rule to the caller. When the caller repeats the question, the work continues
where it stopped: finished results are memoized, and rules reach the same place when they run again.

    >>> from contextlib import suppress
    >>> def slow_sum(numbers):
    ...     total = 0
    ...     for number in numbers:
    ...         total += number
    ...         yield
    ...     return total
    >>> run_to_completion(slow_sum([1, 2, 3]))
    6
    >>> answers = []
    >>> while not answers:
    ...     with suppress(TimeSliceExpired), time_slice("a question", seconds=0):  # over after each step
    ...         answers.append(run_memoized("sum", lambda: slow_sum([1, 2, 3])))
    >>> answers
    [6]
"""

import math
from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from time import perf_counter
from typing import Any

type Work[T] = Generator[None, None, T]

MOST_QUESTIONS = 24
"""The number of latest questions whose work is kept: those that a worker has begun, and those a reader returns to.

A worker answers at most one question of each kind and a few rolls at the same time, so none of them loses its work.
"""

MOST_RUNS = 4
"""The number of latest runs that can be resumed: a forecast and its variations are in progress at the same time."""


class TimeSliceExpired(BaseException):
    """The end of a time slice before the work is done.

    It isn't an error: rules that catch errors must not catch it.
    """


class Scheduler:
    """The current time slice, and the work of the latest questions."""

    def __init__(self) -> None:
        self._end = math.inf
        self._question: Hashable | None = None
        self._work: dict[Hashable, _QuestionWork] = {}
        self._runs: dict[Hashable, Any] = {}

    @contextmanager
    def time_slice(self, question: Hashable, seconds: float) -> Iterator[None]:
        """Limit the work on a question to `seconds`, plus the step that is under way then.

        Raises:
            TimeSliceExpired: the work needs another time slice, in which the caller repeats the question.
        """
        self._end, self._question = perf_counter() + seconds, question
        try:
            yield
        finally:
            self._end, self._question = math.inf, None

    def run_to_completion[T](self, work: Work[T]) -> T:
        """Run work and return its result; if the time slice ends first, the work can be continued.

        Raises:
            TimeSliceExpired: the time slice is over. Without a time slice, there is no limit.
        """
        try:
            while True:
                next(work)
                if self._end < math.inf and perf_counter() > self._end:
                    raise TimeSliceExpired
        except StopIteration as done:
            result: T = done.value
            return result

    def run_memoized[T](self, key: Hashable, work: Callable[[], Work[T]]) -> T:
        """Return the result of work that starts at most once per question.

        The work may take several time slices, and another recent question may have started it.

        Raises:
            TimeSliceExpired: the time slice is over.
        """
        if self._question is None:
            return self.run_to_completion(work())
        latest = self._list_latest(self._question)
        known = [each.tasks[key] for each in latest if key in each.tasks]
        latest[0].tasks[key] = known[0] if known else _Task(work, self)
        result: T = latest[0].tasks[key].run()
        return result

    def run_step[T](self, key: Hashable, step: Callable[[], T]) -> T:
        """Return the result of a step of a question, which a repeated question doesn't take again.

        Raises:
            TimeSliceExpired: the time slice is over.
        """
        if self._question is None:
            return step()
        question = self._question
        steps = self._list_latest(question)[0].steps
        if key not in steps:
            steps[key] = step()
            if perf_counter() > self._end:
                raise TimeSliceExpired
        result: T = steps[key]
        return result

    def run_own[T](self, key: Hashable, work: Callable[[], Work[T]]) -> T:
        """Return the result of work that belongs to one question, such as a roll: no other question takes it over.

        Raises:
            TimeSliceExpired: the time slice is over; the repeated question continues the work.
        """
        if self._question is None:
            return self.run_to_completion(work())
        steps = self._list_latest(self._question)[0].steps
        if key not in steps:
            steps[key] = _Task(work, self)
        result: T = steps[key].run()
        return result

    def _list_latest(self, question: Hashable) -> "list[_QuestionWork]":
        """Return the work of the latest questions, that of a question first."""
        own = self._work.pop(question) if question in self._work else _QuestionWork()
        latest = [own, *reversed(self._work.values())]
        self._work[question] = latest[0]
        if len(self._work) > MOST_QUESTIONS:
            del self._work[next(iter(self._work))]
        return latest

    def end_question(self, question: Hashable) -> None:
        """Drop the steps of a question that is answered; another one may still need its memoized work."""
        if question in self._work:
            self._work[question].steps.clear()

    def resume[T](self, key: Hashable, start: Callable[[], T]) -> T:
        """Return the run that is in progress under a key; start it if the key is new."""
        result: T = self._runs.pop(key) if key in self._runs else start()
        self._runs[key] = result
        if len(self._runs) > MOST_RUNS:
            del self._runs[next(iter(self._runs))]
        return result


class _Task[T]:
    """Work with its result or its error."""

    def __init__(self, start: Callable[[], Work[T]], scheduler: Scheduler) -> None:
        self._start = start
        self._work: Work[T] | None = None
        self._scheduler = scheduler
        self._results: list[T] = []
        self._error: Exception | None = None

    def run(self) -> T:
        if self._error:
            raise self._error
        if not self._results:
            work = self._work or self._start()
            self._work = None  # the work begins again if a file of rules turns out to be missing
            try:
                self._results.append(self._scheduler.run_to_completion(work))
            except TimeSliceExpired:
                self._work = work
                raise
            except Exception as refusal:
                self._error = refusal
                raise
        return self._results[0]


class _QuestionWork:
    """The work of a question.

    Attributes:
        tasks: work that may take several time slices, by key.
        steps: the results of the steps that were taken, and the question's own work, by key.
    """

    def __init__(self) -> None:
        self.tasks: dict[Hashable, _Task[Any]] = {}
        self.steps: dict[Hashable, Any] = {}


SCHEDULER = Scheduler()
"""The scheduler of this process. Functions cache other results, such as the games that `rules_py.discovery` found."""

time_slice = SCHEDULER.time_slice
run_to_completion = SCHEDULER.run_to_completion
run_memoized = SCHEDULER.run_memoized
run_own = SCHEDULER.run_own
run_step = SCHEDULER.run_step

run_whole = Scheduler().run_to_completion
"""Run work in one piece, also within a time slice: this scheduler never has one."""


def cache_results[**P, T](max_size: int) -> Callable[[Callable[P, Work[T]]], Callable[P, Work[T]]]:
    """Cache the `max_size` latest results of a function that returns work."""

    def decorate(work: Callable[P, Work[T]]) -> Callable[P, Work[T]]:
        results: dict[Hashable, T] = {}

        @wraps(work)
        def run_cached(*args: P.args, **kwargs: P.kwargs) -> Work[T]:
            key = (args, tuple(kwargs.items()))
            if key not in results:
                results[key] = yield from work(*args, **kwargs)
                if len(results) > max_size:
                    del results[next(iter(results))]
            return results[key]

        return run_cached

    return decorate
