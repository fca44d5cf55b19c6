"""A parameter of a mechanic or a calculator: a name, a kind and a default."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.errors import LongOddsError, NotationError, RulesError
from rules_py.parameters.kind import Kind
from rules_py.text.quoting import quote_name, quote_text, shorten
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
            RulesError: the value is not accepted; the message is one line with the name, what it got and what it takes.
        """
        try:
            return self.kind.accept(value)
        except NotationError as error:
            raise NotationError(error.text, error.position, error.expected, self.name, error.unknown) from None
        except ValueError:
            raise RulesError(
                f"{self.name}: got {quote_text(value)}, takes {self.kind.describe_accepted()}",
                plain=self._describe_wrong_entry(value),
            ) from None

    def _describe_wrong_entry(self, value: Any) -> str:
        """Describe a wrong entry of a list in players' words; return "" for other kinds."""
        parts = self.kind.entries()
        for number, entry in enumerate(value if parts and isinstance(value, list | tuple) else (), 1):
            if not isinstance(entry, Mapping):
                continue
            for name, (kind, default) in parts.items():
                try:
                    kind.accept(entry.get(name, default))
                except ValueError:
                    return (
                        f"{self.label} {number}: {kind.label or humanize(name)} takes {kind.describe_accepted()}; "
                        f"you entered {shorten(entry[name]) or 'nothing'}."
                    )
        return ""

    def reject_long_odds(self, value: Any) -> None:
        """Raise an error for an accepted value that makes the odds take too long.

        Raises:
            LongOddsError: the message is one line with the name, what it got and what odds take.
        """
        if (takes := self.kind.describe_odds_limit(value)) is not None:
            raise LongOddsError(f"{self.name}: got {quote_text(value)}, takes {takes} where odds are asked for")

    def sweep(self, current: Any) -> list[Any]:
        """Return the values of a sweep ("what if"), `current` among them.

        Raises:
            RulesError: the parameter can't be swept.
        """
        if not (values := self.kind.sweep(current)):
            raise RulesError(
                f"over: got {quote_text(self.name)}, takes a parameter that is a number, dice, a choice or a yes or no"
            )
        return values

    def parse_span(self, limits: str) -> list[Any]:
        """Parse an author's limits: `0..3` or `0-3`, `a,b`, or "" for all values.

        Raises:
            RulesError: a value is not accepted, or there are none or too many for the rows of a table.
        """
        try:
            values = self.kind.parse_span(limits)
        except ValueError:
            values = []
        if not 1 <= len(values) <= MOST_ROWS:
            raise RulesError(
                f"{self.name}: got {quote_text(limits)}, takes 1 to {MOST_ROWS} values such as 0..3 or "
                f"0,3, each {self.kind.describe_accepted()}"
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
        RulesError: a name or a value is not accepted.
    """
    for name in values:
        if name not in parameters:
            raise RulesError(
                f"{quote_name(name)}: not a parameter of {owner}, it takes {', '.join(parameters) or 'no parameters'}"
            )
    return {
        name: parameter.accept(values[name]) if name in values else parameter.default
        for name, parameter in parameters.items()
    }
