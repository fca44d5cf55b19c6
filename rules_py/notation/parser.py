"""Parser of dice notation."""

import re
from functools import lru_cache
from typing import Literal

from rules_py.errors import NotationError, ParameterError
from rules_py.notation.nodes import D66, BinaryOperation, DiceTerm, KeepRule, Node, Number

MOST_DICE = 1000
MOST_SIDES = 1000
MOST_NESTING = 10
MAX_LENGTH = 200
LARGEST_NUMBER = 1_000_000

_MULTIPLY = "*x×"
_MINUS = "-−–"

_DICE = r"\d*d\d+(?:k[hl]\d+)?\s*$"
_UNKNOWN = (
    (_DICE, r"!", "exploding dice (!) are not known: roll once more by hand for each die that shows its highest face"),
    (_DICE, r"[<>=≤≥≠]", "dice are not compared with a number: leave out what follows {before} and compare by hand"),
    (_DICE, r"r", "rerolls (r) are not known: roll those dice once more by hand"),
    (_DICE, r"d", "dropping dice (d) is not known: name the dice to keep, such as kh3 for the highest three"),
    (_DICE, r"[/÷]", "dividing is not known: leave out what follows {before} and divide by hand"),
    (r"d$", r"f", "Fate dice (dF) are not known: {count}d3-{twice} is the same"),
    (r"d$", r"%", "percent signs are not known: write d100"),
    (r"\d$", r"[.,]\d", "decimals are not known: use whole numbers"),
)
"""Unsupported notation of other programs, with error messages.

Each entry has patterns for the text before the offending character and from it on, and a message with the common name
of the notation and a workaround.
"""


def _describe_unknown(text: str, at: int) -> str:
    """Return a message about notation that only other programs support, or "" for anything else.

    >>> _describe_unknown("4dF", 2), _describe_unknown("2d6 4", 4)
    ('Fate dice (dF) are not known: 4d3-8 is the same', '')
    """
    before, behind = text[:at].lower(), text[at:].lower()
    for ends, begins, said in _UNKNOWN:
        if re.search(ends, before) and re.match(begins, behind):
            digits = re.search(r"(\d{0,3})d?$", before)
            count = int(digits[1] or 1) if digits else 1
            return said.format(before=text[:at].strip(), count=count, twice=2 * count)
    return ""


def parse(text: str) -> Node:
    """Parse dice notation.

    Args:
        text: at most 200 characters, also when each die is written out. Letters may be in either case; `*`, `x` and `×`
            multiply.

    Raises:
        NotationError: its position is the first character that can't be parsed or is past a limit (1000 dice in all,
            1000 sides, 10 nested brackets).
        ParameterError: the input isn't text.
    """
    if not isinstance(text, str):
        raise ParameterError("notation", text, "dice such as 2d6+1")
    return _parse_cached(text)


@lru_cache(maxsize=512)
def _parse_cached(text: str) -> Node:
    return _Parser(text).parse_all()


class _Parser:
    """Recursive-descent parser (sum > product > atom) that tracks its position for error messages."""

    def __init__(self, text: str):
        self.text, self.position, self.dice_count, self.depth = text, 0, 0, 0

    def parse_all(self) -> Node:
        if len(self.text) > MAX_LENGTH:
            raise NotationError(self.text, MAX_LENGTH, f"at most {MAX_LENGTH} characters")
        node = self.parse_sum()
        if self.position < len(self.text):
            raise self.build_error("+, -, * or the end here")
        if len(str(node)) > MAX_LENGTH:
            raise self.build_error(f"at most {MAX_LENGTH} characters when each die is written out", len(self.text) - 1)
        return node

    def build_error(self, expected: str, position: int | None = None) -> NotationError:
        at = self.position if position is None else position
        return NotationError(self.text, at, expected, unknown=_describe_unknown(self.text, at))

    def peek(self) -> str:
        while self.position < len(self.text) and self.text[self.position] == " ":
            self.position += 1
        return self.text[self.position].lower() if self.position < len(self.text) else ""

    def parse_sum(self) -> Node:
        node = self.parse_product()
        while (sign := self.peek()) and sign in "+" + _MINUS:
            self.position += 1
            node = BinaryOperation("+" if sign == "+" else "-", node, self.parse_product())
        return node

    def parse_product(self) -> Node:
        node = self.parse_atom()
        while (sign := self.peek()) and sign in _MULTIPLY:
            self.position += 1
            node = BinaryOperation("*", node, self.parse_atom())
        return node

    def parse_atom(self) -> Node:
        sign = self.peek()
        if sign == "(":
            return self.parse_bracket()
        if sign and sign in _MINUS:
            self.position += 1
            value = self.parse_number("a number after the minus sign")
            if self.peek() == "d":
                raise self.build_error("a plain number after a leading minus sign")
            return Number(-value)
        if sign == "d":
            return self.parse_dice(1, self.position)
        start = self.position
        value = self.parse_number("dice such as 2d6, a number or a bracket")
        return self.parse_dice(value, start) if self.peek() == "d" else Number(value)

    def parse_bracket(self) -> Node:
        self.depth += 1
        if self.depth > MOST_NESTING:
            raise self.build_error(f"at most {MOST_NESTING} brackets inside one another")
        self.position += 1
        node = self.parse_sum()
        if self.peek() != ")":
            raise self.build_error("a closing bracket")
        self.position += 1
        self.depth -= 1
        return node

    def parse_number(self, expected: str) -> int:
        self.peek()
        match = re.compile(r"[0-9]+").match(self.text, self.position)
        if not match:
            raise self.build_error(expected)
        if len(match[0]) > 7 or int(match[0]) > LARGEST_NUMBER:
            raise self.build_error(f"a number of at most {LARGEST_NUMBER}")
        self.position = match.end()
        return int(match[0])

    def parse_dice(self, count: int, start: int) -> Node:
        self.position += 1
        sides_at = self.position
        sides = self.parse_number("the number of sides after d")
        if sides == 66:
            if count != 1:
                raise self.build_error("a single d66", start)
            self.add_dice(2, start)
            return D66()
        if not 1 <= count <= MOST_DICE:
            raise self.build_error(f"1 to {MOST_DICE} dice", start)
        if not 1 <= sides <= MOST_SIDES:
            raise self.build_error(f"1 to {MOST_SIDES} sides", sides_at)
        self.add_dice(count, start)
        return DiceTerm(count, sides, self.parse_keep(count))

    def add_dice(self, count: int, start: int) -> None:
        self.dice_count += count
        if self.dice_count > MOST_DICE:
            raise self.build_error(f"at most {MOST_DICE} dice in all", start)

    def parse_keep(self, count: int) -> KeepRule | None:
        if self.peek() != "k":
            return None
        self.position += 1
        sides: dict[str, Literal["highest", "lowest"]] = {"h": "highest", "l": "lowest"}
        side = sides.get(self.peek())
        if side is None:
            raise self.build_error("kh (keep highest) or kl (keep lowest)")
        self.position += 1
        kept_at = self.position
        kept = self.parse_number("how many dice to keep")
        if not 1 <= kept <= count:
            raise self.build_error(f"1 to {count} dice to keep", kept_at)
        return KeepRule(side, kept)
