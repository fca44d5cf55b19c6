"""Written input as parameters: text, and lists of another kind."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules_py.parameters.kind import Control, Kind, LabelledKind, WrongEntry
from rules_py.text.quoting import is_printable, shorten

MOST_ENTRIES = 100


@dataclass(frozen=True)
class Text(LabelledKind):
    """A reader's own text: a line of at most `most` characters, or several lines with `lines`."""

    help: str
    most: int = 80
    lines: bool = False
    word: ClassVar[str] = "text"

    def accept(self, value: Any) -> str:
        if not isinstance(value, str):
            raise ValueError
        text = value.strip()
        if len(text) > self.most or not all(map(is_printable, text.split("\n") if self.lines else [text])):
            raise ValueError
        return text

    def describe_accepted(self) -> str:
        return f"{'text' if self.lines else 'a line of text'} of at most {self.most} characters"

    def describe(self) -> dict[str, Any]:
        return {"most": self.most, "lines": self.lines}

    @property
    def control(self) -> Control:
        return "lines" if self.lines else "text"


@dataclass(frozen=True)
class ListOf(LabelledKind):
    """A list of values of another kind, comma-separated as text.

    Odds may only accept a shorter list (`most_in_odds`).
    """

    entry: Kind
    help: str
    most: int = MOST_ENTRIES
    most_in_odds: int = MOST_ENTRIES
    word: ClassVar[str] = "list"

    def accept(self, value: Any) -> tuple[Any, ...]:
        if isinstance(value, str):
            value = value.split(",") if value.strip() else []
        if not isinstance(value, list | tuple) or len(value) > self.most:
            raise ValueError
        return tuple(self.entry.accept(part) for part in value)

    def describe_accepted(self) -> str:
        return f"a list of at most {self.most}, each {self.entry.describe_accepted()}"

    def describe_accepted_for_players(self) -> str:
        return f"a list of at most {self.most}, each {self.entry.describe_accepted_for_players()}"

    def describe_value(self, value: Any) -> str:
        if value and isinstance(value, str) and self.names():
            value = value.split(",")
        if not value or not isinstance(value, list | tuple):
            return super().describe_value(value or "")
        return shorten(", ".join(self.entry.describe_value(part) for part in value[: self.most]))

    def find_wrong_entry(self, value: Any) -> WrongEntry | None:
        if not isinstance(value, list | tuple) or len(value) > self.most:
            return None
        fields = self.entry.entries()
        for number, entry in enumerate(value, 1):
            parts = entry if fields and isinstance(entry, Mapping) else {"": entry}
            kinds = fields if fields and isinstance(entry, Mapping) else {"": (self.entry, "")}
            for name, (kind, default) in kinds.items():
                try:
                    kind.accept(parts.get(name, default))
                except ValueError:
                    return WrongEntry(number, name, kind, default, parts.get(name, default))
        return None

    def describe_odds_limit(self, value: tuple[Any, ...]) -> str | None:
        return None if len(value) <= self.most_in_odds else f"a list of at most {self.most_in_odds}"

    def entry_parts(self) -> tuple[str, ...]:
        return self.entry.entry_parts()

    def describe(self) -> dict[str, Any]:
        return {"entry": {"kind": self.entry.word} | self.entry.describe(), "most": self.most}

    @property
    def control(self) -> Control:
        return "records" if self.entries() else "list"

    def entries(self) -> Mapping[str, tuple[Kind, Any]]:
        return {"": (self.entry, "")} if isinstance(self.entry, Text) else self.entry.entries()

    def names(self) -> dict[str, str]:
        return self.entry.names()
