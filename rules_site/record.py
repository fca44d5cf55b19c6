"""A record of all that finishing a site has changed, which lets the next run begin with what the builder has written.

So a site can be finished twice with the same result, and again with other steps.
"""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rules_support import artifact_cache

from .bundle.prebuilt import CACHE

SITES = "sites"
"""The folder of the records, one for each site."""

CHANGED, ORIGINALS = "changed.json", "originals"
TEXTS = frozenset({".css", ".gz", ".html", ".js", ".json", ".map", ".txt", ".xml"})
"""The ends of the names of files that a builder writes and a step may change."""


@contextmanager
def keep_record(site: Path) -> Iterator[None]:
    """Give back what the builder has written, let the caller finish the site, and record what that has changed."""
    site = site.resolve()
    sites = CACHE.absolute() / SITES
    sites.mkdir(parents=True, exist_ok=True)
    (CACHE / ".gitignore").write_text("*\n", encoding="utf-8")
    forget_lost_sites(sites)
    record = sites / artifact_cache.compute_digest(str(site).encode())
    restore(site, record)
    with tempfile.TemporaryDirectory(dir=sites, prefix=".") as place:
        copies = Path(place) / ORIGINALS
        before = {path: _compute_digest(site / path) for path in _list_files(site)}
        for path in before:
            if Path(path).suffix in TEXTS:
                _copy(site / path, copies / path)
        try:
            yield
        finally:
            after = {path: _compute_digest(site / path) for path in _list_files(site)}
            changed = {path: after.get(path, "") for path in {*before, *after} if before.get(path) != after.get(path)}
            for path in set(before) - set(changed):
                (copies / path).unlink(missing_ok=True)
            text = json.dumps({"site": str(site), "changed": changed})
            (Path(place) / CHANGED).write_text(text, encoding="utf-8")
            shutil.rmtree(record, ignore_errors=True)
            shutil.copytree(place, record)


def restore(site: Path, record: Path) -> None:
    """Put back each file that a run has changed, and remove those that it has added, unless it has changed since."""
    if not (record / CHANGED).is_file():
        return
    for path, digest in json.loads((record / CHANGED).read_text(encoding="utf-8"))["changed"].items():
        file, original = site / path, record / ORIGINALS / path
        if (_compute_digest(file) if file.is_file() else "") != digest:
            continue
        if original.is_file():
            _copy(original, file)
        else:
            file.unlink()


def forget_lost_sites(sites: Path) -> None:
    """Remove the records of sites whose folders don't exist."""
    for path in sites.glob(f"*/{CHANGED}"):
        if not Path(json.loads(path.read_text(encoding="utf-8"))["site"]).is_dir():
            shutil.rmtree(path.parent)


def _list_files(site: Path) -> list[str]:
    return [path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()]


def _compute_digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _copy(source: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, place)
