"""Limits of time for a game's code: code that doesn't end raises an error at its line, or else its process is ended."""

import math
import os
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

TICK_SECONDS = 0.2
"""The time after which a watch looks at the clock again, and raises its error again if a rule has caught it."""

MOST_CAUGHT = 3
"""The number of errors that a rule may catch before its process is ended."""

HARD_SECONDS = 1
"""The processor time beyond the limit after which the system ends the process, for code that can't be interrupted."""


class TimeUpError(BaseException):
    """Code that hasn't ended in time; no rule can catch it by accident."""


class Watch:
    """A watch over code, which raises an error in it once its time is up.

    One timer ticks as long as the watch runs. It measures the processor time and the sleep since the last start.
    """

    def __init__(self, *, ends_process: bool = False) -> None:
        """Set `ends_process` if code that catches the error again and again ends with its process."""
        self.ends_process = ends_process
        self.stop()

    def start(self, seconds: float, wait_seconds: float = WAIT_SECONDS) -> None:
        """Give code its time from now on.

        Args:
            seconds: its maximum processor time.
            wait_seconds: the maximum time in which it doesn't want the processor.
        """
        self.seconds, self.wait_seconds = seconds, wait_seconds
        self._busy, self._count = time.process_time(), 0
        self._slept: float | None = None

    def stop(self) -> None:
        """Let code take as long as it likes."""
        self.start(0)

    @contextmanager
    def run(self) -> Iterator[None]:
        """Let the timer tick during a block; on a system without one, only the process's own limit of time is left."""
        if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, TICK_SECONDS, TICK_SECONDS)
        try:
            yield
        finally:
            self.stop()
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def _look(self, number: int, frame: FrameType | None) -> None:
        """Raise an error if the time is up.

        Raises:
            TimeUpError: it is.
        """
        if not self.seconds:
            return
        if self._slept is None:
            self._slept = _measure_sleep()  # at the first tick, because most code ends before it
        is_up = time.process_time() - self._busy > self.seconds or _measure_sleep() - self._slept > self.wait_seconds
        if not is_up:
            return
        if self._count == MOST_CAUGHT and self.ends_process:
            os.kill(os.getpid(), signal.SIGKILL)
        self._count += 1
        raise TimeUpError


@contextmanager
def limit_time(seconds: float, *, ends_process: bool = False) -> Iterator[None]:
    """Limit the processor time of a block.

    Raises:
        TimeUpError: the time is up.
    """
    watch = Watch(ends_process=ends_process)
    with watch.run():
        watch.start(seconds)
        yield


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
