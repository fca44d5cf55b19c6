"""A session of checks of one game: the report, the steps with their limits, and what they have in common."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules_py.checking.exceptions import find_source
from rules_py.checking.limits import TimeUpError, limit_process, limit_time
from rules_py.checking.problems import Problem, Report, describe_problem
from rules_py.discovery import describe_encoding

CHECKERS = ("rules_site.page_checks", "rules_js.checking")
"""Modules of other packages that check a game's pages, and what can't be compiled."""

type Notice = Callable[[str, Problem], None]
"""A function that learns of the step that begins: its name, and the problem if it never ends."""


@dataclass
class Session:
    """A check of one game.

    Attributes:
        slug: the game.
        docs: the folder of pages, or None if they aren't checked.
        notice: a function that learns of each step.
        skipped: steps that have ended an earlier process, and are left out.
        limits_process: True if the system may end this process.
        checkers: the plug-ins, each a module with a function `check(session)`; those that aren't installed are left
            out.
        is_loaded: False if the game's modules can't be imported, so that ids are unknown.
        report: the result so far.
        broken: the ids of tables and rules that have problems themselves, for which no page is blamed.
        fields: the outcome fields of each rule, by its id.
        values: the values of each field that were seen, by the rule's id.
    """

    slug: str
    docs: Path | None = None
    notice: Notice = lambda name, problem: None
    skipped: frozenset[str] = frozenset()
    limits_process: bool = False
    checkers: tuple[str, ...] = CHECKERS
    is_loaded: bool = True
    report: Report = field(default_factory=Report)
    broken: set[str] = field(default_factory=set)
    fields: dict[str, set[str]] = field(default_factory=dict)
    values: dict[str, dict[str, dict[Any, None]]] = field(default_factory=dict)

    def add(self, problem: Problem) -> None:
        """Add a problem to the report."""
        self.report.add(problem)

    def count(self, kind: str, number: int) -> None:
        """Count things that the check looks at."""
        self.report.counts[kind] = self.report.counts.get(kind, 0) + number

    def add_error(self, error: BaseException, default: str, place: str = "", about: str = "") -> None:
        """Add the problem that an exception is about."""
        self.add(describe_problem(error, default, place, about))

    def check_encoding(self, path: Path, place: str) -> bool:
        """Report a file that isn't in UTF-8, and return True if it is.

        Args:
            path: the file.
            place: its path for messages.
        """
        try:
            path.read_bytes().decode()
        except UnicodeDecodeError as error:
            line, _, said = describe_encoding(error).partition(": ")
            self.add(Problem("FB140", f"{place}:{line}", said))
            return False
        return True

    @contextmanager
    def step(self, name: str, seconds: float, endless: Problem, *, is_located: bool = True) -> Iterator[None]:
        """Limit the time of a step.

        Args:
            name: the step's name, which no other step has.
            seconds: its processor time.
            endless: the problem if the step doesn't end. That of a skipped step is added by what skips it.
            is_located: True if the place of the problem is the line where the step is interrupted.

        Raises:
            SkippedError: an earlier process ended in this step, or its time is up.
        """
        if name in self.skipped:
            raise SkippedError
        self.notice(name, endless)
        if self.limits_process:
            limit_process(seconds)
        try:
            with limit_time(seconds, ends_process=self.limits_process):
                yield
        except TimeUpError as error:
            place = (find_source(error)[0] if is_located else "") or endless.place
            self.add(Problem(endless.number, place, endless.said))
            raise SkippedError from None


class SkippedError(Exception):
    """A step that is left out, because it doesn't end, or ends Python; its problem is known."""
