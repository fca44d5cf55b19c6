"""Dice notation as a small tree, and the totals that it can have."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple


class KeepRule(NamedTuple):
    """The dice of a roll that count: the highest or the lowest `dice` of them."""

    side: Literal["highest", "lowest"]
    dice: int


@dataclass(frozen=True)
class Number:
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class DiceTerm:
    """The sum of `count` dice of `sides` sides, or of those that `keep` selects."""

    count: int
    sides: int
    keep: KeepRule | None = None

    def __str__(self) -> str:
        kept = f"k{self.keep.side[0]}{self.keep.dice}" if self.keep else ""
        return f"{self.count}d{self.sides}{kept}"


@dataclass(frozen=True)
class DigitDice:
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


@dataclass(frozen=True)
class BinaryOperation:
    """Two parts joined by `+`, `-` or `*`."""

    operator: Literal["+", "-", "*"]
    left: "Node"
    right: "Node"

    def apply(self, left: int, right: int) -> int:
        """Apply the operator to the values of the two parts.

        >>> BinaryOperation("-", Number(5), Number(2)).apply(5, 2)
        3
        """
        return left + right if self.operator == "+" else left - right if self.operator == "-" else left * right

    def __str__(self) -> str:
        binds = {"+": 1, "-": 1, "*": 2}
        left, right = str(self.left), str(self.right)
        if isinstance(self.left, BinaryOperation) and binds[self.left.operator] < binds[self.operator]:
            left = f"({left})"
        if isinstance(self.right, BinaryOperation) and binds[self.right.operator] <= binds[self.operator]:
            right = f"({right})"
        return f"{left}{self.operator}{right}"


Node = Number | DiceTerm | DigitDice | BinaryOperation
Plan = int | list[Any]


def build_plan(node: Node) -> Plan:
    """Convert dice to plain lists, for a page that rolls them without Python.

    Each list begins with its type. `["dice", count, sides]` may be followed by the side and the number of the dice that
    count. `digits` are dice read as the digits of one number. An operator is followed by its two parts. A number is not
    in a list.

    >>> from rules_py.notation import parse
    >>> build_plan(parse("3d6kh2*10+1"))
    ['+', ['*', ['dice', 3, 6, 'highest', 2], 10], 1]
    >>> build_plan(parse("d66"))
    ['digits', 2, 6]
    """
    match node:
        case Number(value):
            return value
        case DigitDice(count, sides):
            return ["digits", count, sides]
        case DiceTerm(count, sides, keep):
            return ["dice", count, sides, *(keep or ())]
        case BinaryOperation(operator, left, right):
            return [operator, build_plan(left), build_plan(right)]


def find_totals(node: Node) -> set[int]:
    """Return every total that dice can have.

    >>> from rules_py.notation import parse
    >>> sorted(find_totals(parse("2d3")))
    [2, 3, 4, 5, 6]
    """
    match node:
        case Number(value):
            return {value}
        case DigitDice():
            return set(node.list_numbers())
        case DiceTerm(count, sides, keep):
            counted = keep.dice if keep else count
            return set(range(counted, counted * sides + 1))
        case BinaryOperation(_, left, right):
            return {node.apply(a, b) for a in find_totals(left) for b in find_totals(right)}


def compute_bounds(node: Node) -> tuple[int, int]:
    """Return the lowest and the highest total of dice, without listing those in between.

    >>> from rules_py.notation import parse
    >>> compute_bounds(parse("2d6-1d4")), compute_bounds(parse("3d6kh2*10"))
    ((-2, 11), (20, 120))
    """
    match node:
        case Number(value):
            return value, value
        case DigitDice():
            return node.bounds
        case DiceTerm(count, sides, keep):
            counted = keep.dice if keep else count
            return counted, counted * sides
        case BinaryOperation(_, left, right):
            ends = [node.apply(a, b) for a in compute_bounds(left) for b in compute_bounds(right)]
            return min(ends), max(ends)


def compute_reach(node: Node) -> int:
    """Return the highest absolute value of any part of dice, dropped dice included.

    It measures how much there is to compute.

    >>> from rules_py.notation import parse
    >>> compute_reach(parse("2d6-1d4")), compute_reach(parse("3d6kh2")), compute_reach(parse("5d10*0"))
    (12, 18, 50)
    """
    match node:
        case Number(value):
            return abs(value)
        case DigitDice():
            return node.bounds[1]
        case DiceTerm(count, sides):
            return count * sides
        case BinaryOperation(_, left, right):
            return max(compute_reach(left), compute_reach(right), *map(abs, compute_bounds(node)))


def estimate_total_count(node: Node) -> int:
    """Return an upper bound of the number of different totals.

    It shows how long the odds take.

    >>> from rules_py.notation import parse
    >>> [estimate_total_count(parse(dice)) for dice in ("2d6", "2d6*100", "1d6+1d6", "7")]
    [11, 11, 11, 1]
    """
    lowest, highest = compute_bounds(node)
    of_parts = (
        estimate_total_count(node.left) * estimate_total_count(node.right)
        if isinstance(node, BinaryOperation)
        else highest - lowest + 1
    )
    return min(of_parts, highest - lowest + 1)


def walk_nodes(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes below it.

    >>> from rules_py.notation import parse
    >>> [str(part) for part in walk_nodes(parse("2d6+1"))]
    ['2d6+1', '2d6', '1']
    """
    yield node
    if isinstance(node, BinaryOperation):
        yield from walk_nodes(node.left)
        yield from walk_nodes(node.right)


STEPS = 4
"""The number of dice to remove or add at most in variants."""


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
    match node:
        case Number(value):
            yield from (Number(value + step) for step in range(-STEPS, STEPS + 1))
        case DiceTerm(count, _, keep):
            fewest = max(keep.dice if keep else 1, count - STEPS)
            yield from (replace(node, count=dice) for dice in range(fewest, count + STEPS + 1))
        case DigitDice():
            yield node
        case BinaryOperation(_, left, right) if any(
            isinstance(part, DiceTerm) for part in walk_nodes(left)
        ) or isinstance(right, Number):
            yield from (replace(node, left=other) for other in vary_dice_count(left))
        case BinaryOperation(_, left, right):
            yield from (replace(node, right=other) for other in vary_dice_count(right))
