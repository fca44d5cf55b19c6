"""Every rule and every table of every game stands on a page, has its address, and rolls there."""

import re
from html.parser import HTMLParser

import pytest
from playwright.sync_api import expect

import rules_py
from rules_py.games import find
from rules_py.table_files import table_ids


class Built(HTMLParser):
    """What a built page holds: element ids, mechanics, tables, links."""

    def __init__(self, html):
        super().__init__()
        self.ids, self.mechanics, self.tables, self.links = [], set(), set(), set()
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        about = dict(attributes)
        if about.get("id"):
            self.ids.append(about["id"])
        if tag == "fb-roller":
            self.mechanics.add(about["mechanic"])
        elif tag == "fb-table":
            self.tables.add(about["table"])
        elif tag == "a" and about.get("href"):
            self.links.add(about["href"])


@pytest.fixture(scope="module")
def built(site_folder):
    """Every page by its address without the slash in front, as rules name it."""
    return {path.relative_to(site_folder).as_posix().removesuffix("index.html"): Built(path.read_text(encoding="utf-8"))
            for path in sorted(site_folder.rglob("*.html"))}


def has_anchor(built, place):
    page, _, anchor = place.partition("#")
    return page in built and (not anchor or anchor in built[page].ids)


@pytest.mark.parametrize("mechanic", [*rules_py.mechanics(), "dice"])
def test_a_mechanic_stands_on_a_page(built, mechanic):
    assert any(mechanic in page.mechanics for page in built.values())


@pytest.mark.parametrize("table", table_ids())
def test_a_table_stands_on_a_page(built, table):
    assert any(table in page.tables for page in built.values())


@pytest.mark.parametrize("mechanic", [*rules_py.mechanics(), "dice"])
def test_the_place_of_a_rule_is_on_the_site(built, mechanic):
    assert has_anchor(built, find(mechanic).page), find(mechanic).page


@pytest.mark.parametrize("table", table_ids())
def test_the_place_of_a_table_is_on_the_site(built, table):
    assert has_anchor(built, rules_py.table(table).rule), rules_py.table(table).rule


def test_no_id_is_given_twice_on_a_page(built):
    twice = {(page, id) for page, found in built.items() for id in found.ids if found.ids.count(id) > 1}
    assert twice == set()


def test_every_link_within_the_site_arrives(built):
    broken = []
    for page, found in built.items():
        for link in found.links:
            if re.match(r"[a-z]+:|//", link):
                continue
            path, _, anchor = link.partition("#")
            steps = [] if path.startswith("/") else page.rpartition("/")[0].split("/") if "/" in page else []
            for part in path.split("/"):
                if part == "..":
                    steps = steps[:-1]
                elif part not in ("", "."):
                    steps.append(part)
            target = "/".join(steps)
            target = page if not path else f"{target}/" if target and path.endswith(("/", "..", ".")) else target
            if not has_anchor(built, f"{target}#{anchor}"):
                broken.append(f"{page}: {link}")
    assert broken == []


def test_every_rule_and_table_of_a_page_rolls_and_none_by_itself(warm_desktop, fb, each_path):
    fb.go_to(warm_desktop, each_path)
    mechanics = warm_desktop.locator("fb-roller").evaluate_all("all => all.map((each) => each.getAttribute('mechanic'))")
    tables = warm_desktop.locator("fb-table[die]").evaluate_all("all => all.map((each) => each.getAttribute('table'))")
    places = [fb.Roller(warm_desktop, id) for id in mechanics] + [fb.Table(warm_desktop, id) for id in tables]
    failed = []
    for place, id in zip(places, mechanics + tables):
        # Answers come in order: by now, whatever rolled by itself before would show.
        assert place.headline.count() == 0, f"{id} rolled by itself"
        place.roll()
        if place.headline.count() != 1:
            failed.append(f"{id}: {place.result.inner_text()}")
    assert failed == []
    expect(warm_desktop.locator(".fb-die-result")).to_have_count(0)


def test_the_rest_of_a_page_stays_silent_while_one_place_rolls(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/combat/")
    fb.Roller(warm_desktop, "psiops.attack").roll()
    expect(warm_desktop.locator(".fb-headline")).to_have_count(1)
