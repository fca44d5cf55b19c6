"""Parser of the dice notation that most games print: sums and products of dice, and of those that are kept."""

import re

from rules_py.errors import NotationError
from rules_py.notation.nodes import BinaryOperation, DiceTerm, DigitDice, KeepRule, Node, Number

MOST_DICE = 1000
MOST_SIDES = 1000
MOST_NESTING = 10
MAX_LENGTH = 200
LARGEST_NUMBER = 1_000_000

MULTIPLY = "*x×"
BLANKS = " \t\r\n\u00a0\u2007\u2009\u200b\u202f\u2060\u3000\ufeff"
"""Characters between the parts of notation: blanks, and others that come along when dice are pasted."""

MINUS_SIGNS = re.compile("[\u2010-\u2013\u2212\ufe63\uff0d]")
"""Other minus signs, which mean the same."""

DIGIT_DICE = {str(digit) * count: (count, digit) for digit in (4, 6, 8) for count in (2, 3)}
"""The number of dice and their sides for each kind of dice that are read as digits, such as a d66."""

_REPEATED = re.compile(r"\s*\+?\s*\d+x\d*d")
"""The beginning of repeated rolls, which aren't a product."""


class PlainParser:
    """Recursive-descent parser (sum > product > atom).

    It rejects all that isn't plain without a word, as the full grammar then reads it, or names the mistake.
    """

    expected_atom = ""

    def __init__(self, text: str):
        self.text, self.position, self.dice_count, self.depth = text, 0, 0, 0
        self.characters = MINUS_SIGNS.sub("-", text).lower()

    def parse_all(self) -> Node:
        if len(self.text) > MAX_LENGTH or _REPEATED.match(self.characters):
            raise self.build_error("")
        if self.peek() == "+":
            self.position += 1
        node = self.parse_sum()
        if self.peek() or len(str(node)) > MAX_LENGTH:
            raise self.build_error("")
        return node

    def build_error(self, expected: str, position: int | None = None) -> NotationError:
        at = self.position if position is None else position
        return NotationError(self.text, at, expected)

    def peek(self) -> str:
        while self.position < len(self.text) and self.text[self.position] in BLANKS:
            self.position += 1
        return self.characters[self.position] if self.position < len(self.characters) else ""

    def parse_sum(self) -> Node:
        node = self.parse_product()
        while (sign := self.peek()) and sign in "+-":
            self.position += 1
            node = BinaryOperation("+" if sign == "+" else "-", node, self.parse_product())
        return node

    def parse_product(self) -> Node:
        node = self.parse_atom()
        while (sign := self.peek()) and sign in MULTIPLY:
            self.position += 1
            node = BinaryOperation("*", node, self.parse_atom())
        return node

    def parse_atom(self) -> Node:
        sign = self.peek()
        start = self.position
        if sign == "(":
            return self.parse_bracket()
        if sign == "-":
            self.position += 1
            value = self.parse_number("")
            if self.peek() == "d":
                raise self.build_error("")
            return Number(-value)
        value = 1 if sign == "d" else self.parse_number(self.expected_atom)
        return self.parse_dice(value, start) if self.peek() == "d" else Number(value)

    def parse_bracket(self) -> Node:
        self.depth += 1
        self.position += 1
        node = self.parse_sum()
        if self.peek() != ")" or self.depth > MOST_NESTING:
            raise self.build_error("")
        self.position += 1
        self.depth -= 1
        return node

    def parse_number(self, expected: str) -> int:
        self.peek()
        match = re.compile(r"[0-9]+").match(self.characters, self.position)
        if not match:
            raise self.build_error(expected)
        if len(match[0]) > 7 or int(match[0]) > LARGEST_NUMBER:
            raise self.build_error(f"a number of at most {LARGEST_NUMBER}")
        self.position = match.end()
        return int(match[0])

    def parse_dice(self, count: int, start: int) -> Node:
        self.position += 1
        sides = self.parse_number("")
        if (digits := DIGIT_DICE.get(str(sides))) is not None and count == 1:
            self.add_dice(digits[0], start)
            return DigitDice(*digits)
        if digits is not None or not 1 <= count <= MOST_DICE or not 1 <= sides <= MOST_SIDES:
            raise self.build_error("")
        self.add_dice(count, start)
        self.peek()
        keep = re.compile(r"k\s*([hl])\s*([0-9]{1,4})").match(self.characters, self.position)
        if keep is None:
            return DiceTerm(count, sides)
        self.position = keep.end()
        if not 1 <= int(keep[2]) <= count:
            raise self.build_error("")
        return DiceTerm(count, sides, KeepRule("highest" if keep[1] == "h" else "lowest", int(keep[2])))

    def add_dice(self, count: int, start: int) -> None:
        self.dice_count += count
        if self.dice_count > MOST_DICE:
            raise self.build_error(f"at most {MOST_DICE} dice in all", start)
