"""Checks of the pages and anchors that a game's rules, tables, sheets and examples name, and of links on pages."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from posixpath import normpath

from rules_py.checking.game import list_named_pages
from rules_py.checking.problems import Problem, build_problem
from rules_py.checking.session import Session
from rules_py.registry import games
from rules_site.game_pages import list_game_pages

from .page_files import CODE, PageFile, find_address, iter_text

_ADDRESS = re.compile(r"(?P<page>[\w./-]*)(?:#(?P<anchor>.+))?")

_LINK = re.compile(r"\]\(\s*<?(?P<page>[\w./ -]*\.md)?(?:#(?P<anchor>[\w.:-]+))?>?(?:\s+[\"'][^)]*)?\)")
"""A link to a page or an anchor of the site."""


def check_links(session: Session, pages: Sequence[PageFile]) -> None:
    """Report links to pages and anchors that don't exist; anchors of other games' pages aren't known."""
    by_address = {page.address: page for page in pages}
    for page in pages:
        for number, name, anchor in _list_links(page):
            target = PurePosixPath(normpath(page.source.parent / name)) if name else page.source
            if name and not _is_page(session, target):
                said = f"link: got {name!r}, takes the path of a page from this one, such as index.md"
                known = [str(each.source) for each in pages]
                session.add(build_problem("FB410", page.place(number), said, str(target), known))
                continue
            found = by_address.get(find_address(target))
            if anchor and found and anchor not in found.anchors and not found.has_unknown_anchors:
                said = f"link: got the anchor {anchor!r}, takes an id of {found.path}"
                session.add(build_problem("FB411", page.place(number), said, anchor, found.anchors))


def _list_links(page: PageFile) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the page and the anchor of each link to a page of the site."""
    for number, line in iter_text(page):
        for found in _LINK.finditer(CODE.sub("", line)):
            yield number, found["page"] or "", found["anchor"] or ""


def _is_page(session: Session, place: PurePosixPath) -> bool:
    if session.docs is not None and (session.docs / place).is_file():
        return True
    is_foreign = session.docs is None and place.parts[:1] != (session.slug,)
    return is_foreign or str(place) in list_game_pages()


def check_named_pages(session: Session, pages: Sequence[PageFile]) -> None:
    """Report pages and anchors that a game names and that don't exist."""
    by_address = {page.address: page for page in pages}
    for id, place, named in list_named_pages(session):
        found = _ADDRESS.fullmatch(named)
        address, anchor = (found["page"], found["anchor"]) if found else (named, None)
        page = by_address.get(address)
        if page is None:
            if address.partition("/")[0] == session.slug or not found:
                said = f"{id}: page: got {named!r}, takes a page of the game such as {session.slug}/#anchor"
                session.add(build_problem("FB410", place, said, address, by_address))
            elif address:
                said = f"{id}: page: got {named!r}, takes a page in the folder {session.slug}"
                session.add(build_problem("FB410", place, said, address, by_address))
        elif anchor and anchor not in page.anchors and not page.has_unknown_anchors:
            said = f"{id}: page: got the anchor {anchor!r}, takes an id of {page.path}"
            session.add(build_problem("FB411", place, said, anchor, page.anchors))


def check_tables_are_shown(session: Session, pages: Sequence[PageFile]) -> None:
    """Report tables of a game that none of its pages shows."""
    if any(page.has_unknown_anchors for page in pages):
        return  # a block with a mistake may be meant to show it
    shown = {id for page in pages for id in page.tables}
    places = {id: place for id, place, _ in list_named_pages(session)}
    for id in games.find_game(session.slug).tables:
        if id not in shown and id not in session.broken:
            said = f"{id}: got a table on no page, takes ::: table {id} on a page"
            session.add(Problem("FB412", places.get(id, "").rpartition(":")[0] + ":1", said))
