"""The pages that games of other distributions bring along."""

from pathlib import Path

from rules_py import discovery

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
