"""What a caller gets when an input is not acceptable: one sentence, never a traceback."""

from rules_py.text.formatting import quote_text


class RulesError(ValueError):
    """Bad input. The message names what was wrong, what came in and what is accepted.

    Attributes:
        plain: the same in players' words, for a page; empty where the message has to do.
    """

    def __init__(self, message: str = "", *, plain: str = "") -> None:
        super().__init__(message)
        self.plain = plain


class LongOddsError(RulesError):
    """Odds that would take too long to work out. A roll with the same parameters does not."""


class DataError(RulesError):
    """A data file or the registration of a rule breaks its contract. The message starts with the place: file:line."""


class NotationError(RulesError):
    """Dice notation that can't be read. `position` is the offending character's index in `text`.

    `unknown` names what other programs know of dice and this notation does not, and says what would help.
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
        """The text with a caret under the offending character, for a terminal."""
        return f"{self.text}\n{' ' * self.position}^"
