"""Errors for unacceptable input, each with a one-sentence message instead of a traceback.

An error carries its facts as fields. `str(error)` is the line for callers and the command line;
`rules_py.error_messages` builds the sentence for players from the same fields. This module imports only
`rules_py.text`, so that every other module can raise these errors.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from rules_py.text.quoting import quote_name, quote_text, quote_value
from rules_py.text.sentences import join_choices, join_once
from rules_py.text.serialization import to_text


class FormField(Protocol):
    """A field of a form, as far as a sentence for players needs it; `parameters.Parameter` is one."""

    @property
    def label(self) -> str: ...

    def describe_accepted_for_players(self) -> str: ...

    def describe_value(self, value: Any) -> str: ...


class RulesError(ValueError):
    """Bad input; the message names what was wrong, the value and what is accepted.

    Attributes:
        plain: the message in players' words, for a page; "" if `error_messages` builds it from other fields.
        path: the names that lead to the rejected value in nested arguments, such as ("choices", "n1", "weapons"); empty
            for other arguments.
    """

    path: tuple[str, ...] = ()

    def __init__(self, message: str = "", *, plain: str = "") -> None:
        super().__init__(message)
        self.plain = plain

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the message and the fields, because errors are built from other arguments than their message."""
        return _restore, (type(self), str(self), vars(self))


def _restore(kind: type[RulesError], message: str, fields: dict[str, Any]) -> RulesError:
    error = kind.__new__(kind, message)
    vars(error).update(fields)
    return error


class ParameterError(RulesError):
    """A value that a parameter, a field or an argument doesn't accept.

    Attributes:
        name: the parameter's name.
        value: the rejected value.
        takes: the accepted values, in words; "" if `choices` lists them.
        choices: the accepted values, which players read by their names.
        given: other parameters that limit the accepted values, with their values.
        note: the reason, shown in brackets after the accepted values.
        problem: the words after "and" if the value is accepted in general but not now; then `takes` is "".
        field: the parameter that rejected the value; None if a rule did.
        entry_number: the number, from 1, of the rejected entry in a list; 0 if the error isn't about one entry.
        entry_error: the error about that entry, or None.
    """

    limit = ""
    """Words at the end of the accepted values."""

    def __init__(
        self,
        name: str,
        value: Any,
        takes: str = "",
        *,
        choices: Sequence[Any] = (),
        given: Mapping[str, Any] | None = None,
        note: str = "",
        problem: str = "",
        is_text: bool = False,
        got: str = "",
        plain: str = "",
        field: FormField | None = None,
        entry_number: int = 0,
        entry_error: "ParameterError | None" = None,
    ) -> None:
        """Build the error.

        Args:
            is_text: True to quote the value even if it isn't text, as for values from a form or a URL.
            got: the value in words for callers, if its text doesn't do.
            plain: the message in players' words, if the one built from the fields doesn't do.
        """
        self.name, self.value, self.takes, self.choices = name, value, takes, tuple(choices)
        self.given, self.note, self.problem, self.field = dict(given or {}), note, problem, field
        self.entry_number, self.entry_error = entry_number, entry_error
        got = got or (quote_text(value) if is_text else quote_value(value))
        super().__init__(f"{name}: got {got}, {self._describe_expectation()}", plain=plain)

    def _describe_expectation(self) -> str:
        if self.problem:
            return f"and {self.problem}"
        takes = self.takes or join_choices(map(to_text, self.choices))
        limits = " and ".join(f"{other}={to_text(limit)}" for other, limit in self.given.items())
        return (
            f"takes {takes}{self.limit}"
            + (f" with {limits}" if limits else "")
            + (f" ({self.note})" if self.note else "")
        )


class FaceError(ParameterError):
    """A number that a die can't show.

    Attributes:
        sides: the sides of the die.
    """

    def __init__(self, face: Any, sides: int, number: int = 0) -> None:
        """Build the error.

        Args:
            number: the number of the face, from 1, in a list of faces; 0 if it isn't in a list.
        """
        self.sides = sides
        die = f"a d{sides}"
        if number:
            super().__init__(
                "faces", face, f"1 to {sides} there", note=die, got=f"{quote_value(face)} as number {number}"
            )
        else:
            super().__init__("faces", face, f"1 to {sides} for {die}")


class UnknownParameterError(RulesError):
    """A name that isn't a parameter of a rule, or a field of a sheet.

    Attributes:
        name: the unknown name.
        owner: the id of the rule or sheet.
        known: the names that it has.
    """

    def __init__(self, name: Any, owner: str, known: Iterable[str]) -> None:
        self.name, self.owner, self.known = name, owner, tuple(known)
        super().__init__(
            f"{quote_name(name)}: not a parameter of {owner}, it takes {', '.join(self.known) or 'no parameters'}"
        )


class UnknownIdError(RulesError):
    """An id or key that names nothing.

    Attributes:
        name: the argument's name, such as "mechanic" or "who".
        value: the rejected id.
        known: the ids that exist.
        noun: the word for players, such as "combatant"; "" for the argument's name.
        place: where players would look for it, such as "in the table Weapons"; or "".
    """

    def __init__(
        self,
        name: str,
        value: Any,
        known: Iterable[str] = (),
        *,
        none: str = "nothing",
        takes: str = "",
        noun: str = "",
        place: str = "",
        plain: str = "",
    ) -> None:
        """Build the error.

        Args:
            none: the words for callers if no id exists.
            takes: the accepted ids in words for callers, if a list of `known` doesn't do.
            plain: the message in players' words, if the one built from the fields doesn't do.
        """
        self.name, self.value, self.known, self.noun, self.place = name, value, tuple(known), noun, place
        super().__init__(
            f"{name}: got {quote_value(value)}, takes {takes or ', '.join(self.known) or none}", plain=plain
        )


class ForbiddenError(RulesError):
    """A change or an action that the rules forbid at the moment.

    Attributes:
        id: the id of the change or the action.
        reason: the reason, as a sentence for players without a capital and a full stop.
    """

    def __init__(self, id: str, reason: str) -> None:
        self.id, self.reason = id, reason
        super().__init__(f"{id}: {reason}")


class RefusedActionError(ForbiddenError):
    """An action that isn't taken because a requirement isn't met. The table can waive the requirements.

    Attributes:
        unmet: the requirements by their names in an override, each with a sentence for players.
    """

    def __init__(self, id: str, unmet: Mapping[str, str]) -> None:
        self.unmet = dict(unmet)
        reason = join_once(self.unmet.values())
        super().__init__(id, reason)
        self.plain = reason


class EventError(RulesError):
    """An event of a stored fight that can't be applied when the fight is replayed.

    Attributes:
        number: the number of the event, from 1.
        cause: the error that the event raised.
    """

    def __init__(self, number: int, cause: RulesError) -> None:
        self.number, self.cause = number, cause
        super().__init__(f"event {number}: {cause}")


class LongOddsError(RulesError):
    """Odds that would take too long to compute. A roll with the same parameters works."""

    @classmethod
    def wrap(cls, too_long: "LongOddsError | str") -> "LongOddsError":
        """Return an error unchanged, or the error with this message."""
        return too_long if isinstance(too_long, LongOddsError) else cls(too_long)


class LongOddsParameterError(ParameterError, LongOddsError):
    """A value that rolls accept and that would make the odds take too long.

    Attributes:
        odds: the odds in question, in words, such as "odds over 12 blows"; "" for any odds.
    """

    def __init__(
        self,
        name: str,
        value: Any,
        takes: str,
        *,
        odds: str = "",
        is_text: bool = False,
        got: str = "",
        field: FormField | None = None,
    ) -> None:
        self.odds = odds
        self.limit = f" for {odds}" if odds else " where odds are asked for"
        super().__init__(name, value, takes, is_text=is_text, got=got, field=field)


class DataError(RulesError):
    """A broken contract in a data file or in the registration of a rule.

    The message starts with the source location, as file:line.

    Attributes:
        further: the other mistakes of the file.
    """

    further: "tuple[DataError, ...]" = ()


class NotationError(RulesError):
    """Dice notation that can't be parsed.

    Attributes:
        text: the notation.
        position: the index in `text` of the offending character.
        expected: the accepted input at this position, in words.
        name: the parameter's name.
        unknown: notation that other programs support and this one doesn't, with a suggestion; "" for other errors.
        field: the parameter, or the field of a list's entry, that rejected the notation; None if a parser did.
        entry_number: the number, from 1, of that entry; 0 if the notation isn't in a list.
    """

    def __init__(
        self,
        text: str,
        position: int,
        expected: str,
        name: str = "notation",
        unknown: str = "",
        *,
        field: FormField | None = None,
        entry_number: int = 0,
    ):
        self.text, self.position, self.expected, self.name, self.unknown = text, position, expected, name, unknown
        self.field, self.entry_number = field, entry_number
        got = quote_text(text[position]) if position < len(text) else "the end"
        super().__init__(
            f"{name}: got {quote_text(text)}, at character {position + 1} there is {got}; it takes {expected}"
            + (f"; {unknown}" if unknown else "")
        )

    def pointer(self) -> str:
        """Return the text with a caret under the offending character, for a terminal."""
        return f"{self.text}\n{' ' * self.position}^"
