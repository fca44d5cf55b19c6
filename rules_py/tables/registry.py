"""The tables of all games, by id."""

from collections.abc import Iterator, Mapping
from functools import cache

from rules_py import discovery
from rules_py.discovery import Package
from rules_py.errors import UnknownIdError
from rules_py.tables.loader import parse_table
from rules_py.tables.model import Table

SUFFIX = ".toml"


class Tables(Mapping[str, Table]):
    """A game's tables by id, in alphabetical order.

    The file `data/<name>.toml` in the game's package has the id `<slug>.<name>`. Each table is loaded on first access,
    which raises a DataError if the file breaks the contract; the message has file, line and what was expected.
    """

    def __init__(self, package: Package) -> None:
        self._package = package
        self._loaded_tables: dict[str, Table] = {}
        self._files = dict(
            sorted(
                (f"{package.slug}.{name.removesuffix(SUFFIX)}", name)
                for name in package.data_files
                if name.endswith(SUFFIX)
            )
        )

    def __getitem__(self, table_id: str) -> Table:
        if table_id not in self._loaded_tables:
            name = self._files[table_id]
            text = self._package.read_data_file(name)
            self._loaded_tables[table_id] = parse_table(text, self._package.data_path_for(name), table_id)
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
