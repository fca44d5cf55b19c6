"""Discovery of games: packages in `rules_py.systems`, and those of installed distributions.

A game of tables alone needs no Python: its folder has the folder `data`.

A distribution offers a game as an entry point of the group `rules_py.games`: `moonbase = "moonbase_rules"` makes the
package `moonbase_rules` the game with the slug `moonbase`.
"""

import sys
from collections.abc import Iterator
from functools import cache, cached_property
from importlib import import_module
from os import environ, listdir
from os.path import isdir, isfile  # a start without pathlib and its imports is quicker
from pkgutil import get_data, iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

from rules_py.errors import DataError

if TYPE_CHECKING:
    from pathlib import PurePath

BUILTIN_GAMES = "rules_py.systems"
SHEETS_MODULE = "sheets"
"""The module or package in which a game declares its sheets; imported on first use."""

EXAMPLES_FOLDER = "examples"
"""The folder in which a game has examples of fights; browsers don't need it."""

DATA_FOLDER = "data"
"""The folder of a game's tables."""

SCAFFOLD = "scaffold"
"""The core's package with the templates of new games, which are neither rules nor needed in browsers."""

ENTRY_POINT_GROUP = "rules_py.games"

CHOSEN_GAMES = "RULES_GAMES"
"""The environment variable that names the games to offer, with commas between; without it, all are offered."""


class Package:
    """The Python package of one game.

    Attributes:
        name: its import name.
        slug: the game's name in ids and URLs; by default the last part of `name`.
    """

    def __init__(self, name: str, slug: str = "") -> None:
        self.name = name
        self.slug = slug or name.rpartition(".")[2]
        self._play_modules: tuple[ModuleType, ...] = ()

    def __repr__(self) -> str:
        return f"Package({self.name!r}, {self.slug!r})"

    @cached_property
    def modules(self) -> tuple[ModuleType, ...]:
        """The imported modules of its rules, in alphabetical order."""
        return tuple(
            import_module(f"{self.name}.{found.name}")
            for found in iter_modules(self._module.__path__)
            if found.name != SHEETS_MODULE
        )

    @property
    def play_modules(self) -> tuple[ModuleType, ...]:
        """The imported modules of its sheets: `sheets.py`, or the folder `sheets` in alphabetical order.

        They are looked for again if there are none, because a game may get them later.
        """
        if not self._play_modules:
            self._play_modules = tuple(self._import_play_modules())
        return self._play_modules

    def _import_play_modules(self) -> Iterator[ModuleType]:
        if not any(found.name == SHEETS_MODULE for found in iter_modules(self._module.__path__)):
            return
        sheets = import_module(f"{self.name}.{SHEETS_MODULE}")
        yield sheets
        for found in iter_modules(sheets.__path__) if hasattr(sheets, "__path__") else ():
            yield import_module(f"{sheets.__name__}.{found.name}")

    @cached_property
    def data_files(self) -> tuple[str, ...]:
        """The names of its data files."""
        if isdir(self.folder):
            return tuple(listdir(folder)) if isdir(folder := f"{self.folder}/{DATA_FOLDER}") else ()
        from importlib.resources import files  # reads archives too; browsers don't need it

        data = files(self.name) / DATA_FOLDER
        return tuple(file.name for file in data.iterdir()) if data.is_dir() else ()

    def read_data_file(self, data_file: str) -> str:
        """Return the text of a data file.

        Raises:
            DataError: the file can't be read.
        """
        text = self.read_file(f"{DATA_FOLDER}/{data_file}")
        if text is None:
            raise DataError(f"{self.data_path_for(data_file)}: can't be read where {self.name} lies")
        return text

    def data_path_for(self, data_file: str) -> str:
        """Return a data file's path for messages, relative to the folder that holds the package."""
        return self.path_for(f"{DATA_FOLDER}/{data_file}")

    def read_file(self, path: str) -> str | None:
        """Return the text of a file that the package may have, or None.

        Raises:
            DataError: the file isn't in UTF-8.
        """
        try:
            if isdir(self.folder):  # it may be a package without modules, which has no loader
                with open(f"{self.folder}/{path}", encoding="utf-8") as file:
                    return file.read()
            content = get_data(self.name, path)
            return content.decode() if content is not None else None
        except OSError:
            return None
        except UnicodeDecodeError as error:
            raise DataError(f"{self.path_for(path)}:{describe_encoding(error)}") from None

    def path_for(self, path: str) -> str:
        """Return a file's path for messages, relative to the folder that holds the package."""
        return f"{self.name.replace('.', '/')}/{path}"

    @cached_property
    def _module(self) -> ModuleType:
        try:
            return import_module(self.name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{self.name}.".startswith(f"{error.name}."):
                raise
            raise DataError(f"{self.name}: offers the game {self.slug}, and Python doesn't find it") from None

    @property
    def folder(self) -> str:
        """The path of its folder, which doesn't exist if the package is in an archive."""
        return self._module.__path__[0]


def describe_encoding(error: UnicodeDecodeError) -> str:
    """Return the line of a file where it isn't in UTF-8, and the sentence about it."""
    line = error.object[: error.start].count(b"\n") + 1
    return f"{line}: got characters that aren't in UTF-8, takes a file saved as UTF-8"


def decides_answers(path: "PurePath") -> bool:
    """Return True if a file of the core or of a game has rules or tables in it, by its path below their folder."""
    folders = path.parts[:-1]
    if EXAMPLES_FOLDER in folders or SCAFFOLD in folders:
        return False
    return path.suffix in (".py", ".toml") or (path.suffix in (".csv", ".md") and folders[-1:] == (DATA_FOLDER,))


class _NoSuchGameError(Exception):
    """No package offers the game; unlike a result, it isn't cached, since the game may be installed later."""


def find_package(slug: str) -> Package | None:
    """Return the package of a game, or None if there is no such game, or it isn't offered."""
    try:
        return _load_package(slug) if _is_offered(slug) else None
    except _NoSuchGameError:
        return None


@cache
def _load_package(slug: str) -> Package:
    name = f"{BUILTIN_GAMES}.{slug}" if slug in _find_builtin_slugs() else _find_external_packages().get(slug)
    if name is None:
        raise _NoSuchGameError
    return Package(name, slug)


def _is_offered(slug: str) -> bool:
    chosen = environ.get(CHOSEN_GAMES)
    return chosen is None or slug in chosen.split(",")


def find_slugs() -> tuple[str, ...]:
    """Return the slugs of the offered games, in alphabetical order.

    Raises:
        DataError: two packages offer a game with the same slug.
    """
    return tuple(filter(_is_offered, find_installed_slugs()))


def find_left_out() -> frozenset[str]:
    """Return the slugs of the games that are installed and not offered."""
    return frozenset(find_installed_slugs()) - {*find_slugs()} if CHOSEN_GAMES in environ else frozenset()


def find_installed_slugs() -> tuple[str, ...]:
    """Return the slugs of all installed games, in alphabetical order.

    Raises:
        DataError: two packages offer a game with the same slug.
    """
    own, offered = _find_builtin_slugs(), _find_external_packages()
    for slug in own:
        if slug in offered:
            raise DataError(
                f"{offered[slug]}: offers the game {slug}, takes a slug other than those of {BUILTIN_GAMES}"
            )
    return tuple(sorted({*own, *offered}))


def find_external_packages() -> tuple[Package, ...]:
    """Return the games of other distributions, in alphabetical order of their slugs.

    Raises:
        DataError: two packages offer a game with the same slug.
    """
    own = _find_builtin_slugs()
    return tuple(package for slug in find_slugs() if slug not in own and (package := find_package(slug)))


def _find_builtin_slugs() -> list[str]:
    """Return the names of the packages in `rules_py.systems`, and of folders of tables there."""
    paths = sys.modules[BUILTIN_GAMES].__path__
    packages = {found.name for found in iter_modules(paths) if found.ispkg}
    for folder in filter(isdir, paths):
        packages |= {name for name in listdir(folder) if isdir(f"{folder}/{name}/{DATA_FOLDER}")}
    return sorted(packages)


def _find_external_packages() -> dict[str, str]:
    """Return slug → package name, read from the entry point files of installed distributions.

    importlib.metadata reads the same files but takes ten times as long, and browsers would have to fetch it.
    """
    found: dict[str, str] = {}
    for file in _find_entry_point_files():
        with open(file, encoding="utf-8") as text:
            for slug, name in _parse_entry_points(text.read()):
                if found.setdefault(slug, name) != name:
                    raise DataError(f"{file}: offers the game {slug}, takes a slug other than that of {found[slug]}")
    return found


def _find_entry_point_files() -> Iterator[str]:
    for folder in filter(isdir, sys.path):
        found = (f"{folder}/{name}/entry_points.txt" for name in sorted(listdir(folder)) if name.endswith(".dist-info"))
        yield from filter(isfile, found)


def _parse_entry_points(text: str) -> list[tuple[str, str]]:
    r"""Return the names and modules of the entry points in this package's group.

    >>> _parse_entry_points("[console_scripts]\nmoon = moon:main\n\n[rules_py.games]\nmoonbase = moonbase_rules")
    [('moonbase', 'moonbase_rules')]
    """
    group, entries = "", []
    for line in text.splitlines():
        if line.startswith("["):
            group = line.strip("[] ")
        elif group == ENTRY_POINT_GROUP and "=" in line:
            name, _, module = line.partition("=")
            entries.append((name.strip(), module.strip()))
    return entries
