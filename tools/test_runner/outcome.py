"""Results of test runs."""

from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree


@dataclass
class Outcome:
    """The result of a part of the tests.

    Attributes:
        passed: the number of passed tests.
        seconds: seconds by test, where known.
        flaky: tests that failed and passed when retried.
        failures: tests that failed.
    """

    passed: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    flaky: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def __add__(self, other: "Outcome") -> "Outcome":
        return Outcome(
            self.passed + other.passed,
            self.seconds | other.seconds,
            self.flaky + other.flaky,
            self.failures + other.failures,
        )


def read_junit_report(path: Path) -> Outcome:
    """Read a JUnit report; return an empty outcome if there is no file."""
    outcome = Outcome()
    if not path.is_file():
        return outcome
    for case in ElementTree.parse(path).iter("testcase"):
        name = f"{case.get('classname', '').replace('.', '/')}::{case.get('name')}"
        outcome.seconds[name] = outcome.seconds.get(name, 0) + float(case.get("time", 0))
        if case.find("failure") is not None or case.find("error") is not None:
            outcome.failures.append(name)
        elif case.find("skipped") is None:
            outcome.passed += 1
    return outcome


def format_duration(seconds: float) -> str:
    """Format seconds as minutes and seconds.

    >>> format_duration(754.6)
    '12:35'
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
