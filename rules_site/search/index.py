"""The search index, a JSON file fetched when a reader opens the search."""

import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .entries import Entry, Page

WORDS = Path(__file__).with_name("words.toml")
"""Words that the search ignores in questions, and groups of words of one meaning."""

NAME = "search/index.json"


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
        "words": tomllib.loads(WORDS.read_text(encoding="utf-8")),
        "pages": [
            {
                "url": page.url,
                "title": page.title,
                "game": page.game,
                "aside": page.is_aside,
                "description": page.description,
            }
            for page, _ in found
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
