"""Parts of pages that depend on the whole site: forms in files, links to rules, screens, what a reader continues."""

import hashlib
import json
import posixpath
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import markupsafe

from rules_markdown.page_data import SCREEN_END, SCREEN_START
from rules_py import RulesError

from . import continue_list
from .gm_screen import render_gm_screen
from .pages import BuiltPage

FORMS = "assets/forms"
"""The folder of the files with forms."""

OWNER = re.compile(r"<(?P<tag>fb-sheets|fb-fight)\b(?P<attributes>[^>]*)>(?P<content>.*?)</(?P=tag)>", re.DOTALL)
FORM = re.compile(r"\n<!--form-->(?P<form>.*?)<!--/form-->", re.DOTALL)
HELD = re.compile(r"<template(?P<attributes>[^>]*)>(?=\n<!--form-->)")
SCREEN = re.compile(rf"{re.escape(SCREEN_START)}(?P<tiles>.*?){re.escape(SCREEN_END)}", re.DOTALL)
CONTINUE = re.compile(r"""<fb-continue\b[^>]*? game="(?P<game>[\w-]*)\"""")
TARGET = r""" data-page="(?P<page>[^"]*)"(?: data-else="(?P<other>[^"]*)")?"""
RULE_LINK = re.compile(rf"<a\b[^>]*?{TARGET}[^>]*>(?P<text>.*?)</a>", re.DOTALL)
HREF = re.compile(r'\s+href="(?P<href>[^"]*)"')
RULE_LINK_CLASS = "fb-rule-link"
FILE_LINK = re.compile(r'''\bhref="(?P<file>[^":#]+\.md)(?P<anchor>#[^"]*)?"''')
MINE = "<!-- rules: sheets -->"
"""The place of the link to the game's stored sheets."""


def move_forms(page: BuiltPage, site: Path) -> str:
    """Move the forms of a page's sheets and fights into files, because most visits open none, and return its HTML."""

    def move(owner: re.Match[str]) -> str:
        forms = [form["form"] for form in FORM.finditer(owner["content"])]
        if not forms:
            return owner[0]
        text = json.dumps(forms)
        path = f"{FORMS}/{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"
        file = site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        content = FORM.sub("", HELD.sub(r"<template data-later\g<attributes>>", owner["content"]))
        return f'<{owner["tag"]}{owner["attributes"]} forms="{path}">{content}</{owner["tag"]}>'

    return OWNER.sub(move, page.html)


def render_screen(page: BuiltPage) -> str:
    """Return a page's HTML with the sections of a GM's screen as tiles.

    Raises:
        ValueError: a section can't be a tile; the message names the page.
    """

    def render(screen: re.Match[str]) -> str:
        try:
            return render_gm_screen(screen["tiles"].strip(), page.game)
        except RulesError as error:
            raise ValueError(f"{page.source}: {error}") from None

    return SCREEN.sub(render, page.html)


def link_to_sheets(page: BuiltPage, stores: Mapping[str, Mapping[str, str]]) -> str:
    """Return a page's HTML with a link to its game's sheets, which a script shows if one is in use.

    Args:
        page: the page, whose template has the link's place.
        stores: the result of `continue_list.find_pages`.
    """
    address = stores.get(page.game, {}).get("sheets", "") if page.game else ""
    link = f'<a class="fb-mine" href="{page.link_to(address)}" hidden></a>' if address and address != page.url else ""
    return page.html.replace(MINE, link)


def list_continued(
    page: BuiltPage, stores: Mapping[str, Mapping[str, str]], games: Mapping[str, Mapping[str, Any]]
) -> str:
    """Return a page's HTML with the data of its list "Continue"."""

    def fill(element: re.Match[str]) -> str:
        data = continue_list.build_data(stores, games, element["game"])
        return f'{element[0]} data-games="{escape_attribute(data)}"'

    return CONTINUE.sub(fill, page.html)


def mend_links(page: BuiltPage, has_page: Callable[[str], bool]) -> str:
    """Return a page's HTML with the right address in each link that names one in the site, and without lost links.

    Some builders change the addresses of links in HTML, and some links have none. A link is lost if the site lacks its
    page or file, and the other one that it may name. Its text stays if it says more than that there is a rule.

    Args:
        page: the page.
        has_page: returns True if the site has a page or a file at an address, such as `moon/base/`.
    """

    def keep(link: re.Match[str]) -> str:
        start, end, rest = link[0].partition(">")
        for address in link.group("page", "other"):
            if address is None or not has_page(address.partition("#")[0]):
                continue
            start = re.sub(TARGET, f' data-page="{address}"', start)
            found = HREF.search(start)
            if not found or page.resolve(found["href"]) != address.rstrip("/"):
                start = f'{HREF.sub("", start)} href="{page.link_to(address)}"'
            return f"{start}{end}{rest}"
        return "" if RULE_LINK_CLASS in start else link["text"]

    return RULE_LINK.sub(keep, page.html)


def link_pages(page: BuiltPage, addresses: Mapping[str, str]) -> str:
    """Return a page's HTML with the address of each page in links to its file, which Zensical leaves in `<noscript>`.

    Args:
        page: the page.
        addresses: the addresses of all pages by their files in the folder of pages.
    """
    folder = posixpath.dirname(str(page.data.get("path", "")))

    def link(found: re.Match[str]) -> str:
        address = addresses.get(posixpath.normpath(posixpath.join(folder, found["file"])))
        return found[0] if address is None else f'href="{page.link_to(address)}{found["anchor"] or ""}"'

    return FILE_LINK.sub(link, page.html)


def escape_attribute(text: str) -> str:
    """Escape a text for an attribute in double quotes, as Jinja does."""
    return str(markupsafe.escape(text))
