"""`::: files`: every link leads to a file that the build writes, and every rule with dice is listed."""

import json

import pytest
from selectolax.lexbor import LexborHTMLParser

import rules_py
from rules_markdown.block_kinds import KINDS
from rules_markdown.block_parser import parse_block
from rules_markdown.page import Page
from rules_py.formats import find_licence, find_rule_dice
from rules_py.registry.games import find_mechanic
from rules_site import open_data

FILES = dict(open_data.build_files())


@pytest.mark.parametrize("slug", rules_py.systems())
def test_page_links_to_every_file_of_a_game(slug):
    block = parse_block(f"::: files {slug}", KINDS)
    page = LexborHTMLParser(block.kind.render(block, Page(root="../../")))
    linked = [link.attributes["href"].removeprefix("../../") for link in page.css("a[download]")]
    assert sorted(linked) == sorted(
        path for path in FILES if path == f"data/{slug}.json" or path.startswith(f"data/{slug}/")
    )
    names = [link.attributes["aria-label"] for link in page.css("td a[download]")]
    assert len(set(names)) == len(names)
    rules = {id for id in rules_py.mechanics(slug) if find_rule_dice(find_mechanic(id))}
    links = {link.attributes["href"].removeprefix("../../") for link in page.css("th[scope=row] a")}
    assert links >= {find_mechanic(id).page for id in rules}


def test_list_of_games_links_to_the_files_or_the_first_page_of_each():
    html = LexborHTMLParser(KINDS["files"].render(parse_block("::: files all", KINDS), Page()))
    links = [link.attributes for link in html.css("a:not([download])")]
    assert [(link["data-page"], link["data-else"]) for link in links] == [
        (f"{slug}/files/", f"{slug}/") for slug in rules_py.systems()
    ]


def test_files_of_every_game_name_its_licence():
    for path, text in FILES.items():
        slug = path.removeprefix("data/").removesuffix(".json").partition("/")[0]
        line = find_licence(slug).line
        assert line in (text if path.endswith((".md", ".txt")) else text.replace('""', '"')), path


def test_data_of_a_game_is_json():
    assert json.loads(FILES["data/psiops.json"])["game"] == "psiops"
