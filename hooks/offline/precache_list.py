"""What a browser keeps of the site: each file's address, its checksum and its size."""

import base64
import hashlib
import json
from fnmatch import fnmatch
from pathlib import Path

from ..social_cards.files import FOLDER as CARDS

NOT_KEPT = (
    "service-worker.js",
    "_headers",
    ".htaccess",
    "nginx-headers.conf",  # for hosts
    "*.map",  # for debuggers
    "*.gz",  # copies for hosts that compress nothing
    "assets/images/screenshots/*",  # for the dialogue that installs the site
    f"{CARDS}/*",
    "robots.txt",  # for whoever links to the site
)
RUNTIME = "assets/runtime"
ALTERED_BY_HOSTS = ("sitemap.xml",)
"""Hosts may write these anew for their own address; their checksum is not asked for."""


def entries(site: Path) -> list[dict[str, str | int]]:
    """A Workbox entry for each file of the finished site that is kept, with its size in bytes, in a fixed order.

    Pages are listed by their directory's address, as readers and the browser's own cache have them.
    """
    places = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    not_now = (*NOT_KEPT, *_fallback(site))
    return [_entry(site, place) for place in places if not any(fnmatch(place, pattern) for pattern in not_now)]


def later(site: Path) -> list[dict[str, str | int]]:
    """The same for the full runtime, which hardly anybody needs: it is kept after all else."""
    return [_entry(site, place) for place in _fallback(site)]


def _fallback(site: Path) -> list[str]:
    manifest = site / RUNTIME / "runtime.json"
    if not manifest.is_file():
        return []
    return [f"{RUNTIME}/{name}" for name in json.loads(manifest.read_text(encoding="utf-8"))["fallback"]]


def _entry(site: Path, place: str) -> dict[str, str | int]:
    body = (site / place).read_bytes()
    digest = hashlib.sha256(body)
    folder, name = place.rpartition("/")[::2]
    address = (f"{folder}/" if folder else "./") if name == "index.html" else place
    entry: dict[str, str | int] = {"url": address, "revision": digest.hexdigest()[:16], "size": len(body)}
    if place not in ALTERED_BY_HOSTS:
        entry["integrity"] = "sha256-" + base64.b64encode(digest.digest()).decode()
    return entry
