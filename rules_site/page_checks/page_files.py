"""The files of pages: front matter with lines, and the anchors of headings and blocks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from rules_markdown.page_text import parse_lines
from rules_py import discovery
from rules_py.checking.exceptions import path_in_game
from rules_py.checking.modules import find_folder
from rules_py.checking.problems import Problem, build_problem
from rules_py.checking.session import Session
from rules_py.registry import games
from rules_site.game_pages import PAGES

META = ".meta.yml"
"""The file with the front matter of all pages in a folder."""

_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\n(?P<text>.*?)^(?:---|\.\.\.)[ \t]*$\n?", re.DOTALL | re.MULTILINE)
_OPEN_ID = re.compile(r"#{1,6}\s.*(?P<id>\{\s*#[\w.:-]+)[^}]*")
_IDS = re.compile(r"""\bid=["']([^"']+)["']|\{[^}\n]*?#([\w.:-]+)""")
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
"""Code within a line."""


@dataclass
class PageFile:
    """A page's Markdown.

    Attributes:
        path: its path for messages, such as docs/moon/base.md.
        address: its address on the site, such as moon/base/.
        source: its path among the site's pages, such as moon/base.md.
        meta: its front matter and that of its folders.
        key_lines: the line of each key of its own front matter; those in `search` are named "search/…".
        lines: the lines of its text, each with its number in the file.
        anchors: the ids on the page.
        tables: the ids of the tables on the page.
        has_unknown_anchors: True if a block couldn't be read, whose ids are unknown.
    """

    path: str
    address: str
    source: PurePosixPath = field(default_factory=PurePosixPath)
    meta: dict[str, Any] = field(default_factory=dict)
    key_lines: dict[str, int] = field(default_factory=dict)
    lines: list[tuple[int, str]] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    has_unknown_anchors: bool = False

    def place(self, line: int) -> str:
        """Return the place of a line of the file."""
        return f"{self.path}:{line}"

    def check_headings(self, session: Session) -> None:
        """Report ids of headings that an earlier heading has, or whose braces never end."""
        used: set[str] = set()
        for (number, text), line in zip(self.lines, parse_lines([text for _, text in self.lines]), strict=True):
            if not line.is_code and (unclosed := _OPEN_ID.fullmatch(text)):
                said = f"heading: got {unclosed['id']!r} without an end, takes {unclosed['id']} }}"
                session.add(Problem("FB419", self.place(number), said))
            if line.id in used:
                said = f"heading: got the id {line.id!r} a second time, takes one that no other heading has"
                session.add(Problem("FB419", self.place(number), said))
            used |= {line.id} - {""}

    def check_search_words(self, session: Session) -> None:
        """Report words for the search of an anchor that the page doesn't have."""
        words = self.meta.get("search")
        if not isinstance(words, dict) or self.has_unknown_anchors:
            return
        for anchor in words:
            if f"search/{anchor}" in self.key_lines and anchor and str(anchor) not in self.anchors:
                said = f"search: got {anchor!r}, takes anchors of this page: {', '.join(sorted(self.anchors))}"
                place = self.place(self.key_lines[f"search/{anchor}"])
                session.add(build_problem("FB411", place, said, anchor, self.anchors))


def find_page_folder(session: Session) -> Path | None:
    """Return the folder of the game's pages, which may be in its package, or that of all pages, or None."""
    if not session.slug:
        return session.docs
    places = [session.docs / session.slug] if session.docs else []
    if package := find_folder(session.slug):
        places.append(package / PAGES)
    return next((place for place in places if place.is_dir()), None)


def list_pages(session: Session) -> list[Path]:
    """Return the pages of the session's game, or those outside of all games' folders."""
    docs = find_page_folder(session)
    if docs is None:
        return []
    if session.slug:
        return sorted(docs.rglob("*.md"))
    slugs = {*games.systems(), *discovery.find_left_out()}
    pages = (path for path in docs.rglob("*.md") if path.relative_to(docs).parts[0] not in slugs)
    return sorted(path for path in pages if not any(part.startswith(".") for part in path.relative_to(docs).parts))


def name_path(session: Session, path: Path) -> str:
    """Return a path for messages, which begins with the name of the folder of pages, or of the game's package."""
    if session.docs is not None and path.is_relative_to(session.docs):
        return path.resolve().relative_to(session.docs.resolve().parent).as_posix()
    return path_in_game(str(path))


def find_address(path: PurePosixPath) -> str:
    """Return the address of a page on the site, by its path among the site's pages.

    >>> find_address(PurePosixPath("moon/index.md")), find_address(PurePosixPath("moon/base.md"))
    ('moon/', 'moon/base/')
    """
    parts = path.with_suffix("").parts
    parts = parts[:-1] if parts[-1] in ("index", "README") else parts
    return "".join(f"{part}/" for part in parts)


def read_page(session: Session, path: Path) -> PageFile:
    """Read a page, and report front matter that isn't YAML."""
    root = find_page_folder(session)
    assert root is not None
    place = path.relative_to(root)
    on_site = PurePosixPath(session.slug, place.as_posix())
    page = PageFile(name_path(session, path), find_address(on_site), on_site)
    text = read_text(session, path)
    shared = [session.docs / META] if session.slug and session.docs else []
    for meta in (*shared, *(root / folder / META for folder in reversed(place.parents))):
        if meta.is_file():
            page.meta |= read_yaml(read_text(session, meta))[0]
    start = 0
    if found := _FRONT_MATTER.match(text):
        start = text[: found.end()].count("\n")
        own, page.key_lines, problem = read_yaml(found["text"], 2)
        page.meta |= own
        if problem:
            session.add(Problem("FB414", page.place(problem[0]), problem[1]))
    page.lines = list(enumerate(text.split("\n")[start:], start + 1))
    page.anchors = set(_list_ids(page))
    return page


def read_text(session: Session, path: Path) -> str:
    """Read a file, and report characters that aren't in UTF-8, which are replaced in the result."""
    session.check_encoding(path, name_path(session, path))
    return path.read_text(encoding="utf-8", errors="replace")


def read_yaml(text: str, first_line: int = 1) -> tuple[dict[str, Any], dict[str, int], tuple[int, str] | None]:
    """Return the data of a YAML mapping, the line of each key, and the line of a mistake with its sentence, or None.

    >>> read_yaml("date: 2026-13-01")[2][0]  # no such month
    1
    """
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        data = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        said = f"front matter: got text that isn't YAML ({getattr(error, 'problem', None) or error})"
        return {}, {}, ((mark.line if mark else 0) + first_line, f"{said}, takes key: value")
    if data is None:
        return {}, {}, None
    if not isinstance(data, dict) or not isinstance(node, yaml.MappingNode):
        return {}, {}, (first_line, f"front matter: got {data!r:.60}, takes key: value")
    lines: dict[str, int] = {}
    for key, value in node.value:
        lines[str(key.value)] = key.start_mark.line + first_line
        if isinstance(value, yaml.MappingNode):
            lines |= {f"{key.value}/{inner.value}": inner.start_mark.line + first_line for inner, _ in value.value}
    return data, lines, None


def iter_text(page: PageFile) -> Iterator[tuple[int, str]]:
    """Yield the lines of a page outside of fenced code."""
    parsed = parse_lines([line for _, line in page.lines])
    return ((number, each.text) for (number, _), each in zip(page.lines, parsed, strict=True) if not each.is_code)


def _list_ids(page: PageFile) -> Iterator[str]:
    for line in parse_lines([line for _, line in page.lines]):
        if line.id:
            yield line.id
        if not line.is_code:
            for found in _IDS.finditer(line.text):
                yield found[1] or found[2]
