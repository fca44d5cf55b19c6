"""The made-up game Station, which the core's tests use so that they need none of the shipped games."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "fixtures" / "games"


@contextmanager
def install() -> Iterator[None]:
    """Let Python and `rules_py` find the game, as after an installation."""
    sys.path.append(str(FOLDER))
    try:
        yield
    finally:
        sys.path.remove(str(FOLDER))
