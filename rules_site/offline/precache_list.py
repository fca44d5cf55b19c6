"""The precache list: the address, checksum and size of each file that a browser keeps."""

import base64
import hashlib
from fnmatch import fnmatch
from pathlib import Path

from rules_markdown.files_block import DATA

from ..open_data import SUFFIXES
from ..social_cards.files import FOLDER as CARDS

EXCLUDED_PATTERNS = (
    "service-worker.js",
    "_headers",
    "*.htaccess",
    "nginx-headers.conf",  # for hosts
    "*.map",  # for debuggers
    "*.gz",  # for hosts that don't compress
    "assets/js/entry/workbench*.js",  # for designers, who are online
    "assets/workbench/*",  # the same
    "embed/*",  # for other sites, whose readers have another cache
    "assets/js/embed/*",
    "assets/js/entry/embed*.js",
    "assets/css/embed.css",
    "assets/images/screenshots/*",  # for the install dialogue
    f"{CARDS}/*",
    "robots.txt",  # for crawlers
    *(f"{DATA}/*{suffix}" for suffix in SUFFIXES),  # for other programs
)
PYTHON = "assets/python"
"""The folder of Python's files, which are cached when a reader has asked for Python."""

HOST_MODIFIED_FILES = ("sitemap.xml",)
"""Files that hosts may rewrite for their own address; their checksum isn't verified."""


def list_precache_entries(site: Path) -> list[dict[str, str | int]]:
    """List a Workbox entry, with the size in bytes, for each file of the finished site to precache, sorted by path.

    Pages are listed by their directory's address, which readers and the browser's HTTP cache use.
    """
    places = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    not_now = (*EXCLUDED_PATTERNS, f"{PYTHON}/*")
    return [_build_entry(site, place) for place in places if not any(fnmatch(place, pattern) for pattern in not_now)]


def list_python_files(site: Path) -> list[str]:
    """List the addresses of Python's files, whose folder is named after what they were built from."""
    return sorted(path.relative_to(site).as_posix() for path in (site / PYTHON).rglob("*") if path.is_file())


def _build_entry(site: Path, path: str) -> dict[str, str | int]:
    body = (site / path).read_bytes()
    digest = hashlib.sha256(body)
    folder, name = path.rpartition("/")[::2]
    address = (f"{folder}/" if folder else "./") if name == "index.html" else path
    entry: dict[str, str | int] = {"url": address, "revision": digest.hexdigest()[:16], "size": len(body)}
    if path not in HOST_MODIFIED_FILES:
        entry["integrity"] = "sha256-" + base64.b64encode(digest.digest()).decode()
    return entry
