"""Each game's rules and tables as files for other programs, in the site's folder `data`."""

import json
from collections.abc import Iterator
from pathlib import Path

from rules_markdown.files_block import name_game_file, name_table_file
from rules_py.formats import TABLE_FORMATS, build_game_data, list_table_formats
from rules_py.registry.games import iter_games

SUFFIXES = (".json", *(each.suffix for each in TABLE_FORMATS))
"""The ends of their names."""


def write(site: Path) -> None:
    """Write the files into a finished site. MkDocs would take the Markdown among them for pages."""
    for path, text in build_files():
        place = site / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="")


def build_files() -> Iterator[tuple[str, str]]:
    """Yield the path in the site and the text of each file."""
    for game in iter_games():
        yield name_game_file(game.slug), json.dumps(build_game_data(game.slug), indent=1, ensure_ascii=False) + "\n"
        for table in game.tables.values():
            for each in list_table_formats(table):
                yield name_table_file(table, each), each.write(table)
