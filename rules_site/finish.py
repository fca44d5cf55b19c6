"""The steps that follow a build of a site, whatever has built it: each works on the finished pages.

Blocks need only their scripts, styles and compiled rules. All other steps are optional (`STEPS`).
"""

import shutil
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from . import blocks, continue_list, crawlers, csp, dice_tray, embed, head, offline, open_data, schemas, workbench
from .bundle import build_site_files
from .bundle.frontend import are_sources_here
from .pages import BuiltPage, read_pages

DRAWING = "art.svg"
"""The file with a game's drawing, in the folder of its pages."""


@dataclass
class FinishedSite:
    """A site after its build.

    Attributes:
        folder: its folder.
        steps: the names of the optional steps.
        pages: its pages.
    """

    folder: Path
    steps: Collection[str] = ()
    pages: list[BuiltPage] = field(default_factory=list)

    @cached_property
    def written(self) -> list[BuiltPage]:
        """The pages that authors have written, without others, such as the one for errors."""
        return [page for page in self.pages if page.data]

    @cached_property
    def origin(self) -> str:
        """The origin of the site's address, such as https://example.org, or "" if its settings don't have it."""
        parts = urlsplit(next((page.site["url"] for page in self.written), ""))
        return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""

    @cached_property
    def scripts(self) -> dict[str, Path]:
        """All scripts, by their paths in the site."""
        return {path.relative_to(self.folder).as_posix(): path for path in sorted(self.folder.rglob("*.js"))}

    @cached_property
    def addresses(self) -> dict[str, str]:
        """The addresses of all written pages by their files in the folder of pages."""
        return {page.data["path"]: page.url for page in self.written}

    @cached_property
    def stores(self) -> dict[str, dict[str, str]]:
        """The pages that show what a device has stored, by game and store."""
        return continue_list.find_pages({page.url: page.html for page in self.written})

    @cached_property
    def games(self) -> dict[str, dict[str, Any]]:
        """The front matter of each game's pages, by slug."""
        return {page.game: page.meta for page in self.written if page.game}

    @cached_property
    def looks(self) -> dict[str, dict[str, Any]]:
        """The name, the colours and the mark of each game, by slug."""
        return {
            slug: {name: meta[name] for name in ("name", "accent", "mark")}
            for slug, meta in self.games.items()
            if {"name", "accent", "mark"} <= meta.keys()
        }

    def has_page(self, url: str) -> bool:
        """Return True if the site has a page at an address."""
        return (self.folder / url / "index.html").is_file() or (self.folder / url).is_file()


def list_steps() -> list[str]:
    """Return the names of the optional steps that work here: in the project, or where its wheel is installed."""
    return [name for name in EVERY_STEP if are_sources_here() or name not in OF_PROJECT]


def finish(folder: Path, steps: Collection[str] = ()) -> None:
    """Finish a site.

    Args:
        folder: the folder of the built site.
        steps: the names of optional steps.

    Raises:
        FileNotFoundError: set-up is not complete; the message says what to run.
        ValueError: a page can't be finished; the message says which.
    """
    site = FinishedSite(folder, steps)
    for path, source in build_site_files().items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, place)
    site.pages = read_pages(folder)
    for name, step in FIRST_STEPS.items():
        if name in steps:
            step(site)
    for page in site.pages:
        render_parts(page, site)
    for page in site.pages:
        link_to_site(page, site)
        page.file.write_text(page.html, encoding="utf-8")
    for name, step in STEPS.items():
        if name in steps:
            step(site)


def render_parts(page: BuiltPage, site: FinishedSite) -> None:
    """Render the parts of a page that no other page decides about.

    Raises:
        ValueError: a part can't be rendered; the message says which.
    """
    if "licences" in site.steps:
        page.html = insert_licences(page.html)
    page.html = blocks.render_screen(page)
    page.html = blocks.move_forms(page, site.folder)
    page.html = blocks.mend_links(page, site.has_page)
    page.html = blocks.link_pages(page, site.addresses)


def link_to_site(page: BuiltPage, site: FinishedSite) -> None:
    """Add the parts of a page that depend on the whole site, in which `render_parts` has rendered all pages."""
    page.html = blocks.link_to_sheets(page, site.stores)
    page.html = blocks.list_continued(page, site.stores, site.games)
    page.html = head.fill(page, site.scripts, site.steps)


def insert_licences(html: str) -> str:
    """List the licences of the software that the site distributes on the page with a place for them."""
    from . import licences  # this and other steps need packages that blocks don't

    return licences.insert_table(html) if licences.TABLE_PLACEHOLDER in html else html


def write_licences(site: FinishedSite) -> None:
    """Write the texts of those licences."""
    from . import licences

    licences.write_texts(site.folder)


def write_search(site: FinishedSite) -> None:
    """Write the index of the search, and remove the theme's search, which no page then starts."""
    from . import search

    for folder in search.THEME_SEARCH_FOLDERS:
        shutil.rmtree(site.folder / folder, ignore_errors=True)
    found = []
    for page in site.written:
        about = search.Page(
            page.url,
            page.title,
            page.source,
            game=page.game,
            words=page.meta.get("search", {}),
            is_aside=bool(page.meta.get("aside")),
            description=page.meta.get("description", ""),
        )
        found.append((about, search.extract_entries(page.html, about)))
    search.write(site.folder, found, site.looks)


def write_tray(site: FinishedSite) -> None:
    """Write the data of the dice tray."""
    games = {slug: about | {"roll": site.games[slug].get("roll")} for slug, about in site.looks.items()}
    dice_tray.write(site.folder, games)


def write_cards(site: FinishedSite) -> None:
    """Draw the social card of each page."""
    from . import social_cards

    drawings = {slug: site.folder / slug / DRAWING for slug in site.looks}
    looks = {
        slug: social_cards.Look(
            about["name"],
            about["accent"]["light"],
            about["mark"],
            drawings[slug].read_text(encoding="utf-8") if drawings[slug].is_file() else "",
        )
        for slug, about in site.looks.items()
    }
    cards = {
        page.url: social_cards.Card(
            page.site["name"],
            page.title,
            page.meta.get("description", page.site["description"]),
            looks.get(page.game, social_cards.Look()),
        )
        for page in site.written
    }
    social_cards.write(site.folder, cards)


def trim_styles(site: FinishedSite) -> None:
    """Drop the theme's styles that no page uses."""
    from .bundle.theme_styles import trim_theme_styles

    trim_theme_styles(site.folder)


def write_offline(site: FinishedSite) -> None:
    """Write the service worker and the manifest, with which browsers keep and install the site."""
    offline.write_manifest(site.folder, site.written)
    offline.write(site.folder)


FIRST_STEPS: Mapping[str, Callable[[FinishedSite], object]] = {
    "data": lambda site: open_data.write(site.folder),
    "schemas": lambda site: schemas.write(site.folder),
    "licences": write_licences,
}
"""The optional steps whose files pages may link to, by name."""

STEPS: Mapping[str, Callable[[FinishedSite], object]] = {
    "workbench": lambda site: workbench.write(site.folder),
    "crawlers": lambda site: crawlers.write(site.folder, site.written),
    "search": write_search,
    "tray": write_tray,
    "cards": write_cards,
    "embed": lambda site: embed.write(site.folder, site.written, site.scripts),
    "styles": trim_styles,
    "policy": lambda site: csp.write_headers(site.folder, csp.write_policy(site.folder, site.origin), site.origin),
    "offline": write_offline,
}
"""All others by name, in their order: each may need the files of those before."""

EVERY_STEP = (*FIRST_STEPS, *STEPS, "preview")
"""The names of all optional steps; "preview" is part of each page's head."""

OF_PROJECT = ("licences", "cards", "offline")
"""The steps that need Node, its packages or fonts, which a wheel doesn't bring."""

NOT_LIVE = ("cards", "embed", "styles", "policy", "offline")
"""The steps that a live site leaves out: they take long, block the script in each page, or keep old pages."""
