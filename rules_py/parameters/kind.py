"""What every kind of parameter knows of itself: what it takes, and how forms and tables show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

MOST_STEPS = 13
"""Values that a "what if" runs through."""

Control = Literal["stepper", "toggle", "segments", "select", "list", "records", "dice", "text", "lines"]
"""What a form has for a parameter: a number with more and less, a switch, a row of choices, a list to choose from,
entries one below the other, entries that each have fields of their own, dice with more and fewer, a line of text,
several lines."""


class Kind:
    """What a parameter takes. `accept` gives the checked value or raises ValueError without a name.

    Attributes:
        word: the kind in descriptions.
        help: what the parameter means, as the end of "this is …".
        label: what a form calls it ("TACTICS", "Target's REF").
        unit: what its numbers count or measure ("m", "kg").
    """

    word: ClassVar[str]
    help: str
    label: str
    unit: str

    def accept(self, value: Any) -> Any:
        """The value as the rule gets it, from Python's own types or from text."""
        raise NotImplementedError

    def describe_accepted(self) -> str:
        """What is accepted, in words: the end of every refusal."""
        raise NotImplementedError

    def describe_odds_limit(self, value: Any) -> str | None:
        """What odds take instead, in words, where an accepted value makes them too long; a roll takes it."""
        return None

    def describe(self) -> dict[str, Any]:
        """What a form or a help text needs beyond the name and the default."""
        return {}

    @property
    def control(self) -> Control:
        """What a form has for it."""
        return "text"

    def names(self) -> dict[str, str]:
        """What each of its choices is called, by its text; nothing where there is nothing to choose."""
        return {}

    def all_values(self) -> Sequence[Any]:
        """Every value in order, where they can be listed; else none."""
        return ()

    def entry_parts(self) -> tuple[str, ...]:
        """For a list, the names of what each of its entries has, and of what follows from that; else none."""
        return ()

    def entries(self) -> Mapping[str, "tuple[Kind, Any]"]:
        """For a list that a form shows field by field: what an entry has, each with the value it starts with."""
        return {}

    def sweep(self, current: Any) -> list[Any]:
        """The values that a "what if" runs through, `current` among them; none for some kinds."""
        return list(self.all_values())

    def parse_span(self, limits: str) -> list[Any]:
        """The values that an author's limits stand for: `a,b` for those, nothing for all.

        Raises:
            ValueError: a value is not accepted.
        """
        return [self.accept(part) for part in limits.split(",")] if limits else list(self.all_values())


@dataclass(frozen=True, kw_only=True)
class LabelledKind(Kind):
    """A kind that is made with a label and a unit, or without."""

    label: str = ""
    unit: str = ""
