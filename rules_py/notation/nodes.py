"""Plain dice notation as a small tree: numbers, dice, and their sums, differences and products.

Each kind of node is a class with everything that rolls and pages ask of it. The ways to roll the totals of plain nodes
are in `rules_py.probability.totals`, because pages load them for odds only; any other node counts them itself
(`rules_py.notation.rare`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Protocol

from rules_py.probability.convolution import Weights
from rules_py.scheduling import Work

Plan = int | list[Any]
"""Dice as plain lists for pages (`build_plan`)."""

DIGIT_PLACES = ("hundreds", "tens", "ones")
"""The names of the digits that dice are read as."""

STEPS = 4
"""The number of dice to remove or add at most in variants."""

MOST_POOL_SIDES, MOST_POOL = 300, 2_000
"""Limits of odds of dice of which only some count: sides of one die, and of all dice."""

SUM, PRODUCT, POWER, ATOM = range(1, 5)
"""How closely a node holds its parts together: brackets are written around a part that holds its own less closely."""


class Roller(Protocol):
    """The dice that a node rolls, and the record of the roll."""

    def throw(self, count: int, sides: int, label: str, die_labels: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Return the faces of dice that are rolled together."""

    def record(
        self, sides: int, faces: tuple[int, ...], kept: tuple[int, ...], label: str, names: tuple[str, ...] = ()
    ) -> None:
        """Record dice with their faces and those that count; `names` are what the faces show, if it isn't a number."""

    def say(self, text: str) -> None:
        """Add a step in words."""


class Node:
    """A part of dice notation. Its text is the usual form, and parses to an equal node."""

    def roll(self, dice: Roller, label: str) -> int:
        """Roll the dice under a label, or under their own notation, and return the total."""
        raise NotImplementedError

    def compute_bounds(self) -> tuple[int, int]:
        """Return the lowest and the highest total, without listing those in between."""
        raise NotImplementedError

    def compute_reach(self) -> int:
        """Return the highest absolute value of any part, dropped dice included."""
        return max(map(abs, self.compute_bounds()))

    def estimate_total_count(self) -> int:
        """Return an upper bound of the number of different totals."""
        lowest, highest = self.compute_bounds()
        return highest - lowest + 1

    def count_ways(self) -> Work[Weights]:
        """Compute the number of ways to roll each total of a node that isn't plain."""
        raise NotImplementedError

    def find_totals(self) -> set[int]:
        """Return every possible total."""
        raise NotImplementedError

    def get_binding(self) -> int:
        """Return how closely the node holds its parts together, one of `SUM` to `ATOM`."""
        return ATOM

    def list_parts(self) -> "tuple[Node, ...]":
        """Return the nodes below this one."""
        return ()

    def has_long_odds(self) -> bool:
        """Return True if the odds of this node, without its parts, would take too long."""
        return False

    def is_plain(self) -> bool:
        """Return True if a page can roll the node by a plan, without the rules."""
        return False

    def build_plan(self) -> Plan:
        """Return the node for pages: its text, which the rules roll, unless it is plain."""
        return ["notation", str(self)]

    def vary_dice_count(self) -> "Iterator[Node]":
        """Yield variants with fewer and more dice, the fewest first."""
        yield self

    def list_limits(self) -> list[str]:
        """Return sentences about limits of rolls and odds that the notation doesn't tell."""
        return [limit for part in self.list_parts() for limit in part.list_limits()]

    def describe_total(self, total: int) -> str:
        """Return a total in words, such as "2 successes"."""
        return str(total)


class KeepRule(NamedTuple):
    """The dice of a roll that count: the highest or the lowest `dice` of them."""

    side: Literal["highest", "lowest"]
    dice: int


@dataclass(frozen=True)
class Number(Node):
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)

    def roll(self, dice: Roller, label: str) -> int:
        return self.value

    def compute_bounds(self) -> tuple[int, int]:
        return self.value, self.value

    def find_totals(self) -> set[int]:
        return {self.value}

    def is_plain(self) -> bool:
        return True

    def build_plan(self) -> Plan:
        return self.value

    def vary_dice_count(self) -> Iterator[Node]:
        yield from (Number(self.value + step) for step in range(-STEPS, STEPS + 1))


@dataclass(frozen=True)
class DiceTerm(Node):
    """The sum of `count` dice of `sides` sides, or of those that `keep` selects."""

    count: int
    sides: int
    keep: KeepRule | None = None

    def __str__(self) -> str:
        kept = f"k{self.keep.side[0]}{self.keep.dice}" if self.keep else ""
        return f"{self.count}d{self.sides}{kept}"

    @property
    def counted(self) -> int:
        """The number of dice that count."""
        return self.keep.dice if self.keep else self.count

    def throw(self, dice: Roller, label: str) -> tuple[int, ...]:
        """Roll and record the dice, and return the faces that count."""
        faces = kept = dice.throw(self.count, self.sides, label)
        if self.keep:
            left = list(faces)
            for _ in range(self.count - self.keep.dice):
                left.remove(min(left) if self.keep.side == "highest" else max(left))
            kept = tuple(left)
        dice.record(self.sides, faces, kept, label or str(self))
        return kept

    def roll(self, dice: Roller, label: str) -> int:
        return sum(self.throw(dice, label))

    def compute_bounds(self) -> tuple[int, int]:
        return self.counted, self.counted * self.sides

    def compute_reach(self) -> int:
        return self.count * self.sides

    def find_totals(self) -> set[int]:
        return set(range(self.counted, self.counted * self.sides + 1))

    def has_long_odds(self) -> bool:
        return self.keep is not None and (self.sides > MOST_POOL_SIDES or self.count * self.sides > MOST_POOL)

    def is_plain(self) -> bool:
        return True

    def build_plan(self) -> Plan:
        return ["dice", self.count, self.sides, *(self.keep or ())]

    def vary_dice_count(self) -> Iterator[Node]:
        fewest = max(self.keep.dice if self.keep else 1, self.count - STEPS)
        yield from (replace(self, count=dice) for dice in range(fewest, self.count + STEPS + 1))


@dataclass(frozen=True)
class DigitDice(Node):
    """Dice read as the digits of one number: a d66 is two six-sided dice read as tens and ones, 11 to 66."""

    count: int = 2
    sides: int = 6

    def __str__(self) -> str:
        return f"d{str(self.sides) * self.count}"

    def list_numbers(self) -> list[int]:
        """Return every number that the digits can show, in ascending order.

        >>> DigitDice(2, 4).list_numbers()[:5]
        [11, 12, 13, 14, 21]
        """
        numbers = [0]
        for _ in range(self.count):
            numbers = [10 * number + digit for number in numbers for digit in range(1, self.sides + 1)]
        return numbers

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest number."""
        return int("1" * self.count), int(str(self.sides) * self.count)

    def roll(self, dice: Roller, label: str) -> int:
        digits = dice.throw(self.count, self.sides, label, DIGIT_PLACES[-self.count :])
        dice.record(self.sides, digits, digits, label or str(self))
        return int("".join(map(str, digits)))

    def compute_bounds(self) -> tuple[int, int]:
        return self.bounds

    def find_totals(self) -> set[int]:
        return set(self.list_numbers())

    def is_plain(self) -> bool:
        return True

    def build_plan(self) -> Plan:
        return ["digits", self.count, self.sides]


@dataclass(frozen=True)
class BinaryOperation(Node):
    """Two parts joined by `+`, `-` or `*`."""

    operator: Literal["+", "-", "*"]
    left: Node
    right: Node

    def apply(self, left: int, right: int) -> int:
        """Apply the operator to the values of the two parts.

        >>> BinaryOperation("-", Number(5), Number(2)).apply(5, 2)
        3
        """
        return left + right if self.operator == "+" else left - right if self.operator == "-" else left * right

    def get_binding(self) -> int:
        return PRODUCT if self.operator == "*" else SUM

    def __str__(self) -> str:
        closely = self.get_binding()
        return f"{write_part(self.left, closely)}{self.operator}{write_part(self.right, closely + 1)}"

    def roll(self, dice: Roller, label: str) -> int:
        left = self.left.roll(dice, label)
        return self.apply(left, self.right.roll(dice, label))

    def compute_bounds(self) -> tuple[int, int]:
        ends = [self.apply(a, b) for a in self.left.compute_bounds() for b in self.right.compute_bounds()]
        return min(ends), max(ends)

    def compute_reach(self) -> int:
        return max(self.left.compute_reach(), self.right.compute_reach(), *map(abs, self.compute_bounds()))

    def estimate_total_count(self) -> int:
        lowest, highest = self.compute_bounds()
        return min(self.left.estimate_total_count() * self.right.estimate_total_count(), highest - lowest + 1)

    def find_totals(self) -> set[int]:
        return {self.apply(a, b) for a in self.left.find_totals() for b in self.right.find_totals()}

    def list_parts(self) -> tuple[Node, ...]:
        return self.left, self.right

    def is_plain(self) -> bool:
        return self.left.is_plain() and self.right.is_plain()

    def build_plan(self) -> Plan:
        if not self.is_plain():
            return super().build_plan()
        return [self.operator, self.left.build_plan(), self.right.build_plan()]

    def vary_dice_count(self) -> Iterator[Node]:
        if has_dice(self.left) or isinstance(self.right, Number):
            yield from (replace(self, left=other) for other in self.left.vary_dice_count())
        else:
            yield from (replace(self, right=other) for other in self.right.vary_dice_count())


def write_part(part: Node, closely: int) -> str:
    """Return the text of a part of an operation, in brackets if it holds its own parts less closely."""
    return f"({part})" if part.get_binding() < closely else str(part)


def has_dice(node: Node) -> bool:
    """Return True if the number of some dice of a node can be varied."""
    return any(not isinstance(part, Number | DigitDice) and not part.list_parts() for part in walk_nodes(node))


def build_plan(node: Node) -> Plan:
    """Convert dice to plain lists, for a page that rolls them without Python.

    Each list begins with its type. `["dice", count, sides]` may be followed by the side and the number of the dice that
    count. `digits` are dice read as the digits of one number. An operator is followed by its two parts. A number is not
    in a list. `notation` is followed by the text of any other dice, which only the rules roll.

    >>> from rules_py.notation import parse
    >>> build_plan(parse("3d6kh2*10+1"))
    ['+', ['*', ['dice', 3, 6, 'highest', 2], 10], 1]
    >>> build_plan(parse("d66")), build_plan(parse("3d6!+1"))
    (['digits', 2, 6], ['notation', '3d6!+1'])
    """
    return node.build_plan()


def find_totals(node: Node) -> set[int]:
    """Return every total that dice can have.

    >>> from rules_py.notation import parse
    >>> sorted(find_totals(parse("2d3")))
    [2, 3, 4, 5, 6]
    """
    return node.find_totals()


def compute_bounds(node: Node) -> tuple[int, int]:
    """Return the lowest and the highest total of dice, without listing those in between.

    >>> from rules_py.notation import parse
    >>> compute_bounds(parse("2d6-1d4")), compute_bounds(parse("3d6kh2*10"))
    ((-2, 11), (20, 120))
    """
    return node.compute_bounds()


def compute_reach(node: Node) -> int:
    """Return the highest absolute value of any part of dice, dropped dice included.

    It measures how much there is to compute.

    >>> from rules_py.notation import parse
    >>> compute_reach(parse("2d6-1d4")), compute_reach(parse("3d6kh2")), compute_reach(parse("5d10*0"))
    (12, 18, 50)
    """
    return node.compute_reach()


def estimate_total_count(node: Node) -> int:
    """Return an upper bound of the number of different totals.

    It shows how long the odds take.

    >>> from rules_py.notation import parse
    >>> [estimate_total_count(parse(dice)) for dice in ("2d6", "2d6*100", "1d6+1d6", "7")]
    [11, 11, 11, 1]
    """
    return node.estimate_total_count()


def walk_nodes(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes below it.

    >>> from rules_py.notation import parse
    >>> [str(part) for part in walk_nodes(parse("2d6+1"))]
    ['2d6+1', '2d6', '1']
    """
    yield node
    for part in node.list_parts():
        yield from walk_nodes(part)


def vary_dice_count(node: Node) -> Iterator[Node]:
    """Yield the same dice with fewer and more of the first dice term, the fewest first.

    A plain number yields the numbers around it.

    >>> from rules_py.notation import parse
    >>> [str(dice) for dice in vary_dice_count(parse("2d6+1"))]
    ['1d6+1', '2d6+1', '3d6+1', '4d6+1', '5d6+1', '6d6+1']
    >>> [str(dice) for dice in vary_dice_count(parse("3d6kh2"))][0]
    '2d6kh2'
    >>> [str(dice) for dice in vary_dice_count(parse("d66"))]
    ['d66']
    """
    yield from node.vary_dice_count()
