"""The data about a page that its HTML carries, until the steps after a build read them and take them out."""

import json
import re
from typing import Any

from .builders import SourcePage

KEYS = (
    "accent",
    "aside",
    "credit",
    "description",
    "game",
    "mark",
    "name",
    "roll",
    "search",
    "tagline",
    "title",
)
"""The keys of the front matter that steps after a build use."""

OPENING = '<script type="application/json" data-rules-page>'
SCREEN_START, SCREEN_END = "<!-- rules: screen -->", "<!-- rules: end of screen -->"
"""The marks before and after the tiles of a GM's screen."""

ELEMENT = re.compile(
    rf"\s*(?P<paragraph><p>)?{re.escape(OPENING)}(?P<data>.*?)</script>(?(paragraph)\s*</p>)", re.DOTALL
)


def render_page_data(source: SourcePage, icon: str) -> str:
    """Render the element with a page's data.

    Args:
        source: the page.
        icon: the SVG of its game's mark; empty for none.
    """
    about = {key: source.meta[key] for key in KEYS if key in source.meta} | ({"mark": icon} if icon else {})
    data = {"path": source.path, "file": source.file, "meta": about, "site": source.site}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
    return f"{OPENING}{text.replace('<', '\\u003c')}</script>"


def take_page_data(html: str) -> tuple[str, dict[str, Any]]:
    r"""Return a page's HTML without its data, and the data; none if the page has no such element.

    >>> take_page_data('<p>A</p>\n<script type="application/json" data-rules-page>{"path":"a.md"}</script>')
    ('<p>A</p>', {'path': 'a.md'})
    """
    found = ELEMENT.search(html)
    return (ELEMENT.sub("", html), json.loads(found["data"])) if found else (html, {})
