"""The contents of pages and the HTML of blocks as they were rendered, by the digests of all that they are made of."""

import json
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from rules_markdown.block_kinds import KINDS
from rules_markdown.block_parser import Block, BlockKind
from rules_markdown.page import Page
from rules_support import artifact_cache

from .digests import RulesDigests

FOLDER = Path("live")
"""The folder of the cache, in the folder of what builds keep."""


@dataclass(frozen=True)
class Content:
    """A rendered page without its template.

    Attributes:
        html: its HTML.
        meta: its front matter, completed by the Markdown extension.
        title: the text of its first heading; None if it has none.
        toc: its table of contents.
        anchors: the ids that links may name.
        links: the links with anchors: those to each file by its path.
        warnings: the sentences about it, such as a link to a page that doesn't exist.
    """

    html: str
    meta: dict[str, Any]
    title: str | None
    toc: Any
    anchors: set[str]
    links: dict[str, dict[str, str]]
    warnings: list[str] = field(default_factory=list)


class ContentCache:
    """The contents of pages in files by their keys, and the key of each page's latest content.

    The files hold Python's own objects, and only this project writes them.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "latest").mkdir(parents=True, exist_ok=True)

    def read(self, key: str) -> Content | None:
        """Return the content with a key; None if there is none, or if a file is damaged."""
        path = self.folder / f"{key}.pickle"
        if not artifact_cache.touch_if_cached(path):
            return None
        try:
            content: Content = pickle.loads(path.read_bytes())
        except Exception:  # an interrupted write, or a class that has changed
            return None
        return content

    def write(self, page: str, key: str, content: Content) -> None:
        """Keep the content of a page."""
        artifact_cache.write_once(self.folder / f"{key}.pickle", pickle.dumps(content))
        self.note_latest(page, key)

    def note_latest(self, page: str, key: str) -> None:
        """Note the key of a page's latest content."""
        path = self._find_note(page)
        if not path.is_file() or path.read_text(encoding="utf-8") != key:
            new = path.with_suffix(".new")
            new.write_text(key, encoding="utf-8")
            new.replace(path)

    def read_latest(self, page: str) -> Content | None:
        """Return the last content of a page that was right; None if there is none."""
        path = self._find_note(page)
        return self.read(path.read_text(encoding="utf-8")) if path.is_file() else None

    def prune(self) -> None:
        """Remove contents that nothing has used for a day."""
        artifact_cache.prune(self.folder)
        (self.folder / "latest").mkdir(exist_ok=True)

    def _find_note(self, page: str) -> Path:
        return self.folder / "latest" / artifact_cache.compute_digest(page.encode())


def cache_blocks(folder: Path, digests: RulesDigests, code: str) -> None:
    """Have each kind of block look for its HTML in a folder before it renders.

    A block's key is its line, the page as far as it knows it, the code, and the rules of the games that it names.

    Args:
        folder: the folder of the cache.
        digests: the digests of the rules.
        code: the digest of the code that renders blocks.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, kind in KINDS.items():
        KINDS[name] = replace(kind, render=_cache(kind, folder, digests, code))


def _cache(kind: BlockKind, folder: Path, digests: RulesDigests, code: str) -> Callable[[Block, Page], str]:
    def render(block: Block, page: Page) -> str:
        ids = [block.id, *(other.id for other in block.other_blocks)]
        words = {word for id in ids for word in id.replace(":", ".").split(".")}
        slugs = [slug for slug in digests.games if slug in words] or list(digests.games)
        parts = [code, digests.combine(slugs), repr(_describe_block(block)), repr(_describe_page(page))]
        path = folder / f"{artifact_cache.compute_digest(*(part.encode() for part in parts))}.json"
        if artifact_cache.touch_if_cached(path):
            html, anchors = json.loads(path.read_text(encoding="utf-8"))
            page.anchors.update(anchors)
            return str(html)
        before = set(page.anchors)
        html = kind.render(block, page)
        artifact_cache.write_once(path, json.dumps([html, sorted(page.anchors - before)]).encode())
        return html

    return render


def _describe_block(block: Block) -> tuple[Any, ...]:
    others = tuple(_describe_block(other) for other in block.other_blocks)
    return block.kind.name, block.id, sorted(block.options.items()), sorted(block.presets.items()), others


def _describe_page(page: Page) -> Mapping[str, Any]:
    """Return all that a block knows about its page, except for the number of lines, which only messages need."""
    about = {each.name: getattr(page, each.name) for each in fields(page) if each.name != "lines_before"}
    return about | {"anchors": sorted(page.anchors)}
