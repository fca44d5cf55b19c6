"""The policy's `<meta>` element in each finished page."""

import re
from pathlib import Path

from ..pages import EMBED_FOLDER
from .directives import format_policy, hash_script

INLINE_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
DATA_SCRIPT_TYPE = re.compile(r"""type=["']?application/(ld\+)?json\b""")
CHARSET = '<meta charset="utf-8">'


def find_inline_scripts(page: str) -> list[str]:
    """Find the texts of a page's inline scripts, without external scripts and data blocks."""
    return [
        found["text"]
        for found in INLINE_SCRIPT.finditer(page)
        if "src=" not in found["attributes"] and not DATA_SCRIPT_TYPE.search(found["attributes"])
    ]


def write_policy(site: Path, origin: str = "") -> set[str]:
    """Write the policy into every page, right after its character set, and return the scripts' hashes.

    Every page allows the inline scripts of all pages, because with instant navigation the first page's policy applies
    to the following pages. The pages of embedded blocks have none, and name the site's origin.

    Raises:
        ValueError: a page has no unique place for the policy.
    """
    pages = {path: path.read_text() for path in sorted(site.rglob("*.html"))}
    hashes = {hash_script(script) for text in pages.values() for script in find_inline_scripts(text)}
    for path, text in pages.items():
        is_framed = path.is_relative_to(site / EMBED_FOLDER)
        policy = format_policy((), origin=origin) if is_framed else format_policy(hashes)
        meta = f'{CHARSET}<meta http-equiv="Content-Security-Policy" content="{policy}">'
        if text.count(CHARSET) != 1:
            raise ValueError(f"{path.relative_to(site)}: takes the policy after {CHARSET}, which must stand there once")
        path.write_text(text.replace(CHARSET, meta))
    return hashes
