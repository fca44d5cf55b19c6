"""The manifest: the name, the icons and the first page of the site when a reader installs it.

All addresses are relative, so that the site may be in a folder of its host.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from ..pages import BuiltPage

MANIFEST = "manifest.webmanifest"
IMAGES = "assets/images"
ICONS = [
    {"src": f"{IMAGES}/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
    {"src": f"{IMAGES}/icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
    {"src": f"{IMAGES}/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
    {"src": f"{IMAGES}/icon-maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
]
SCREENSHOTS = [
    {"src": f"{IMAGES}/screenshots/narrow.jpg", "sizes": "585x1266", "type": "image/jpeg", "form_factor": "narrow"},
    {"src": f"{IMAGES}/screenshots/wide.jpg", "sizes": "1280x800", "type": "image/jpeg", "form_factor": "wide"},
]
LAST = {"name": "Continue: your last character", "short_name": "Continue", "url": "./#last"}
"""Opens the character that was changed last (page/js/features/continue-list/continue.js)."""


def write_manifest(site: Path, pages: Sequence[BuiltPage]) -> None:
    """Write the manifest into a finished site, with a shortcut to each game's calculator."""
    about = pages[0].site
    calculators = [page for page in pages if page.game and page.url == f"{page.game}/calc/"]
    shortcuts = [
        {"name": f"{page.meta['name']}: {page.title}", "short_name": page.meta["name"], "url": page.url}
        for page in calculators
        if "name" in page.meta
    ]
    manifest = {
        "name": about["name"],
        "short_name": about["name"],
        "description": about["description"],
        "lang": "en",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "theme_color": "#1f2d29",
        "background_color": "#fbf8f0",
        "icons": ICONS,
        "screenshots": SCREENSHOTS,
        "shortcuts": [LAST, *shortcuts],
    }
    (site / MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False, indent=1), encoding="utf-8")
