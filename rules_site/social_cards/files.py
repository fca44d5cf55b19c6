"""The social cards of all pages of a finished site, cached by their content."""

import hashlib
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from .card import Card

FOLDER = "assets/cards"
"""The folder in the site."""

CACHE_FOLDER = Path(__file__).parents[2] / "build" / "cards"
"""Cached drawings, named by a digest of their content."""


def card_path(url: str) -> str:
    """Return the path in the site of a page's card.

    >>> card_path("psiops/stress/"), card_path("")
    ('assets/cards/psiops/stress.png', 'assets/cards/index.png')
    """
    return f"{FOLDER}/{url.strip('./') or 'index'}.png"


def write(site: Path, cards: Mapping[str, Card]) -> None:
    """Write the cards of a site's pages, by page address relative to the site's root.

    Raises:
        FileNotFoundError: set-up is not complete; the message says what to run.
    """
    for url, card in cards.items():
        path = site / card_path(url)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_draw_cached(card), path)


def _draw_cached(card: Card) -> Path:
    from .drawing import draw_card  # it needs packages that pages without cards don't

    digest = hashlib.sha256(f"{_compute_cache_version()}{card!r}".encode()).hexdigest()[:24]
    path = CACHE_FOLDER / f"{digest}.png"
    if not path.exists():
        CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_bytes(draw_card(card))
        part.replace(path)
    return path


@cache
def _compute_cache_version() -> str:
    """Return a digest of everything other than the content that affects a card."""
    from . import drawing

    made_with = hashlib.sha256()
    for path in (Path(drawing.__file__), *drawing.ASSET_FILES):
        if not path.is_file():
            raise FileNotFoundError(f"{path.name} is missing: run `make setup`")
        made_with.update(path.read_bytes())
    return made_with.hexdigest()
