"""The interface of all kinds of parameters: accepted values, and display in forms and tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from rules_py.text.quoting import shorten

MOST_STEPS = 13
"""The maximum number of values in a sweep ("what if")."""

Control = Literal["stepper", "toggle", "segments", "select", "list", "records", "dice", "text", "lines"]
"""The form control of a parameter.

In this order: a number with buttons for more and less, a switch, a row of choices, a list to choose from, entries in a
column, entries with several fields each, dice with buttons for more and fewer, a line of text, several lines.
"""


class WrongEntry(NamedTuple):
    """A rejected entry of a list: its number from 1, and the name, kind, default and value of its rejected field.

    The name is "" if entries have no fields.
    """

    number: int
    name: str
    kind: "Kind"
    default: Any
    value: Any


class Kind:
    """The values that a parameter accepts.

    Attributes:
        word: the name of the kind in descriptions.
        help: the meaning of the parameter, as the end of "this is …".
        label: its label in forms ("TACTICS", "Target's REF").
        unit: the unit of its numbers ("m", "kg").
        about: the part of the world that the value is a fact about, such as "target". It is the same for all rolls
            until a player changes it. "" if the value belongs to a roll.
        once: True if a player claims or pays it for a single roll, such as aiming.
        ask: True for a number about an opponent that a sheet asks for, because nothing else gives it.
        neutral: the words for its default in the line of a roll, such as "no cover"; "" to leave the default out.
        only_if: the parameter without which the value doesn't count, such as the one for a parry; "" if it always does.
    """

    word: ClassVar[str]
    help: str
    label: str
    unit: str
    about: str
    once: bool
    ask: bool
    neutral: str
    only_if: str

    def accept(self, value: Any) -> Any:
        """Return the value for the rule, from a Python value or from text.

        Raises:
            ValueError: the value is not accepted; the message doesn't name the parameter.
        """
        raise NotImplementedError

    def describe_accepted(self) -> str:
        """Return a description of the accepted values, which ends every error message."""
        raise NotImplementedError

    def describe_accepted_for_players(self) -> str:
        """Return a description of the accepted values for players, with names in place of ids."""
        return self.describe_accepted()

    def describe_value(self, value: Any) -> str:
        """Return a value, which the parameter may reject, in players' words: a choice's name, or shortened text."""
        if value is None or value == "":
            return "nothing"
        text = shorten(value)
        return self.names().get(text, text)

    def find_wrong_entry(self, value: Any) -> "WrongEntry | None":
        """Return the first entry of a rejected list that the kind of its entries rejects.

        Other kinds return None.
        """
        return None

    def describe_odds_limit(self, value: Any) -> str | None:
        """Return a description of what odds accept, or None if they accept the value.

        Odds may reject an accepted value that would make them too long; rolls don't.
        """
        return None

    def list_limits(self, value: Any) -> list[str]:
        """Return sentences about limits of rolls and odds with a value, such as how often a die explodes."""
        return []

    def describe(self) -> dict[str, Any]:
        """Return what a form or a help text needs besides the name and the default."""
        return {}

    @property
    def control(self) -> Control:
        """The form control of the parameter."""
        return "text"

    def names(self) -> dict[str, str]:
        """Return the name of each choice by its text; {} if there is nothing to choose."""
        return {}

    def all_values(self) -> Sequence[Any]:
        """Return every value in order, or () if they can't be listed."""
        return ()

    def entry_parts(self) -> tuple[str, ...]:
        """Return, for a list, the names of its entries' fields and derived values; else ()."""
        return ()

    def entries(self) -> Mapping[str, "tuple[Kind, Any]"]:
        """Return the fields of a list's entries, each with its default, if a form shows them.

        Other kinds return {}.
        """
        return {}

    def sweep(self, current: Any) -> list[Any]:
        """Return the values of a sweep ("what if"), `current` among them; [] for some kinds."""
        return list(self.all_values())

    def parse_span(self, limits: str) -> list[Any]:
        """Parse an author's limits: `a,b` for these values, or "" for all values.

        Raises:
            ValueError: a value is not accepted.
        """
        return [self.accept(part) for part in limits.split(",")] if limits else list(self.all_values())


@dataclass(frozen=True, kw_only=True)
class LabelledKind(Kind):
    """A kind with an optional label and unit, and with what a roll on a sheet says about it."""

    label: str = ""
    unit: str = ""
    about: str = ""
    once: bool = False
    ask: bool = False
    neutral: str = ""
    only_if: str = ""
