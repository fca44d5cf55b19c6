"""Errors for unacceptable input, each with a one-sentence message instead of a traceback."""

from rules_py.text.formatting import quote_text


class RulesError(ValueError):
    """Bad input; the message names what was wrong, the value and what is accepted.

    Attributes:
        plain: the message in players' words, for a page; "" if the page shows the message itself.
    """

    def __init__(self, message: str = "", *, plain: str = "") -> None:
        super().__init__(message)
        self.plain = plain


class LongOddsError(RulesError):
    """Odds that would take too long to compute. A roll with the same parameters works."""


class DataError(RulesError):
    """A broken contract in a data file or in the registration of a rule.

    The message starts with the source location, as file:line.
    """


class NotationError(RulesError):
    """Dice notation that can't be parsed.

    Attributes:
        position: the index in `text` of the offending character.
        unknown: notation that other programs support and this one doesn't, with a suggestion; "" for other errors.
    """

    def __init__(self, text: str, position: int, expected: str, name: str = "notation", unknown: str = ""):
        self.text, self.position, self.expected, self.unknown = text, position, expected, unknown
        got = quote_text(text[position]) if position < len(text) else "the end"
        shown = quote_text(text).strip("'\"")
        super().__init__(
            f"{name}: got {quote_text(text)}, at character {position + 1} there is {got}; it takes {expected}"
            + (f"; {unknown}" if unknown else ""),
            plain=f"{unknown[0].upper()}{unknown[1:]}; you entered {shown}." if unknown else "",
        )

    def pointer(self) -> str:
        """Return the text with a caret under the offending character, for a terminal."""
        return f"{self.text}\n{' ' * self.position}^"
