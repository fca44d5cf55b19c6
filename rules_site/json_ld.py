"""Structured data for search engines: a description of each page in schema.org's vocabulary, as JSON-LD.

Doesn't depend on MkDocs.
"""

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Site:
    """The whole site: its name, description, and absolute address with a trailing slash."""

    name: str
    description: str
    address: str


@dataclass(frozen=True)
class Game:
    """A page's game: its name, description, the absolute address of its first page, and its author."""

    name: str
    description: str
    address: str
    credit: str = ""


def build_json_ld(site: Site, title: str, description: str, address: str, game: Game | None = None) -> str:
    """Build a page's JSON-LD with its description and breadcrumbs, escaped for use in a script element.

    Args:
        site: the whole site.
        title: the page's title.
        description: the page's description.
        address: the page's absolute address.
        game: the game that the page belongs to, or None.
    """
    whole: dict[str, Any] = {"@type": "WebSite", "@id": f"{site.address}#site", "name": site.name, "url": site.address}
    page: dict[str, Any] = {
        "@type": "WebPage",
        "@id": address,
        "url": address,
        "name": title,
        "description": description,
        "inLanguage": "en",
        "isPartOf": {"@id": f"{site.address}#site"},
    }
    graph = [whole, page]
    if address == site.address:
        whole["description"] = site.description
    if game:
        page["about"] = {"@id": f"{game.address}#game"}
    if game and address == game.address:
        graph.append(
            {
                "@type": "Game",
                "@id": f"{game.address}#game",
                "name": game.name,
                "description": game.description,
                "url": game.address,
            }
            | ({"creditText": game.credit} if game.credit else {})
        )
    if len(steps := _list_breadcrumbs(site, title, address, game)) > 1:
        graph.append(
            {
                "@type": "BreadcrumbList",
                "itemListElement": [
                    {"@type": "ListItem", "position": position, "name": name, "item": where}
                    for position, (name, where) in enumerate(steps, 1)
                ],
            }
        )
    text = json.dumps({"@context": "https://schema.org", "@graph": graph}, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _list_breadcrumbs(site: Site, title: str, address: str, game: Game | None) -> list[tuple[str, str]]:
    """List the names and addresses from the site's first page to this page."""
    steps = [(site.name, site.address)]
    if game and address != game.address:
        steps.append((game.name, game.address))
    if address != site.address:
        steps.append((title, address))
    return steps
