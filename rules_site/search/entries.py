"""Extraction of search entries from a finished page."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from selectolax.lexbor import LexborHTMLParser, LexborNode

Kind = Literal["page", "section", "table", "row", "roller", "calculator", "order"]

MAX_SHORT_CELL = 16
"""The most characters of a cell that is shown with its heading."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
ELEMENTS: dict[str, Kind] = {"fb-roller": "roller", "fb-calc": "calculator", "fb-order": "order"}
NON_PROSE_SELECTOR = (
    "fb-table, fb-roller, fb-calc, fb-order, fb-dice, fb-sheets, fb-paper, fb-fight, .fb-compare, .fb-heat, "
    ".fb-contents, .fb-examples, .fb-games, .fb-continue, .headerlink, .fb-hidden, .fb-print-foot, svg, script, style"
)


class SearchError(ValueError):
    """Raised for invalid search words of a page; the message has the file and what was expected."""


@dataclass(frozen=True)
class Page:
    """A page's metadata for the search.

    Attributes:
        url: the page's address relative to the site's root, such as `psiops/stress/`.
        title: the page's title.
        path: the page's file, for messages.
        game: the slug of its game; empty if it belongs to none.
        words: anchor → synonyms for what is found there.
        is_aside: whether the page is about the site rather than the rules; such pages rank last.
        description: the sentence that lists of pages show; empty if it has none.
    """

    url: str
    title: str
    path: str = "text"
    game: str = ""
    words: dict[str, str] = field(default_factory=dict)
    is_aside: bool = False
    description: str = ""


@dataclass(frozen=True)
class Entry:
    """A search entry.

    Attributes:
        kind: the kind of element.
        title: the entry's title.
        anchor: the id of its element on the page; empty for the page itself.
        parent_title: the title of what contains it: a row's table, a roller's section.
        text: its text, of which one sentence is shown.
        words: synonyms.
        can_roll: whether it is a table with a die, which rolls with one tap.
    """

    kind: Kind
    title: str
    anchor: str
    parent_title: str = ""
    text: str = ""
    words: str = ""
    can_roll: bool = False


def extract_entries(html: str, page: Page) -> list[Entry]:
    """Extract all entries from a page, in the page's order.

    Raises:
        SearchError: the page has words for an anchor that doesn't exist.
    """
    parsed = LexborHTMLParser(html)
    article = parsed.css_first("article") or parsed.body
    for tiles in parsed.css("fb-screen, .doc-object"):  # tiles are found on their pages, Python in its page
        tiles.decompose()
    entries = list(_iter_entries(article, page)) if article else []
    if any(entry.kind == "calculator" and entry.title == page.title for entry in entries):
        entries = [entry for entry in entries if entry.kind != "page"]  # the calculator's entry represents the page
    for anchor in page.words:
        if anchor not in {entry.anchor for entry in entries}:
            raise SearchError(
                f"{page.path}: search: got {anchor!r}, takes anchors of this page: "
                + ", ".join(entry.anchor for entry in entries if entry.kind == "section")
            )
    return entries


def _iter_entries(article: LexborNode, page: Page) -> Iterator[Entry]:
    prose = _collect_prose_by_section(article)
    section = ""
    for node in article.css(", ".join((*HEADINGS, "fb-table", *ELEMENTS))):
        if node.tag in HEADINGS:
            anchor = node.attributes.get("id") or ""
            if node.tag == "h1":
                yield Entry("page", page.title, "", text=prose.get(anchor, ""), words=page.words.get(anchor, ""))
            elif anchor:
                section = _extract_text(node)
                yield Entry("section", section, anchor, "", prose.get(anchor, ""), page.words.get(anchor, ""))
        elif node.tag == "fb-table":
            yield from _iter_table_entries(node, section, page.words)
        elif anchor := node.attributes.get("id") or "":
            title = _extract_text(node.css_first(".fb-title > span")) or page.title
            yield Entry(
                ELEMENTS[node.tag or ""],
                title,
                anchor,
                section if section != title else "",
                words=page.words.get(anchor, ""),
            )


def _iter_table_entries(node: LexborNode, section: str, words: dict[str, str]) -> Iterator[Entry]:
    table, title = node.css_first("table"), _extract_text(node.css_first("caption"))
    anchor = table.attributes.get("id") if table else None
    if not table or not anchor:
        return
    yield Entry(
        "table",
        title,
        anchor,
        section if section != title else "",
        _extract_text(node.css_first(".fb-table-note")),
        words.get(anchor, ""),
        can_roll="plan" in node.attributes,
    )
    for row in table.css("tbody tr[id]"):
        anchor = row.attributes["id"] or ""
        name, *cells = row.css("td")
        number = _extract_text(row.css_first("th"))  # the roll that selects the row
        yield Entry(
            "row",
            _extract_text(name),
            anchor,
            title,
            " · ".join(filter(None, map(_format_cell, cells))),
            " ".join(filter(None, (number, words.get(anchor, "")))),
        )


def _format_cell(node: LexborNode) -> str:
    """Format a cell's text; short cells get their heading, without which they say nothing."""
    text = _extract_text(node)
    return f"{node.attributes.get('data-heading')}: {text}" if text and len(text) <= MAX_SHORT_CELL else text


def _collect_prose_by_section(article: LexborNode) -> dict[str, str]:
    """Collect the running text under each heading, by the heading's id."""
    copy = LexborHTMLParser(article.html or "")
    for node in copy.css(NON_PROSE_SELECTOR):
        node.decompose()
    found: dict[str, list[str]] = {}
    anchor = ""
    for node in copy.css(", ".join((*HEADINGS, "p", "li", "dt", "dd", "td", "th"))):
        if node.tag in HEADINGS:
            anchor = node.attributes.get("id") or ""
        elif text := _extract_text(node):
            found.setdefault(anchor, []).append(text)
    return {anchor: " ".join(texts) for anchor, texts in found.items()}


def _extract_text(node: LexborNode | None) -> str:
    """Extract an element's text on one line, without permalinks and hidden text."""
    if node is None:
        return ""
    for mark in node.css(".headerlink, .fb-hidden"):
        mark.decompose()
    return re.sub(r"\s+", " ", node.text(separator="")).strip().removesuffix("¶").strip()
