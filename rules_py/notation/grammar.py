"""Parser of all dice notation: also dice that explode, are rerolled or counted, other faces, groups, labels.

A page loads it when a text needs it.
"""

import re
from typing import Literal, NamedTuple, cast

from rules_py.errors import NotationError
from rules_py.notation.groups import Comparison, CountedDice, Division, Group, Labelled, Power, Repeat
from rules_py.notation.nodes import BinaryOperation, DiceTerm, DigitDice, KeepRule, Node, Number, walk_nodes
from rules_py.notation.plain import (
    BLANKS,
    DIGIT_DICE,
    MAX_LENGTH,
    MOST_DICE,
    MOST_NESTING,
    MOST_SIDES,
    MULTIPLY,
    PlainParser,
)
from rules_py.notation.pools import (
    FATE_FACES,
    NO_LIMITS,
    Condition,
    Explosion,
    Limits,
    Pool,
    Reroll,
    Successes,
    write_keep,
)
from rules_py.notation.respelling import suggest_spelling
from rules_py.notation.usage import STEPS_UP, USAGE_STEPS, USUAL_LOSS, ChangingDie
from rules_py.notation.words import (
    ANY_ADVANTAGE,
    ANY_EXPLOSION,
    ANY_NUMBER,
    ANY_SCALE,
    ANY_SIDE,
    ANY_VERB,
    MORE_SCALES,
    SCALES,
    SIDES,
)

DIVIDE = "/÷"
_SAME_CHARACTERS = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-"),
    **dict.fromkeys("\u00b7\u2217\u2219\u22c5\u2715\u2716\u2a2f", "*"),
    **dict.fromkeys("\u2044\u2215", "/"),
    **{chr(ord(each) + 0xFEE0): each for each in "0123456789dDkKhHlLxX*+()%/<>=!{},"},
    **dict.fromkeys("\u043a\u041a\u0434\u0414", "d"),
}
"""Characters that mean the same as an ASCII character: other signs, full-width forms, the Cyrillic d and k."""

_OTHER_BLANKS = "\u00ad\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u200a\u200c\u200d\u200e\u200f\u205f"
"""Blanks and invisible characters besides `BLANKS` that come along when dice are pasted."""

QUOTES = "\"'`\u00ab\u00bb\u2018\u2019\u201c\u201d\u201e"

_GERMAN = r"(?<![a-z])(?<!d\d)(?<!d\d\d)(?<!d\d\d\d)w(?=\s*[\d%])"
"""The letter of dice in German games: 2W6."""

USUAL_FATE = "f.2"
"""Fate dice as some programs write them, with two faces of each sign."""

USUAL_SIDES = 6
"""The sides of dice without any, as in 2D+1: the games that leave them out roll six-sided dice."""

MOST_VALUES = 100
MOST_REPEATS = 100
HIGHEST_POWER = 9
LONGEST_LABEL = 40

_SIGN = r"(<=|>=|=<|=>|≤|≥|<|>|=)"
_SIGNS: dict[str, Literal["=", "<", "<=", ">", ">="]] = {
    "": "=", "=": "=", "<": "<", ">": ">", "<=": "<=", "=<": "<=", "≤": "<=", ">=": ">=", "=>": ">=", "≥": ">="
}  # fmt: skip
_UNITS = r"(?:[CEGPSXHcegpsxh][Pp]|[Tt]o|[Ff]t|[Kk][mg])(?![^\W\d_])"
"""Words of two letters that begin a label: coins, points, units, and "to hit"."""

_SIDES = {"four": 4, "six": 6, "eight": 8, "ten": 10, "twelve": 12, "twenty": 20, "hundred": 100}
_LONG_WORD = r"[^\W\d_]{3}|[dD][cC](?![^\W\d_])"
_EXPLODING = rf"{ANY_EXPLOSION}(?:\s+(?:on|dice))?(?![a-z])"
_WORDS = r"((?:[^\W\d_]{2}[^\W\d_'’-]+|" + _UNITS + r")(?:[ \u00a0][^\W\d_'’-]+|['’-][^\W\d_]+)*)"
_NEXT = {
    "changing die": r"([us])d\s*(?=\d)",
    "times": r"(\d{1,3})[x#](?=\d*d[\d%f{(])",
    "bracket": r"\[(?=\s*\d*d[\d%f])",
    "label before": _WORDS + r"\s*:\s*(?=[\d(d{])",
    "other letter": r"([kt])(?=(\d+))",
    "function": r"(max|min|floor|ceil|round)\s*\(",
    "selection": r"(\[?)\s*(" + ANY_SIDE + r")\s+(?:(\d{1,4})\s+)?of\s+(?=\d*d)",
    "counted by brackets": r"\s*d\s*[\d%f({\[]",
    "without sides": r"\s*(?:[-+*/×÷),}!<>=≤≥]|$)",
    "faces": r"[{\[]\s*-?\d",
    "sided": r"(\d{1,9}|" + "|".join(_SIDES) + r")[- ]sided(?:[ ](?:dice|die))?(?![a-z])",
    "reroll": r"(?:ir|r\s*([ro]?))\s*(?=[<>=≤≥]|\d)",
    "lowest": r"min?\s*(?=\d)",
    "highest": r"max?\s*(?=\d)",
    "explosion": r"(?:!\s*(?:!|[op](?![a-z]))?|i?e(?![a-z])|x(?=\s*[<>=≤≥])"
    r"|(?<=[\d%f}\]])x(?=\s*(?:[),}]|$))|xo(?![a-z])|" + _EXPLODING + ")",
    "exploding": _EXPLODING,
    "keep in words": r"(" + ANY_VERB + r")\s+(?:the\s+)?(\d{1,4}\s+)?(" + ANY_SIDE + r")(?![a-z])",
    "number in words": rf"(?:{ANY_NUMBER})(?![a-z])",
    "dice in words": r"(?:die|dice)(?![a-z])",
    "advantage": rf"{ANY_ADVANTAGE}(?![a-z])",
    "scaled": rf"({ANY_SCALE})\s*[.!]?\s*(?=(?:\]\]?)?$)",
    "middle": r"km\s*(?=\d)",
    "drop": r"(?:d|p)\s*(?:[hl](?![a-z])|\d)",
    "kept side": r"(?:[hl]\s*(?=\d)|(?<=[\d%f}\]])[hl](?![a-z]))",
    "taken away": r"-\s*([hl])(?![a-z])",
    "order": r"s[ad]?(?![a-z])",
    "sign": _SIGN + r"\s*(?=-?\d)",
    "count": r"(?:cs\s*" + _SIGN + r"?|c\s*" + _SIGN + r")\s*(?=\d)",
    "target": r"t\s*(?=\d)",
    "failure": r"f\s*" + _SIGN + r"?\s*(?=\d)",
    "label": r"\[\s*([^\[\]{}()<>]*[^\W\d_][^\[\]{}()<>]*?)\s*\]",
    "words": r"(?:(?:#|:|//)\s*)?" + _WORDS + r"\s*[.!?]?\s*(?=(?:\]\]\s*)?$)",
    "words in brackets": r"\(\s*" + _WORDS + r"\s*\)\s*$",
}
"""The beginnings of notation, each after blanks."""

_COMMAND = r"\s*(?:[!/.](?:r|roll|gmroll|gmr)\s+|(?:r|roll|output|sum)\s+(?=[\d(\[{]|\d*d[\d%f{(]))"
"""The command of a chat program, which may be pasted along with the dice."""

_NO_LABEL = (
    rf"\b(?:{ANY_VERB}|{ANY_SCALE}|re-?roll\w*|explod\w*|adv|dis|advantage|disadvantage|highest|lowest|middle"
    r"|min|max|floor|ceil|round|rounded|plus|minus|times|tripled|squared|vs|versus|per|sided|dice)\b|^(?:and|or)\b"
    r"|^(?:doubled?|tripled?|twice|squared|even|odd|wild|open[- ]ended|penetrating|compounding)(?: damage| dice| die)?$"
)
"""Words that aren't labels, because they would change the roll."""

_DICE = r"\d*d(?:\d+|f|%|[{\[].*[}\]])[^-+*/]*$"
_VARIABLE = "this needs a variable, whose value is not known here: write the number itself"
_COMPARE = "brackets compare a total: write ({before}){sign}{number}"
_UNKNOWN = (
    (r"^\s*\(\s*$", r"[a-z][a-z ]*\)\s*\d*d", "a label comes after the dice: write 1d20+5 Attack"),
    (
        r"^\s*\d+\s*$",
        r"[,;|]?\s*\d*d\d",
        "only one roll fits here: write {before}x{behind} to roll it {before} times",
    ),
    (r"^\s*\d+$", r"[.,]\d+d\d", "decimals are not known: use whole numbers"),
    (
        r"^\s*\d+\s*$",
        r"\d+(?:[.,]\d+|[¼½¾])[- ]sided",
        "dice have a whole number of sides: write {before}d{number}",
    ),
    (r"^\s*\d+\s*-\d+[- ]$", r"sided", "dice have 1 to 1000 sides: write 2d6 for two six-sided dice"),
    (r"^\s*\d+\s*$", r"k\s*\d", "write {before}d10kh{number}, or {before}d10!!kh{number} if tens explode"),
    (r"^\s*\d+\s*$", r"[a-z]\s*\d", "the letter of dice is d, and dice with symbols are not known: write 2d6"),
    (r"\d\s*$", r"\(.*\d", "write * before the bracket to multiply, or 3x1d6+2 to roll three times"),
    (
        r"[\d)\]}]\s*$",
        r"(?!drop|keep)[a-z][a-z ]*(?:\+|-(?![a-z]))",
        "write a label within the dice in brackets: 1d8[slashing]+2d6[fire]",
    ),
    (r"\([^()]*$", r",", "write several rolls in braces: {{d8,d6}}kh1"),
    (r"\d\s*$", r"%\s*\d", "the rest of a division is not known, and % is only for d%"),
    (
        r"\d\s*$",
        r"(?:vs|versus|against|dc|difficulty)\b[^\d+*/-]*\d",
        "{letters} is not known: write ({before})>={number} to compare the total",
    ),
    (r"[\d)\]}]\s*$", "|".join(MORE_SCALES), "write (8d6)/2 to halve a total, and (2d6)*2 to double it"),
    (r"[\d)\]}]\s*$", r"squared", "write ({before})^2 to multiply a total with itself"),
    (r"[\d)\]}]\s*$", r"rounded", "write ceil(8d6/2) to round up, or round(8d6/2) to the nearest whole number"),
    (r"[\d)\]}]\s*$", r"(?:plus|minus|times)\b", "write +, - and * for plus, minus and times: 2d6+1"),
    (r"[\d)\]}]\s*$", r"(?:\d+|\w+) times\b", "write 6x4d6kh3 to roll six times"),
    (r"[\d)\]}]\s*$", r"(?:and|or)\b", "write 1d6+1d8 to add dice, or max(1d6,1d8) to use the higher"),
    (r"[\d)\]}]\s*$", r"per\b", "the number of dice is not known here: write 5d6 for a d6 for each of five levels"),
    (r"^\s*$", r"(?:roll )?percent", "write d% for percentile dice"),
    (r"(?:^|\d)\s*$", r"(?:roll )?(?:[a-z]+ )?(?:\w+[- ]sided|dice|die)\b", "write 2d6 for two six-sided dice"),
    (r"[-+*]\s*\d+\s*$", r"[<>=≤≥]+\s*\d", _COMPARE),
    (r"d\s*$", r"c\b", "write 1d2 for a coin"),
    (r"\dd\s*$", r"$", "the sides of the dice are missing: write {before}6 for six-sided dice"),
    (r"[\d)]\s*$", r"≠", "unequal is not known: name the numbers with <, = or >"),
    (r"!!\s*$", r"p", "dice can't compound and penetrate: write !p or !!"),
    (r"\d\s*x\s*$", r"$", "write ! instead of x for dice that explode, or a number to multiply"),
    (_DICE, r"ra\s*\d", "write !o{number} to roll one more die for each {number}"),
    (_DICE, r"cf|b\s*\d", "write f1 after the successes for results that take one away: 10d10>=6f1"),
    (_DICE, r"tl\s*\d", "write {before}<={number} to count the dice that show at most {number}"),
    (_DICE, r"ms\s*\d", "write {before}-{number} for the margin"),
    (_DICE, r"even|odd", "write 4d{{0,1}} to count dice of which half the faces count"),
    (_DICE, r"w(?:ild)?\s*\d*$", "wild dice are not known: write 3d6+1d6! if one of the dice explodes"),
    (
        _DICE,
        r"explod|open|penetrat|compound",
        "write 1d6! for dice that explode, 1d6!>=5 for each 5 and 6, 1d6!p to penetrate, and 1d6!! to compound",
    ),
    (r"[\d)\]}]\s*$", r"explod", "write ! right behind the dice that explode: 1d6!+2"),
    (_DICE, r"(?:success|hit|count|target)[a-z]*\b.*\d", "write 6d6>=5 to count the dice that show at least 5"),
    (
        _DICE,
        rf"k(?![a-z])|(?:keep|take|{ANY_SIDE})\b",
        "write kh3 for the highest three, kl1 for the lowest one",
    ),
    (
        _DICE,
        r"r(?![a-z])|re-?roll",
        "write r1 to reroll each 1 until another face shows, ro1 to reroll it once, or r<3 for 1 and 2",
    ),
    (
        _DICE,
        r"(?:mi|ma)[nx]?(?:imum)?(?![a-z])|at (?:least|most)",
        "write mi10 for a result of at least 10, and ma5 for at most 5",
    ),
    (_DICE, r"cs", "write 6d6>=5 to count the dice that show at least 5"),
    (
        _DICE,
        r"(?:(?:with|at)\s+)?(?:adv|dis)",
        "advantage is known for 1d20 alone: write 2d20kh1, or 2d20kl1 for disadvantage",
    ),
    (_DICE, r"drop|keep", "write dl1 to drop the lowest die, dh1 to drop the highest, kh3 to keep the highest three"),
    (r"[\d)]\s*$", r"[,;|]?\s*\d*d\d", "only one roll fits here: roll {before} first, then the other dice"),
    (r"\d$", r"[.,]\d", "decimals are not known: use whole numbers"),
    (r"d\s*$", r"[\[{]", "write the faces as whole numbers with commas between them: d{{1,1,2,3}}"),
    (
        r"^\s*$",
        r"\[\s*count\b.*d\d",
        "write 5d6>=5 to count the dice that show at least 5",
    ),
    (
        r"^\s*$",
        r"[\[!/].*d\d|(?:output|roll|r)\s.*d\d",
        "words and brackets around dice are not known: write only the dice, such as 2d6+1",
    ),
    (r"^\s*$", r"repeat\b", "write 6x4d6kh3 to roll six times"),
    (
        r"^\s*$",
        r"(?:sum\s+)?(?:largest|max|best|highest)\b",
        "write 4d6kh3 to keep the highest three, and 2d20kh1 for the highest",
    ),
    (
        r"^\s*$",
        r"(?:sum\s+)?(?:least|min|worst|lowest)\b",
        "write 4d6kl3 to keep the lowest three, and 2d20kl1 for the lowest",
    ),
    (r"^\s*$", r"[a-z]\s*d\s*[\d%]", _VARIABLE),
    (r"^\s*$", r"[a-z]{2,}\d+\b", "short names of rolls are not known: write the dice themselves, such as 2d6+1"),
    (r"^\s*$", r"0\s*d", "write 0 where there are no dice"),
    (r"^\s*$", r"count\b", "write 5d10>7 to count the dice that show more than 7"),
    (
        r"(?:^|[-+*/(,]\s*)$",
        r"(?:abs|sqrt|ceiling|trunc|sign)\s*\(",
        "only max, min, floor, ceil and round are known before a bracket",
    ),
    (
        r"^\s*$",
        r"[a-z]+(?: [a-z]+)*(?:\s+\d*d[\d%f]|\s*\(\s*\d*d[\d%f])",
        "write only the dice, with words after them: 1d20+5 Attack",
    ),
    (r"[-+*/(,]\s*(?:d|[{<%]\s*)?$", r"[@?$%]?[\[{<(]?[a-z]\w*", _VARIABLE),
    (r"(?:^|[-+*/(,]|[<>=])\s*$", r"[@?$%#<\[{]+\s*[a-z]", _VARIABLE),
    (r"[<>=≤≥]\s*$|[\d)]\s*$", r"[<>=≤≥]+\s*[a-z@$]", _VARIABLE),
    (
        _DICE[:-1] + r"(?<![a-z])$",
        r"[a-z]{1,2}(?![a-z])",
        "letters such as {letters} are not known: dice may be followed by kh, kl, dl, dh, r, ro, mi, ma, ! or >=",
    ),
    (
        r"[\d)\]}]\s*$",
        r"[a-z]{3,}",
        "words after dice are a label: write {before}[cold] if it has more than letters or could change the roll",
    ),
)
"""Notation that isn't accepted, with the spelling that works.

Each entry has patterns for the text before the offending character and from it on, and a message.
"""


def _describe_unknown(text: str, at: int) -> str:
    """Return a message about notation that isn't accepted, with the spelling that works, or "" for anything else.

    >>> _describe_unknown("1d20+10 vs 25", 8), _describe_unknown("2d6 4", 4)
    ('vs is not known: write (1d20+10)>=25 to compare the total', '')
    """
    before, behind = text[:at].lower(), text[at:].lower()
    for ends, begins, said in _UNKNOWN:
        if re.search(ends, before) and re.match(begins, behind):
            advice = said.format(
                before=text[:at].strip(),
                behind=re.sub(r"^[\s,;|]+", "", text[at:]),
                number=_find_text(r"\d+", behind),
                sign=_find_text(r"^[<>=≤≥]+", behind),
                letters=_find_text(r"^[a-z]+", behind),
            )
            spellings = re.findall(r"\S*d[\d%{]\S*", advice.partition("write ")[2])
            if all(_read_usual(each.rstrip(":,.")) for each in spellings):
                return advice
    return ""


def _read_usual(text: str) -> str:
    """Return notation in its usual form, or "" if it isn't accepted."""
    try:
        return str(FullParser(text, gives_advice=False).parse_all())
    except NotationError:
        return ""


def _find_text(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    return match[0] if match else ""


def parse_notation(text: str) -> Node:
    """Parse a text that is no plain notation.

    Raises:
        NotationError: as in `rules_py.notation.parse`.
    """
    return FullParser(text).parse_all()


class FullParser(PlainParser):
    """Recursive-descent parser (sum > product > power > atom) that tracks its position for error messages."""

    expected_atom = "dice such as 2d6, a number or a bracket"

    def __init__(self, text: str, gives_advice: bool = True):
        super().__init__("".join(" " if each in _OTHER_BLANKS else each for each in text))
        self.gives_advice = gives_advice
        written = (_SAME_CHARACTERS.get(each, each) for each in text)
        characters = "".join(each.lower() if each < "\x80" else each for each in written)
        self.characters = re.sub(_GERMAN, "d", characters)

    # Text

    def build_error(self, expected: str, position: int | None = None, hint: str = "") -> NotationError:
        at = self.position if position is None else position
        advice = ""
        if self.gives_advice:
            advice = suggest_spelling(self.characters, _read_usual) or hint or _describe_unknown(self.text, at)
        return NotationError(self.text, at, expected, unknown=advice)

    def find_next(self, name: str) -> re.Match[str] | None:
        """Return the match of one of `_NEXT` after blanks, or None."""
        self.peek()
        return re.compile(_NEXT[name]).match(self.characters, self.position)

    def find_text(self, name: str) -> re.Match[str] | None:
        """Return the match of one of `_NEXT` in the text as it is written, with its capitals."""
        self.peek()
        return re.compile(_NEXT[name]).match(self.text, self.position)

    def take_next(self, name: str) -> re.Match[str] | None:
        """Return the match of one of `_NEXT` after blanks and go on behind it; otherwise return None."""
        match = self.find_next(name)
        if match:
            self.position = match.end()
        return match

    def follows_blank(self) -> bool:
        """Return True if a blank is before the next character."""
        self.peek()
        return self.position > 0 and self.text[self.position - 1] in BLANKS

    def starts_with(self, signs: str) -> bool:
        """Return True if these characters are next."""
        return self.characters[self.position : self.position + len(signs)] == signs

    def expect(self, sign: str, expected: str) -> None:
        if self.peek() != sign:
            raise self.build_error(expected)
        self.position += 1

    def parse_signed_number(self, expected: str) -> int:
        if self.peek() != "-":
            return self.parse_number(expected)
        self.position += 1
        return -self.parse_number(expected)

    # Whole notation

    def parse_all(self) -> Node:
        if len(self.text) > MAX_LENGTH:
            raise NotationError(self.text, MAX_LENGTH, f"at most {MAX_LENGTH} characters")
        is_quoted = self.skip_quote()
        self.skip_command()
        closing = 2 if self.starts_with("[[") else 1 if self.find_next("bracket") else 0
        if closing:
            self.position += closing
            self.skip_command()
        label = self.parse_label_before()
        if self.peek() == "+":
            self.position += 1
            if self.peek() == "+":
                raise self.build_error(self.expected_atom)
        node = self.parse_advantage_of_all(self.parse_comparison(self.parse_repeat()))
        for _ in range(closing):
            node = self.parse_words(node)
            self.expect("]", "two closing brackets ]]" if closing == 2 else "a closing bracket ]")
        node = self.parse_words(node)
        if label and not isinstance(node, Labelled):
            node = Labelled(node, label, is_trailing=True)
        if self.peek() == "." and self.position == len(self.text) - 1:
            self.position += 1
        if is_quoted and not self.skip_quote():
            raise self.build_error("a closing quote")
        if self.peek():
            raise self.build_error("+, -, * or the end here")
        if len(str(node)) > MAX_LENGTH:
            raise self.build_error(f"at most {MAX_LENGTH} characters when each die is written out", len(self.text) - 1)
        return node

    def skip_command(self) -> None:
        command = re.compile(_COMMAND).match(self.characters, self.position)
        if command:
            self.position = command.end()

    def skip_quote(self) -> bool:
        """Go on behind a quote, and return True if there is one."""
        sign = self.peek()
        if not sign or sign not in QUOTES:
            return False
        self.position += 1
        return True

    def parse_label_before(self) -> str:
        """Parse a label before the dice, such as in Attack: 1d20+5."""
        match = self.find_text("label before")
        if match is None or re.search(_NO_LABEL, match[1].lower()) or len(match[1]) > LONGEST_LABEL:
            return ""
        self.position = match.end()
        return " ".join(match[1].split())

    def parse_comparison(self, node: Node) -> Node:
        """Parse a sign after a sum that ends in a number, which compares the total: 1d20+5>=15."""
        if not isinstance(node, BinaryOperation) or not isinstance(node.right, Number):
            return node
        sign = self.take_next("sign")
        return node if sign is None else Comparison(node, self.parse_condition(sign[1]))

    def parse_advantage_of_all(self, node: Node) -> Node:
        """Parse adv or dis after a sum that begins with a single d20: 1d20+5 adv."""
        match = self.find_next("advantage")
        found = match and _give_advantage(node, match[1])
        if not match or not found:
            return node
        self.add_dice(1, self.position)
        self.position = match.end()
        return found

    def parse_scaled(self) -> Node:
        """Parse a sum, and words after it that halve or double its total: 8d6+4 half."""
        node = self.parse_sum()
        if not self.follows_blank() or (match := self.take_next("scaled")) is None:
            return node
        return BinaryOperation("*", node, Number(2)) if SCALES[match[1]] == "*2" else Division(node, Number(2))

    def parse_repeat(self) -> Node:
        start = self.position
        if (match := self.take_next("times")) is None:
            return self.parse_scaled()
        times = int(match[1])
        if not 2 <= times <= MOST_REPEATS:
            raise self.build_error(f"2 to {MOST_REPEATS} rolls", start)
        before = self.dice_count
        node = self.parse_scaled()
        self.add_dice((self.dice_count - before) * (times - 1), start)
        return Repeat(node, times)

    def parse_words(self, node: Node) -> Node:
        """Parse words after all of the notation, which are its label."""
        has_mark = self.peek() in ("#", ":", "/")
        match = self.find_text("words") or self.find_text("words in brackets")
        if match is None or not (has_mark or self.follows_blank()):
            return node
        words = " ".join(match[1].split())
        if re.search(_NO_LABEL, words.lower()) or len(words) > LONGEST_LABEL:
            return node
        self.position = match.end()
        return Labelled(node, words, is_trailing=True)

    def parse_product(self) -> Node:
        node = self.parse_power()
        while (sign := self.peek()) and (sign in MULTIPLY or sign in DIVIDE):
            if self.starts_with("//") and self.find_text("words"):
                break  # a comment, which is a label
            self.position += 2 if self.starts_with("//") else 1
            if sign in MULTIPLY:
                node = BinaryOperation("*", node, self.parse_power())
                continue
            self.peek()
            start = self.position
            divisor = self.parse_power()
            lowest, highest = divisor.compute_bounds()
            if lowest <= 0 <= highest:
                raise self.build_error("a number or dice that are never 0", start)
            node = Division(node, divisor)
        return node

    def parse_power(self) -> Node:
        node = self.parse_labelled()
        while self.peek() == "^" or self.starts_with("**"):
            self.position += 2 if self.starts_with("**") else 1
            start = self.position
            exponent = self.parse_number("a whole number")
            if exponent > HIGHEST_POWER:
                raise self.build_error(f"0 to {HIGHEST_POWER}", start)
            node = Power(node, exponent)
        return node

    def parse_labelled(self) -> Node:
        node = self.parse_atom()
        while (match := self.find_next("label")) and len(match[1]) <= LONGEST_LABEL:
            label = " ".join(self.text[match.start() + 1 : match.end() - 1].split())
            self.position = match.end()
            node = Labelled(node, label)
        return node

    def parse_atom(self) -> Node:
        sign = self.peek()
        start = self.position
        if sign == "{":
            return self.parse_group()
        if (match := self.take_next("function")) is not None:
            return self.parse_function(match[1], start)
        if (match := self.take_next("selection")) is not None:
            side = SIDES[match[2]]
            return self.parse_selection(side, int(match[3] or 1), start, bool(match[1]))
        if (match := self.take_next("changing die")) is not None:
            return self.parse_changing_die(match[1], start)
        if sign and sign in "-+":
            self.position += 1
            if (second := self.peek()) and second in "-+":
                raise self.build_error(f"dice or a number after the {'minus' if sign == '-' else 'plus'} sign")
            node = self.parse_atom()
            if sign == "+":
                return node
            return Number(-node.value) if isinstance(node, Number) else BinaryOperation("-", Number(0), node)
        node = super().parse_atom()
        if isinstance(node, Number) and (match := self.take_next("sided")):
            sides = _SIDES.get(match[1]) or int(match[1])
            self.add_equal_dice(node.value, sides, start, match.start())
            return self.parse_changes(node.value, sides, ())
        match = self.find_next("other letter") if sign.isdigit() and isinstance(node, Number) else None
        if match and isinstance(node, Number) and (match[1] == "t" or int(match[2]) > node.value):
            return self.parse_dice(node.value, start)  # 3T6 and 2k6 of other languages; 5k3 keeps dice
        return node

    # Brackets

    def open_bracket(self) -> None:
        self.depth += 1
        if self.depth > MOST_NESTING:
            raise self.build_error(f"at most {MOST_NESTING} brackets inside one another")

    def parse_bracket(self) -> Node:
        start = self.position
        self.open_bracket()
        self.position += 1
        node = self.parse_sum()
        self.expect(")", "a closing bracket")
        self.depth -= 1
        if self.find_next("counted by brackets"):
            self.peek()
            if not _is_constant(node):
                return self.parse_counted_dice(node, start)
            return self.parse_dice(self.compute_constant(node, start), start)
        if (sign := self.take_next("sign")) is not None:
            return Comparison(node, self.parse_condition(sign[1]))
        return node

    def compute_constant(self, node: Node, start: int) -> int:
        """Return the value of a bracket that counts dice or their sides."""
        if not _is_constant(node):
            raise self.build_error("numbers without dice in this bracket", start)
        return node.compute_bounds()[0]

    def parse_counted_dice(self, node: Node, start: int) -> Node:
        """Parse the rest of dice whose number is rolled, such as (1d4)d6."""
        self.position += 1
        sides_at = self.position
        sides = self.parse_die_sides(start)
        if not 1 <= sides <= MOST_SIDES or str(sides) in DIGIT_DICE:
            raise self.build_error(f"1 to {MOST_SIDES} sides", sides_at)
        lowest, highest = node.compute_bounds()
        if lowest < 0:
            raise self.build_error("a number of dice that is never below 0", start)
        self.add_dice(highest, start)
        return CountedDice(node, sides)

    def parse_list(self, end: str) -> tuple[Node, ...]:
        self.open_bracket()
        parts = [self.parse_sum()]
        while self.peek() == ",":
            self.position += 1
            parts.append(self.parse_sum())
        self.expect(end, "a comma or a closing bracket")
        self.depth -= 1
        return tuple(parts)

    def parse_group(self) -> Node:
        start = self.position
        self.position += 1
        parts = self.parse_list("}")
        count = len(parts)
        if count == 1 and self.is_behind_group():
            return parts[0]
        if count == 1:
            raise self.build_error("several dice with commas between them, such as {d8,d6}kh1", start)
        keep = self.parse_keeps(count)
        return Group(parts, keep.range if keep else (0, count), self.parse_successes())

    def is_behind_group(self) -> bool:
        """Return True if nothing follows that chooses or counts the totals of a group."""
        sign = self.peek()
        return not sign or sign in "+-*/^),]}×÷" or self.is_word()

    def parse_function(self, name: str, start: int) -> Node:
        parts = self.parse_list(")")
        if name in ("max", "min"):
            if len(parts) == 1:
                raise self.build_error(f"several parts with commas between them, such as {name}(2d6,7)", start)
            return Group(parts, (len(parts) - 1, len(parts)) if name == "max" else (0, 1))
        if len(parts) > 1:
            raise self.build_error(f"one division, such as {name}(1d6/2)", start)
        (node,) = parts
        if isinstance(node, Division) and name in ("floor", "ceil", "round"):
            return Division(node.left, node.right, cast(Literal["floor", "ceil", "round"], name))
        if any(isinstance(part, Division) for part in walk_nodes(node)) and name != "floor":
            raise self.build_error(f"one division, such as {name}(1d6/2)", start)
        return node

    def parse_selection(self, side: str, number: int, start: int, has_bracket: bool) -> Node:
        """Parse the rest of AnyDice's [highest 1 of 2d20], or of highest 1 of 2d20."""
        self.peek()
        dice_at = self.position
        count = self.parse_number("dice such as 2d20") if self.peek() != "d" else 1
        if self.peek() != "d":
            raise self.build_error("dice such as 2d20")
        node = self.parse_dice(count, dice_at)
        if has_bracket:
            self.expect("]", "a closing bracket ]")
        if not isinstance(node, DiceTerm) or node.keep is not None:
            raise self.build_error("plain dice, such as 2d20", dice_at)
        if not 1 <= number <= count:
            raise self.build_error(f"1 to {count} dice to keep", start)
        return self.build_dice(node.count, node.sides, (), _choose_side(_Kept(0, count), side, number), _Changes())

    # Dice

    def parse_changing_die(self, kind: str, start: int) -> Node:
        """Parse a usage die such as ud8 or ud8<=3, or a step die such as sd6>=5."""
        sides_at = self.position
        sides = self.parse_number(f"the number of sides after {kind}d")
        known = USAGE_STEPS if kind == "u" else STEPS_UP
        if sides not in known:
            raise self.build_error(f"{', '.join(map(str, known[:-1]))} or {known[-1]} sides", sides_at)
        self.add_dice(1, start)
        self.peek()
        when_at = self.position
        sign = self.take_next("sign")
        if sign is None and kind == "s":
            raise self.build_error("the faces on which it gets larger, such as sd6>=5")
        when = self.parse_condition(sign[1]) if sign is not None else USUAL_LOSS
        if not any(when.includes(face) for face in range(1, sides + 1)):
            raise self.build_error("a number that the die can show", when_at)
        return ChangingDie("u" if kind == "u" else "s", sides, when)

    def parse_dice(self, count: int, start: int) -> Node:
        if self.characters[start].isdigit() and self.is_word():
            return Number(count)  # 1d20+5 dis, 1d8+3 damage
        self.position += 1
        sides_at = self.position
        values = self.parse_values()
        sides = len(values) if values else self.parse_die_sides(start)
        if not values and (digits := DIGIT_DICE.get(str(sides))) is not None:
            if count != 1:
                raise self.build_error(f"a single d{sides}", start)
            self.add_dice(digits[0], start)
            return DigitDice(*digits)
        self.add_equal_dice(count, sides, start, sides_at)
        is_usual = values == list(range(1, sides + 1))
        return self.parse_changes(count, sides, () if is_usual else tuple(values))

    def add_equal_dice(self, count: int, sides: int, start: int, sides_at: int) -> None:
        if not 1 <= count <= MOST_DICE:
            raise self.build_error(f"1 to {MOST_DICE} dice", start)
        if not 1 <= sides <= MOST_SIDES:
            raise self.build_error(f"1 to {MOST_SIDES} sides", sides_at)
        self.add_dice(count, start)

    def parse_values(self) -> list[int]:
        """Parse faces that aren't 1 to the number of sides: F, or a list in brackets."""
        if self.peek() == "f":
            self.position += 3 if self.starts_with(USUAL_FATE) else 1
            return list(FATE_FACES)
        if not self.find_next("faces"):
            return []
        end = "}" if self.peek() == "{" else "]"
        self.position += 1
        values = self.parse_value_range()
        while self.peek() == ",":
            self.position += 1
            values += self.parse_value_range()
            if len(values) > MOST_VALUES:
                raise self.build_error(f"at most {MOST_VALUES} faces")
        self.expect(end, "a comma or a closing bracket")
        return values

    def parse_value_range(self) -> list[int]:
        """Parse a face, or several such as 0..9."""
        start = self.position
        first = self.parse_signed_number("a whole number")
        self.peek()
        if not self.starts_with(".."):
            return [first]
        self.position += 2
        last = self.parse_signed_number("a whole number")
        if not first <= last < first + MOST_VALUES:
            raise self.build_error(f"1 to {MOST_VALUES} faces in ascending order", start)
        return list(range(first, last + 1))

    def parse_die_sides(self, start: int) -> int:
        sides_at = self.position
        sign = self.peek()
        if sign == "%":
            self.position += 1
            return 100
        if sign == "(":
            bracket_at = self.position
            self.open_bracket()
            self.position += 1
            node = self.parse_sum()
            self.expect(")", "a closing bracket")
            self.depth -= 1
            return self.compute_constant(node, bracket_at)
        has_count = self.characters[start].isdigit()
        is_complete = sign or self.text[sides_at - 1] in "D\uff24"  # 2d alone may be unfinished
        if has_count and is_complete and self.find_next("without sides"):
            return USUAL_SIDES
        return self.parse_number("the number of sides after d")

    def parse_changes(self, count: int, sides: int, values: tuple[int, ...]) -> Node:
        """Parse what follows dice, in any order: rerolls, limits, explosions, the dice that count, successes."""
        keep: _Kept | None = None
        changes = _Changes()
        while True:
            start = self.position
            if self.is_word() and not self.find_next("exploding"):
                break
            if (match := self.take_next("reroll")) is not None:
                changes.reroll = self.parse_reroll(changes.reroll, match[1] == "o", start)
            elif self.take_next("lowest"):
                limit = self.parse_number("a whole number")
                changes.limits = Limits(limit, changes.limits.highest)
            elif self.take_next("highest"):
                limit = self.parse_number("a whole number")
                changes.limits = Limits(changes.limits.lowest, limit)
            elif (match := self.take_next("explosion")) is not None:
                self.require_first(changes.explosion, "one explosion", start)
                changes.explosion = self.parse_explosion(match[0])
                changes.explosion_at = match.start()
            elif (chosen := self.parse_kept(count, keep)) is not None:
                keep = chosen
            elif not self.take_next("order"):  # programs sort dice that they show
                break
        if (advantage := self.parse_advantage(count, sides, values, keep)) is not None:
            self.check_changes(2, sides, values, advantage, changes, start)
            return self.build_dice(2, sides, values, advantage, changes)
        keep = self.parse_keep_in_words(count, keep)
        successes_at = self.position
        changes.scoring = self.parse_successes(count)
        if changes.scoring is not None and changes.explosion is None and self.peek() == "!":
            changes.explosion_at = self.position
            if (match := self.take_next("explosion")) is not None:
                highest = Condition("=", max(values) if values else sides)
                explosion = self.parse_explosion(match[0])
                changes.explosion = Explosion(explosion.when or highest, explosion.style)
        self.check_changes(count, sides, values, keep, changes, successes_at)
        return self.build_dice(count, sides, values, keep, changes)

    def parse_reroll(self, earlier: Reroll | None, is_once: bool, start: int) -> Reroll:
        """Parse the faces of a reroll; another one before it adds its faces."""
        if earlier is not None and earlier.is_once != is_once:
            raise self.build_error("either r or ro", start, "a die is rerolled once, or until other faces show")
        when = self.parse_condition_after()
        return Reroll((*earlier.when, when) if earlier is not None else (when,), is_once)

    def is_word(self) -> bool:
        """Return True if DC or a word of at least three letters follows a blank: it isn't short notation."""
        self.peek()
        return self.follows_blank() and re.compile(_LONG_WORD).match(self.text, self.position) is not None

    def require_first(self, found: object, expected: str, start: int) -> None:
        if found is not None:
            raise self.build_error(expected, start)

    def parse_condition(self, sign: str | None) -> Condition:
        return Condition(_SIGNS[sign or ""], self.parse_signed_number("a whole number"))

    def parse_condition_after(self) -> Condition:
        """Parse a condition, whose sign may be left out."""
        sign = self.take_next("sign")
        return self.parse_condition(sign[1] if sign else "")

    def parse_explosion(self, mark: str) -> Explosion:
        styles: dict[str, Literal["each", "once", "compound", "penetrate"]] = {
            "!!": "compound", "!o": "once", "xo": "once", "!p": "penetrate"
        }  # fmt: skip
        style = styles.get("".join(mark.split()), "each")
        start = self.position
        is_named = mark.endswith("on") or self.find_next("sign") or self.peek().isdigit()
        when = self.parse_condition_after() if is_named else None
        if when and when.sign in ("<", ">"):
            near = when.number + (1 if when.sign == ">" else -1)
            raise self.build_error(
                "the faces that explode",
                start,
                f"programs differ on whether {when} includes {when.number}: "
                f"write !{when.sign}={when.number} if it does, "
                f"!{when.sign}={near} if it doesn't",
            )
        return Explosion(when, style)

    def parse_keeps(self, count: int) -> "_Kept | None":
        """Parse the parts of a group that count."""
        keep = None
        while (chosen := self.parse_kept(count, keep)) is not None:
            keep = chosen
        return keep

    def parse_kept(self, count: int, keep: "_Kept | None") -> "_Kept | None":
        """Parse the dice that count: kh3 or k3, kl1, km2, or those that are dropped, dl1, d1 or p1, and dh1.

        Args:
            count: the number of dice.
            keep: the dice that still count, or None for all.
        """
        if (match := self.take_next("taken away")) is not None:
            self.peek()
            return self.choose_dice("drop", "highest" if match[1] == "h" else "lowest", keep or _Kept(0, count))
        verb = self.peek()
        if self.find_next("kept side"):
            verb = "k"  # some programs leave out the k
        elif not verb or verb not in "kdp" or (verb != "k" and not self.find_next("drop")):
            return None
        else:
            self.position += 1
        sides = {"h": "highest", "l": "lowest", "m": "middle"} if verb == "k" else {"h": "highest", "l": "lowest"}
        side = sides.get(letter := self.peek())
        if side is not None:
            self.position += 1
        elif not letter.isdigit():
            raise self.build_error("kh (keep highest) or kl (keep lowest)")
        self.peek()
        return self.choose_dice("keep" if verb == "k" else "drop", side, keep or _Kept(0, count))

    def choose_dice(self, verb: str, side: str | None, keep: "_Kept") -> "_Kept":
        number_at = self.position
        number = self.parse_number("how many dice to keep") if self.peek().isdigit() else 1
        count = keep[1] - keep[0]
        if verb == "keep":
            if not 1 <= number <= count:
                raise self.build_error(f"1 to {count} dice to keep" if count > 1 else "1 die to keep", number_at)
            return _choose_side(keep, side or "highest", number)
        if not 1 <= number < count:
            most = f"1 to {count - 1} dice to drop" if count > 2 else "1 die to drop"
            raise self.build_error(most if count > 1 else "several dice", number_at)
        return _choose_side(keep, "lowest" if side == "highest" else "highest", count - number)

    def parse_keep_in_words(self, count: int, keep: "_Kept | None") -> "_Kept | None":
        while (match := self.take_next("keep in words")) is not None:
            self.peek()
            if match[2]:
                self.position = match.start() + match[0].index(match[2])
            side = SIDES[match[3]]
            if self.find_next("number in words"):
                raise self.build_error("a number of dice in digits, such as 2")
            keep = self.choose_dice(match[1], side, keep or _Kept(0, count))
            self.position = max(self.position, match.end())
            self.take_next("dice in words")
        return keep

    def parse_advantage(self, count: int, sides: int, values: tuple[int, ...], keep: "_Kept | None") -> "_Kept | None":
        """Parse the words adv and dis after a single d20, and return the one of two dice that counts."""
        match = self.find_next("advantage")
        if match is None or (count, sides, values, keep) != (1, 20, (), None):
            return None
        self.add_dice(1, self.position)
        self.position = match.end()
        return _choose_side(_Kept(0, 2), "highest" if match[1] == "adv" else "lowest", 1)

    def parse_successes(self, count: int = 2) -> Successes | None:
        """Parse results that count as successes: >=5, t5 or cs5, then those that count twice, then f1."""
        self.peek()
        start = self.position
        if (match := self.take_next("sign")) is not None:
            when = self.parse_condition(match[1])
        elif (match := self.take_next("count")) is not None:
            if count == 1:
                raise self.build_error(
                    "a comparison without cs",
                    start,
                    "cs only marks a die in some programs: leave it out, or write 1d20>=19 to count the die",
                )
            when = self.parse_condition(match[1] or match[2])
        elif self.take_next("target"):
            when = Condition(">=", self.parse_number("a whole number"))
        else:
            return None
        double = None
        if (match := self.take_next("sign")) is not None:
            double = self.parse_condition(match[1])
        elif self.take_next("target"):
            double = Condition(">=", self.parse_number("a whole number"))
        minus = self.parse_condition(match[1]) if (match := self.take_next("failure")) is not None else None
        return Successes(when, double, minus)

    def check_changes(
        self,
        count: int,
        sides: int,
        values: tuple[int, ...],
        keep: "_Kept | None",
        changes: "_Changes",
        successes_at: int,
    ) -> None:
        """Reject dice that would never end, or never count."""
        faces = list(values) or list(range(1, sides + 1))
        if changes.reroll is not None:
            left = [face for face in faces if not changes.reroll.includes(face)]
            if not left:
                raise self.build_error("a face that is not rerolled")
            faces = faces if changes.reroll.is_once else left
        explosion = changes.explosion
        if explosion is not None:
            highest = max(values) if values else sides
            if all(explosion.continues(face, highest) for face in faces) and explosion.style != "once":
                raise self.build_error("a face that does not explode", changes.explosion_at)
            if not any(explosion.continues(face, highest) for face in faces):
                raise self.build_error(
                    "a face that explodes",
                    changes.explosion_at,
                    f"no die shows {explosion.when.write_short() if explosion.when else highest}: "
                    f"name the faces that explode first, such as !{highest}>=5",
                )
            if keep is not None and explosion.style != "compound":
                kept = write_keep(keep.range, count)
                raise self.build_error(
                    "!! for dice of which some count",
                    changes.explosion_at,
                    f"one more die is added to the die that explodes: write {count}d{sides}!!{kept}",
                )
        successes = changes.scoring
        if successes is not None and explosion is None:
            results = [changes.limits.apply(face) for face in faces]
            dice = str(Pool(count, sides, values))
            die, compared = dice[len(str(count)) :], f"write ({dice}){successes.when} to compare the total"
            if count > 1 and successes.double is None and all(successes.when.includes(each) for each in results):
                raise self.build_error(
                    "a number that some dice miss", successes_at, f"every {die} shows {successes.when}: {compared}"
                )
            if not any(successes.score(result) for result in results):
                raise self.build_error(
                    "a number that a die can show", successes_at, f"no {die} shows {successes.when}: {compared}"
                )

    def build_dice(
        self, count: int, sides: int, values: tuple[int, ...], keep: "_Kept | None", changes: "_Changes"
    ) -> Node:
        is_plain = not values and changes.reroll is None and changes.explosion is None and changes.scoring is None
        if is_plain and changes.limits == NO_LIMITS:
            if keep is None:
                return DiceTerm(count, sides)
            if keep.start == 0 or keep.stop == count:
                is_lowest = keep.start == 0 and (keep.stop < count or keep.side == "lowest")
                return DiceTerm(count, sides, KeepRule("lowest" if is_lowest else "highest", keep.stop - keep.start))
        kept = keep.range if keep else None
        return Pool(count, sides, values, changes.reroll, changes.limits, changes.explosion, kept, changes.scoring)


class _Kept(NamedTuple):
    """The sorted dice that count: the index of the first, that after the last, and the side that was named last."""

    start: int
    stop: int
    side: Literal["highest", "lowest"] = "highest"

    @property
    def range(self) -> tuple[int, int]:
        return self.start, self.stop


class _Changes:
    """The changes of dice that have been parsed so far."""

    def __init__(self) -> None:
        self.reroll: Reroll | None = None
        self.limits = NO_LIMITS
        self.explosion: Explosion | None = None
        self.explosion_at = 0
        self.scoring: Successes | None = None


def _is_constant(node: Node) -> bool:
    return all(isinstance(part, Number | BinaryOperation | Division | Power) for part in walk_nodes(node))


def _give_advantage(node: Node, word: str) -> Node | None:
    """Return a sum with advantage or disadvantage for the single d20 that it begins with, or None.

    >>> from rules_py.notation import parse
    >>> str(_give_advantage(parse("1d20+5"), "dis")), _give_advantage(parse("2d6+1"), "dis")
    ('2d20kl1+5', None)
    """
    if node == DiceTerm(1, 20):
        return DiceTerm(2, 20, KeepRule("highest" if word == "adv" else "lowest", 1))
    if not isinstance(node, BinaryOperation) or node.operator == "*":
        return None
    left = _give_advantage(node.left, word)
    return BinaryOperation(node.operator, left, node.right) if left else None


def _choose_side(keep: _Kept, side: str, number: int) -> _Kept:
    """Return those of the sorted dice that count which still count.

    >>> [_choose_side(_Kept(0, 4), side, 2).range for side in ("highest", "lowest", "middle")]
    [(2, 4), (0, 2), (1, 3)]
    """
    if side == "highest":
        return _Kept(keep.stop - number, keep.stop)
    if side == "lowest":
        return _Kept(keep.start, keep.start + number, "lowest")
    start = keep.start + (keep.stop - keep.start - number) // 2
    return _Kept(start, start + number)
