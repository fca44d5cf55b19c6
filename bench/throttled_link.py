"""A throttled network link with a bandwidth shared by all connections and a latency for each request.

The server throttles its own traffic, because a browser's emulation does not reach workers.
"""

import math
import threading
import time
from collections.abc import Callable

SLICE = 0.01
"""Seconds of bandwidth that one connection takes at a time."""


class ThrottledLink:
    """A shared link; without arguments it is not throttled."""

    def __init__(self, megabits: float | None = None, latency: float = 0.0):
        """Set the bandwidth and the latency.

        Args:
            megabits: per second; None for no limit.
            latency: seconds between a request and the first byte of its response.
        """
        self.bytes_per_second = megabits * 1_000_000 / 8 if megabits else math.inf
        self.latency = latency
        self._free_at = 0.0
        self._lock = threading.Lock()

    def wait_for_latency(self) -> None:
        """Wait for one round trip."""
        time.sleep(self.latency)

    def send(self, write: Callable[[bytes], object], data: bytes) -> None:
        """Write data in slices, each of which waits for its turn among everything being sent."""
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
        """Reserve the link for `size` bytes that wait since `start`, and return the time when they have passed.

        A slice waits from the time when the previous one passed, so a sender that wakes up late catches up.
        """
        with self._lock:
            self._free_at = max(self._free_at, start) + size / self.bytes_per_second
            return self._free_at
