"""The games' own texts, which are not in the repository.

The repository has their figures (`text_digest.json`) and hashes of their sentences (`clauses.toml`).
`make trials TRIALS=texts` compares these with the texts, if the variable FIELDBOOK_TEXTS names a folder with a file
`<slug>.txt` for each game.
"""

import os
from pathlib import Path

import pytest

FOLDER = "FIELDBOOK_TEXTS"


def find_text(slug: str) -> Path | None:
    """Return the file of a game's text, or None if it is missing."""
    path = Path(os.environ.get(FOLDER, ""), f"{slug}.txt")
    return path if FOLDER in os.environ and path.is_file() else None


def require_text(slug: str) -> str:
    """Return a game's text; a trial without it ends and says how to run it."""
    path = find_text(slug)
    if path is None:
        pytest.skip(f"the game's text is missing: set {FOLDER} to the folder with {slug}.txt")
    return path.read_text(encoding="utf-8")
