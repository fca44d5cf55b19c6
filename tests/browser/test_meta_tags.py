"""Meta tags of each built page, for previews of shared links; the tests read the files without a browser."""

import itertools
import json
from collections import Counter
from functools import cache

import pytest
from PIL import Image
from selectolax.lexbor import LexborHTMLParser

from rules_site.pages import list_page_files


@cache
def heads(site_folder):
    """Return the head of each page except the 404 page, by address."""
    pages = [path for path in list_page_files(site_folder) if path.name != "404.html"]
    return {
        path.relative_to(site_folder).as_posix().removesuffix("index.html"): LexborHTMLParser(
            path.read_text(encoding="utf-8")
        ).head
        for path in pages
    }


@pytest.fixture
def page_heads(site_folder):
    return heads(site_folder)


def meta_content(head, selector):
    [element] = head.css(selector)
    return element.attributes["content"]


@pytest.fixture
def root(page_heads):
    """Return the site's absolute address."""
    return page_heads[""].css_first("link[rel=canonical]").attributes["href"]


def test_each_page_has_a_unique_title(page_heads):
    titles = Counter(head.css_first("title").text().strip() for head in page_heads.values())
    assert len(page_heads) > 70
    assert [title for title, count in titles.items() if count > 1 or not title.endswith("Fieldbook")] == []


def test_each_page_has_a_unique_description(page_heads):
    found = {page: meta_content(head, "meta[name=description]") for page, head in page_heads.items()}
    assert [page for page, text in found.items() if not 60 <= len(text) <= 160] == []
    assert [text for text, count in Counter(found.values()).items() if count > 1] == []
    for page, head in page_heads.items():
        assert meta_content(head, "meta[property='og:description']") == found[page]


def test_each_page_has_its_absolute_canonical_address(page_heads, root):
    for page, head in page_heads.items():
        [link] = head.css("link[rel=canonical]")
        assert link.attributes["href"] == meta_content(head, "meta[property='og:url']") == root + page


def test_each_page_has_a_social_card_of_the_declared_size(page_heads, root, site_folder):
    places = set()
    for head in page_heads.values():
        address = meta_content(head, "meta[property='og:image']")
        assert address.startswith(root) and meta_content(head, "meta[name='twitter:image']") == address
        places.add(address.removeprefix(root))
        size = tuple(int(meta_content(head, f"meta[property='og:image:{side}']")) for side in ("width", "height"))
        with Image.open(site_folder / address.removeprefix(root)) as card:
            assert (card.size, card.format) == (size, "PNG") and size == (1200, 630)
    assert len(places) == len(page_heads)
    drawn = (site_folder / "assets" / "cards").rglob("*.png")
    assert {path.relative_to(site_folder).as_posix() for path in drawn} == places


def test_each_page_has_json_ld_breadcrumbs(page_heads, root):
    for page, head in page_heads.items():
        [block] = head.css("script[type='application/ld+json']")
        graph = {each["@type"]: each for each in json.loads(block.text())["@graph"]}
        assert graph["WebPage"]["url"] == root + page
        way = graph["BreadcrumbList"]["itemListElement"] if page else [{"item": root}]
        steps = [each["item"].removeprefix(root) for each in way]
        assert steps[0] == "" and steps[-1] == page and set(steps) <= set(page_heads)
        assert all(below.startswith(above) and below != above for above, below in itertools.pairwise(steps))


def test_social_cards_are_not_precached(site_folder):
    kept = (site_folder / "service-worker.js").read_text(encoding="utf-8")
    assert "assets/css/site.css" in kept and "assets/cards" not in kept and "robots.txt" not in kept


def test_robots_txt_names_the_sitemap(site_folder, root):
    assert f"Sitemap: {root}sitemap.xml" in (site_folder / "robots.txt").read_text().splitlines()
    listed = (site_folder / "sitemap.xml").read_text(encoding="utf-8")
    assert f"<loc>{root}psiops/</loc>" in listed
    assert "lastmod" not in listed, "nobody knows when a page was last changed"
