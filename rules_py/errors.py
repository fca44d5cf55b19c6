"""Errors for unacceptable input, each with a one-sentence message instead of a traceback.

An error carries its facts as fields. `str(error)` is the line for callers and the command line;
`rendering.error_messages` builds the sentence for players from the same fields.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rules_py.text.quoting import quote_text, quote_value
from rules_py.text.serialization import to_text


class RulesError(ValueError):
    """Bad input; the message names what was wrong, the value and what is accepted.

    Attributes:
        plain: the message in players' words, for a page; "" if the page shows the message itself.
    """

    def __init__(self, message: str = "", *, plain: str = "") -> None:
        super().__init__(message)
        self.plain = plain


class ParameterError(RulesError):
    """A value that a parameter, a field or an argument doesn't accept.

    Attributes:
        name: the parameter's name.
        value: the rejected value.
        takes: the accepted values, in words.
        given: other parameters that limit the accepted values, with their values.
    """

    def __init__(
        self,
        name: str,
        value: Any,
        takes: str,
        *,
        given: Mapping[str, Any] | None = None,
        note: str = "",
        is_text: bool = False,
        plain: str = "",
    ) -> None:
        """Build the error.

        Args:
            note: the reason, shown in brackets after the accepted values.
            is_text: True to quote the value even if it isn't text, as for values from a form or a URL.
            plain: the message in players' words, if the one built from the fields doesn't do.
        """
        self.name, self.value, self.takes, self.given, self.note = name, value, takes, dict(given or {}), note
        got = quote_text(value) if is_text else quote_value(value)
        limits = " and ".join(f"{other}={to_text(limit)}" for other, limit in self.given.items())
        message = f"{name}: got {got}, takes {takes}"
        super().__init__(
            message + (f" with {limits}" if limits else "") + (f" ({note})" if note else ""),
            plain=plain,
        )


class UnknownIdError(RulesError):
    """An id or key that names nothing.

    Attributes:
        name: the argument's name, such as "mechanic" or "who".
        value: the rejected id.
        known: the ids that exist.
    """

    def __init__(self, name: str, value: Any, known: Iterable[str], *, none: str = "nothing", plain: str = "") -> None:
        self.name, self.value, self.known = name, value, tuple(known)
        super().__init__(f"{name}: got {quote_value(value)}, takes {', '.join(self.known) or none}", plain=plain)


class ForbiddenError(RulesError):
    """A change or an action that the rules forbid at the moment.

    Attributes:
        id: the id of the change or the action.
        reason: the reason, as a sentence for players without a capital and a full stop.
    """

    def __init__(self, id: str, reason: str) -> None:
        self.id, self.reason = id, reason
        super().__init__(f"{id}: {reason}")


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
