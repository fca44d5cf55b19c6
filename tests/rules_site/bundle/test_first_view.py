"""The bytes that a page's first view loads from a host that compresses with gzip."""

import gzip
import os
from functools import cache
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from bench.goals import FIRST_VIEW_GOAL

SITE = Path(os.environ.get("SITE_DIR", Path(__file__).parents[3] / "site"))
FILES = 'link[rel="stylesheet"], link[rel="preload"], link[rel="modulepreload"], script[src]'
"""The elements that load a file at once. A style sheet's other fonts and the icon come later or never."""


@cache
def measure_file(path: Path) -> int:
    """Return a file's size as sent: fonts are compressed already."""
    content = path.read_bytes()
    return len(content) if path.suffix == ".woff2" else len(gzip.compress(content, 6))


def measure_first_view(page: Path) -> int:
    """Return the size of a page and of all files that it names to be loaded at once, its rules among them."""
    named = LexborHTMLParser(page.read_text("utf-8")).css(FILES)
    files = {(page.parent / (node.attributes.get("href") or node.attributes["src"])).resolve() for node in named}
    return measure_file(page) + sum(map(measure_file, files))


@pytest.fixture(scope="module")
def sizes():
    if not (SITE / "index.html").is_file():
        pytest.fail(f"{SITE} holds no built site: run `make build` before this test.", pytrace=False)
    pages = sorted(SITE.rglob("index.html"))
    return {
        f"/{page.parent.relative_to(SITE).as_posix()}/".replace("/./", "/"): measure_first_view(page) for page in pages
    }


def test_every_page_is_within_the_budget(sizes):
    assert {page: size for page, size in sizes.items() if size > FIRST_VIEW_GOAL} == {}
