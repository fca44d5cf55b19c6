"""The page that a site builder is rendering, as the Markdown instance of the builder tells it.

MkDocs and Zensical register processors that know the page. Other builders configure the extension instead.
"""

import posixpath
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markdown import Markdown

MKDOCS_LINKS, MKDOCS_ANCHORS = "relpath", "mkdocs_raw_html"
"""MkDocs' processors: of links, which knows the page, and of raw HTML, which collects the ids that links may name."""

ZENSICAL_PAGE = "rendering_context"
"""Zensical's processor that knows the page."""


@dataclass
class SourcePage:
    """A page as its builder knows it.

    Attributes:
        path: its file relative to the folder of all pages, such as `moon/base.md`.
        url: its address relative to the site's root, such as `moon/base/`; empty for the first page.
        meta: its front matter, which templates read too.
        docs: the folder of all pages.
        project: the folder that messages name files from.
        themes: folders of templates, which may have icons.
        site: the name, the description and the address of the site.
        rewrites_links: True if the builder takes links in HTML as relative to the page's file, as Zensical does.
    """

    path: str
    url: str
    meta: dict[str, Any]
    docs: Path
    project: Path
    themes: list[Path] = field(default_factory=list)
    site: dict[str, str] = field(default_factory=dict)
    rewrites_links: bool = False

    @property
    def root(self) -> str:
        """The relative path from the page to the site's root.

        >>> SourcePage("a/b.md", "a/b/", {}, Path(), Path()).root, SourcePage("b.md", "b.html", {}, Path(), Path()).root
        ('../../', '')
        """
        return "../" * self.url.count("/")

    @property
    def link_root(self) -> str:
        """The start of a link in HTML to an address of the site.

        >>> SourcePage("a/b.md", "a/b/", {}, Path(), Path(), rewrites_links=True).link_root
        '../'
        """
        return "../" * self.path.count("/") if self.rewrites_links else self.root

    @property
    def file(self) -> str:
        """The page's file relative to the project, for messages."""
        path = self.docs / self.path
        return str(path.relative_to(self.project)) if path.is_relative_to(self.project) else str(path)

    def read_text(self) -> str:
        """Return the text of the page's file; "" if a program made the page."""
        path = self.docs / self.path
        return path.read_text(encoding="utf-8-sig") if path.is_file() else ""


def find_source_page(md: Markdown) -> SourcePage | None:
    """Return the page that a Markdown instance renders, or None if its builder doesn't tell."""
    if MKDOCS_LINKS in md.treeprocessors:
        processor = md.treeprocessors[MKDOCS_LINKS]
        file, config = getattr(processor, "file", None), getattr(processor, "config", None)
        if file is not None and file.page and config is not None:
            return _build_page(
                file.src_uri, file.page.url, file.page.meta, config, [Path(each) for each in config["theme"].dirs]
            )
    if ZENSICAL_PAGE in md.preprocessors:
        context: Any = md.preprocessors[ZENSICAL_PAGE]
        theme = Path(context.config["theme"].get("custom_dir") or ".")
        page = context.page
        return _build_page(page.path, page.url, page.meta, context.config, [theme], rewrites_links=True)
    return None


def _build_page(
    path: str,
    url: str,
    meta: dict[str, Any],
    config: Mapping[str, Any],
    themes: list[Path],
    *,
    rewrites_links: bool = False,
) -> SourcePage:
    docs = Path(config["docs_dir"]).absolute()
    file = config.get("config_file_path")
    project = Path(file).absolute().parent if file else docs.parent
    site = {name: config.get(f"site_{name}") or "" for name in ("name", "description", "url")}
    address = posixpath.normpath(url) if url.strip("./") else ""
    return SourcePage(
        path,
        f"{address}/" if address and url.endswith("/") else address,
        meta,
        docs,
        project,
        [project / each for each in themes],
        site,
        rewrites_links,
    )


def find_error_type() -> type[Exception] | None:
    """Return the exception that MkDocs reports in one line, if MkDocs renders the page."""
    error: type[Exception] | None = getattr(sys.modules.get("mkdocs.exceptions"), "PluginError", None)
    return error


def register_anchors(md: Markdown, anchors: set[str]) -> None:
    """Tell MkDocs the ids in a page's blocks, so that it can check links to them; Zensical reads them in the page."""
    if MKDOCS_ANCHORS in md.preprocessors:
        known: Any = md.preprocessors[MKDOCS_ANCHORS]
        known.present_anchor_ids = known.present_anchor_ids | anchors


def count_lines_before(text: str, lines: list[str]) -> int:
    r"""Return how many lines of a file, its front matter, a builder has taken off before it renders the rest.

    >>> count_lines_before("---\ntitle: A\n---\n\nText\n", ["Text", "", ""])
    4
    """
    whole = text.replace("\r\n", "\n").replace("\r", "\n").rstrip()
    rest = "\n".join(lines).rstrip()
    return max(0, whole.count("\n") - rest.count("\n")) if whole else 0
