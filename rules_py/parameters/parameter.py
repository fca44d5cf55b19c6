"""A parameter of a mechanic or a calculator: a name, a kind and a default."""

from dataclasses import dataclass
from typing import Any

from rules_py.errors import LongOddsParameterError, NotationError, ParameterError, UnknownParameterError
from rules_py.parameters.kind import Kind
from rules_py.text.serialization import to_json
from rules_py.text.wording import humanize

RESERVED = ("roll", "faces", "vs", "id", "seed")
"""Names reserved for URLs and API calls; a parameter may not use them."""

MOST_ROWS = 61
"""The maximum number of values in a table of odds."""


@dataclass(frozen=True)
class Parameter:
    """A named parameter of a mechanic or a calculator.

    Attributes:
        label_override: the label in forms, if it isn't the kind's label.
    """

    name: str
    kind: Kind
    default: Any
    label_override: str = ""

    @property
    def label(self) -> str:
        """The label in forms."""
        return self.label_override or self.kind.label or humanize(self.name)

    @property
    def heading(self) -> str:
        """The heading of a column or form field: the label, with the unit if there is one."""
        return f"{self.label} ({self.kind.unit})" if self.kind.unit else self.label

    def accept(self, value: Any) -> Any:
        """Return the checked value.

        Raises:
            ParameterError: the value is not accepted.
            NotationError: the value isn't dice notation.
        """
        try:
            return self.kind.accept(value)
        except NotationError as error:
            number, field, _ = self._find_wrong_entry(value) or (0, self, value)
            raise NotationError(
                error.text,
                error.position,
                error.expected,
                self.name,
                error.unknown,
                field=field,
                entry_number=number,
            ) from None
        except ValueError:
            raise self._build_error(value) from None

    def describe_accepted_for_players(self) -> str:
        """Return a description of the accepted values for players."""
        return self.kind.describe_accepted_for_players()

    def describe_value(self, value: Any) -> str:
        """Return a value in players' words."""
        return self.kind.describe_value(value)

    def _build_error(self, value: Any) -> ParameterError:
        number, entry_field, entry_value = self._find_wrong_entry(value) or (0, None, None)
        return ParameterError(
            self.name,
            value,
            self.kind.describe_accepted(),
            is_text=True,
            field=self,
            entry_number=number,
            entry_error=entry_field._build_error(entry_value) if entry_field else None,
        )

    def _find_wrong_entry(self, value: Any) -> "tuple[int, Parameter, Any] | None":
        """Return the number of a list's first rejected entry, its rejected field and the field's value."""
        wrong = self.kind.find_wrong_entry(value)
        return wrong and (wrong.number, Parameter(wrong.name, wrong.kind, wrong.default), wrong.value)

    def reject_long_odds(self, value: Any) -> None:
        """Raise an error for an accepted value that makes the odds take too long.

        Raises:
            LongOddsParameterError: the odds would take too long.
        """
        if (takes := self.kind.describe_odds_limit(value)) is not None:
            raise LongOddsParameterError(self.name, value, takes, is_text=True, field=self)

    def sweep(self, current: Any) -> list[Any]:
        """Return the values of a sweep ("what if"), `current` among them.

        Raises:
            ParameterError: the parameter can't be swept.
        """
        if not (values := self.kind.sweep(current)):
            raise ParameterError(
                "over",
                self.name,
                "a parameter that is a number, dice, a choice or a yes or no",
                plain=f"The odds can't be compared over {self.label}, which has no series of values.",
            )
        return values

    def parse_span(self, limits: str) -> list[Any]:
        """Parse an author's limits: `0..3` or `0-3`, `a,b`, or "" for all values.

        Raises:
            ParameterError: a value is not accepted, or there are none or too many for the rows of a table.
        """
        try:
            values = self.kind.parse_span(limits)
        except ValueError:
            values = []
        if not 1 <= len(values) <= MOST_ROWS:
            raise ParameterError(
                self.name,
                limits,
                f"1 to {MOST_ROWS} values such as 0..3 or 0,3, each {self.kind.describe_accepted()}",
            )
        return values

    def describe(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "kind": self.kind.word,
            **self.kind.describe(),
            "default": to_json(self.default),
            "help": self.kind.help,
        }


def check_all(owner: str, parameters: dict[str, Parameter], values: dict[str, Any]) -> dict[str, Any]:
    """Return all parameters with checked values, using defaults for missing ones.

    Raises:
        UnknownParameterError: a name isn't a parameter.
        ParameterError: a value is not accepted.
        NotationError: a value isn't dice notation.
    """
    for name in values:
        if name not in parameters:
            raise UnknownParameterError(name, owner, parameters)
    return {
        name: parameter.accept(values[name]) if name in values else parameter.default
        for name, parameter in parameters.items()
    }
