"""The search index, a JSON file fetched when a reader opens the search, and the library that reads it."""

import hashlib
import json
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .. import artifact_cache
from .entries import Entry, Page

PROJECT = Path(__file__).parents[2]
ESBUILD = PROJECT / "node_modules" / ".bin" / "esbuild"
MINISEARCH = PROJECT / "node_modules" / "minisearch" / "dist" / "es" / "index.js"
BUILD = PROJECT / "build" / "search"
NAME = "search/index.json"


def build_search_files() -> dict[str, Path]:
    """Build the files that the search's script imports, by site path: MiniSearch, minified.

    Raises:
        FileNotFoundError: set-up is not complete; the message says what to run.
    """
    for path in (MINISEARCH, ESBUILD):
        if not path.is_file():
            raise FileNotFoundError(f"{path.relative_to(PROJECT)} is missing: run `make setup`")
    digest = hashlib.sha256(MINISEARCH.read_bytes()).hexdigest()[:12]
    minified = BUILD / f"minisearch-{digest}.js"
    return {
        "assets/vendor/minisearch.js": artifact_cache.build_once(
            minified,
            lambda part: subprocess.run(
                [
                    ESBUILD,
                    MINISEARCH,
                    "--minify",
                    "--format=esm",
                    "--target=es2022",
                    f"--outfile={part}",
                    "--log-level=warning",
                ],
                check=True,
            ),
        )
    }


def write(site: Path, pages: Iterable[tuple[Page, list[Entry]]], games: Mapping[str, Mapping[str, Any]]) -> Path:
    """Write the index of all pages and return its path.

    Args:
        site: the folder of the finished site.
        pages: each page with its entries; pages without entries are omitted.
        games: slug → name, mark (an SVG) and accent (colours for light and dark) of each game.
    """
    path = site / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    found = [(page, entries) for page, entries in pages if entries]
    index = {
        "games": games,
        "pages": [
            {"url": page.url, "title": page.title, "game": page.game, "aside": page.is_aside} for page, _ in found
        ],
        "entries": [
            [
                number,
                entry.kind,
                entry.title,
                entry.anchor,
                entry.parent_title,
                entry.text,
                entry.words,
                int(entry.can_roll),
            ]
            for number, (_, entries) in enumerate(found)
            for entry in entries
        ],
    }
    path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    return path
