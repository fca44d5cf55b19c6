"""The games' own texts, which are not in the repository.

The repository has their figures (`text_digest.json`) and hashes of their sentences (`text_sentences.txt`).
`make trials TRIALS=texts` compares these with the texts, if the variable FIELDBOOK_SEEDS names their folder.
"""

import os
from pathlib import Path

import pytest

FOLDER = "FIELDBOOK_SEEDS"


def find_text(prefix: str) -> Path | None:
    """Return the file of a game's text by the prefix of its name, such as 002, or None if it is missing."""
    return next(Path(os.environ[FOLDER]).glob(f"{prefix}_*.txt"), None) if FOLDER in os.environ else None


def require_text(prefix: str) -> str:
    """Return a game's text; a trial without it ends and says how to run it."""
    path = find_text(prefix)
    if path is None:
        pytest.skip(f"the game's text is missing: set {FOLDER} to the folder with {prefix}_*.txt")
    return path.read_text(encoding="utf-8")
