"""Dice notation: what the games print (`2d6+1`, `1D4+1`, `2D6*4`, `d66`, `3d6kh2`) as a small tree.

>>> str(parse("2D6 x 4"))
'2d6*4'
>>> parse("3d6kh2") == Roll(3, 6, Keep("highest", 2))
True
>>> [match.text for match in find("stunned for 1D6 rounds, then 2D6+1 minutes")]
['1D6', '2D6+1']
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from rules_py.errors import NotationError

MOST_DICE = 1000
MOST_SIDES = 1000
MOST_NESTING = 10
LONGEST = 200
LARGEST_NUMBER = 1_000_000

_MULTIPLY = "*x×"
_MINUS = "-−–"


class Keep(NamedTuple):
    """Which faces of a roll count."""

    side: Literal["highest", "lowest"]
    count: int


@dataclass(frozen=True)
class Number:
    """A whole number as it stands."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Roll:
    """`count` dice of `sides` sides added up, all of them or only those that `keep` names."""

    count: int
    sides: int
    keep: Keep | None = None

    def __str__(self) -> str:
        kept = f"k{self.keep.side[0]}{self.keep.count}" if self.keep else ""
        return f"{self.count}d{self.sides}{kept}"


@dataclass(frozen=True)
class D66:
    """Two six-sided dice read as tens and ones: 11 to 66."""

    def __str__(self) -> str:
        return "d66"


@dataclass(frozen=True)
class Join:
    """Two parts joined by `+`, `-` or `*`."""

    operator: Literal["+", "-", "*"]
    left: "Node"
    right: "Node"

    def __str__(self) -> str:
        binds = {"+": 1, "-": 1, "*": 2}
        left, right = str(self.left), str(self.right)
        if isinstance(self.left, Join) and binds[self.left.operator] < binds[self.operator]:
            left = f"({left})"
        if isinstance(self.right, Join) and binds[self.right.operator] <= binds[self.operator]:
            right = f"({right})"
        return f"{left}{self.operator}{right}"


Node = Number | Roll | D66 | Join
Plan = int | list[Any]


@lru_cache(maxsize=512)
def parse(text: str) -> Node:
    """Read dice notation.

    Args:
        text: at most 200 characters, also written out in full; letters in either case, `*`, `x` and `×` multiply.

    Raises:
        NotationError: it points at the first character that can't be read, or past a limit
            (1000 dice in all, 1000 sides, 10 nested brackets).
    """
    return _Parser(text).whole()


def plan(node: Node) -> Plan:
    """Dice as plain lists, for a page that rolls them without Python: a list begins with what it is.

    Dice are `["dice", count, sides]`, and what is kept of them stands behind; digits are dice read as the digits of
    one number; a join holds its two parts; a number stands as it is.

    >>> plan(parse("3d6kh2*10+1"))
    ['+', ['*', ['dice', 3, 6, 'highest', 2], 10], 1]
    >>> plan(parse("d66"))
    ['digits', 2, 6]
    """
    match node:
        case Number(value):
            return value
        case D66():
            return ["digits", 2, 6]
        case Roll(count, sides, keep):
            return ["dice", count, sides, *(keep or ())]
        case Join(operator, left, right):
            return [operator, plan(left), plan(right)]


def totals(node: Node) -> set[int]:
    """Every number that dice can come to.

    >>> sorted(totals(parse("2d3")))
    [2, 3, 4, 5, 6]
    """
    match node:
        case Number(value):
            return {value}
        case D66():
            return {10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)}
        case Roll(count, sides, keep):
            counted = keep.count if keep else count
            return set(range(counted, counted * sides + 1))
        case Join(operator, left, right):
            join = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}[operator]
            return {join(a, b) for a in totals(left) for b in totals(right)}


def bounds(node: Node) -> tuple[int, int]:
    """The lowest and the highest number dice can come to, without listing what lies between.

    >>> bounds(parse("2d6-1d4")), bounds(parse("3d6kh2*10"))
    ((-2, 11), (20, 120))
    """
    match node:
        case Number(value):
            return value, value
        case D66():
            return 11, 66
        case Roll(count, sides, keep):
            counted = keep.count if keep else count
            return counted, counted * sides
        case Join(operator, left, right):
            join = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}[operator]
            ends = [join(a, b) for a in bounds(left) for b in bounds(right)]
            return min(ends), max(ends)


def reach(node: Node) -> int:
    """The highest number that any part of dice comes to, with the dice that are not kept: how much there is to reckon.

    >>> reach(parse("2d6-1d4")), reach(parse("3d6kh2")), reach(parse("5d10*0"))
    (12, 18, 50)
    """
    match node:
        case Number(value):
            return abs(value)
        case D66():
            return 66
        case Roll(count, sides):
            return count * sides
        case Join(_, left, right):
            return max(reach(left), reach(right), *map(abs, bounds(node)))


def most_totals(node: Node) -> int:
    """How many different numbers dice can come to, at most: how long their odds are.

    >>> most_totals(parse("2d6")), most_totals(parse("2d6*100")), most_totals(parse("1d6+1d6")), most_totals(parse("7"))
    (11, 11, 11, 1)
    """
    lowest, highest = bounds(node)
    of_parts = most_totals(node.left) * most_totals(node.right) if isinstance(node, Join) else highest - lowest + 1
    return min(of_parts, highest - lowest + 1)


def parts(node: Node) -> Iterator[Node]:
    """A tree and everything in it.

    >>> [str(part) for part in parts(parse("2d6+1"))]
    ['2d6+1', '2d6', '1']
    """
    yield node
    if isinstance(node, Join):
        yield from parts(node.left)
        yield from parts(node.right)


class _Parser:
    """Recursive descent: sum > product > atom. Positions are kept for error messages."""

    def __init__(self, text: str):
        self.text, self.at, self.dice, self.depth = text, 0, 0, 0

    def whole(self) -> Node:
        if len(self.text) > LONGEST:
            raise NotationError(self.text, LONGEST, f"at most {LONGEST} characters")
        node = self.sum()
        if self.at < len(self.text):
            raise self.refuse("+, -, * or the end here")
        if len(str(node)) > LONGEST:
            raise self.refuse(f"at most {LONGEST} characters when each die is written out", len(self.text) - 1)
        return node

    def refuse(self, expected: str, at: int | None = None) -> NotationError:
        return NotationError(self.text, self.at if at is None else at, expected)

    def peek(self) -> str:
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1
        return self.text[self.at].lower() if self.at < len(self.text) else ""

    def sum(self) -> Node:
        node = self.product()
        while (sign := self.peek()) and sign in "+" + _MINUS:
            self.at += 1
            node = Join("+" if sign == "+" else "-", node, self.product())
        return node

    def product(self) -> Node:
        node = self.atom()
        while (sign := self.peek()) and sign in _MULTIPLY:
            self.at += 1
            node = Join("*", node, self.atom())
        return node

    def atom(self) -> Node:
        sign = self.peek()
        if sign == "(":
            return self.bracket()
        if sign and sign in _MINUS:
            self.at += 1
            value = self.number("a number after the minus sign")
            if self.peek() == "d":
                raise self.refuse("a plain number after a leading minus sign")
            return Number(-value)
        if sign == "d":
            return self.faces(1, self.at)
        start = self.at
        value = self.number("dice such as 2d6, a number or a bracket")
        return self.faces(value, start) if self.peek() == "d" else Number(value)

    def bracket(self) -> Node:
        self.depth += 1
        if self.depth > MOST_NESTING:
            raise self.refuse(f"at most {MOST_NESTING} brackets inside one another")
        self.at += 1
        node = self.sum()
        if self.peek() != ")":
            raise self.refuse("a closing bracket")
        self.at += 1
        self.depth -= 1
        return node

    def number(self, expected: str) -> int:
        self.peek()
        match = re.compile(r"[0-9]+").match(self.text, self.at)
        if not match:
            raise self.refuse(expected)
        if len(match[0]) > 7 or int(match[0]) > LARGEST_NUMBER:
            raise self.refuse(f"a number of at most {LARGEST_NUMBER}")
        self.at = match.end()
        return int(match[0])

    def faces(self, count: int, start: int) -> Node:
        self.at += 1
        sides_at = self.at
        sides = self.number("the number of sides after d")
        if sides == 66:
            if count != 1:
                raise self.refuse("a single d66", start)
            self.add_dice(2, start)
            return D66()
        if not 1 <= count <= MOST_DICE:
            raise self.refuse(f"1 to {MOST_DICE} dice", start)
        if not 1 <= sides <= MOST_SIDES:
            raise self.refuse(f"1 to {MOST_SIDES} sides", sides_at)
        self.add_dice(count, start)
        return Roll(count, sides, self.keep(count))

    def add_dice(self, count: int, start: int) -> None:
        self.dice += count
        if self.dice > MOST_DICE:
            raise self.refuse(f"at most {MOST_DICE} dice in all", start)

    def keep(self, count: int) -> Keep | None:
        if self.peek() != "k":
            return None
        self.at += 1
        side = {"h": "highest", "l": "lowest"}.get(self.peek())
        if side is None:
            raise self.refuse("kh (keep highest) or kl (keep lowest)")
        self.at += 1
        kept_at = self.at
        kept = self.number("how many dice to keep")
        if not 1 <= kept <= count:
            raise self.refuse(f"1 to {count} dice to keep", kept_at)
        return Keep(side, kept)


class Found(NamedTuple):
    """Dice notation found in running text."""

    start: int
    end: int
    text: str
    notation: str


# Dice, then parts joined to them without spaces: "1D6", "2D6+1", "1D6x10"; not "+DAMAGE" or "2D6-shaped".
_IN_TEXT = re.compile(
    r"(?<![\w\\.])(?:\d{1,3})?[dD]\d{1,4}(?:k[hl]\d+)?(?:[+*x×−-](?:\d{0,3}[dD])?\d{1,4})*(?!\w|-[A-Za-z])"
)


def find(text: str) -> list[Found]:
    """All dice notation in a sentence, in order; what can't be read as notation is left alone."""
    found = []
    for match in _IN_TEXT.finditer(text):
        try:
            notation = str(parse(match[0]))
        except NotationError:
            continue
        found.append(Found(match.start(), match.end(), match[0], notation))
    return found
