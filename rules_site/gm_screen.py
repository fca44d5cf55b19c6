"""GM screens: a page with `screen: true` in its front matter, whose sections become tiles.

Doesn't depend on MkDocs.
"""

import re
from html import escape
from itertools import pairwise

from rules_py import RulesError

HEADING = re.compile(r"<h2\b(?P<attributes>[^>]*)>")
ID = re.compile(r'\bid="(?P<id>[^"]+)"')
WIDTH = re.compile(r'\s+width="(?P<width>[^"]*)"')
WIDTHS = range(2, 13)
"""The numbers of columns, of the screen's twelve, that a tile may span."""

DEFAULT_WIDTH = 4
BAR = '<div class="fb-screen-bar"></div>'
"""The toolbar. Scripts fill it; its height is reserved."""

END = re.compile(r"<hr\s*/?>")
"""A horizontal rule. The content after it is placed below the screen."""


def render_gm_screen(html: str, game: str) -> str:
    """Render a page's HTML with its sections as tiles of a screen.

    Args:
        html: the page's content.
        game: the slug of its game; empty for a screen without a game.

    Raises:
        RulesError: a heading's width is invalid, or it has no id.

    >>> render_gm_screen('<h2 id="a" width="3">A</h2><p>One.</p>', "moon").split("<section ")[1].partition(">")[0]
    'class="fb-tile" data-tile="a" data-width="3" style="--width:3"'
    """
    body, end, below = html, "", ""
    if found := END.search(html):
        body, end, below = html[: found.start()], found[0], html[found.end() :]
    starts = [match.start() for match in HEADING.finditer(body)]
    ends = [*starts, len(body)]
    before = body[: ends[0]]
    sections = [body[start:stop] for start, stop in pairwise(ends)]
    return (
        f'{before}<fb-screen class="fb-screen" game="{escape(game)}">{BAR}<div class="fb-screen-grid">'
        f"{''.join(map(_render_tile, sections))}</div></fb-screen>{end}{below}"
    )


def _render_tile(section: str) -> str:
    """Render a section as a tile, with the width given in its heading."""
    opening = HEADING.match(section)
    attributes = opening["attributes"] if opening else ""
    width, anchor = WIDTH.search(attributes), ID.search(attributes)
    wanted = width["width"] if width else str(DEFAULT_WIDTH)
    if not wanted.isdecimal() or int(wanted) not in WIDTHS:
        raise RulesError(f"width: got {wanted!r}, takes {WIDTHS[0]} to {WIDTHS[-1]} columns of twelve")
    if not anchor:
        raise RulesError("screen: got a heading without an id, takes one for each tile")
    head, close, body = WIDTH.sub("", section, count=1).partition("</h2>")
    return (
        f'<section class="fb-tile" data-tile="{anchor["id"]}" data-width="{wanted}" style="--width:{wanted}">'
        f'{head}{close}<div class="fb-tile-body"><div class="fb-tile-block">{body.strip()}</div></div></section>'
    )
