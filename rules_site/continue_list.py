"""Data for the list "Continue" on the home page and on each game's landing page.

Doesn't depend on MkDocs.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from rules_py.registry.play import find_play
from rules_py.text.wording import decapitalize

ELEMENTS = {"sheets": "fb-sheets", "fights": "fb-fight", "screens": "fb-screen"}
"""The element that shows the records of each store of the device's database."""


def find_pages(pages: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return game → store → the address of the page that shows the game's records; the game is "" for other screens.

    Args:
        pages: the HTML of each page by its address.

    >>> find_pages({"moon/crew/": '<fb-sheets id="sheets" game="moon">', "screen/": '<fb-screen game="">'})
    {'moon': {'sheets': 'moon/crew/'}, '': {'screens': 'screen/'}}
    """
    found: dict[str, dict[str, str]] = {}
    for address, html in pages.items():
        for store, element in ELEMENTS.items():
            if match := re.search(rf'<{element}\b[^>]* game="(?P<game>\w*)"', html):
                found.setdefault(match["game"], {}).setdefault(store, address)
    return found


def build_data(pages: Mapping[str, Mapping[str, str]], games: Mapping[str, Mapping[str, Any]], game: str) -> str:
    """Return the data of one game, or of all games for "", as JSON.

    It has, by game: its name and colours, its pages by store, and the meter of each kind of sheet, as the value, the
    maximum and the value's label.

    Args:
        pages: the result of `find_pages`.
        games: slug → name and accent (colours for light and dark).
        game: the slug of the page's game, or "" for the home page.
    """
    return json.dumps(
        {
            slug: {
                "name": games[slug]["name"] if slug in games else "",
                "accent": games[slug]["accent"] if slug in games else None,
                "pages": stores,
                "meters": _list_meters(slug) if slug in games else {},
            }
            for slug, stores in pages.items()
            if game in ("", slug)
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _list_meters(slug: str) -> dict[str, tuple[str, str, str]]:
    return {
        id: (*sheet.meter, decapitalize(sheet.label_for(sheet.meter[0])))
        for id, sheet in find_play(slug).sheets.items()
        if sheet.meter
    }
