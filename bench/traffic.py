"""What a server sent: one entry an answer, headers and body as they were on the wire."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

QUIET, LONG_QUIET = 1.0, 5.0
"""Seconds without an answer after which a visit is over; the long one where something is fetched when all is idle."""


@dataclass
class Answer:
    """One answer of the server."""

    path: str
    status: int = 0
    bytes: int = 0


@dataclass
class Traffic:
    """All answers since it was begun."""

    answers: list[Answer] = field(default_factory=list)
    last_sent_at: float = field(default_factory=time.monotonic)

    def add_answer(self, path: str) -> Answer:
        self.answers.append(Answer(path))
        return self.answers[-1]

    def count_bytes(self, answer: Answer, size: int) -> None:
        answer.bytes += size
        self.last_sent_at = time.monotonic()

    def total_bytes(self, matches: Callable[[str], bool] = lambda path: True) -> int:
        """Bytes of all answers whose path is chosen."""
        return sum(answer.bytes for answer in self.answers if matches(answer.path))

    def wait_until_quiet(self, seconds: float = QUIET, timeout: float = 60.0) -> None:
        """Return when nothing was sent for so long.

        Raises:
            TimeoutError: it did not become quiet.
        """
        end = time.monotonic() + timeout
        while (rest := self.last_sent_at + seconds - time.monotonic()) > 0:
            if time.monotonic() > end:
                raise TimeoutError(f"the page still loads after {timeout:.0f} s")
            time.sleep(rest)
