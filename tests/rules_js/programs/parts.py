"""Names that generated programs use: classes, functions, and what they import."""

import math  # noqa: F401
from collections import Counter, defaultdict  # noqa: F401
from contextlib import contextmanager, suppress  # noqa: F401
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce  # noqa: F401
from itertools import accumulate, chain, combinations, groupby, islice, pairwise, permutations, product  # noqa: F401
from typing import Any, NamedTuple

MOST_STEPS = 60


class Point(NamedTuple):
    """A point."""

    x: int
    y: int = 2

    @property
    def total(self) -> int:
        return self.x + self.y


@dataclass(frozen=True, order=True)
class Card:
    """A frozen value with an order."""

    rank: int
    name: str = "ace"
    worth: Fraction = field(default=Fraction(1, 2), compare=False)

    def raised(self, by: int = 1, *, name: str = "") -> "Card":
        return replace(self, rank=self.rank + by, name=name or self.name)


@dataclass
class Box:
    """A value that changes."""

    size: int = 0
    things: list[int] = field(default_factory=list)

    def add(self, thing: int) -> "Box":
        self.things.append(thing)
        self.size += 1
        return self

    def __len__(self) -> int:
        return self.size


class Refused(ValueError):  # noqa: N818
    """An error with a field."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"no: {reason}")
        self.reason = reason


class Wrong(Refused, LookupError):  # noqa: N818
    """An error with two bases."""


@contextmanager
def note(log: list[Any], name: str) -> Any:
    log.append(f"in {name}")
    try:
        yield name.upper()
    except ZeroDivisionError:
        log.append(f"caught {name}")
    finally:
        log.append(f"out {name}")


def count_up(start: int, stop: int, log: list[Any]) -> Any:
    """Yield numbers, and note when."""
    for number in range(start, min(stop, start + 6)):
        log.append(("yield", number))
        yield number
    return "end"


def delegate(first: Any, log: list[Any]) -> Any:
    """Yield what an iterable has, and the value that a generator returns."""
    yield from first
    result = yield from count_up(0, 2, log)
    yield result


def find_seen(log: list[Any]) -> frozenset[Any]:
    """Return what a log has."""
    return frozenset(log)


def step(log: list[Any]) -> None:
    """Count a step of a loop; the program ends after many."""
    log.append("step")
    if log.count("step") > MOST_STEPS:
        raise RecursionError
