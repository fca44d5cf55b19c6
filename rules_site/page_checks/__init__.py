"""Checks of pages: their front matter, their blocks, and the pages and anchors that a game names.

Doesn't depend on MkDocs. `rules_py.checking.game` loads it where it is installed.
"""

from rules_py.checking.session import Session

from .blocks import check_blocks
from .links import check_links, check_named_pages, check_tables_are_shown
from .meta import check_front_matter, check_game_meta, check_nav
from .page_files import list_pages, read_page


def check(session: Session) -> None:
    """Check the pages of a game, or those of no game."""
    pages = [read_page(session, path) for path in list_pages(session)]
    if pages:
        session.count("page", len(pages))
    if session.slug and pages:
        check_game_meta(session)
        check_nav(session)
    for page in pages:
        check_front_matter(session, page)
        check_blocks(session, page)
    for page in pages:
        page.check_headings(session)
        page.check_search_words(session)
    check_links(session, pages)
    if session.slug and pages and session.is_loaded:
        check_named_pages(session, pages)
        check_tables_are_shown(session, pages)
