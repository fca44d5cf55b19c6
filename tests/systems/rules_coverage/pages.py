"""A game's rendered pages, split into passages with their anchors."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import markdown
from mkdocs.utils import meta

from rules_markdown import makeExtension
from tests.systems.rules_coverage.sentences import PROJECT

DOCS = PROJECT / "docs"
EXTENSIONS = ["admonition", "attr_list", "md_in_html", "tables", "toc"]
"""The extensions of mkdocs.yml that the pages need in addition to our own."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
PASSAGES = (*HEADINGS, "p", "li", "dt", "dd", "caption", "tr")
TOOLS = ("fb-roller", "fb-calc", "fb-order", "fb-odds", "fb-heat", "fb-svg", "fb-compare", "fb-examples")
"""Tags and class prefixes of interactive elements and charts; their words don't count as rules."""
VOID = ("area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr")


class Passage(NamedTuple):
    """A paragraph, list item, heading or table's row, and the anchors that lead to it."""

    anchors: frozenset[str]
    text: str

    def says(self, words: str) -> bool:
        """Return True if the passage contains these words as whole words."""
        words, text = normalize(words), normalize(self.text)
        start, end = (r"(?<![\w+-])", r"(?!\w)")
        return words in text and re.search(start + re.escape(words) + end, text) is not None


@cache
def normalize(text: str) -> str:
    """Normalize case, spaces, dashes and quotation marks, which comparisons ignore.

    >>> normalize("  It’s  3–5")
    "it's 3-5"
    """
    text = re.sub(r"[–—−]", "-", re.sub(r"[“”]", '"', re.sub(r"[‘’]", "'", text)))
    return " ".join(text.casefold().split())


@cache
def load_passages(slug: str) -> dict[str, list[Passage]]:
    """Return the passages of each page (`slug/` or `slug/name/`)."""
    return {
        page_address(slug, path): extract_passages(render(path, page_address(slug, path)))
        for path in sorted((DOCS / slug).glob("*.md"))
    }


def page_address(slug: str, path: Path) -> str:
    return f"{slug}/" if path.stem == "index" else f"{slug}/{path.stem}/"


@cache
def render(path: Path, place: str) -> str:
    """Render the page's Markdown as HTML."""
    text, _ = meta.get_data(path.read_text(encoding="utf-8"))
    rules = makeExtension(path=str(path.relative_to(PROJECT)), root="../" * place.count("/"))
    return markdown.markdown(text, extensions=[*EXTENSIONS, rules])


def extract_passages(html: str) -> list[Passage]:
    """Return the passages of a page in order.

    >>> for passage in extract_passages('<h2 id="ammo">Ammo</h2><ul><li>Six.<p>Per gun.</p></li></ul>'):
    ...     print(sorted(passage.anchors), passage.text)
    ['ammo'] Ammo
    ['ammo'] Six.
    ['ammo'] Per gun.
    """
    return _PassageReader(html).passages


class _PassageReader(HTMLParser):
    def __init__(self, html: str):
        super().__init__()
        self.passages: list[Passage] = []
        self._open: list[tuple[str, str | None]] = []  # tag, id
        self._section: str | None = None
        self._tool_at: int | None = None  # depth at which the skipped tool began
        self._text: list[str] = []
        self._columns: list[str] = []
        self._cells: list[str] | None = None  # of the current row
        self.feed(html)
        self.close()
        self._end_passage()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag in VOID:
            self._text.append(" ")
            return
        if tag in PASSAGES and self._cells is None:
            self._end_passage()
        if self._tool_at is None and any(
            name == tag or any(each.startswith(name) for each in (given.get("class") or "").split()) for name in TOOLS
        ):
            self._end_passage()
            self._tool_at = len(self._open)
        if tag in HEADINGS and self._tool_at is None:
            self._section = given.get("id")
        self._open.append((tag, given.get("id")))
        if tag == "table":
            self._columns = []
        elif tag == "tr":
            self._cells = []
        elif tag in ("td", "th"):
            self._text = []
        else:
            self._text.append(" " if tag not in ("a", "em", "strong", "code", "abbr", "fb-die") else "")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if tag in ("td", "th") and self._cells is not None:
            self._cells.append(" ".join("".join(self._text).split()))
            self._text = []
        elif tag == "tr":
            self._end_row()
        elif self._cells is None and (tag in PASSAGES or tag in ("div", "ul", "ol", "table")):
            self._end_passage()
        while self._open and self._open.pop()[0] != tag:
            pass
        if self._tool_at is not None and len(self._open) <= self._tool_at:
            self._tool_at = None
            self._text = []

    def handle_data(self, data: str) -> None:
        self._text.append(data)

    def _end_row(self) -> None:
        cells, self._cells = self._cells or [], None
        if not self._columns:
            self._columns = cells
            return
        self._text = ["; ".join(f"{column}: {cell}" for column, cell in zip(self._columns, cells))]
        self._end_passage()

    def _end_passage(self) -> None:
        text, self._text = " ".join("".join(self._text).split()), []
        if text and self._tool_at is None:
            anchors = {self._section, *(anchor for _, anchor in self._open)} - {None}
            self.passages.append(Passage(frozenset(anchors), text))
