"""A zip of a game's blocks, or of one block, for itch.io and other hosts of HTML games, made from a finished site.

Its files work below any path, in a frame, and without a service worker. Links lead to the site that it was made from.
"""

import re
import zipfile
from collections.abc import Iterable, Mapping
from html import escape, unescape
from pathlib import Path

from rules_js.build import RULES_FOLDER
from rules_py import discovery
from rules_py.checking.exceptions import AuthorError

from .bundle.frontend import EMBED_SCRIPT, EMBED_START_SCRIPT, EMBED_STYLE, LOADED_BY_EMBEDS, RULES_WORKER
from .pages import EMBED_FOLDER, INDEX

MOST_FILES = 1_000
MOST_BYTES, MOST_FILE_BYTES = 500_000_000, 200_000_000
LONGEST_PATH = 240
"""The limits of itch.io for games that browsers play: https://itch.io/docs/creators/html5#zip-file-requirements."""

NEEDED = (
    EMBED_SCRIPT,
    EMBED_START_SCRIPT,
    EMBED_STYLE,
    RULES_WORKER,
    *LOADED_BY_EMBEDS.values(),
    "assets/css/manual-dice.css",
    "assets/vendor/comlink.js",
)
"""The files of every zip. Python isn't among them: the compiled rules answer."""

NAME = re.compile(r"[\w-]+(\.[\w-]+)*")

DATE = (1980, 1, 1, 0, 0, 0)
"""The date of each file, so that the same site gives the same zip."""

CANONICAL = re.compile(r'<link rel="canonical" href="(?P<address>[^"]*)">')
HREF = re.compile(r'\bhref="(?P<address>[^"]*)"')
TITLE = re.compile(r"<title>(?P<title>.*?)</title>")
PAGE = re.compile(r'<fb-[^>]* page="(?P<url>[^"]*)"')
STYLE = re.compile(r'<html\b[^>]* style="(?P<style>[^"]*)"')
FOOT = re.compile(r'<footer class="fb-embed-foot">.*?</footer>', re.DOTALL)
CHARSET = '<meta charset="utf-8">'


def write_zip(site: Path, name: str, target: Path) -> str:
    """Write the zip of a game or a block, and return a sentence about it.

    Args:
        site: the folder of a finished site with the step "embed".
        name: a game's slug, or the id of a rule, table or calculator.
        target: the file to write.

    Raises:
        AuthorError: the site has no such block, or the zip would be too large for itch.io; the message says why.
    """
    pages = find_pages(site, name)
    files = {path: (site / path).read_bytes() for path in list_needed(site, name.partition(".")[0])}
    files |= {path: render_page(text, path).encode() for path, text in pages.items()}
    if name in discovery.find_slugs():
        files[INDEX] = render_menu(name, pages).encode()
    else:
        [(path, text)] = pages.items()
        files = {each: content for each, content in files.items() if each != path}
        files[INDEX] = render_page(text, path, INDEX).encode()
    if problems := find_problems({path: len(content) for path, content in files.items()}):
        raise AuthorError(f"{name}: {'; '.join(problems)}: take a block instead of a game, such as {name}.attack")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in sorted(files.items()):
            entry = zipfile.ZipInfo(path, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    megabytes = sum(map(len, files.values())) / 1_000_000
    return (
        f"{target}: {len(files)} of {MOST_FILES:,} files, {megabytes:.1f} of {MOST_BYTES // 1_000_000} MB; "
        f"its links lead to {find_home(*next(iter(pages.items())))}"
    )


def find_pages(site: Path, name: str) -> dict[str, str]:
    """Find the pages of a game's blocks, or of one block, by their paths in the site.

    Raises:
        AuthorError: there are none; the message says what the site has.
    """
    folder = site / EMBED_FOLDER
    slugs = sorted(path.name for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    if not slugs:
        raise AuthorError(
            f"{site}: got no blocks for other sites, takes them from rules-site finish {site} --with embed"
        )
    place = folder / name.replace(".", "/")
    found = sorted(place.rglob(INDEX)) if name in discovery.find_slugs() else [place / INDEX]
    if not NAME.fullmatch(name) or not found or not all(path.is_file() for path in found):
        known = ", ".join(slugs)
        raise AuthorError(f"{name}: the site has no such block, takes a game ({known}) or an id such as psiops.attack")
    return {path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in found}


def list_needed(site: Path, game: str) -> list[str]:
    """List the paths of the scripts, the styles and the compiled rules that a game's blocks need."""
    others = tuple(f"{slug}{mark}" for slug in discovery.find_slugs() if slug != game for mark in ".-")
    rules = [path.relative_to(site).as_posix() for path in sorted((site / RULES_FOLDER).rglob("*.js"))]
    return [*NEEDED, *(path for path in rules if not Path(path).name.startswith(others))]


def find_home(path: str, text: str) -> str:
    """Return the address of the site that a page is from.

    Raises:
        AuthorError: the page doesn't name it; the message says what to set.
    """
    found, page = CANONICAL.search(text), PAGE.search(text)
    if not found or not page:
        raise AuthorError(f"{path}: doesn't name its site, takes a build with its address (SITE_URL)")
    return unescape(found["address"]).removesuffix(unescape(page["url"]))


def render_page(text: str, path: str, target: str | None = None) -> str:
    """Return a block's page with links to its site, for a path in the zip.

    Args:
        text: the page.
        path: its path in the site.
        target: its path in the zip, if that is another.
    """
    home, root = find_home(path, text), _build_root(path)

    def change(link: re.Match[str]) -> str:
        address = link["address"]
        if not address.startswith(root) or address.startswith(f"{root}assets/"):
            return link[0]
        return f'href="{escape(home)}{address.removeprefix(root)}"'

    text = HREF.sub(change, text).replace(CHARSET, f'{CHARSET}<meta name="fb-site" content="{escape(home)}">', 1)
    return text if target is None else text.replace(f'="{root}assets/', f'="{_build_root(target)}assets/')


def render_menu(game: str, pages: Mapping[str, str]) -> str:
    """Render the first page of a game's zip: links to its blocks, and its licence. A host may serve no folders."""
    path, first = next(iter(pages.items()))
    titles = {each: TITLE.search(text) for each, text in pages.items()}
    parts = {each: title["title"].split(" - ") if title else [each] for each, title in titles.items()}
    order = sorted(parts, key=parts.__getitem__)
    items = "\n".join(f'<li><a href="{each}">{parts[each][0]}</a></li>' for each in order)
    name = parts[path][1] if len(parts[path]) > 1 else escape(game)
    style, foot = STYLE.search(first), FOOT.search(render_page(first, path))
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="en" class="fb-embed" style="{style["style"] if style else ""}">',
            "<head>",
            CHARSET,
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>{name}</title>",
            f'<link rel="stylesheet" href="{EMBED_STYLE}">',
            f'<script src="{EMBED_START_SCRIPT}"></script>',
            "</head>",
            "<body>",
            '<main class="fb-page md-typeset">',
            f"<h1>{name}</h1>",
            f'<ul class="fb-embed-menu">\n{items}\n</ul>',
            foot[0] if foot else "",
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def find_problems(sizes: Mapping[str, int]) -> list[str]:
    """Find the limits of itch.io that files exceed.

    >>> find_problems({"index.html": 9_000})
    []
    >>> find_problems({"film.mp4": 200_000_001})
    ['film.mp4 has more than 200 MB']
    """
    total = sum(sizes.values())
    return [
        *([f"{len(sizes):,} files are more than {MOST_FILES:,}"] if len(sizes) > MOST_FILES else []),
        *([f"{total / 1_000_000:.0f} MB are more than {MOST_BYTES // 1_000_000}"] if total > MOST_BYTES else []),
        *_find_large_files(sizes),
        *(f"{path[:40]}… has more than {LONGEST_PATH} characters" for path in sizes if len(path) > LONGEST_PATH),
    ]


def _find_large_files(sizes: Mapping[str, int]) -> Iterable[str]:
    return (
        f"{path} has more than {MOST_FILE_BYTES // 1_000_000} MB"
        for path, size in sizes.items()
        if size > MOST_FILE_BYTES
    )


def _build_root(path: str) -> str:
    return "../" * path.count("/")
