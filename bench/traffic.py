"""A record of the responses that a server sent, with the bytes of headers and body on the wire."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

QUIET, LONG_QUIET = 1.0, 5.0
"""Seconds without traffic after which a visit is over; the long wait is for pages that fetch more when idle."""


@dataclass
class Answer:
    """One response of the server."""

    path: str
    status: int = 0
    bytes: int = 0


@dataclass
class Traffic:
    """All responses since counting began."""

    answers: list[Answer] = field(default_factory=list)
    last_sent_at: float = field(default_factory=time.monotonic)

    def add_answer(self, path: str) -> Answer:
        self.answers.append(Answer(path))
        return self.answers[-1]

    def count_bytes(self, answer: Answer, size: int) -> None:
        answer.bytes += size
        self.last_sent_at = time.monotonic()

    def total_bytes(self, matches: Callable[[str], bool] = lambda path: True) -> int:
        """Return the bytes of all responses whose path matches."""
        return sum(answer.bytes for answer in self.answers if matches(answer.path))

    def wait_until_quiet(self, seconds: float = QUIET, timeout: float = 60.0) -> None:
        """Wait until nothing has been sent for `seconds`.

        Raises:
            TimeoutError: the traffic did not stop within `timeout` seconds.
        """
        end = time.monotonic() + timeout
        while (rest := self.last_sent_at + seconds - time.monotonic()) > 0:
            if time.monotonic() > end:
                raise TimeoutError(f"the page still loads after {timeout:.0f} s")
            time.sleep(rest)
