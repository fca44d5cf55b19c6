"""Functions whose results have to be the same in Python and, compiled, in JavaScript. Each shows some constructs."""

import json
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property, partial, reduce
from html import escape
from itertools import accumulate, chain, combinations, groupby, islice, pairwise, permutations, product, takewhile
from typing import Any, ClassVar, NamedTuple, Protocol

from rules_py.play import copies

PATTERN = re.compile(r"(?P<count>\d+)d(?P<sides>\d+)")
LABELS = {"lowest": 1, "highest": 2}


class Point(NamedTuple):
    """A point."""

    x: int
    y: int = 2

    @property
    def total(self) -> int:
        return self.x + self.y


@dataclass(frozen=True)
class Shape:
    """A shape with points."""

    name: str
    points: tuple[Point, ...] = ()
    tags: list[str] = field(default_factory=list)
    sides: ClassVar[int] = 4

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("no name")

    @cached_property
    def size(self) -> int:
        return sum(point.total for point in self.points)

    def describe(self, *, loud: bool = False) -> str:
        return self.name.upper() if loud else self.name

    @classmethod
    def named(cls, name: str) -> "Shape":
        return cls(name)

    @staticmethod
    def double(number: int) -> int:
        return 2 * number


@dataclass(frozen=True)
class Circle(Shape):
    """A shape that calls the methods of its base."""

    radius: int = 1

    def describe(self, *, loud: bool = False) -> str:
        return f"{super().describe(loud=loud)} {self.radius}"


class Tower(Exception):  # noqa: N818
    """An error with a field."""

    def __init__(self, height: int) -> None:
        self.height = height
        super().__init__(f"{height} m")


class Leaning(Tower, KeyError):  # noqa: N818
    """An error with two bases."""


class Counting:
    """An object that can be called, iterated, indexed and added."""

    def __init__(self, start: int) -> None:
        self.start = start

    def __call__(self, step: int) -> int:
        self.start += step
        return self.start

    def __iter__(self) -> Iterator[int]:
        yield from range(self.start)

    def __getitem__(self, key: int) -> int:
        return self.start * key

    def __len__(self) -> int:
        return self.start

    def __contains__(self, value: object) -> bool:
        return value == self.start

    def __add__(self, other: int) -> int:
        return self.start + other


def divide_whole_numbers() -> list[Any]:
    pairs = [(7, 2), (-7, 2), (7, -2), (-7, -2), (0, 5), (2**70, 3), (-(2**70), 7)]
    return [(a // b, a % b, divmod(a, b)) for a, b in pairs]


def compute_with_large_numbers() -> list[Any]:
    return [
        2**53 + 1,
        2**100 - 2**99,
        3**40 * 7,
        (2**64).bit_length(),
        10**20 // 10**18,
        -(2**53) - 2,
        1 << 60,
        True + 1,
    ]


def round_numbers() -> list[Any]:
    values = [0.5, 1.5, 2.5, -0.5, 2.675, 1e16, 0.1 + 0.2, 1 / 3]
    return [[round(each), round(each, 2), f"{each:.1f}", repr(each)] for each in values]


def write_floats() -> list[Any]:
    return [repr(each) for each in (1.0, 1e-5, 1e16, 123456789.125, -0.0, float("inf"), 5e-324, 1e22)]


def compute_fractions() -> list[Any]:
    half, third = Fraction(1, 2), Fraction("1/3")
    return [
        half + third,
        half * 3,
        third / 2,
        half**3,
        half - 1,
        -half,
        half == 0.5,
        half < third,
        Fraction("1.2"),
        round(Fraction(5, 2)),
        float(third),
        math.floor(Fraction(-1, 2)),
        sum([half, third]),
        str(half),
        int(third),
        Fraction(6, 3) == 2,
        {Fraction(4, 2): "two"}[2],
    ]


def format_values() -> list[str]:
    number, name = 1234567, "dice"
    return [
        f"{number:,}",
        f"{number:>12,}|",
        f"{name:<8}|",
        f"{name:^8}|",
        f"{name!r}",
        f"{0.256:.1%}",
        f"{-3:+d}",
        f"{7:03d}",
        f"{3.14159:.{2}f}",
        f"{Fraction(1, 3)}",
        f"{1} and {2}",
        f"{2}{1}",
        f"{1e5:g}",
        f"{True}",
        f"{None}",
        f"{'é':>3}",
    ]


def iterate_twice() -> list[Any]:
    numbers = range(3)
    once = iter([1, 2, 3])
    keys = LABELS.keys()
    return [list(numbers), list(numbers), list(once), list(once), list(keys), list(keys), numbers[-1], 2 in numbers]


def shadow_names() -> list[Any]:
    rows = [[1, 2], [3]]
    rows = [[cell + 1 for cell in rows] for rows in rows]
    functions = [lambda step=step: step * 2 for step in range(3)]
    return [rows, [each() for each in functions]]


def close_over_variables() -> list[Any]:
    count = 0

    def add(step: int = 1) -> int:
        nonlocal count
        count += step
        return count

    add()
    add(5)
    return [count, add(step=2)]


def call_with_keywords() -> list[Any]:
    def collect(first: int, /, second: int = 2, *rest: int, third: int = 3, **others: int) -> list[Any]:
        return [first, second, rest, third, sorted(others.items())]

    more = {"third": 7, "fourth": 8}
    return [collect(1), collect(1, 5, 6, 7), collect(1, second=9, fifth=5), collect(*[1, 2, 3], **more)]


def use_methods_as_values() -> list[Any]:
    shape = Shape("square", (Point(1), Point(2, 3)))
    describe: Callable[..., str] = shape.describe
    return [
        describe(),
        describe(loud=True),
        list(map(shape.double, [1, 2])),
        shape.size,
        shape.size,
        Shape.named("x").name,
        Shape.double(4),
        shape.sides,
    ]


def compare_objects() -> list[Any]:
    first, second = Shape("a", (Point(1),)), Shape("a", (Point(1),))
    circle = Circle("a", (Point(1),), radius=3)
    return [
        first == second,
        first == circle,
        first != circle,
        Point(1, 2) == (1, 2),
        Point(1) < Point(2),
        circle.describe(),
        replace(circle, radius=5).radius,
        copies.replace(circle) == circle,
        copies.replace(circle, radius=5).radius,
        circle.points[0]._replace(x=9),
        Point(3)._asdict(),
        isinstance(circle, Shape),
        repr(Point(1)),
        {Point(1): "p"}[Point(1, 2)],
        {(1, "a"): 1}[(1, "a")],
        len({first.size, Fraction(3)}),
    ]


def catch_errors() -> list[Any]:
    found: list[Any] = []
    for error in (Tower(3), Leaning(4), ValueError("no"), KeyError("key")):
        try:
            raise error
        except Leaning as caught:
            found.append(("leaning", caught.height))
        except (Tower, ValueError) as caught:
            found.append(str(caught))
        except LookupError:
            found.append("lookup")
        finally:
            found.append("end")
    with suppress(ZeroDivisionError):
        found.append(1 // 0)
    try:
        Shape("")
    except ValueError as caught:
        found.append(caught.args)
    return found


def manage_contexts() -> list[str]:
    said: list[str] = []

    @contextmanager
    def note(name: str) -> Iterator[str]:
        said.append(f"in {name}")
        try:
            yield name.upper()
        finally:
            said.append(f"out {name}")

    def leave() -> str:
        with note("a") as first, note("b") as second:
            said.append(first + second)
            return "left"

    said.append(leave())
    with suppress(Tower), note("c"):
        raise Tower(1)
    return said


def generate() -> list[Any]:
    def inner() -> Iterator[int]:
        yield 1
        yield 2
        return "done"  # type: ignore[return-value]

    def outer() -> Iterator[Any]:
        result = yield from inner()
        yield result

    numbers = iter(inner())
    return [list(outer()), next(numbers), next(numbers), next(numbers, "none"), [*inner()], dict(enumerate(inner(), 1))]


def match_patterns() -> list[Any]:
    def name(value: Any) -> str:
        match value:
            case None | True:
                return "constant"
            case int(number) if number > 10:
                return f"large {number}"
            case Point(x, y=0):
                return f"on the axis {x}"
            case Circle(radius=radius):
                return f"circle {radius}"
            case Shape():
                return "shape"
            case [first, *rest]:
                return f"list {first} {rest}"
            case "a" | "b" as letter:
                return letter
            case _:
                return "other"

    values = [None, True, 11, 5, Point(3, 0), Point(3, 1), Circle("c"), Shape("s"), [1, 2], [], "b", "z"]
    return [name(each) for each in values]


def cut_sequences() -> list[Any]:
    letters, numbers = "abcdef", [0, 1, 2, 3, 4]
    numbers[1:3] = [9]
    first, *middle, last = letters
    return [
        letters[1:4],
        letters[-2:],
        letters[::-1],
        letters[::2],
        numbers,
        numbers[-1],
        tuple(numbers)[:2],
        first,
        middle,
        last,
        tuple(numbers) + tuple(letters[:1]),
        [0] * 3,
        "ab" * 2,
        range(10)[2:8:3],
        "é🎲"[1],
        len("é🎲"),
        sorted("é🎲a"),
    ]


def work_with_text() -> list[Any]:
    text, dashed = "  Two dice, or 3 dice  ", "a-b-c"
    return [
        text.strip(),
        text.split(),
        text.split(","),
        dashed.split("-", 1),
        dashed.rsplit("-", 1),
        "abc".partition("b"),
        "x.y".rpartition("."),
        "title case".title(),
        "abc".removesuffix("c"),
        ",".join(["a", "b"]),
        "aXbX".replace("X", "-", 1),
        "12".isdigit(),
        "½".isdigit(),
        "a1".isalnum(),
        "ß".casefold(),
        "7".zfill(3),
        "\n".isprintable(),
        "it's".isidentifier(),
        "abc".startswith(("x", "a")),
        escape("<a href='x'>&"),
        escape('"', quote=False),
    ]


def find_patterns() -> list[Any]:
    found = PATTERN.search("roll 2d6 now")
    return [
        found and found["count"],
        found and found.groups(),
        PATTERN.fullmatch("2d6x"),
        PATTERN.findall("2d6 1d4"),
        PATTERN.sub(r"\g<sides>d\1", "2d6"),
        re.sub(r"\s+", lambda each: f"[{len(each[0])}]", "a  b c"),
        re.split(r"\s*,\s*|\s+", "1, 2 3"),
        re.findall(r"[^\W\d_]{3}", "ie6 fire a_b 4d6"),  # a class within a class, repeated
        found and found.span(),
    ]


def write_json() -> list[str]:
    value = {"a": [1, 2.5, None, True], "é": '\u2028\x00"\\', "nested": {"n": 2**60}, "t": (1, "x")}
    return [
        json.dumps(value),
        json.dumps(value, indent=1, ensure_ascii=False),
        json.dumps(json.loads('{"x": [1e3, -0.5, "\\u00e9"]}')),
        json.dumps({1: "one", "true": True}),
        json.dumps(value, separators=(",", ":"), sort_keys=True),
    ]


def use_collections() -> list[Any]:
    counts = Counter("abracadabra")
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for number in range(4):
        groups["even" if number % 2 == 0 else "odd"].append(number)
    merged = LABELS | {"third": 3}
    merged |= {"fourth": 4}
    popped = merged.pop("third")
    del merged["fourth"]
    return [
        counts.most_common(2),
        counts["z"],
        Counter(None)["z"],
        dict(groups),
        merged,
        popped,
        merged.get("none", 7),
        list(reversed(merged)),
        {1, 2} & {2, 3},
        {1, 2} - {2},
        sorted({1} | {2}),
        {1} <= {1, 2},
        sorted({3, 1}),
        max([1, 5, 3], key=lambda each: -each),
        min("b", "a"),
        max([], default=0),
        dict(zip("ab", [1, 2], strict=True)),
        sorted([(2, "b"), (1, "a")], reverse=True),
    ]


def use_itertools() -> list[Any]:
    return [
        list(accumulate([1, 2, 3])),
        list(chain([1], [2])),
        list(chain.from_iterable([[1], [2]])),
        list(combinations("abc", 2)),
        [(key, list(each)) for key, each in groupby("aab")],
        list(islice(range(9), 2, 6, 2)),
        list(pairwise([1, 2, 3])),
        list(permutations([1, 2])),
        list(product([1, 2], repeat=2)),
        list(takewhile(lambda n: n < 3, [1, 2, 3, 1])),
        reduce(lambda a, b: a * b, [1, 2, 3, 4]),
        partial(divmod, 7)(2),
        math.comb(5, 2),
        math.gcd(12, 18),
        math.lcm(4, 6),
        math.prod([2, 3]),
        math.isqrt(99),
        any([0, 1]),
        all([]),
        list(filter(None, [0, 1, 2])),
    ]


def use_generators_at_once() -> list[Any]:
    numbers = [3, 1, 2]
    return [
        tuple(number + 1 for number in numbers),
        list(number for number in numbers if number > 1),  # noqa: C400
        sum(number * number for number in numbers),
        sorted(-number for number in numbers),
        min(number % 3 for number in numbers),
        max((number for number in numbers if number > 9), default=9),
        sorted(set(number % 2 for number in numbers)),  # noqa: C401
        "-".join(str(number) for number in numbers),
        (0, *(number for number in numbers)),
        dict((number, -number) for number in numbers),  # noqa: C402
    ]


def test_values_until_one_decides() -> list[Any]:
    numbers, seen = [4, 0, 2], list[int]()

    def see(number: int) -> int:
        seen.append(number)
        return number

    return [
        any(see(number) == 0 for number in numbers),
        all(see(number) for number in numbers),
        any(see(number) > 9 for number in numbers if number),
        all(see(number) >= 0 for number in numbers),
        any(number for number in seen[:0]),
        seen,
    ]


def zip_values() -> list[Any]:
    found = []
    try:
        for one, other in zip([1, 2, 3], (4, 5), strict=True):
            found.append(one + other)
    except ValueError:
        found.append(0)
    return [
        found,
        [one + other for one, other in zip([1, 2, 3], (4, 5), strict=False)],
        [one * other for one, other in zip(range(2), iter([7, 8]), strict=True)],
        list(zip([], [], strict=True)),
        dict(zip("ab", (1, 2), strict=True)),
        list(enumerate("ab", 1)),
    ]


def call_objects() -> list[Any]:
    counting = Counting(3)
    return [counting(2), list(counting), counting[4], len(counting), 5 in counting, counting + 1, bool(Counting(0))]


@cache
def compute_slowly(number: int) -> int:
    return number if number < 2 else compute_slowly(number - 1) + compute_slowly(number - 2)


def remember_results() -> list[int]:
    return [compute_slowly(60), compute_slowly(10)]


def repeat_random_numbers() -> list[Any]:
    found: list[Any] = []
    for seed in (0, 1, -5, 2**31, 2**64 + 3, 10**40):
        source = random.Random(seed)
        found += [
            [source.randrange(6) for _ in range(20)],
            source.randrange(10**20),
            source.getrandbits(70),
            source.random(),
        ]
    return found


def chain_conditions() -> list[Any]:
    value = 5
    empty: list[int] = []
    return [
        1 < value <= 5 < 6,
        empty or "empty",
        value and "five",
        not empty,
        None is None,
        (found := value + 1) and found,
        1 if empty else 2,
        3 > 2 > 1,
        "a" in "abc" and "x" not in "abc",
    ]


def loop_with_else() -> list[str]:
    said = []
    for wanted in (2, 9):
        for number in range(5):
            if number == wanted:
                said.append("found")
                break
        else:
            said.append("missing")
    count = 3
    while count:
        count -= 1
        if count == 1:
            continue
        said.append(str(count))
    return said


def break_out_of_loops() -> list[Any]:
    said: list[Any] = []
    for number in range(3):
        for other in range(3):
            said.append("break;")
            if other == number:
                break
            if number == 2:
                continue
            said.append(f"}} break; {{ {other}")
        else:
            said.append("inner else")
            break  # it leaves the outer loop
        while number:
            number -= 1  # noqa: PLW2901
            if number == 1:
                break
        else:
            said.append(("while else", number))
            continue
        said.append("after")
    else:
        said.append("outer else")
    return said


def break_in_a_function_in_a_loop() -> list[Any]:
    said: list[Any] = []
    for number in range(2):

        def find(numbers: list[int], wanted: int) -> bool:
            for each in numbers:
                if each == wanted:
                    break
            else:
                return False
            return True

        said.append(find([1, 2], number))
        if number:
            break
    else:
        said.append("else")
    return said


def leave_a_try_with_else() -> list[Any]:
    said: list[Any] = []

    def divide(number: int, by: int) -> int:
        try:
            said.append(number // by)
        except ZeroDivisionError:
            said.append("handler")
        else:
            said.append("else")
            if number > 5:
                raise ValueError
            return number
        finally:
            said.append("finally")
        return -1

    for pair in ((4, 2), (1, 0), (6, 2)):
        try:
            said.append(divide(*pair))
        except (ValueError, ZeroDivisionError) as error:
            said.append(type(error).__name__)
    for number in range(3):
        try:
            if number == 1:
                continue
        except ValueError:
            said.append("never")
        else:
            said.append(("kept", number))
            if number == 2:
                break
    return said


def keep_generators_open() -> list[Any]:
    def count() -> Iterator[int]:
        yield from range(9)

    numbers, found = count(), list[Any]()
    for number in numbers:
        found.append(number)
        if number == 1:
            break
    found += islice(numbers, 2)
    found.append(4 in numbers)
    found += [any(each == 6 for each in numbers), next(numbers)]
    for key, group in groupby("aab"):
        found += [key, next(group)]
    return [found, list(zip(iter([1]), numbers, strict=False)), list(numbers)]


def assign_in_order() -> list[Any]:
    said: list[Any] = []

    def say(value: Any) -> Any:
        said.append(value)
        return value

    values, alias = [1, 2, 3], {1, 2}
    other, frozen = alias, frozenset({1})
    same = frozen
    values[say(0)] = say(values.pop())
    alias -= {1}
    frozen |= {2}
    doubled = same_list = [1]
    doubled *= 2
    return [said, values, sorted(other), sorted(same), same_list, isinstance(frozen, set), repr(same)]


def use_sets_in_any_order() -> list[Any]:
    numbers = {3, 1, 2}
    hidden = [numbers, frozenset("ba")]
    return [
        sorted(numbers, reverse=True),
        sorted(-number for number in numbers),
        sum(number * 2 for number in hidden[0]),
        any(number > 2 for number in hidden[0]),
        all(number > 2 for number in numbers),
        max(hidden[0]),
        min((number for number in numbers if number > 1), default=0),
        sorted({*numbers, 4} | {number + 4 for number in hidden[0]}),
        len(set(hidden[0])),
        hidden[0].issuperset({1}),
        sorted(hidden[1]),
        "a" in hidden[1],
    ]


def convert_bytes() -> list[Any]:
    found: list[Any] = []
    for number in (0, 1, 255, 256, 2**53 + 1, 2**64 - 1, 2**64, -1):
        for size in (0, 1, 8, 9):
            try:
                found.append(int.from_bytes(number.to_bytes(size, "little"), "little"))
            except OverflowError as error:
                found.append(str(error))
    digits = bytearray(6)
    digits[2:4] = (770).to_bytes(2, "little")
    digits[-1:] = (9).to_bytes(1, "little")
    parts = [int.from_bytes(digits[start:stop], "little") for start in (0, 2, -3, 9) for stop in (0, 3, 6, -1)]
    return [found, parts, digits[3], digits[-1], len(digits), int.from_bytes(digits, "little")]


def divide_huge_and_tiny_numbers() -> list[Any]:
    huge, tiny = 10**400 + 7, Fraction(3, 10**320)
    found: list[Any] = [huge // 10**395, huge % 10**5, huge / 10**399, -huge // (huge - 1), math.isqrt(huge) % 10**9]
    found += [float(tiny), float(-tiny), float(tiny / 10**9), float(Fraction(2**53 + 1, 2**1075)), tiny < 0.5 < huge]
    for divide in (
        lambda: huge / 3,
        lambda: huge / 0,
        lambda: float(huge),
        lambda: huge // 0.5,
        lambda: Fraction(1) / 0,
    ):
        try:
            found.append(divide())
        except ArithmeticError as error:
            found.append(type(error).__name__)
    try:
        found.append(str(huge**11))
    except ValueError as error:
        found.append(type(error).__name__)
    return found


def change_values_while_they_are_read() -> list[Any]:
    numbers = [1, 2, 3]
    backwards = reversed(numbers)
    numbers += [4]

    def make() -> Iterator[int]:
        for number in range(2):
            numbers.append(10 + number)
            yield number

    groups = [combinations(numbers, 2), permutations(numbers, 2), product(numbers, repeat=2)]
    numbers.pop()
    found = [list(backwards), *(list(each) for each in groups)]
    numbers += make()
    numbers.extend(make())
    numbers += numbers
    return [found, numbers]


ORIGIN = Point(0)


class Named(Protocol):
    """Anything with a name that can be compared by its seniority."""

    name: str

    def seniority(self) -> int: ...


@dataclass(frozen=True)
class Boat:
    """A record with computed values, which a subclass overrides."""

    name: str
    crew: tuple[str, ...] = ()
    cargo: Mapping[str, int] = field(default_factory=dict)
    captain: "Boat | None" = None

    @property
    def size(self) -> int:
        return len(self.crew)

    @cached_property
    def heaviest(self) -> str | None:
        SEEN.append(self.name)
        return max(self.cargo, key=lambda each: self.cargo[each], default=None)

    def seniority(self) -> int:
        return self.size

    def load(self, what: str, number: int = 1, *, again: bool = False) -> "Boat":
        return replace(self, cargo={**self.cargo, what: number + (self.cargo.get(what, 0) if again else 0)})

    @classmethod
    def build(cls, name: str, *crew: str) -> "Boat":
        return cls(name, crew)

    @staticmethod
    def greet(name: str, loud: bool = False) -> str:
        return name.upper() if loud else name


@dataclass(frozen=True)
class Ship(Boat):
    """A record that overrides a property and a method of its base."""

    masts: int = 1

    @property
    def size(self) -> int:
        return 10 * self.masts

    def seniority(self) -> int:
        return super().seniority() + 1


@dataclass(frozen=True)
class Buoy:
    """A record of a certain class, which copies can be made of directly."""

    name: str
    place: Point = ORIGIN
    hits: list[int] = field(default_factory=list, compare=False)

    def seniority(self) -> int:
        return -1


class Harbour:
    """An object that changes, with attributes that its constructor assigns."""

    def __init__(self, name: str, boats: Sequence[Boat] = (), *, depth: int = 3) -> None:
        self.name, self.depth = name, depth
        self.boats: list[Boat] = list(boats)
        self.is_open: bool = True

    def close(self) -> None:
        self.is_open = False
        self.depth += 2


SEEN: list[str] = []


def read_records() -> list[Any]:
    boats: list[Boat] = [Boat("a", ("x", "y")), Ship(masts=2, name="b"), Boat.build("c", "z")]
    loaded = [boats[0].load("rum").load(number=3, what="salt").load("rum", 4, again=True), boats[1].load("salt", 2)]
    heaviest = [each.heaviest for each in [*boats, *loaded, *boats]]
    sizes = [(each.size, each.seniority(), each.captain is None, each.name == "b") for each in boats]
    return [loaded[0].cargo, heaviest, sizes, SEEN, isinstance(loaded[1], Ship), loaded[1] == Ship("b", masts=2)]


def compare_by_protocol() -> list[Any]:
    def find_best(named: Sequence[Named]) -> Named:
        return max(named, key=lambda each: (each.seniority(), each.name))

    buoy = Buoy("d", hits=[1])
    moved = replace(buoy, place=Point(y=5, x=4))
    moved.hits.append(2)
    best = find_best([Boat("a"), Ship("s"), buoy])
    return [best.name, moved, moved.place.total, buoy.hits, buoy == Buoy("d"), len({buoy, Buoy("d"), moved})]


def change_objects() -> list[Any]:
    harbour = Harbour("h", depth=7, boats=(Boat("a"),))
    harbour.boats.append(Ship("s"))
    was_open = harbour.is_open
    harbour.close()
    return [was_open, harbour.is_open, harbour.depth, [each.size for each in harbour.boats], Boat.greet("q", loud=True)]


def evaluate_arguments_in_order() -> list[Any]:
    seen: list[str] = []

    def note(value: Any) -> Any:
        seen.append(str(value))
        return value

    boat = Boat(crew=note(("x",)), name=note("n"))
    return [boat.load(number=note(2), what=note("w")).cargo, replace(Buoy("a"), name=note("b")).name, seen]


def mix_values_under_one_name() -> list[Any]:
    values = [1, 2]
    names = {"a": 1}
    values.append("3")  # type: ignore[arg-type]
    names["b"] = "2"  # type: ignore[assignment]
    other: Any = 1
    found = []
    for each in (True, 1, "1", None, 0, ""):
        other = each
        found.append([other == 1, other == "1", bool(other), other is None])
    return [[each == "3" for each in values], [value == "2" for value in names.values()], found]


def leave_loops_over_generators() -> list[Any]:
    def count() -> Iterator[int]:
        yield from range(10)

    numbers, letters, own = count(), iter("abcdef"), (2 * each for each in range(9))
    for each in numbers:
        if each == 2:
            break
    for letter in letters:
        if letter == "b":
            break
    first = next((each for each in own if each > 3), None)
    return [list(numbers), "".join(letters), first, list(own), next((each for each in ()), "none")]


def copy_dicts() -> list[Any]:
    first = {"a": 1, "b": 2}
    other = {"c": 4, "a": 5}
    second = {**first, "b": 3, **other}
    third = dict(second)
    third["a"] += 1
    first["d"] = 0
    del third["b"]
    return [
        first,
        second,
        other,
        third,
        {**second, "x": 1},
        dict.fromkeys(each * 2 for each in "ab"),
        list(second),
        {**third},
    ]


def tell_tuples_from_lists() -> list[Any]:
    pair = (1, [2])
    both, numbers = (*pair, 3)[1:], [4]
    keys = {(1, "a"): "x", (1, ("a", None)): "y"}
    return [
        [isinstance(each, tuple) for each in (pair, [*pair], pair[:1], list(pair), tuple(numbers), pair + both)],
        [keys[1, "a"], keys.get((1, ("a", None))), (1, 2) in {(1, 2): 0}, numbers == (1,), 2 * (0,), ((),) == ((),)],
        [index for index, _ in enumerate("ab", 3)],
        list(zip((1, 2), [3, 4], strict=True)),
        [-1, *range(3, 0, -1)],
        sorted((each for each in (3, 1, 2)), key=lambda each: -each),
        min((), default=7),
        type(both) is tuple and bool(both) and not numbers[1:],
    ]


def change_many_keys() -> list[Any]:
    many = {number: str(number) for number in range(20)} | {(1, "a"): "row", None: "none", True: "one"}
    copied = dict(many)
    for number in [0, 5, 19, (1, "a")]:
        del many[number]
    many[5] = "again"
    first = next(iter(many))
    few = {"a": 1, "b": 2, (3,): 3}
    del few["b"]
    few["b"] = 4
    emptied = dict.fromkeys(range(12), 0)
    for number in list(emptied):
        emptied.pop(number)
    emptied["a"] = 1
    return [many, len(many), first, copied == many, list(copied.values())[-3:], few, 19 in many, emptied, many | few]


def read_pairs() -> list[Any]:
    names = {"a": (1, 2), "b": (3, 4)}
    found = []
    for name, (low, high) in names.items():
        found.append((name, low + high))
    for pair in names.items():
        found += [pair]
    return [
        found,
        [(key, value) for key, value in names.items() for value in value if value > 1],
        {value: key for key, value in names.items()},
        dict(name=1, **names),
        {"a": 1, "b": 2, **names, "c": 3},
        [key * 2 for key in names],
        sum(low for low, _ in names.values()),
    ]


def number_values() -> list[Any]:
    values = ["a", "b", "c"]
    found = []
    for number, value in enumerate(values):
        found.append((number, value))
        number += 7  # noqa: PLW2901
    return [found, [number for number, _ in enumerate(values, 3)], [x for x, (y, z) in enumerate([(1, 2)]) if y < z]]


def look_for_texts() -> list[Any]:
    def has(value: Any) -> bool:
        return value in ("a", "b")

    def lacks(value: str) -> bool:
        return value not in ["a", "b"]

    return [has("a"), has(1), has(None), lacks("a"), lacks("c"), "".join(["x"]) in ("y", "x")]


def combine_lists() -> list[Any]:
    return [list(product()), list(product([], [1])), list(product([1, 2], "ab")), next(product([1], [2]))]


def loop_over_either(is_full: bool = True) -> list[Any]:
    found = []
    for is_full in (True, False):
        for each in LABELS.values() if is_full else ():
            found += [each]
    return found


def shadow_names_in_results() -> list[Any]:
    def double(values: list[int]) -> list[int]:
        values = [values * 2 for values in values]
        return [values + 1 for values in values]

    def find(values: list[int], least: int) -> bool:
        return any(values > least for values in values)

    def pack(values: Sequence[int]) -> tuple[int, ...]:
        return tuple(values for values in values if all(values > other for other in [0, 1]))

    return [double([1, 2]), find([1, 2], 1), find([1, 2], 2), pack([1, 2, 3])]


@dataclass(frozen=True)
class Exam:
    """A dataclass with functions as fields."""

    passes: Callable[[int], bool] = lambda number: number > 1
    name: str = ""


def call_fields() -> list[bool]:
    def check(exam: Exam, number: int) -> bool:
        return exam.passes(number)

    return [check(Exam(), 1), check(Exam(), 2), check(Exam(lambda number: number < 1), 0)]


def copy_with_a_mapping() -> list[Any]:
    boat = Boat("a")
    changes = {"name": "b"}
    return [copies.replace(boat, **changes).name, copies.replace(boat, **{**changes, "name": "c"}).name]
