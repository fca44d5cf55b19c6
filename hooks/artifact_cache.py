"""Files and folders that are there whole or not at all, and stay while any build may need them.

Several builds may run in one checkout, of other sources too. So whatever is made has a name that says what is in it,
comes into being by a rename, and is swept away once no build has used it for a day: none removes what another made.
"""

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

MAX_UNUSED_SECONDS = 24 * 60 * 60.0


def build_once(path: Path, build: Callable[[Path], object]) -> Path:
    """A file or folder by a name that says what is in it; where none is there, `make` makes one at another place."""
    if not touch_if_cached(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".") as place:
            part = Path(place) / path.name
            build(part)
            try:
                part.rename(path)
            except OSError:  # a folder that another build has made meanwhile
                if not path.is_dir():
                    raise
    return path


def touch_if_cached(path: Path) -> bool:
    """Whether something is there already; if so, it stays for another day."""
    try:
        os.utime(path)
    except FileNotFoundError:
        return False
    return True


def write_once(path: Path, content: bytes) -> Path:
    """A file by a name that says what is in it, or one of which every build makes the same."""
    return build_once(path, lambda part: part.write_bytes(content))


def compute_digest(*contents: bytes) -> str:
    """Twelve letters for a name that says what is in a file."""
    every = hashlib.sha256()
    for content in contents:
        every.update(hashlib.sha256(content).digest())
    return every.hexdigest()[:12]


def prune(folder: Path) -> None:
    """Remove what no build has used for a day; what goes meanwhile by another build's hand is let go."""
    for path in folder.iterdir():
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < time.time() - MAX_UNUSED_SECONDS:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
