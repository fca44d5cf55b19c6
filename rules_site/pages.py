"""The finished pages of a site, read from their HTML and the data that the Markdown extension has put into it."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from rules_markdown.page_data import take_page_data

ERRORS = "404.html"
EMBED_FOLDER = "embed"
"""The folder of the pages that other sites may show in frames."""

EMBED_CLASS = "no-js fb-embed"
"""The classes of such a page."""

LONGEST_START = 200
"""The most characters of a page up to its classes."""

INDEX, SOURCE_INDEX = "index.html", "index.md"
TITLE = re.compile(r"<h1\b[^>]*>(?P<title>.*?)</h1>", re.DOTALL)
PERMALINK = re.compile(r"""<a\b[^>]*class="headerlink".*?</a>""", re.DOTALL)
TAG = re.compile(r"<[^>]+>")


@dataclass
class BuiltPage:
    """A page of a finished site.

    Attributes:
        file: its file.
        url: its address relative to the site's root, such as `moon/base/`; empty for the first page.
        html: its text, without the data.
        data: the data of the Markdown extension; none if it hasn't rendered the page.
    """

    file: Path
    url: str
    html: str
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """The path from the page to the site's root; a whole one on the page for errors, which is shown anywhere."""
        return "../" * self.url.count("/") if self.url != ERRORS else urlsplit(self.site["url"]).path or "/"

    def link_to(self, url: str) -> str:
        """Return the relative path from the page to an address in the site.

        >>> BuiltPage(Path(), "moon/base/", "").link_to("moon/crew/"), BuiltPage(Path(), "", "").link_to("moon/")
        ('../crew/', 'moon/')
        """
        path = posixpath.relpath(url or ".", self.url.rpartition("/")[0] or ".")
        return f"{path}/" if not url or url.endswith("/") else path

    def resolve(self, link: str) -> str:
        """Return the address in the site that a relative link leads to, without a slash at its end.

        >>> BuiltPage(Path(), "moon/base/", "").resolve("../crew/"), BuiltPage(Path(), "", "").resolve("moon/#crew")
        ('moon/crew', 'moon/#crew')
        """
        path, mark, anchor = link.partition("#")
        found = posixpath.normpath(posixpath.join(posixpath.dirname(self.url), path))
        return f"{found}/{mark}{anchor}" if path.endswith("/") and mark else f"{found}{mark}{anchor}"

    @property
    def meta(self) -> dict[str, Any]:
        """The page's front matter."""
        meta: dict[str, Any] = self.data.get("meta", {})
        return meta

    @property
    def game(self) -> str:
        """The slug of the page's game; empty if it has none."""
        return str(self.meta.get("game", ""))

    @property
    def source(self) -> str:
        """The page's file in the project, for messages."""
        return str(self.data.get("file") or self.url or INDEX)

    @cached_property
    def title(self) -> str:
        """The page's title: that of the front matter, or else its first heading."""
        if title := self.meta.get("title"):
            return str(title)
        found = TITLE.search(self.html)
        return unescape(TAG.sub("", PERMALINK.sub("", found["title"]))).strip() if found else self.site["name"]

    @cached_property
    def site(self) -> dict[str, str]:
        """The name, the description and the address of the site; empty where its settings have none."""
        site: dict[str, str] = self.data.get("site", {})
        return {"name": "", "description": "", "url": ""} | site

    @property
    def address(self) -> str:
        """The page's absolute address; empty if the site's settings have none."""
        return f"{self.site['url'].rstrip('/')}/{self.url}" if self.site["url"] else ""


def read_pages(site: Path) -> list[BuiltPage]:
    """Read all pages of a finished site, with their data left out of their text.

    They are in the order of their sources: the first page of a folder, its other pages, and then the folders in it.
    """
    pages = sorted(_iter_pages(site), key=_rank)
    about = next((page.site for page in pages if page.data), {})
    for page in pages:
        page.site |= about
    return pages


def list_page_files(site: Path) -> list[Path]:
    """List the files of a finished site's pages, without those of blocks that other sites show."""
    embedded = site / EMBED_FOLDER
    return [path for path in sorted(site.rglob("*.html")) if not path.is_relative_to(embedded)]


def _rank(page: BuiltPage) -> tuple[tuple[str, ...], bool, str]:
    *folders, name = str(page.data.get("path", page.url)).split("/")
    return tuple(folders), name != SOURCE_INDEX, name


def _iter_pages(site: Path) -> Iterator[BuiltPage]:
    for path in sorted(site.rglob("*.html")):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a file that no builder of pages has written
        if f'class="{EMBED_CLASS}"' in text[:LONGEST_START]:
            continue  # the page of a block, which an earlier run has written
        html, data = take_page_data(text)
        place = path.relative_to(site).as_posix()
        yield BuiltPage(path, place.removesuffix(INDEX) if path.name == INDEX else place, html, data)
