"""The games of a site, and the pages that games of other distributions bring along."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

from rules_py import discovery
from rules_py.checking.exceptions import AuthorError, join_lines
from rules_py.errors import UnknownIdError
from rules_support import artifact_cache

PAGES = "pages"
"""The folder of a game's package with its pages, its look and its drawing."""

WRITTEN = ".rules-pages.json"
"""The file in a folder of pages that names those of games, so that a new version may replace them."""


def list_game_pages() -> dict[str, Path]:
    """Return the files of the pages of installed games, by their paths among a site's pages."""
    return {
        f"{game.slug}/{path.relative_to(folder).as_posix()}": path
        for game in discovery.find_external_packages()
        for folder in [Path(game.folder) / PAGES]
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def write_game_pages(docs: Path) -> list[str]:
    """Write the pages of installed games into a folder of pages, and return the paths of the new and changed ones.

    Raises:
        AuthorError: one of the files is there already, and it isn't from the game's package.
    """
    found, mark = list_game_pages(), docs / WRITTEN
    known = json.loads(mark.read_text(encoding="utf-8")) if mark.is_file() else {}
    written = []
    for place, path in found.items():
        file, content = docs / place, path.read_bytes()
        is_same = file.is_file() and file.read_bytes() == content
        if file.is_file() and not is_same and _compute_digest(file.read_bytes()) != known.get(place):
            raise AuthorError(f"{file}: got a page of your own, takes that of the game: move yours or edit the game's")
        known[place] = _compute_digest(content)
        if not is_same:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            written.append(str(file))
    if found:
        mark.write_text(json.dumps({place: known[place] for place in found}, indent=1), encoding="utf-8")
    return written


def _compute_digest(content: bytes) -> str:
    return artifact_cache.compute_digest(content)


def choose_games(slugs: Sequence[str] | None, place: str = "") -> None:
    """Let this process and those that it starts offer only some games.

    Args:
        slugs: the games' names in addresses, or the name of one; None to leave it as it is.
        place: the file with the site's settings, for messages.

    Raises:
        AuthorError: a game isn't installed.
    """
    if slugs is None:
        return
    slugs = [slugs] if isinstance(slugs, str) else slugs
    for slug in slugs:
        if slug not in (known := discovery.find_installed_slugs()):
            error = UnknownIdError("games", slug, known)
            raise AuthorError(f"{join_lines(place)}: {error}" if place else str(error))
    os.environ[discovery.CHOSEN_GAMES] = ",".join(slugs)


def is_left_out(path: str) -> bool:
    """Return True if a page or another file belongs to a game that the site leaves out."""
    return path.partition("/")[0] in discovery.find_left_out()
