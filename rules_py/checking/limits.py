"""Limits of time for a game's code: a roll that doesn't end raises an error at its line."""

import math
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

IMPORT_SECONDS = 2.0
"""The maximum processor time of a module's import."""

RULE_SECONDS = 1.5
"""The maximum processor time of a rule's rolls, and of its odds."""

WAIT_SECONDS = 2.0
"""The maximum time in which code doesn't want the processor, as in a sleep."""

PATIENCE = 10
"""The number of times as long that code may wait if the system can't tell a sleep from a busy machine."""

REPEAT_SECONDS = 0.2
"""The time after which the error is raised again, in case that a rule catches it."""

HARD_SECONDS = 2
"""The processor time beyond the limit after which the system ends the process, for code that can't be interrupted."""


class TimeUpError(BaseException):
    """Code that hasn't ended in time; no rule can catch it by accident."""


@contextmanager
def limit_time(seconds: float) -> Iterator[None]:
    """Limit the processor time of a block.

    Raises:
        TimeUpError: the time is up.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield  # only the process's own limit of time is left
        return
    began = _measure_sleep()

    def stop(number: int, frame: FrameType | None) -> None:
        if number == signal.SIGPROF or _measure_sleep() - began > WAIT_SECONDS:
            raise TimeUpError

    before = [signal.signal(number, stop) for number in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, seconds, REPEAT_SECONDS)
    signal.setitimer(signal.ITIMER_REAL, WAIT_SECONDS, REPEAT_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in zip((signal.SIGPROF, signal.SIGALRM), before, strict=True):
            signal.signal(number, handler)


def _measure_sleep() -> float:
    """Return the seconds since some moment in which this process didn't want the processor."""
    try:
        busy, queued, _ = Path("/proc/self/schedstat").read_text(encoding="ascii").split()
    except OSError:
        return (time.monotonic() - time.process_time()) / PATIENCE
    return time.monotonic() - (int(busy) + int(queued)) / 1e9


def limit_process(seconds: float) -> None:
    """Let the system end this process once it has used more processor time than from now on a step may."""
    try:
        import resource
    except ImportError:  # Windows has no such limit; the parent's patience is left
        return
    most = math.ceil(time.process_time() + seconds) + HARD_SECONDS
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
