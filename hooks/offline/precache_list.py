"""What a browser keeps of the site: each file's address, its checksum and its size."""

import base64
import hashlib
from fnmatch import fnmatch
from pathlib import Path

NOT_KEPT = (
    "service-worker.js",
    "*.map",  # for debuggers
    "*.gz",  # copies for hosts that compress nothing
    "assets/javascripts/lunr/*",  # Material's search in languages that are not the site's
    "assets/images/screenshots/*",  # for the dialogue that installs the site
)
ALTERED_BY_HOSTS = ("sitemap.xml",)
"""Hosts may write these anew for their own address; their checksum is not asked for."""


def entries(site: Path) -> list[dict[str, str | int]]:
    """A Workbox entry for each file of the finished site that is kept, with its size in bytes, in a fixed order.

    Pages are listed by their directory's address, as readers and the browser's own cache have them.
    """
    places = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    return [_entry(site, place) for place in places if not any(fnmatch(place, pattern) for pattern in NOT_KEPT)]


def _entry(site: Path, place: str) -> dict[str, str | int]:
    body = (site / place).read_bytes()
    digest = hashlib.sha256(body)
    folder, name = place.rpartition("/")[::2]
    address = (f"{folder}/" if folder else "./") if name == "index.html" else place
    entry: dict[str, str | int] = {"url": address, "revision": digest.hexdigest()[:16], "size": len(body)}
    if place not in ALTERED_BY_HOSTS:
        entry["integrity"] = "sha256-" + base64.b64encode(digest.digest()).decode()
    return entry
