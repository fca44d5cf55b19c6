"""A page for each roller, table and calculator that other sites show in a frame: the block and its licence.

Its address is that of the block's id: `embed/psiops/attack/`. It is the block's HTML from the page of its rule.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from rules_markdown.licence_block import PARTS
from rules_markdown.templates import render
from rules_py.formats import Licence, find_licence
from rules_py.formats.licences import LICENCE_KINDS

from .blocks import OWNER
from .bundle.frontend import EMBED_SCRIPT, EMBED_START_SCRIPT, EMBED_STYLE
from .bundle.preloads import TEMPLATE, list_embed_preloads
from .pages import EMBED_CLASS, EMBED_FOLDER, INDEX, PERMALINK, TAG, BuiltPage

META = f'<meta name="fb-embeds" content="{EMBED_FOLDER}/">'
"""The element of a page that tells its scripts that its blocks have such pages."""

BLOCK = re.compile(r"<(?P<tag>fb-roller|fb-table|fb-calc)\b(?P<attributes>[^>]*)>.*?</(?P=tag)>", re.DOTALL)
ID = re.compile(r' (?:mechanic|table|calculator)="(?P<id>[\w.-]+)"')
ANCHOR = re.compile(r'\bid="(?P<anchor>[^"]*)"')
TITLES = {
    "fb-roller": re.compile(r"<span id=\"[^\"]*-title\"[^>]*>(?P<title>.*?)</span>", re.DOTALL),
    "fb-table": re.compile(r"<caption\b[^>]*>(?P<title>.*?)</caption>", re.DOTALL),
    "fb-calc": re.compile(r"<div class=\"fb-calc-body\" aria-label=\"(?P<title>[^\"]*)\""),
}
RULE_LINK = re.compile(r'<a class="fb-rule-link\b[^>]* data-page="(?P<page>[^"#]*)(?P<anchor>#[^"]*)?"')
LINK = re.compile(r'<a\b(?P<before>[^>]*?) ?\bhref="(?P<address>[^"]*)"')
PAGE = re.compile(r' page="[^"]*"')
SITE = "http://site/"
"""A stand-in for the site's address, which is not known here."""


@dataclass
class EmbeddedBlock:
    """A block that other sites can show.

    Attributes:
        id: the id of its rule, table or calculator.
        html: its HTML on its page.
        page: its page.
        title: its title.
    """

    id: str
    html: str
    page: BuiltPage
    title: str

    @property
    def url(self) -> str:
        """The address of its page for frames, relative to the site's root."""
        return f"{EMBED_FOLDER}/{self.id.replace('.', '/')}/"

    @property
    def rule(self) -> str:
        """The address of its rule, relative to the site's root."""
        if found := RULE_LINK.search(self.html):
            return found["page"] + (found["anchor"] or "")
        anchor = ANCHOR.search(self.html)
        return self.page.url + (f"#{anchor['anchor']}" if anchor else "")


def find_blocks(pages: Iterable[BuiltPage]) -> dict[str, EmbeddedBlock]:
    """Find the blocks of a site by id, each on the page of its rule, or else on the first page that is no screen."""
    found: dict[str, tuple[tuple[bool, bool], EmbeddedBlock]] = {}
    for block in (block for page in pages for block in _iter_blocks(page)):
        about = block.page.url
        rank = (block.rule.partition("#")[0] != about, "<fb-screen" in block.page.html)
        if block.id not in found or rank < found[block.id][0]:
            found[block.id] = rank, block
    return {id: block for id, (_, block) in sorted(found.items())}


def _iter_blocks(page: BuiltPage) -> Iterator[EmbeddedBlock]:
    """Iterate over a page's blocks, without those of forms, sheets and fights."""
    for block in BLOCK.finditer(OWNER.sub("", TEMPLATE.sub("", page.html))):
        if id := ID.search(block["attributes"]):
            title = TITLES[block["tag"]].search(block[0])
            words = unescape(TAG.sub("", PERMALINK.sub("", title["title"]))).strip() if title else ""
            yield EmbeddedBlock(id["id"], block[0], page, words or id["id"])


def write(site: Path, pages: Iterable[BuiltPage], scripts: Mapping[str, Path]) -> list[EmbeddedBlock]:
    """Write the pages of all blocks, and return the blocks.

    Args:
        site: the site's folder.
        pages: the pages that authors have written.
        scripts: site path → file, of all scripts.
    """
    blocks = list(find_blocks(pages).values())
    for block in blocks:
        file = site / block.url / INDEX
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(render_page(block, scripts), encoding="utf-8")
    return blocks


def render_page(block: EmbeddedBlock, scripts: Mapping[str, Path], home: str = "", url: str | None = None) -> str:
    """Render the page of a block.

    Args:
        block: the block.
        scripts: site path → file, of all scripts.
        home: the absolute address of the site, if the page won't be a part of it.
        url: the address of the page in the folder that holds it, if it isn't that of the block.
    """
    page = block.page
    place = BuiltPage(Path(), block.url if url is None else url, "")
    html = rebase(block.html, page, place, home)
    html = PAGE.sub("", html[: html.index(">")], count=1) + f' page="{escape(page.url)}"' + html[html.index(">") :]
    accent = page.meta.get("accent", {})
    style = "".join(f"--game-{name}:{accent[name]};" for name in ("light", "dark") if name in accent)
    name = page.meta.get("name", "")
    title = " - ".join(filter(None, (block.title, name, page.site["name"])))
    preloads = (
        f'<link rel="modulepreload" media="(scripting: enabled)" href="{place.root}{path}">'
        for path in list_embed_preloads(block.html, scripts)
    )
    rule = escape(_link_to(block.rule, place, home))
    owner = escape(name or page.site["name"])
    return "\n".join(
        filter(
            None,
            [
                "<!doctype html>",
                f'<html lang="en" class="{EMBED_CLASS}" style="{escape(style)}">',
                "<head>",
                '<meta charset="utf-8">',
                '<meta name="viewport" content="width=device-width,initial-scale=1">',
                '<meta name="robots" content="noindex">',
                f"<title>{escape(title)}</title>",
                f'<link rel="canonical" href="{escape(page.address)}">' if page.address else "",
                f'<link rel="stylesheet" href="{place.root}{EMBED_STYLE}">',
                f'<script src="{place.root}{EMBED_START_SCRIPT}"></script>',
                *preloads,
                "</head>",
                "<body>",
                f'<main class="fb-page md-typeset"{f' data-game="{escape(page.game)}"' if page.game else ""}>',
                '<noscript><p class="fb-noscript">Scripts are off, so nothing rolls here.</p></noscript>',
                html,
                '<footer class="fb-embed-foot">',
                f'<a href="{rule}" target="_blank" rel="noopener">{owner}: the full rule</a>',
                render_licence(page.game),
                "</footer>",
                "</main>",
                f'<script type="module" src="{place.root}{EMBED_SCRIPT}"></script>',
                "</body>",
                "</html>",
                "",
            ],
        )
    )


def render_licence(game: str) -> str:
    """Render the line that goes along with a game's text, and its licence in a fold; "" for a block without a game."""
    licence = find_licence(game) if game else Licence()
    line = licence._replace(url="").line  # the fold has a link to the text
    if not line:
        return ""
    parts = render("licence.html", licence=licence, kinds=LICENCE_KINDS, parts=PARTS)
    fold = f"<details><summary>Licence</summary>\n{_open_beside(parts)}\n</details>"
    return f"<p>{escape(line)}</p>\n{fold}"


def rebase(html: str, page: BuiltPage, place: BuiltPage, home: str = "") -> str:
    """Return a block's HTML for another page: its links lead to the same pages, beside the page around the frame.

    Args:
        html: the block's HTML.
        page: its page.
        place: the page that shows it.
        home: the absolute address of the site, if the page isn't a part of it.
    """
    anchors = {each["anchor"] for each in ANCHOR.finditer(html)}

    def change(link: re.Match[str]) -> str:
        address = unescape(link["address"])
        if address.startswith("#") and address[1:] in anchors:
            return link[0]
        to = urljoin(f"{SITE}{page.url}", address)
        if to.startswith(SITE):
            to = _link_to(to.removeprefix(SITE), place, home)
        return f'<a{link["before"]} target="_blank" rel="noopener" href="{escape(to)}"'

    return LINK.sub(change, html)


def _link_to(address: str, place: BuiltPage, home: str) -> str:
    """Return the link from a page to an address in the site, such as `moon/base/#crew`."""
    if home:
        return urljoin(home, address)
    path = urlsplit(address).path
    return place.link_to(path) + address[len(path) :]


def _open_beside(html: str) -> str:
    return html.replace("<a href=", '<a target="_blank" rel="noopener" href=')
