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
    last: float = field(default_factory=time.monotonic)

    def begin(self, path: str) -> Answer:
        self.answers.append(Answer(path))
        return self.answers[-1]

    def count(self, answer: Answer, size: int) -> None:
        answer.bytes += size
        self.last = time.monotonic()

    def bytes(self, chosen: Callable[[str], bool] = lambda path: True) -> int:
        """Bytes of all answers whose path is chosen."""
        return sum(answer.bytes for answer in self.answers if chosen(answer.path))

    def wait_until_quiet(self, seconds: float = QUIET, at_most: float = 60.0) -> None:
        """Return when nothing was sent for so long.

        Raises:
            TimeoutError: it did not become quiet.
        """
        end = time.monotonic() + at_most
        while (rest := self.last + seconds - time.monotonic()) > 0:
            if time.monotonic() > end:
                raise TimeoutError(f"the page still loads after {at_most:.0f} s")
            time.sleep(rest)
