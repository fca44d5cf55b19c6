"""Digests of all that decides what a page shows: its own text, its games' rules, the core, and the build's code."""

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rules_py import discovery
from rules_py.checking.modules import find_folder
from rules_support import artifact_cache
from rules_support.node import PROJECT

CODE = ("hooks", "overrides", "rules_markdown", "rules_site", "rules_support")
"""The folders of the code that renders pages."""

BUILTIN = PROJECT / "rules_py" / "systems"
IGNORED = ("__pycache__", "prebuilt", "live")
"""Folders that decide about no page."""


@dataclass(frozen=True)
class RulesDigests:
    """The digests of the rules that an interpreter imports.

    Attributes:
        core: the digest of `rules_py` without games.
        games: the digest of each game's files, by its slug.
    """

    core: str
    games: Mapping[str, str]

    @cached_property
    def whole(self) -> str:
        """The digest of all rules."""
        return artifact_cache.compute_digest(self.core.encode(), *(each.encode() for each in self.games.values()))

    def combine(self, slugs: Iterable[str]) -> str:
        """Return the digest of the core and of some games."""
        return ",".join([self.core, *(self.games[slug] for slug in sorted(slugs))])

    def find_changed(self, other: "RulesDigests") -> list[str]:
        """Return the slugs of the games that answer differently with the other rules, or may.

        >>> old = RulesDigests("a", {"moon": "1", "base": "1"})
        >>> old.find_changed(RulesDigests("a", {"moon": "2", "base": "1"}))
        ['moon']
        >>> old.find_changed(RulesDigests("b", {"moon": "1", "base": "1"}))
        ['moon', 'base']
        """
        return [slug for slug, each in self.games.items() if self.core != other.core or each != other.games.get(slug)]


def compute_rules_digests() -> RulesDigests:
    """Compute the digests of the rules as they are on disk; games must have been chosen before."""
    core = [path for path in list_files(PROJECT / "rules_py") if not path.is_relative_to(BUILTIN)]
    games = {}
    for slug in discovery.find_slugs():
        folder = find_folder(slug)
        games[slug] = digest_files(list_files(folder) if folder else [])
    return RulesDigests(digest_files(core), games)


def compute_code_digest(config_file: Path) -> str:
    """Compute the digest of the code and the settings that render pages."""
    files = [path for name in CODE for path in list_files(PROJECT / name)]
    packages = sorted((PROJECT / "locks").glob("*.lock"))
    return digest_files([*files, *packages, config_file])


def list_files(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder that decide about pages, sorted."""
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder).parts
        if path.is_file() and path.suffix != ".pyc" and not any(part in IGNORED for part in inner):
            yield path


def digest_files(paths: Iterable[Path]) -> str:
    """Return the digest of files with their names."""
    return artifact_cache.compute_digest(
        sys.version.encode(), *(part for path in paths for part in (path.as_posix().encode(), path.read_bytes()))
    )


def find_games(text: str, meta: Mapping[str, Any], slugs: Collection[str]) -> list[str]:
    """Return the slugs of the games whose rules may decide about a page.

    A page of a game shows that game and those that its text names. Any other page with blocks may list all games.

    Args:
        text: the page's Markdown.
        meta: its front matter.
        slugs: the slugs of all games.

    >>> find_games("::: roller moon.dig", {"game": "moon"}, ["moon", "base", "crew"])
    ['moon']
    >>> find_games("::: roller base.dig", {"game": "moon"}, ["moon", "base", "crew"])
    ['moon', 'base']
    >>> find_games("::: files", {}, ["moon", "base", "crew"]), find_games("Roll 2d6.", {}, ["moon", "base"])
    (['moon', 'base', 'crew'], [])
    """
    words = set(re.findall(r"\w+", text)) | {str(meta.get("game", ""))}
    if ":::" in text and meta.get("game") not in slugs:
        return list(slugs)
    return [slug for slug in slugs if slug in words]
