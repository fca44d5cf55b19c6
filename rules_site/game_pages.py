"""The games of a site, and the pages that games of other distributions bring along."""

import os
from collections.abc import Sequence
from pathlib import Path

from rules_py import discovery
from rules_py.checking.exceptions import AuthorError, join_lines
from rules_py.errors import UnknownIdError

PAGES = "pages"
"""The folder of a game's package with its pages, its look and its drawing."""


def list_game_pages() -> dict[str, Path]:
    """Return the files of the pages of installed games, by their paths among a site's pages."""
    return {
        f"{game.slug}/{path.relative_to(folder).as_posix()}": path
        for game in discovery.find_external_packages()
        for folder in [Path(game.folder) / PAGES]
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


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
            raise AuthorError(f"{join_lines(place)}: {error}")
    os.environ[discovery.CHOSEN_GAMES] = ",".join(slugs)


def is_left_out(path: str) -> bool:
    """Return True if a page or another file belongs to a game that the site leaves out."""
    return path.partition("/")[0] in discovery.find_left_out()
