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

MOST_QUESTIONS = 4
"""The number of latest questions whose work is kept: the current one, and those a reader returns to."""


class TimeSliceExpired(BaseException):
    """The end of a time slice before the work is done.

    It isn't an error: rules that catch errors must not catch it.
    """


class Scheduler:
    """The current time slice, and the work of the latest questions."""

    def __init__(self) -> None:
        self._end = math.inf
        self._question: Hashable | None = None
        self._tasks: dict[Hashable, dict[Hashable, _Task[Any]]] = {}
        self._run: tuple[Hashable, Any] = None, None

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
        latest = [self._tasks.pop(self._question, {}), *reversed(self._tasks.values())]
        self._tasks[self._question] = latest[0]
        if len(self._tasks) > MOST_QUESTIONS:
            del self._tasks[next(iter(self._tasks))]
        known = [tasks[key] for tasks in latest if key in tasks]
        latest[0][key] = known[0] if known else _Task(work(), self)
        result: T = latest[0][key].run()
        return result

    def resume[T](self, key: Hashable, start: Callable[[], T]) -> T:
        """Return the run that is in progress under a key; start it, and drop the previous run, if the key is new."""
        if self._run[0] != key:
            self._run = key, start()
        result: T = self._run[1]
        return result


class _Task[T]:
    """Work with its result or its error."""

    def __init__(self, work: Work[T], scheduler: Scheduler) -> None:
        self._work = work
        self._scheduler = scheduler
        self._results: list[T] = []
        self._error: Exception | None = None

    def run(self) -> T:
        if self._error:
            raise self._error
        if not self._results:
            try:
                self._results.append(self._scheduler.run_to_completion(self._work))
            except Exception as refusal:
                self._error = refusal
                raise
        return self._results[0]


SCHEDULER = Scheduler()
"""The scheduler of this process. Functions cache other results, such as the games that `rules_py.discovery` found."""

time_slice = SCHEDULER.time_slice
run_to_completion = SCHEDULER.run_to_completion
run_memoized = SCHEDULER.run_memoized


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
