"""Kinds of parameters: what each takes, how it is read from text, and how it refuses."""

import re
from dataclasses import dataclass
from typing import Any

from rules_py import notation
from rules_py.errors import LongOddsError, NotationError, RulesError
from rules_py.table_files import table
from rules_py.values import is_whole, json_of, short

MOST_ENTRIES = 100


class Kind:
    """What a parameter takes. `accept` gives the checked value or raises ValueError without a name."""

    word: str
    help: str

    def accept(self, value: Any) -> Any:
        """The value as the rule gets it, from Python's own types or from text."""
        raise NotImplementedError

    def takes(self) -> str:
        """What is accepted, in words: the end of every refusal."""
        raise NotImplementedError

    def in_odds(self, value: Any) -> str | None:
        """What odds take instead, in words, where an accepted value makes them too long; a roll takes it."""
        return None

    def describe(self) -> dict[str, Any]:
        """What a form or a help text needs beyond the name and the default."""
        return {}

    def names(self) -> dict[str, str]:
        """What the choices are called, where that is not what is accepted."""
        return {}


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number from `low` to `high` (open above where `high` is None)."""

    low: int
    high: int | None
    help: str
    word = "int"

    def accept(self, value: Any) -> int:
        if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,100}\s*", value):
            value = int(value)
        if not is_whole(value) or abs(value) >= 10**100 or value < self.low or (self.high is not None and value > self.high):
            raise ValueError
        return value

    def takes(self) -> str:
        if self.high is None:
            return f"a whole number from {self.low} up"
        return f"a whole number from {self.low} to {self.high}"

    def describe(self) -> dict[str, Any]:
        return {"range": [self.low, self.high]}


@dataclass(frozen=True)
class Flag(Kind):
    """Yes or no."""

    help: str
    word = "bool"

    def accept(self, value: Any) -> bool:
        if isinstance(value, str):
            value = {"true": True, "false": False}.get(value.strip().lower())
        if not isinstance(value, bool):
            raise ValueError
        return value

    def takes(self) -> str:
        return "true or false"


@dataclass(frozen=True)
class Choice(Kind):
    """One of a few words or numbers."""

    choices: tuple[str | int, ...]
    help: str
    word = "choice"

    def accept(self, value: Any) -> str | int:
        for choice in self.choices:
            if (isinstance(value, str) or is_whole(value)) and str(value).strip() == str(choice):
                return choice
        raise ValueError

    def takes(self) -> str:
        return ", ".join(map(str, self.choices[:-1])) + f" or {self.choices[-1]}"

    def describe(self) -> dict[str, Any]:
        return {"choices": list(self.choices)}


@dataclass(frozen=True)
class RowOf(Kind):
    """A row of a table: its key, its roll or its name; `or_none` takes "none" as well."""

    table_id: str
    help: str
    or_none: bool = False
    word = "choice"

    def accept(self, value: Any) -> str:
        if not isinstance(value, str) and not is_whole(value):
            raise ValueError
        text = str(value).strip()
        return text if self.or_none and text == "none" else table(self.table_id).row(text).key

    def takes(self) -> str:
        return f"a row of {self.table_id}: {', '.join(self.choices)}"

    @property
    def choices(self) -> tuple[str, ...]:
        return (*(("none",) if self.or_none else ()), *table(self.table_id).keys)

    def describe(self) -> dict[str, Any]:
        return {"choices": list(self.choices)}

    def names(self) -> dict[str, str]:
        return table(self.table_id).names


@dataclass(frozen=True)
class Notation(Kind):
    """Dice notation such as 2d6+1.

    Where a rule needs it, only such as is never below `low` and has no part above `high`. Odds may take only such as
    comes to at most `most_in_odds` different totals.
    """

    help: str
    low: int | None = None
    high: int | None = None
    most_in_odds: int | None = None
    word = "notation"

    def accept(self, value: Any) -> str:
        if is_whole(value):
            value = str(value)
        if not isinstance(value, str):
            raise ValueError
        dice = notation.parse(value)
        if self.low is not None and notation.bounds(dice)[0] < self.low:
            raise ValueError
        if self.high is not None and notation.reach(dice) > self.high:
            raise ValueError
        return str(dice)

    def takes(self) -> str:
        limits = ([] if self.low is None else [f"never below {self.low}"]) \
            + ([] if self.high is None else [f"with no part above {self.high}, dropped dice included"])
        return "dice such as 2d6+1" + (f", {' and '.join(limits)}" if limits else "")

    def in_odds(self, value: str) -> str | None:
        if self.most_in_odds is None or notation.most_totals(notation.parse(value)) <= self.most_in_odds:
            return None
        return f"dice with at most {self.most_in_odds} different totals"


@dataclass(frozen=True)
class Numbers(Kind):
    """Whole numbers that belong together, as (resilience, dc) do: `resilience/dc` as text."""

    parts: tuple[str, ...]
    help: str
    low: int = 0
    high: int = 1_000_000
    word = "numbers"

    def accept(self, value: Any) -> tuple[int, ...]:
        if isinstance(value, str):
            value = value.split("/")
        if not isinstance(value, list | tuple) or len(value) != len(self.parts):
            raise ValueError
        return tuple(Whole(self.low, self.high, "").accept(part) for part in value)

    def takes(self) -> str:
        return f"{'/'.join(self.parts)}, whole numbers from {self.low} to {self.high}"

    def describe(self) -> dict[str, Any]:
        return {"parts": list(self.parts), "range": [self.low, self.high]}


@dataclass(frozen=True)
class ListOf(Kind):
    """A list of another kind's values, comma-separated as text; for odds it may have to be shorter."""

    entry: Kind
    help: str
    most: int = MOST_ENTRIES
    most_in_odds: int = MOST_ENTRIES
    word = "list"

    def accept(self, value: Any) -> tuple:
        if isinstance(value, str):
            value = [part for part in value.split(",")] if value.strip() else []
        if not isinstance(value, list | tuple) or len(value) > self.most:
            raise ValueError
        return tuple(self.entry.accept(part) for part in value)

    def takes(self) -> str:
        return f"a list of at most {self.most}, each {self.entry.takes()}"

    def in_odds(self, value: tuple) -> str | None:
        return None if len(value) <= self.most_in_odds else f"a list of at most {self.most_in_odds}"

    def describe(self) -> dict[str, Any]:
        return {"entry": {"kind": self.entry.word} | self.entry.describe(), "most": self.most}

    def names(self) -> dict[str, str]:
        return self.entry.names()


@dataclass(frozen=True)
class Parameter:
    """A named parameter of a mechanic."""

    name: str
    kind: Kind
    default: Any

    def accept(self, value: Any) -> Any:
        """The checked value.

        Raises:
            RulesError: one line with the name, what it got and what it takes.
        """
        try:
            return self.kind.accept(value)
        except NotationError as error:
            raise NotationError(error.text, error.position, error.expected, self.name) from None
        except ValueError:
            raise RulesError(f"{self.name}: got {short(value)!r}, takes {self.kind.takes()}") from None

    def refuse_long_odds(self, value: Any) -> None:
        """Refuse an accepted value with which the odds would take too long.

        Raises:
            LongOddsError: one line with the name, what it got and what odds take.
        """
        if (takes := self.kind.in_odds(value)) is not None:
            raise LongOddsError(f"{self.name}: got {short(value)!r}, takes {takes} where odds are asked for")

    def describe(self) -> dict[str, Any]:
        return {"name": self.name, "kind": self.kind.word, **self.kind.describe(),
                "default": json_of(self.default), "help": self.kind.help}


def check_all(owner: str, parameters: dict[str, Parameter], given: dict[str, Any]) -> dict[str, Any]:
    """All parameters with their checked values, defaults where nothing was given.

    Raises:
        RulesError: a name or a value is not accepted.
    """
    for name in given:
        if name not in parameters:
            raise RulesError(f"{name}: not a parameter of {owner}, it takes {', '.join(parameters) or 'no parameters'}")
    return {name: parameter.accept(given[name]) if name in given else parameter.default
            for name, parameter in parameters.items()}
