"""A network line as readers have them: so many bits a second for all connections together, and a wait for each request.

The server shapes its own traffic, because a browser's emulation does not reach workers.
"""

import math
import threading
import time
from collections.abc import Callable

SLICE = 0.01
"""Seconds of the line that one connection takes at a time."""


class ThrottledLink:
    """A shared line; without arguments as fast as the machine."""

    def __init__(self, megabits: float | None = None, latency: float = 0.0):
        """Megabits per second (None: no limit), and the seconds between a request and the first byte of its answer."""
        self.bytes_per_second = megabits * 1_000_000 / 8 if megabits else math.inf
        self.latency = latency
        self._free_at = 0.0
        self._lock = threading.Lock()

    def wait_for_latency(self) -> None:
        """The way there and back."""
        time.sleep(self.latency)

    def send(self, write: Callable[[bytes], object], data: bytes) -> None:
        """Write in slices; each waits for its turn among all that is being sent."""
        if self.bytes_per_second == math.inf:
            write(data)
            return
        size = max(1, int(self.bytes_per_second * SLICE))
        passed = time.monotonic()
        for start in range(0, len(data), size):
            piece = data[start : start + size]
            passed = self.reserve(len(piece), passed)
            time.sleep(max(0.0, passed - time.monotonic()))
            write(piece)

    def reserve(self, size: int, start: float) -> float:
        """When so many bytes have passed that wait since then, behind those that came before.

        A piece waits since the one before it passed: a sender that wakes up late makes up for it.
        """
        with self._lock:
            self._free_at = max(self._free_at, start) + size / self.bytes_per_second
            return self._free_at
