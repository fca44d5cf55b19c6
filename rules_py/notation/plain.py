"""Parser of the dice notation that most games print: sums and products of dice, and of those that are kept."""

import re
from typing import Literal

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

_SAME_CHARACTERS = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "-"),
    **{chr(ord(each) + 0xFEE0): each for each in "0123456789dDkKhHlLxX*+()%/<>=!{},"},
    **dict.fromkeys("\u043a\u041a\u0434\u0414", "d"),
    "\u2264": "≤",
    "\u2265": "≥",
}
"""Characters that mean the same as an ASCII character: other minus signs, full-width forms, the Cyrillic d and k."""

DIGIT_DICE = {str(digit) * count: (count, digit) for digit in (4, 6, 8) for count in (2, 3)}
"""The number of dice and their sides for each kind of dice that are read as digits, such as a d66."""

_REPEATED = re.compile(r"\s*\+?\s*\d+x\d*d")
"""The beginning of repeated rolls, which aren't a product."""


class PlainParser:
    """Recursive-descent parser (sum > product > atom) that tracks its position for error messages."""

    def __init__(self, text: str):
        self.text, self.position, self.dice_count, self.depth = text, 0, 0, 0
        written = (_SAME_CHARACTERS.get(each, each) for each in text)
        self.characters = "".join(each.lower() if each < "\x80" else each for each in written)

    def parse_all(self) -> Node:
        if len(self.text) > MAX_LENGTH:
            raise NotationError(self.text, MAX_LENGTH, f"at most {MAX_LENGTH} characters")
        if _REPEATED.match(self.characters):
            raise self.build_error("a single roll")
        if self.peek() == "+":
            self.position += 1
        node = self.parse_sum()
        if self.peek():
            raise self.build_error("+, -, * or the end here")
        if len(str(node)) > MAX_LENGTH:
            raise self.build_error(f"at most {MAX_LENGTH} characters when each die is written out", len(self.text) - 1)
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
        if sign == "(":
            return self.parse_bracket()
        if sign == "-":
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
        match = re.compile(r"[0-9]+").match(self.characters, self.position)
        if not match:
            raise self.build_error(expected)
        if len(match[0]) > 7 or int(match[0]) > LARGEST_NUMBER:
            raise self.build_error(f"a number of at most {LARGEST_NUMBER}")
        self.position = match.end()
        return int(match[0])

    def parse_dice(self, count: int, start: int) -> Node:
        self.position += 1
        sides_at = self.position
        sides = self.parse_sides()
        if (digits := DIGIT_DICE.get(str(sides))) is not None:
            if count != 1:
                raise self.build_error(f"a single d{sides}", start)
            self.add_dice(digits[0], start)
            return DigitDice(*digits)
        if not 1 <= count <= MOST_DICE:
            raise self.build_error(f"1 to {MOST_DICE} dice", start)
        if not 1 <= sides <= MOST_SIDES:
            raise self.build_error(f"1 to {MOST_SIDES} sides", sides_at)
        self.add_dice(count, start)
        return DiceTerm(count, sides, self.parse_keep(count))

    def parse_sides(self) -> int:
        if self.peek() != "%":
            return self.parse_number("the number of sides after d")
        self.position += 1
        return 100

    def add_dice(self, count: int, start: int) -> None:
        self.dice_count += count
        if self.dice_count > MOST_DICE:
            raise self.build_error(f"at most {MOST_DICE} dice in all", start)

    def parse_keep(self, count: int) -> KeepRule | None:
        """Parse the dice that count: kh3 or k3, kl1, or those that are dropped, dl1 or d1 and dh1."""
        verb = self.peek()
        if not verb or verb not in "kd" or (verb == "d" and not self.is_drop()):
            return None
        self.position += 1
        sides: dict[str, Literal["highest", "lowest"]] = {"h": "highest", "l": "lowest"}
        side = sides.get(letter := self.peek())
        if side is not None:
            self.position += 1
        elif not letter.isdigit():
            raise self.build_error("kh (keep highest) or kl (keep lowest)")
        number_at = self.position
        number = self.parse_number("how many dice to keep") if self.peek().isdigit() else 1
        if verb == "k":
            if not 1 <= number <= count:
                raise self.build_error(f"1 to {count} dice to keep", number_at)
            return KeepRule(side or "highest", number)
        if not 1 <= number < count:
            raise self.build_error(f"1 to {count - 1} dice to drop" if count > 1 else "several dice", number_at)
        return KeepRule("lowest" if side == "highest" else "highest", count - number)

    def is_drop(self) -> bool:
        """Return True if the d at the position begins dropped dice, as in 4d6dl1."""
        return re.compile(r"d\s*[hl]?\s*\d").match(self.characters, self.position) is not None
