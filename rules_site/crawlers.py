"""The files for search engines: a list of all pages, and the file that names it."""

import gzip
from collections.abc import Sequence
from html import escape
from pathlib import Path

from .pages import BuiltPage

SITEMAP, PACKED, ROBOTS = "sitemap.xml", "sitemap.xml.gz", "robots.txt"


def write(site: Path, pages: Sequence[BuiltPage]) -> None:
    """Write both files into a finished site, in place of those of its builder; without its address, only the second.

    The list has no dates: builders only know the day of the build, which says nothing about a page, and would make each
    day's build of the same site a new version for browsers that keep it.
    """
    lines = ["User-agent: *", "Allow: /"]
    if root := next((page.site["url"] for page in pages), ""):
        addresses = "".join(f"\n<url><loc>{escape(page.address)}</loc></url>" for page in pages)
        text = (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{addresses}\n</urlset>\n'
        )
        (site / SITEMAP).write_text(text, encoding="utf-8")
        if (site / PACKED).is_file():  # that of MkDocs
            (site / PACKED).write_bytes(gzip.compress(text.encode(), mtime=0))
        lines.append(f"Sitemap: {root.rstrip('/')}/{SITEMAP}")
    (site / ROBOTS).write_text("\n".join([*lines, ""]), encoding="utf-8")
