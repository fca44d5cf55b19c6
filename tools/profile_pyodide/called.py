"""Functions called in Pyodide: a set for its module and a set for its library."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from hooks.bundle.trim.profile import Profile

LIBRARY = "/lib/"
"""The prefix of library files in tracebacks."""


@dataclass(frozen=True)
class CalledFunctions:
    """Functions of the module by index; functions of the library by file and qualified name."""

    functions: frozenset[int] = frozenset()
    library: frozenset[tuple[str, str]] = frozenset()

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Parse the JSON collected by count-calls.mjs and note_calls.py."""
        found = json.loads(text)
        return cls(
            frozenset(found["functions"]),
            frozenset((file.removeprefix(LIBRARY), name) for file, name in found.get("library", ())),
        )

    @classmethod
    def from_profile(cls, profile: Profile) -> Self:
        """Return the functions in a profile."""
        return cls(
            profile.functions, frozenset((file, name) for file, names in profile.library.items() for name in names)
        )

    def to_profile(self, pyodide: tuple[str, ...], files: Iterable[str]) -> Profile:
        """Return a profile of these functions that includes only the given library files."""
        names: dict[str, set[str]] = {file: set() for file in files}
        for file, name in self.library:
            if file in names:
                names[file].add(name)
        return Profile(pyodide, self.functions, {file: frozenset(called) for file, called in names.items()})

    def __or__(self, other: Self) -> "CalledFunctions":
        return CalledFunctions(self.functions | other.functions, self.library | other.library)

    def __sub__(self, other: Self) -> "CalledFunctions":
        return CalledFunctions(self.functions - other.functions, self.library - other.library)
