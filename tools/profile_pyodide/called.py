"""What was called of Pyodide: a set of functions of its module, and one of its library."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from hooks.bundle.trim.profile import Profile

LIBRARY = "/lib/"
"""Where tracebacks find the library's files."""


@dataclass(frozen=True)
class CalledFunctions:
    """Functions of the module by index; functions of the library by file and qualified name."""

    functions: frozenset[int] = frozenset()
    library: frozenset[tuple[str, str]] = frozenset()

    @classmethod
    def from_json(cls, text: str) -> Self:
        """What count-calls.mjs and note_calls.py have collected, as JSON."""
        found = json.loads(text)
        return cls(
            frozenset(found["functions"]),
            frozenset((file.removeprefix(LIBRARY), name) for file, name in found.get("library", ())),
        )

    @classmethod
    def from_profile(cls, profile: Profile) -> Self:
        """What a profile says."""
        return cls(
            profile.functions, frozenset((file, name) for file, names in profile.library.items() for name in names)
        )

    def to_profile(self, pyodide: tuple[str, ...], files: Iterable[str]) -> Profile:
        """The profile that says so; of the library's files, these are the ones to say it of."""
        names: dict[str, set[str]] = {file: set() for file in files}
        for file, name in self.library:
            if file in names:
                names[file].add(name)
        return Profile(pyodide, self.functions, {file: frozenset(called) for file, called in names.items()})

    def __or__(self, other: Self) -> "CalledFunctions":
        return CalledFunctions(self.functions | other.functions, self.library | other.library)

    def __sub__(self, other: Self) -> "CalledFunctions":
        return CalledFunctions(self.functions - other.functions, self.library - other.library)
