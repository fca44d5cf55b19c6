"""Scanner for dice notation of all kinds in running text. A page loads it with the grammar when a text needs it."""

from rules_py.notation.matching import DiceMatch, scan

_FACES = r"(?:\d{0,3}[dD](?:\d{1,4}|%|\{-?\d+(?:,-?\d+)*\})|\d{1,3}[dD][fF](?![A-Za-z]))"
_CHANGES = (
    r"(?:[kK](?:[hHlLmM]\d*|\d+)|[dD][hHlL]\d*|[rR][oO]?[<>]?=?\d+|[mM][iIaA]\d+)*"
    r"(?:[<>]=?\d+(?:[<>]?=\d+)?(?:[fF]\d+)?|\s?(?:[<>]=|[≥≤])\s?\d+(?:[fF]\d+)?)?"  # successes
    r"(?:\[[^\W\d_][^\W\d_ ]*(?: [^\W\d_]+)*\])?"  # a label
)
_GROUP = r"(?:\{[^{}\n]{3,60}\}(?:[kKdD][hHlL]\d*|[<>]=?\d+)|(?:max|min)\([^()\n]{3,60}\))"
_EXPLOSION = r"!(?:!(?=[kK<>=+])|[oOpP](?![A-Za-z]))?(?:[<>]?=\d+)?"
_JOINED = rf"(?:(?:(?:\s[+*x×−-]\s|\s?[+*x×−-])(?:{_FACES}{_CHANGES}|\d{{1,4}}))|(?:\s?[/÷]\s?\d{{1,4}}(?![\ddD])))*"

_CHANGING = r"(?:[uU][dD]\d{1,2}(?:[<>]?=\d+)?|[sS][dD]\d{1,2}[<>]?=\d+)"
_NUMBERS_FIRST = r"(?:(?<!\d,)(?:\d{1,4}(?:\s?[+*×]\s?|\sx\s))+|\d{1,2}x(?=\d{0,3}[dD]))?"
_SUM = rf"{_FACES}{_CHANGES}{_JOINED}"
_TIMES = r"\s?[*x×]\s?"
_INNER = r"\((?=[^()]*[dD]\d)[\d dDkKhHlL+*x×−-]{3,40}\)"
_BRACKET = rf"(?:{_INNER}{_TIMES}\d{{1,4}}|\d{{1,4}}{_TIMES}{_INNER})"

# Dice with parts joined to them: "1D6", "2D6+1", "1D6x10", "2D6 + 1D4", "5+1D6", "3*(1D6+1)". In "2D6 +Attribute", only
# the dice match.
_IN_TEXT = rf"(?<![\w\\.])(?:{_GROUP}|{_BRACKET}|{_CHANGING}|{_NUMBERS_FIRST}{_SUM})"
_EXPLODED = rf"{_EXPLOSION}{_CHANGES}(?:(?!!){_JOINED}{_EXPLOSION}{_CHANGES})*{_JOINED}"
"""The rest of dice from an exclamation mark on that isn't the end of a sentence."""


def scan_rare_dice(text: str, preceding: str, following: str) -> list[DiceMatch]:
    """Return all dice notation in a sentence; the arguments are those of `find_dice`."""
    return scan(text, preceding, following, _IN_TEXT, _EXPLODED)
