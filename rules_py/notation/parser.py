"""Parser of dice notation."""

import re
from functools import lru_cache
from typing import Literal

from rules_py.errors import NotationError, ParameterError
from rules_py.notation.nodes import BinaryOperation, DiceTerm, DigitDice, KeepRule, Node, Number

MOST_DICE = 1000
MOST_SIDES = 1000
MOST_NESTING = 10
MAX_LENGTH = 200
LARGEST_NUMBER = 1_000_000

_MULTIPLY = "*x×"
_BLANKS = " \t\r\n\u00a0\u2007\u2009\u200b\u202f\u2060\u3000\ufeff"
"""Characters between the parts of notation: blanks, and others that come along when dice are pasted."""

_SAME_CHARACTERS = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "-"),
    **{chr(ord(each) + 0xFEE0): each for each in "0123456789dDkKhHlLxX+*()%"},
}
"""Characters that mean the same as an ASCII character: other minus signs, and full-width forms."""

_DIGIT_DICE = {str(digit) * count: (count, digit) for digit in (4, 6, 8) for count in (2, 3)}
"""The number of dice and their sides for each kind of dice that are read as digits, such as a d66."""

_DICE = r"\d*d\d+(?:k[hl]?\d*)?\s*$"
_UNKNOWN = (
    (_DICE, r"p\d", "dropping dice (p) is not known: name the dice to keep, such as kh3 for the highest three"),
    (
        _DICE,
        r"!|e(?:\d|$)",
        "exploding dice (!) are not known: roll once more by hand for each die that shows its highest face",
    ),
    (
        r"[\d)]\s*$",
        r"cs\d*[<>=≤≥]*\d|f\d|[<>=≤≥≠]|vs\b",
        "dice are not compared with a number: leave out what follows {before} and compare by hand",
    ),
    (_DICE, r"r", "rerolls (r) are not known: roll those dice once more by hand"),
    (_DICE, r"mi\d|ma\d", "lowest and highest results of a die are not known: change those dice by hand"),
    (_DICE, r"adv|dis", "advantage is not known as a word: write 2d20kh1, or 2d20kl1 for disadvantage"),
    (_DICE, r"drop", "dropping dice is not known in words: name the dice to keep, such as kh3 for the highest three"),
    (_DICE, r"k", "dice are kept only once: name them in one step, such as kh3 for the highest three"),
    (_DICE, r"\[", "labels of dice are not known: leave out the brackets and what they hold"),
    (r"\)\s*$", r"d", "brackets don't count dice: write their number, such as 3d6"),
    (r"[\d)]\s*$", r"[,;|]?\s*\d*d\d", "only one roll fits here: roll {before} first, then the other dice"),
    (r"[\d)]\s*$", r"[/÷]", "dividing is not known: leave out what follows {before} and divide by hand"),
    (r"[\d)]\s*$", r"\^", "powers are not known: leave out what follows {before} and work them out by hand"),
    (r"d\s*$", r"\(", "brackets don't name the sides of dice: write their number, such as 1d20"),
    (r"d\s*$", r"f", "Fate dice (dF) are not known: {count}d3-{twice} is the same"),
    (r"d\s*$", r"[\[{]", "dice with other faces are not known: roll a die with as many sides and look the face up"),
    (r"\dd\s*$", r"[-+*]|$", "the sides of the dice are missing: write {count}d6 for six-sided dice"),
    (r"\d$", r"[.,]\d", "decimals are not known: use whole numbers"),
    (r"\d$", r"к", "the letter d is missing: write {count}d and the number of sides"),
    (r"(?:^|[-+*(]\s*)$", r"\{", "groups of dice are not known: roll each of them by itself"),
    (
        r"^\s*$",
        r"[\[!/].*d\d|(?:output|roll|r)\s.*d\d",
        "words and brackets around dice are not known: write only the dice, such as 2d6+1",
    ),
    (
        r"(?:^|[-+*(]\s*)$",
        r"(?:floor|ceil|round|max|min|abs)\s*\(",
        "functions are not known: write only the dice, and work out the rest by hand",
    ),
    (r"[-+*]\s*$", r"@|[a-z]{2,}", "names of numbers are not known: write the number itself"),
    (r"[\d)]\s*$", r"[a-z]{3,}", "words after dice are not known: leave them out"),
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
            multiply. Blanks, minus signs and full-width characters may be of any kind that is pasted from elsewhere.

    Raises:
        NotationError: its position is the first character that can't be parsed or is past a limit (1000 dice in all,
            1000 sides, 10 nested brackets).
        ParameterError: the input isn't text.
    """
    if not isinstance(text, str):
        raise ParameterError("notation", text, "dice such as 2d6+1")
    return _parse_cached(text)


def normalize(text: str) -> str:
    """Return dice notation in its usual form.

    >>> normalize("2D6 x 4")
    '2d6*4'

    Raises:
        NotationError, ParameterError: as in `parse`.
    """
    if not isinstance(text, str):
        raise ParameterError("notation", text, "dice such as 2d6+1")
    return _normalize_cached(text)


@lru_cache(maxsize=512)
def _normalize_cached(text: str) -> str:
    return str(_parse_cached(text))


@lru_cache(maxsize=512)
def _parse_cached(text: str) -> Node:
    return _Parser(text).parse_all()


class _Parser:
    """Recursive-descent parser (sum > product > atom) that tracks its position for error messages."""

    def __init__(self, text: str):
        self.text, self.position, self.dice_count, self.depth = text, 0, 0, 0
        written = (_SAME_CHARACTERS.get(each, each) for each in text)
        self.characters = "".join(each.lower() if each < "\x80" else each for each in written)

    def parse_all(self) -> Node:
        if len(self.text) > MAX_LENGTH:
            raise NotationError(self.text, MAX_LENGTH, f"at most {MAX_LENGTH} characters")
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
        return NotationError(self.text, at, expected, unknown=_describe_unknown(self.text, at))

    def peek(self) -> str:
        while self.position < len(self.text) and self.text[self.position] in _BLANKS:
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
        while (sign := self.peek()) and sign in _MULTIPLY:
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
        if (digits := _DIGIT_DICE.get(str(sides))) is not None:
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
