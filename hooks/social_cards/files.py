"""Puts the cards of all pages into a finished site; each is drawn once for as long as what it shows stays the same."""

import hashlib
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from . import drawing
from .card import Card

FOLDER = "assets/cards"
"""Where the site has them."""

DRAWN = Path(__file__).parents[2] / "build" / "cards"
"""What was drawn before, by what it shows."""


def place_of(url: str) -> str:
    """Where the site has the card of a page.

    >>> place_of("psiops/stress/"), place_of("")
    ('assets/cards/psiops/stress.png', 'assets/cards/index.png')
    """
    return f"{FOLDER}/{url.strip('./') or 'index'}.png"


def write(site: Path, cards: Mapping[str, Card]) -> None:
    """Write the cards of a site's pages, by their addresses below its root.

    Raises:
        FileNotFoundError: set-up is not complete; the message says what to run.
    """
    for url, card in cards.items():
        path = site / place_of(url)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_drawn(card), path)


def _drawn(card: Card) -> Path:
    digest = hashlib.sha256(f"{_edition()}{card!r}".encode()).hexdigest()[:24]
    path = DRAWN / f"{digest}.png"
    if not path.exists():
        DRAWN.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_bytes(drawing.draw(card))
        part.replace(path)
    return path


@cache
def _edition() -> str:
    """Of all that a card is made with besides its own words."""
    made_with = hashlib.sha256()
    for path in (Path(drawing.__file__), *drawing.MADE_WITH):
        if not path.is_file():
            raise FileNotFoundError(f"{path.name} is missing: run `make setup`")
        made_with.update(path.read_bytes())
    return made_with.hexdigest()
