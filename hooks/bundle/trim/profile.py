"""The profile: what of one very Pyodide was called when everything was tried, checked in as text.

Functions of the WebAssembly module go by their index in its function index space, functions of Python's library by
their file and their qualified name.
"""

import hashlib
import json
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from ..pyodide import WASM

PATH = Path(__file__).with_name("profile.txt")
LIBRARY = "python_stdlib.zip"
HEADER = "# What of Pyodide was called when everything was tried; `make profile` writes this."
WIDTH = 120


@dataclass(frozen=True)
class Profile:
    """What was called of a Pyodide.

    Attributes:
        pyodide: which one it is: its version, and the SHA-256 of its module and of its library.
        functions: indices of the module's functions.
        library: for each file of Python's library that was there, the qualified names of its functions.
    """

    pyodide: tuple[str, ...]
    functions: frozenset[int] = frozenset()
    library: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path = PATH) -> Self:
        """A profile as it was written."""
        head, functions, library = path.read_text(encoding="utf-8").split("\n\n")
        files: dict[str, frozenset[str]] = {}
        for entry in filter(None, library.replace("\n ", " ").splitlines()):
            file, _, names = entry.partition(":")
            files[file] = frozenset(name.strip() for name in names.split(",") if name)
        return cls(tuple(head.splitlines()[1:]), frozenset(_parse_ranges(functions)), files)

    def write(self, path: Path = PATH) -> None:
        """Write it: indices as ranges, then the library's files, all in order."""
        library = [f"{file}: {', '.join(sorted(names))}".strip() for file, names in sorted(self.library.items())]
        parts = ([HEADER, *self.pyodide], [_wrap_entry(_format_ranges(self.functions))], map(_wrap_entry, library))
        path.write_text("\n\n".join(map("\n".join, parts)) + "\n", encoding="utf-8")


def identify_pyodide(pyodide: Path) -> tuple[str, ...]:
    """Which Pyodide lies in a folder."""
    version = json.loads((pyodide / "package.json").read_text())["version"]
    digests = (f"sha256 {hashlib.sha256((pyodide / name).read_bytes()).hexdigest()} {name}" for name in (WASM, LIBRARY))
    return (f"pyodide {version}", *digests)


def _wrap_entry(entry: str) -> str:
    return textwrap.fill(entry, WIDTH, subsequent_indent=" ", break_on_hyphens=False, break_long_words=False)


def _format_ranges(indices: Iterable[int]) -> str:
    """Numbers in order, with neighbours as one.

    >>> _format_ranges({5, 1, 2, 3, 9, 8})
    '1-3 5 8-9'
    """
    found: list[list[int]] = []
    for index in sorted(indices):
        if found and found[-1][1] == index - 1:
            found[-1][1] = index
        else:
            found.append([index, index])
    return " ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in found)


def _parse_ranges(ranges: str) -> Iterable[int]:
    """The numbers again.

    >>> list(_parse_ranges("1-3 5 8-9"))
    [1, 2, 3, 5, 8, 9]
    """
    for each in ranges.split():
        first, _, last = each.partition("-")
        yield from range(int(first), int(last or first) + 1)
