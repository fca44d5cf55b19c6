"""Every rule and every table of every game has its place on a page (test_every_page rolls them there)."""

import re
from html.parser import HTMLParser

import pytest

import rules_py
from rules_py.registry.games import find_mechanic
from rules_py.tables import table_ids
from rules_site.pages import list_page_files


class PageContent(HTMLParser):
    """The content of a built page: element ids, mechanics, tables, links."""

    def __init__(self, html):
        super().__init__()
        self.ids, self.mechanics, self.tables, self.links = [], set(), set(), set()
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        about = dict(attributes)
        if about.get("id"):
            self.ids.append(about["id"])
        if tag in ("fb-roller", "fb-order"):
            self.mechanics.add(about["mechanic"])
        elif tag == "fb-table":
            self.tables.add(about["table"])
        elif tag == "a" and about.get("href"):
            self.links.add(about["href"])


@pytest.fixture(scope="module")
def built_pages(site_folder):
    """Return every page by its address without the leading slash, as rules name it."""
    return {
        path.relative_to(site_folder).as_posix().removesuffix("index.html"): PageContent(
            path.read_text(encoding="utf-8")
        )
        for path in list_page_files(site_folder)
    }


def has_anchor(built, address):
    page, _, anchor = address.partition("#")
    return page in built and (not anchor or anchor in built[page].ids)


MECHANICS = [*rules_py.mechanics(), "dice"]


def test_every_mechanic_is_on_a_page(built_pages):
    shown = set().union(*(page.mechanics for page in built_pages.values()))
    assert [id for id in MECHANICS if id not in shown] == []


def test_every_table_is_on_a_page(built_pages):
    shown = set().union(*(page.tables for page in built_pages.values()))
    assert [id for id in table_ids() if id not in shown] == []


def test_every_mechanic_names_an_existing_page_anchor(built_pages):
    assert [
        (id, find_mechanic(id).page) for id in MECHANICS if not has_anchor(built_pages, find_mechanic(id).page)
    ] == []


def test_every_table_names_an_existing_page_anchor(built_pages):
    assert [
        (id, rules_py.table(id).page) for id in table_ids() if not has_anchor(built_pages, rules_py.table(id).page)
    ] == []


def test_element_ids_are_unique_on_each_page(built_pages):
    twice = {f"{page}#{id}" for page, found in built_pages.items() for id in found.ids if found.ids.count(id) > 1}
    assert sorted(twice) == []


def test_every_internal_link_has_an_existing_target(built_pages, site_folder):
    broken = []
    for page, found in built_pages.items():
        for link in found.links:
            if re.match(r"[a-z]+:|//", link):
                continue
            path, _, anchor = link.partition("#")
            if "=" in anchor:  # what a page shows, such as #rule=psiops.action
                anchor = ""
            steps = [] if path.startswith("/") else page.rpartition("/")[0].split("/") if "/" in page else []
            for part in path.split("/"):
                if part == "..":
                    steps = steps[:-1]
                elif part not in ("", "."):
                    steps.append(part)
            target = "/".join(steps)
            target = page if not path else f"{target}/" if target and path.endswith(("/", "..", ".")) else target
            is_file = not anchor and target not in built_pages and (site_folder / target).is_file()
            if not is_file and not has_anchor(built_pages, f"{target}#{anchor}"):
                broken.append(f"{page}: {link}")
    assert broken == []
