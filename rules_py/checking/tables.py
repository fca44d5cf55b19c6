"""Checks of a game's tables, and of the dice in their cells."""

import re
from collections.abc import Iterator
from pathlib import Path

from rules_py import notation
from rules_py.checking.exceptions import path_in_game
from rules_py.checking.problems import Problem
from rules_py.checking.session import Session
from rules_py.errors import RulesError
from rules_py.tables.registry import PARSERS, SUFFIX, find_table_name

_MISTYPED = re.compile(
    r"(?<![\w.\\])(?:"
    r"\d{1,3}[dD][A-CE-Za-ce-z]{1,2}(?![\w])"  # "1DG": a letter for a digit
    r"|\d{1,3}[dD](?![\w%])"  # "2D rounds"
    r"|[lI|oO][dD]\d{1,3}(?!\w)"  # "lD6"
    r"|\d{1,3}[ \u00a0][dD]\d{1,3}(?!\w)"  # "1 D6"
    r"|\d{1,3}[dD][ \u00a0]\d{1,3}(?!\w)"  # "1D 6"
    r"|\d{0,3}[dD]\d{1,4}[dD]\d{1,4}"  # "1D6D6"
    r"|\d{0,3}[dD]\d{1,4}\s?[+×x*]\s?(?=$|[.,;)])"  # "1D6+."
    r"|\d{0,3}[dD]\d{1,4}\s?[+×x*]{2,}\s?\d"  # "1D6++2"
    r")"
)
"""Text that was meant to be dice."""

_DICE = re.compile(r"(?<![\w.\\])\d{1,4}[dD]\d{1,5}(?:k[hl]?\d*)?(?!\w)")
"""Text that looks like dice, which may be too many or have too many sides."""


def check_tables(session: Session, folder: Path) -> None:
    """Report the mistakes in each table of a game."""
    files = find_data_files(session.slug, folder)
    session.count("table", len(files))
    for path in _list_other_files(folder):
        said = f"got a file that isn't read, takes tables as {', '.join(PARSERS)}"
        session.add(Problem("FB137", path_in_game(str(path)), said))
    for table_id, path in files.items():
        place = path_in_game(str(path))
        if not session.check_encoding(path, place):
            session.broken.add(table_id)
            continue
        text = path.read_text(encoding="utf-8")
        try:
            table = PARSERS[path.suffix](text, place, table_id)
        except (RulesError, ValueError) as error:
            session.broken.add(table_id)
            for each in (error, *getattr(error, "further", ())):
                is_plain = isinstance(each, RulesError) and path.suffix != SUFFIX
                default = "FB138" if is_plain else "FB122" if isinstance(each, RulesError) else "FB120"
                session.add_error(each, default, place)
            continue
        cells = [(cell, column) for row in table.rows for column, cell in row.cells.items()]
        for cell in dict.fromkeys([*(cell for cell, _ in cells), *(row.note or "" for row in table.rows)]):
            for dice in find_mistyped_dice(cell):
                line = next((n for n, line in enumerate(text.splitlines(), 1) if dice in line), 1)
                said = f"got {dice.strip()!r} in a cell, takes dice such as 1D6, 2D6+1 or 3d6kh2"
                session.add(Problem("FB136", f"{place}:{line}", said))


def find_data_files(slug: str, folder: Path) -> dict[str, Path]:
    """Return the file of each table of a game by the table's id."""
    found = {path: find_table_name(path.name) for path in sorted(folder.glob("data/*"))}
    return {f"{slug}.{name}": path for path, name in found.items() if name}


def _list_other_files(folder: Path) -> Iterator[Path]:
    """Yield the files of the folder of tables that no parser reads."""
    for path in sorted(folder.glob("data/*")):
        if path.is_file() and path.suffix not in PARSERS and not path.name.startswith((".", "~")):
            yield path


def find_mistyped_dice(text: str) -> Iterator[str]:
    """Yield the parts of a text that were meant to be dice, and can't be rolled.

    >>> list(find_mistyped_dice("It lasts 1DG minutes, or 2D6+1 hours.")), list(find_mistyped_dice("0D6 and 1D6"))
    (['1DG'], ['0D6'])
    """
    yield from (found[0] for found in _MISTYPED.finditer(text))
    for found in _DICE.finditer(text):
        try:
            notation.parse(found[0])
        except RulesError:
            yield found[0]
