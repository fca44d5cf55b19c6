"""Language features that any rule may use: classes, generators, exceptions, patterns, tracebacks.

Only for the profile of called functions, like types_and_library.py.
"""

import contextlib
import copy
import dataclasses
import enum
import functools
import gc
import traceback
import typing
import warnings
import weakref
from collections.abc import Iterator
from typing import Any


class Colour(enum.Enum):
    """An enumeration."""

    RED = 1
    BLUE = enum.auto()


class Permission(enum.Flag):
    """Flags."""

    READ = enum.auto()
    WRITE = enum.auto()


@dataclasses.dataclass(frozen=True, order=True, slots=True)
class Point:
    """A dataclass with all kinds of fields."""

    x: int
    y: float = 0.5
    names: list[str] = dataclasses.field(default_factory=list, compare=False)


class Person(typing.NamedTuple):
    """A named tuple."""

    name: str
    age: int = 3


class Managed:
    """A class with special methods."""

    __slots__ = ("__weakref__", "_value")

    def __init__(self, kept: Any = None):
        self._value = kept

    def __enter__(self) -> "Managed":
        return self

    def __exit__(self, *_: object) -> bool:
        return True

    def __getattr__(self, name: str) -> str:
        if name.startswith("__"):
            raise AttributeError(name)
        return name

    def __call__(self, *given: Any, **named: Any) -> Any:
        return given, named

    def __iter__(self) -> Iterator[int]:
        yield from range(3)

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: Any) -> Any:
        return index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Managed)

    def __hash__(self) -> int:
        return 5

    def __del__(self) -> None:
        self._value = None

    @property
    def value(self) -> Any:
        return self._value

    @value.setter
    def value(self, value: Any) -> None:
        self._value = value

    @functools.cached_property
    def cached(self) -> int:
        return 1

    @classmethod
    def create(cls) -> "Managed":
        return cls()

    @staticmethod
    def constant() -> int:
        return 1


VALUES = (
    0,
    2.5,
    "a",
    None,
    True,
    [1, 2, 3],
    (1, "x"),
    {"a": 1, "b": 2},
    {1, 2},
    Point(1),
    Person("me"),
    Managed(),
    Colour.RED,
    Permission.READ | Permission.WRITE,
    ValueError("bad"),
    len,
    int,
    lambda x, *rest, y=2, **more: x,
)


def match_value(value: Any) -> Any:
    """Match a value against patterns of every kind."""
    match value:
        case [1, *rest] if rest:
            return rest
        case {"a": int(number), **others}:
            return number, others
        case Point(x=1) | Person("me"):
            return value
        case str() | float() as found:
            return found
        case None | True:
            return 0
    return value


def recurse(depth: int) -> int:
    """Recurse infinitely."""
    return recurse(depth + 1) + 1


LETTERS = ["a", "b"]
FAILING_CALLS = (
    lambda: nothing_like_it,  # noqa: F821
    lambda: LETTERS.appendd,
    lambda: 1 / 0,
    lambda: (lambda: 0)(1),
    lambda: {}["x"],
    lambda: "a" + 1,
    lambda: LETTERS[9],
    lambda: int("x"),
    lambda: next(iter(())),
    lambda: Point(),
    lambda: Point(1).x(),
    lambda: setattr(Point(1), "x", 2),
    lambda: __import__("nothing_like_it"),
    lambda: [*None],
    lambda: {**1},
    lambda: Colour(9),
    lambda: str.upper(1),
    lambda: recurse(0),
)
ATTRIBUTE_NAMES = ("kept", "without_room", "x", "name", "value", "nothing", "__doc__", "__annotations__", "__dict__")
FUNCTIONS = (
    repr,
    str,
    hash,
    bool,
    len,
    iter,
    dir,
    copy.copy,
    copy.deepcopy,
    dataclasses.asdict,
    dataclasses.fields,
    vars,
    Point,
    Colour,
    Permission,
    Person._make,
    Managed,
    typing.get_type_hints,
    weakref.ref,
    gc.get_referents,
    match_value,
)


def exercise_classes() -> None:
    """Call every function on every object, and get, set and delete attributes."""
    for value in VALUES:
        for ask in FUNCTIONS:
            with contextlib.suppress(Exception):
                ask(value)
        for name in ATTRIBUTE_NAMES:
            for ask in (getattr, lambda value, name: setattr(value, name, 1), delattr):
                with contextlib.suppress(Exception):
                    ask(value, name)
    managed = Managed()
    with managed:
        raise ValueError("swallowed")
    managed.value, first, (*rest, last) = 1, 2, (3, 4)
    managed(first, *rest, last=last, **{"more": 1, "and more": 2})


def exercise_errors() -> None:
    """Raise exceptions of all kinds, chained and in groups, and format them."""
    for wrong in FAILING_CALLS:
        try:
            try:
                wrong()
            except Exception as error:
                raise ExceptionGroup("several", [error, ValueError()]) from error
        except* ValueError:
            traceback.format_exc()
        except* Exception as group:
            "".join(traceback.format_exception(group))
    with warnings.catch_warnings(record=True):
        warnings.warn("careful", UserWarning, stacklevel=1)


def exercise_generators() -> None:
    """Send to generators, throw into them and close them; create reference cycles."""
    generator = (number for number in range(5))
    generator.send(None)
    with contextlib.suppress(ValueError):
        generator.throw(ValueError("x"))
    generator.close()
    circle: list[Any] = []
    circle.append(circle)
    repr(circle)
    del circle
    gc.collect()


def run() -> None:
    """Run everything."""
    for part in (exercise_classes, exercise_errors, exercise_generators):
        part()
