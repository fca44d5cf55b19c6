"""Long work in turns, so that it never holds up who else is waiting, and nothing of it is lost.

Nothing can interrupt Python in a browser's worker: a roll gets its turn only when the odds before it give up theirs.
Long work is a generator that yields between its steps. `finish` runs it, and raises `TurnOver` once the turn is over:
through the rule, up to whoever allowed the turn. Asked again, the same question goes on where it was: what it had
worked out is remembered, and rules come to the same place when they run again.

    >>> from contextlib import suppress
    >>> def slow_sum(numbers):
    ...     total = 0
    ...     for number in numbers:
    ...         total += number
    ...         yield
    ...     return total
    >>> finish(slow_sum([1, 2, 3]))
    6
    >>> answers = []
    >>> while not answers:
    ...     with suppress(TurnOver), turn("a question", seconds=0):  # over after each step
    ...         answers.append(remembered("sum", lambda: slow_sum([1, 2, 3])))
    >>> answers
    [6]
"""

import math
from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import contextmanager  # suppress: for the example above
from functools import wraps
from time import perf_counter
from typing import Any

type Work[T] = Generator[None, None, T]

MOST_QUESTIONS = 4
"""How many questions are remembered, the latest ones: one to go on with, and those a reader goes back to."""


class TurnOver(BaseException):
    """The turn is over before the work is done. No error: rules that catch errors must not catch it."""


_end = math.inf
_question: Hashable | None = None
_questions: dict[Hashable, dict[Hashable, "_Task[Any]"]] = {}


@contextmanager
def turn(question: Hashable, seconds: float) -> Iterator[None]:
    """Work on a question for so long, or a single step longer.

    Raises:
        TurnOver: it needs another turn, in which the same has to be asked again.
    """
    global _end, _question
    _end, _question = perf_counter() + seconds, question
    try:
        yield
    finally:
        _end, _question = math.inf, None


def finish[T](work: Work[T]) -> T:
    """What work comes to. It stays as it is where the turn ends before.

    Raises:
        TurnOver: the turn is over. Outside of turns there is time for everything.
    """
    try:
        while True:
            next(work)
            if _end < math.inf and perf_counter() > _end:
                raise TurnOver
    except StopIteration as done:
        result: T = done.value
        return result


def remembered[T](key: Hashable, work: Callable[[], Work[T]]) -> T:
    """What work comes to, begun at most once for a question however many turns it takes.

    Raises:
        TurnOver: the turn is over.
    """
    if _question is None:
        return finish(work())
    latest = [_questions.pop(_question, {}), *reversed(_questions.values())]
    _questions[_question] = latest[0]
    if len(_questions) > MOST_QUESTIONS:
        del _questions[next(iter(_questions))]
    known = [tasks[key] for tasks in latest if key in tasks]
    latest[0][key] = known[0] if known else _Task(work())
    result: T = latest[0][key].finish()
    return result


class _Task[T]:
    """Work and what it came to: a result, or a refusal."""

    def __init__(self, work: Work[T]) -> None:
        self._work = work
        self._results: list[T] = []
        self._refusal: Exception | None = None

    def finish(self) -> T:
        if self._refusal:
            raise self._refusal
        if not self._results:
            try:
                self._results.append(finish(self._work))
            except Exception as refusal:
                self._refusal = refusal
                raise
        return self._results[0]


def cached[**P, T](most: int) -> Callable[[Callable[P, Work[T]]], Callable[P, Work[T]]]:
    """A function that gives work, made to do the same work once; the `most` latest results are cached."""

    def decorate(work: Callable[P, Work[T]]) -> Callable[P, Work[T]]:
        results: dict[Hashable, T] = {}

        @wraps(work)
        def once(*args: P.args, **kwargs: P.kwargs) -> Work[T]:
            key = (args, tuple(kwargs.items()))
            if key not in results:
                results[key] = yield from work(*args, **kwargs)
                if len(results) > most:
                    del results[next(iter(results))]
            return results[key]

        return once

    return decorate
