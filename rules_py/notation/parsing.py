"""Dice notation read from text."""

import re
from functools import lru_cache
from typing import Literal

from rules_py.errors import NotationError, RulesError
from rules_py.notation.tree import D66, Join, Keep, Node, Number, Throw
from rules_py.values import quoted

MOST_DICE = 1000
MOST_SIDES = 1000
MOST_NESTING = 10
LONGEST = 200
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
    (r"d$", r"f", "Fate dice (dF) are not known: {count}d3-{twice} comes to the same"),
    (r"d$", r"%", "percent signs are not known: write d100"),
    (r"\d$", r"[.,]\d", "decimals are not known: use whole numbers"),
)
"""What stands before and at a place that can't be read, and what to say of it: the name that other programs know it by,
and what would help."""


def _unknown(text: str, at: int) -> str:
    """What is known elsewhere and not here, and what would help; empty for anything else.

    >>> _unknown("4dF", 2), _unknown("2d6 4", 4)
    ('Fate dice (dF) are not known: 4d3-8 comes to the same', '')
    """
    before, behind = text[:at].lower(), text[at:].lower()
    for ends, begins, said in _UNKNOWN:
        if re.search(ends, before) and re.match(begins, behind):
            digits = re.search(r"(\d{0,3})d?$", before)
            count = int(digits[1] or 1) if digits else 1
            return said.format(before=text[:at].strip(), count=count, twice=2 * count)
    return ""


def parse(text: str) -> Node:
    """Read dice notation.

    Args:
        text: at most 200 characters, also written out in full; letters in either case, `*`, `x` and `×` multiply.

    Raises:
        NotationError: it points at the first character that can't be read, or past a limit
            (1000 dice in all, 1000 sides, 10 nested brackets).
        RulesError: it is no text.
    """
    if not isinstance(text, str):
        raise RulesError(f"notation: got {quoted(text)}, takes dice such as 2d6+1")
    return _parsed(text)


@lru_cache(maxsize=512)
def _parsed(text: str) -> Node:
    return _Parser(text).whole()


class _Parser:
    """Recursive descent: sum > product > atom. It remembers where it is, for refusals."""

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
        position = self.at if at is None else at
        return NotationError(self.text, position, expected, unknown=_unknown(self.text, position))

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
        return Throw(count, sides, self.keep(count))

    def add_dice(self, count: int, start: int) -> None:
        self.dice += count
        if self.dice > MOST_DICE:
            raise self.refuse(f"at most {MOST_DICE} dice in all", start)

    def keep(self, count: int) -> Keep | None:
        if self.peek() != "k":
            return None
        self.at += 1
        sides: dict[str, Literal["highest", "lowest"]] = {"h": "highest", "l": "lowest"}
        side = sides.get(self.peek())
        if side is None:
            raise self.refuse("kh (keep highest) or kl (keep lowest)")
        self.at += 1
        kept_at = self.at
        kept = self.number("how many dice to keep")
        if not 1 <= kept <= count:
            raise self.refuse(f"1 to {count} dice to keep", kept_at)
        return Keep(side, kept)
