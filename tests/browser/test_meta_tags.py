"""What each built page says of itself where links to it are shown; the files are read, no browser starts."""

import itertools
import json
from collections import Counter
from functools import cache

import pytest
from PIL import Image
from selectolax.lexbor import LexborHTMLParser


@cache
def heads(site_folder):
    """The head of each page that has an address of its own, by that address."""
    pages = [path for path in site_folder.rglob("*.html") if path.name != "404.html"]
    return {
        path.relative_to(site_folder).as_posix().removesuffix("index.html"): LexborHTMLParser(
            path.read_text(encoding="utf-8")
        ).head
        for path in pages
    }


@pytest.fixture
def pages(site_folder):
    return heads(site_folder)


def said(head, selector):
    [element] = head.css(selector)
    return element.attributes["content"]


@pytest.fixture
def root(pages):
    """The site's own absolute address."""
    return pages[""].css_first("link[rel=canonical]").attributes["href"]


def test_each_page_has_a_title_of_its_own(pages):
    titles = Counter(head.css_first("title").text().strip() for head in pages.values())
    assert len(pages) > 70
    assert [title for title, count in titles.items() if count > 1 or not title.endswith("Fieldbook")] == []


def test_each_page_says_what_it_is_about_in_words_of_its_own(pages):
    found = {page: said(head, "meta[name=description]") for page, head in pages.items()}
    assert [page for page, text in found.items() if not 60 <= len(text) <= 160] == []
    assert [text for text, count in Counter(found.values()).items() if count > 1] == []
    for page, head in pages.items():
        assert said(head, "meta[property='og:description']") == found[page]


def test_each_page_names_its_absolute_address(pages, root):
    for page, head in pages.items():
        [link] = head.css("link[rel=canonical]")
        assert link.attributes["href"] == said(head, "meta[property='og:url']") == root + page


def test_each_page_has_a_card_of_the_size_it_names(pages, root, site_folder):
    places = set()
    for head in pages.values():
        address = said(head, "meta[property='og:image']")
        assert address.startswith(root) and said(head, "meta[name='twitter:image']") == address
        places.add(address.removeprefix(root))
        size = tuple(int(said(head, f"meta[property='og:image:{side}']")) for side in ("width", "height"))
        with Image.open(site_folder / address.removeprefix(root)) as card:
            assert (card.size, card.format) == (size, "PNG") and size == (1200, 630)
    assert len(places) == len(pages)
    drawn = (site_folder / "assets" / "cards").rglob("*.png")
    assert {path.relative_to(site_folder).as_posix() for path in drawn} == places


def test_each_page_tells_machines_the_way_to_it(pages, root):
    for page, head in pages.items():
        [block] = head.css("script[type='application/ld+json']")
        graph = {each["@type"]: each for each in json.loads(block.text())["@graph"]}
        assert graph["WebPage"]["url"] == root + page
        way = graph["BreadcrumbList"]["itemListElement"] if page else [{"item": root}]
        steps = [each["item"].removeprefix(root) for each in way]
        assert steps[0] == "" and steps[-1] == page and set(steps) <= set(pages)
        assert all(below.startswith(above) and below != above for above, below in itertools.pairwise(steps))


def test_cards_are_for_others_and_stay_out_of_what_a_device_keeps(site_folder):
    kept = (site_folder / "service-worker.js").read_text(encoding="utf-8")
    assert "assets/css/site.css" in kept and "assets/cards" not in kept and "robots.txt" not in kept


def test_robots_find_the_list_of_pages(site_folder, root):
    assert f"Sitemap: {root}sitemap.xml" in (site_folder / "robots.txt").read_text().splitlines()
    listed = (site_folder / "sitemap.xml").read_text(encoding="utf-8")
    assert f"<loc>{root}psiops/</loc>" in listed
    assert "lastmod" not in listed, "nobody knows when a page was last changed"
