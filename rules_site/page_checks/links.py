"""Checks of the pages and anchors that a game's rules, tables, sheets and examples name."""

import re
from collections.abc import Sequence

from rules_py.checking.game import list_named_pages
from rules_py.checking.problems import Problem, build_problem
from rules_py.checking.session import Session
from rules_py.registry import games

from .page_files import PageFile

_ADDRESS = re.compile(r"(?P<page>[\w./-]*)(?:#(?P<anchor>.+))?")


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
