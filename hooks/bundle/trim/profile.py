"""The profile of the functions that were called in one exact Pyodide during all workloads, checked in as text.

Functions of the WebAssembly module are identified by their index in its function index space, functions of the
standard library by file and qualified name.
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
    """The functions called in a Pyodide.

    Attributes:
        pyodide: its identity: the version, and the SHA-256 of its module and of its library.
        functions: indices of the module's called functions.
        library: file of the standard library → qualified names of its called functions.
    """

    pyodide: tuple[str, ...]
    functions: frozenset[int] = frozenset()
    library: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path = PATH) -> Self:
        """Read a profile from its file."""
        head, functions, library = path.read_text(encoding="utf-8").split("\n\n")
        files: dict[str, frozenset[str]] = {}
        for entry in filter(None, library.replace("\n ", " ").splitlines()):
            file, _, names = entry.partition(":")
            files[file] = frozenset(name.strip() for name in names.split(",") if name)
        return cls(tuple(head.splitlines()[1:]), frozenset(_parse_ranges(functions)), files)

    def write(self, path: Path = PATH) -> None:
        """Write the profile: indices as ranges, then the library's files, all sorted."""
        library = [f"{file}: {', '.join(sorted(names))}".strip() for file, names in sorted(self.library.items())]
        parts = ([HEADER, *self.pyodide], [_wrap_entry(_format_ranges(self.functions))], map(_wrap_entry, library))
        path.write_text("\n\n".join(map("\n".join, parts)) + "\n", encoding="utf-8")


def identify_pyodide(pyodide: Path) -> tuple[str, ...]:
    """Return the identity of the Pyodide in a folder: its version and digests."""
    version = json.loads((pyodide / "package.json").read_text())["version"]
    digests = (f"sha256 {hashlib.sha256((pyodide / name).read_bytes()).hexdigest()} {name}" for name in (WASM, LIBRARY))
    return (f"pyodide {version}", *digests)


def _wrap_entry(entry: str) -> str:
    return textwrap.fill(entry, WIDTH, subsequent_indent=" ", break_on_hyphens=False, break_long_words=False)


def _format_ranges(indices: Iterable[int]) -> str:
    """Format numbers in order, with consecutive ones as ranges.

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
    """Yield the numbers of formatted ranges.

    >>> list(_parse_ranges("1-3 5 8-9"))
    [1, 2, 3, 5, 8, 9]
    """
    for each in ranges.split():
        first, _, last = each.partition("-")
        yield from range(int(first), int(last or first) + 1)
