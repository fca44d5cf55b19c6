"""The tables of all games, by id."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from rules_py import discovery
from rules_py.discovery import Package
from rules_py.errors import DataError, UnknownIdError
from rules_py.tables.loader import parse_table
from rules_py.tables.model import Table

SUFFIX = ".toml"

type TableParser = Callable[[str, str, str], Table]
"""A function from a file's text, its path for messages and the table's id to the table."""


def _parse_markdown(text: str, path: str, table_id: str) -> Table:
    from rules_py.tables.plain_files import parse_markdown_table  # most games have TOML alone

    return parse_markdown_table(text, path, table_id)


def _parse_csv(text: str, path: str, table_id: str) -> Table:
    from rules_py.tables.plain_files import parse_csv_table

    return parse_csv_table(text, path, table_id)


PARSERS: dict[str, TableParser] = {SUFFIX: parse_table, ".md": _parse_markdown, ".csv": _parse_csv}
"""The parsers of tables by the ends of their files' names."""


def find_table_name(data_file: str) -> str:
    """Return the name of the table in a data file, which ids and anchors have, or "" for any other file.

    >>> find_table_name("leaks.toml"), find_table_name("Wild Magic.md"), find_table_name("README.md")
    ('leaks', 'wild-magic', '')
    """
    stem, dot, end = data_file.rpartition(".")
    if f"{dot}{end}" not in PARSERS or data_file.lower() == "readme.md" or stem.startswith("."):
        return ""
    return stem if f".{end}" == SUFFIX else "-".join(stem.lower().replace("_", " ").split())


class Tables(Mapping[str, Table]):
    """A game's tables by id, in alphabetical order.

    The file `data/<name>.toml` in the game's package has the id `<slug>.<name>`; so has one in Markdown or CSV. Each
    table is loaded on first access, which raises a DataError if the file breaks the contract; the message has file,
    line and what was expected.

    Raises:
        DataError: two files have the same name.
    """

    def __init__(self, package: Package) -> None:
        self._package = package
        self._loaded_tables: dict[str, Table] = {}
        self._files: dict[str, str] = {}
        for table_name, data_file in sorted((find_table_name(each), each) for each in package.data_files):
            first = self._files.setdefault(f"{package.slug}.{table_name}", data_file) if table_name else data_file
            if first != data_file:
                raise DataError(f"{package.data_path_for(data_file)}: takes a name other than that of {first}")

    def __getitem__(self, table_id: str) -> Table:
        if table_id not in self._loaded_tables:
            name = self._files[table_id]
            text = self._package.read_data_file(name)
            parse = PARSERS[f".{name.rpartition('.')[2]}"]
            self._loaded_tables[table_id] = parse(text, self._package.data_path_for(name), table_id)
        return self._loaded_tables[table_id]

    def __contains__(self, table_id: object) -> bool:
        return table_id in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


@cache
def load_tables(package: Package) -> Tables:
    """Return the tables of a game's package."""
    return Tables(package)


def table(table_id: str) -> Table:
    """Return the table with an id such as `slug.name`.

    Raises:
        UnknownIdError: there is no such table.
        DataError: its file breaks the contract; the message has file, line and what was expected.
    """
    package = discovery.find_package(table_id.partition(".")[0]) if isinstance(table_id, str) else None
    if package is None or table_id not in (tables := load_tables(package)):
        known = table_ids()
        raise UnknownIdError("table", table_id, known, takes=f"one of {', '.join(known)}")
    return tables[table_id]


def table_ids(slug: str | None = None) -> tuple[str, ...]:
    """Return the ids of all tables or of one game's, in alphabetical order.

    An unknown game has no tables.
    """
    found = [discovery.find_package(each) for each in (discovery.find_slugs() if slug is None else (slug,))]
    return tuple(table_id for package in found if package for table_id in load_tables(package))
