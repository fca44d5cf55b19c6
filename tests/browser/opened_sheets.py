"""Sheets that are stored on the device and open in a page."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

import rules_py
from rules_py.parameters import Kind, ListOf, Numbers, Record, Text
from rules_py.registry.play import find_play, find_sheet
from tests.browser.conftest import EMPTY_PAGE, follow_link_to

PARTS = ".fb-open-sheet [data-part]"
"""The selector of the parts of an open sheet."""

WHOLE = ".fb-open-sheet [aria-busy=false] [data-part]"
"""The selector of the parts of an open sheet once all of its panels are drawn."""

SLUGS = sorted({kind.partition(".")[0] for kind in rules_py.sheets()})


def list_kinds(slug: str) -> list[str]:
    """Return the ids of a game's sheets that a reader can store, without the board that a fight stores itself."""
    play = find_play(slug)
    board = play.fight_rules.board if play.fight_rules else None
    return [sheet.id for sheet in play.sheets.values() if sheet is not board]


def fill_lists(kind: str) -> dict[str, Any]:
    """Return fields of a sheet with an entry in each of its lists."""
    return {
        name: [_build_entry(parameter.kind.entry)]
        for name, parameter in find_sheet(kind).parameters.items()
        if isinstance(parameter.kind, ListOf)
    }


def _build_entry(kind: Kind) -> Any:
    match kind:
        case Record():
            return kind.item_type()
        case Numbers():
            return (kind.low,) * len(kind.parts)
        case Text():
            return "Words"
    return next(iter(kind.names()))


def has_scripts(page: Page) -> bool:
    """Return True if the page shows a page of the site, whose scripts run."""
    return bool(page.evaluate("'document$' in window"))


def open_stored(page: Page, address: str) -> None:
    """Open the address of something stored as a bookmark does, or by a link of the site, which keeps the workers."""
    if has_scripts(page) and urlsplit(page.url).path != urlsplit(address).path:
        follow_link_to(page, address)
    else:
        page.goto(address)


def open_empty_page(page: Page) -> None:
    """Open a page on which a test can store records, unless the page shows one of the site already."""
    if page.url == "about:blank":
        page.goto(EMPTY_PAGE)


def store_sheet(page: Page, kind: str, **fields: Any) -> str:
    """Store a sheet on the device, for the page that opens next, and return its id."""
    open_empty_page(page)
    id: str = page.evaluate(
        """async ([game, { sheet, fields }]) => {
        const { keep } = await import("/assets/js/lib/store.js");
        return (await keep.add("sheets", { game, name: "Ada", data: { sheet, fields } })).id;
    }""",
        [kind.partition(".")[0], rules_py.sheet(kind, **{"name": "Ada"} | fields).to_dict()],
    )
    return id


def open_sheet(page: Page, kind: str, patience: int, **fields: Any) -> None:
    """Store a sheet and open it by its address, as a bookmark does."""
    id = store_sheet(page, kind, **fields)
    slug = kind.partition(".")[0]
    open_stored(page, f"/{slug}/{'character' if slug == 'psiops' else 'characters'}/#kept={id}")
    expect(page.locator(WHOLE).first).to_be_attached(timeout=patience)
