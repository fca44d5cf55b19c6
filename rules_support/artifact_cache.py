"""A content-addressed cache of build artifacts, safe for concurrent builds.

Several builds may run in one checkout, also of different sources. So an artifact's name includes a digest of its
inputs, artifacts are renamed into place when complete, and they are only pruned after a day without use.
"""

import hashlib
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

MAX_UNUSED_SECONDS = 24 * 60 * 60.0

log = logging.getLogger("mkdocs.hooks")


def build_once(path: Path, build: Callable[[Path], object], step: str = "") -> Path:
    """Return the content-addressed `path`, building it with `build` first if it is missing.

    The artifact, a file or folder, is built in a temporary folder and renamed into place. `step` is logged before, for
    those who wait for it.
    """
    if not touch_if_cached(path):
        if step:
            log.info(step)
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".") as place:
            part = Path(place) / path.name
            build(part)
            try:
                part.rename(path)
            except OSError:  # another build has put the same folder there in the meantime
                if not path.is_dir():
                    raise
    return path


def touch_if_cached(path: Path) -> bool:
    """Return True if the path exists, and mark it as used, so that `prune` keeps it for another day."""
    try:
        os.utime(path)
    except FileNotFoundError:
        return False
    return True


def write_once(path: Path, content: bytes) -> Path:
    """Write a content-addressed file if it is missing.

    The content of `path` must depend only on its name, or be the same in every build.
    """
    return build_once(path, lambda part: part.write_bytes(content))


def compute_digest(*contents: bytes) -> str:
    """Return twelve hexadecimal digits of a digest of the contents, for a content-addressed name."""
    every = hashlib.sha256()
    for content in contents:
        every.update(hashlib.sha256(content).digest())
    return every.hexdigest()[:12]


def prune(folder: Path) -> None:
    """Remove artifacts that no build has used for a day, ignoring those that another build removes at the same time."""
    for path in folder.iterdir():
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < time.time() - MAX_UNUSED_SECONDS:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
