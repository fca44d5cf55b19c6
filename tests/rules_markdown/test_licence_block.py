"""`::: licence`: a page shows the terms, the sources and the notices that a game's package states."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from rules_markdown.block_kinds import KINDS
from rules_markdown.block_parser import parse_block
from rules_markdown.page import Page
from rules_py import RulesError
from rules_py.formats import find_licence


def render(line):
    block = parse_block(line, KINDS)
    return LexborHTMLParser(block.kind.render(block, Page()))


def test_page_shows_a_games_terms_sources_and_changes():
    page = render("::: licence psiops")
    titles = [each.text() for each in page.css("dt")]
    assert titles == ["Terms", "Sources", "Changes"]
    terms = page.css_first("dd")
    assert terms.css_first("a").attributes["href"] == "https://creativecommons.org/licenses/by-sa/4.0/"
    assert "carry the same licence" in terms.text()
    works = [each.text() for each in page.css("li")]
    assert works[3] == (
        "Blades in the Dark by John Harper, One Seven Design: based on it. Creative Commons Attribution 3.0 Unported."
    )


def test_page_shows_the_notice_of_open_game_content():
    page = render("::: licence combat")
    texts = dict(
        zip([each.text() for each in page.css("dt")], [each.text() for each in page.css("dl > dd")], strict=True)
    )
    assert texts["Notice"] == find_licence("combat").notice
    assert "art and logos" in texts["Reserved"]


def test_table_has_the_terms_of_every_game():
    rows = [[cell.text() for cell in row.css("th, td")] for row in render("::: licence all").css("tbody tr")]
    assert [row[0] for row in rows] == [
        "COMBAT! A Military Action Game",
        "PSIOPS, version 0.5 playtest",
        "PUML, combat chapter",
        "Sideworld",
        "X-M.A.S.",
    ]
    assert rows[3][2] == "No licence stated: mechanics only, in our words"


def test_page_shows_the_parts_that_the_block_asks_for():
    assert [each.text() for each in render('::: licence puml show="changes terms"').css("dt")] == ["Terms", "Changes"]
    with pytest.raises(RulesError, match="show: got 'credits', takes terms, sources"):
        render("::: licence puml show=credits")


def test_licence_of_an_unknown_game_is_refused():
    with pytest.raises(RulesError, match="moon"):
        render("::: licence moon")
