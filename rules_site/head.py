"""The parts of a page's head that depend on the whole site: scripts and their preloads, and previews of the page.

A template marks the places with comments. Pages of other templates get scripts and styles at the end of their head.
"""

import re
from collections.abc import Collection, Mapping
from html import escape
from pathlib import Path
from urllib.parse import urljoin

from rules_py.checking.exceptions import AuthorError

from . import embed, offline, social_cards
from .blocks import escape_attribute
from .bundle import find_play_files, list_preloads, minify_inline_script
from .bundle.frontend import BLOCKS_STYLE, BOOTSTRAP_SCRIPT, DICE_SCRIPT, MAIN_SCRIPT
from .json_ld import Game, Site, build_json_ld
from .pages import BuiltPage

FIRST_SCRIPT = "<!-- rules: first script -->"
"""The place of the script that reports why others don't run."""

PRELOADS = "<!-- rules: preloads -->"
PREVIEW = "<!-- rules: preview -->"
"""The place of the preview for social networks and search engines."""

MANIFEST = "<!-- rules: manifest -->"
"""The place of the link to the manifest, which only pages have that browsers may keep and install."""

PYTHON_STYLES = re.compile(r"""\s*<link\b[^>]*href="[^"]*assets/_mkdocstrings\.css"[^>]*>""")
"""The styles of documentation from Python code, which mkdocstrings puts on every page."""

PYTHON_CODE = 'class="doc '
"""An element of such documentation."""

END = "</head>"


def fill(page: BuiltPage, scripts: Mapping[str, Path], steps: Collection[str]) -> str:
    """Return a page's HTML with its head filled in.

    Args:
        page: the page.
        scripts: site path → file, of all scripts.
        steps: the names of the optional steps.

    Raises:
        AuthorError: the page has been finished before.
    """
    html, preloads = page.html, render_preloads(page, scripts)
    if PYTHON_CODE not in html:
        html = PYTHON_STYLES.sub("", html)
    if "embed" in steps and page.data:
        preloads += embed.META
    preview = render_preview(page, "cards" in steps) if "preview" in steps and page.data and page.address else ""
    if PRELOADS not in html:
        if f'src="{page.root}{MAIN_SCRIPT}"' in html:
            raise AuthorError(f"{page.url or 'index.html'}: got a page that is finished already: build the site again")
        return html.replace(END, f"{preview}{preloads}{render_scripts(page)}{END}", 1)
    first = f"<script>{minify_inline_script()}</script>"
    manifest = f'<link rel="manifest" href="{page.root}{offline.MANIFEST}">' if "offline" in steps else ""
    filled = {PRELOADS: preloads, FIRST_SCRIPT: first, PREVIEW: preview, MANIFEST: manifest}
    for place, text in filled.items():
        html = html.replace(place, text)
    return html


def render_preloads(page: BuiltPage, scripts: Mapping[str, Path]) -> str:
    """Render a page's preloads: the scripts and rules that it needs, and styles, which the browser would discover late.

    Readers without scripts need only the styles. `bootstrap.js` preloads the files for sheets
    and fights (page/js/lib/play-preloads.js), unless the reader saves data.
    """
    lines = [
        f"<link {'rel="modulepreload"' if each.kind == 'module' else f'rel="preload" as="{each.kind}"'}"
        f"{'' if each.kind == 'style' else ' media="(scripting: enabled)"'} "
        f'href="{page.root}{each.path}">'
        for each in list_preloads(page.html, scripts)
    ]
    if files := find_play_files(page.html, scripts):
        paths = " ".join(f"{page.root}{path}" for path in files.paths)
        priority = "low" if files.is_deferrable else "auto"
        lines.append(f'<meta name="fb-play-files" content="{paths}" data-priority="{priority}">')
    return "\n".join(lines)


def render_scripts(page: BuiltPage) -> str:
    """Render the styles of blocks and their scripts, for a page whose template doesn't have them."""
    return (
        f'<link rel="stylesheet" href="{page.root}{BLOCKS_STYLE}">'
        f'<script src="{page.root}{BOOTSTRAP_SCRIPT}"></script>'
        f'<script type="module" src="{page.root}{DICE_SCRIPT}"></script>'
        f'<script type="module" src="{page.root}{MAIN_SCRIPT}"></script>'
    )


def render_preview(page: BuiltPage, has_card: bool) -> str:
    """Render the preview of a page for social networks and search engines, with its social card if it has one."""
    site, meta = page.site, page.meta
    about = meta.get("description") or site["description"]
    title = site["name"] if not page.url else page.title
    if meta.get("name") not in (None, page.title) and page.url:
        title = f"{title} - {meta['name']}"
    card = urljoin(site["url"], social_cards.card_path(page.url))
    game = (
        Game(meta["name"], meta.get("tagline", ""), urljoin(site["url"], f"{page.game}/"), meta.get("credit", ""))
        if page.game and "name" in meta
        else None
    )
    structured = build_json_ld(
        Site(site["name"], site["description"], site["url"]),
        page.title,
        meta.get("description", site["description"]),
        page.address,
        game,
    )
    properties = {
        "og:type": "website",
        "og:site_name": site["name"],
        "og:title": title,
        "og:description": about,
        "og:url": page.address,
    }
    image = {
        "og:image": card,
        "og:image:type": "image/png",
        "og:image:width": social_cards.WIDTH,
        "og:image:height": social_cards.HEIGHT,
        "og:image:alt": f"{title}. {about}",
    }
    shown = properties | (image if has_card else {})
    lines = [f'<meta property="{name}" content="{escape_attribute(str(each))}">' for name, each in shown.items()]
    if has_card:
        lines.append('<meta name="twitter:card" content="summary_large_image">')
        lines.append(f'<meta name="twitter:image" content="{escape(card)}">')
    return "\n".join([*lines, f'<script type="application/ld+json">{structured}</script>'])
