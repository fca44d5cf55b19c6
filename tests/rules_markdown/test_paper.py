"""Printable pages of a game: cards of every row, a reference of rules and tables, blank sheets."""

import re
from html import unescape
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from rules_markdown.block_kinds import KINDS
from rules_markdown.block_parser import parse_block
from rules_markdown.page import Page
from rules_markdown.paper_block import build_card
from rules_py import RulesError, table
from rules_py.registry.play import find_play

DOCS = Path(__file__).parents[2] / "docs"


def render_paper(line: str) -> LexborHTMLParser:
    block = parse_block(line, KINDS)
    return LexborHTMLParser(block.kind.render(block, Page(root="../../")))


def texts(parsed: LexborHTMLParser, selector: str) -> list[str]:
    return [re.sub(r"\s+", " ", node.text().strip()) for node in parsed.css(selector)]


def test_every_table_row_becomes_a_card_with_all_its_cells():
    cards = render_paper("::: paper psiops cards=talents,psiops.weapons").css(".fb-card")
    rows = [row for name in ("talents", "weapons") for row in table(f"psiops.{name}").rows]
    assert len(cards) == len(rows)
    for card, row in zip(cards, rows, strict=True):
        text = re.sub(r"\s+", " ", unescape(card.text()))
        for cell in row.cells.values():
            assert not cell.strip("–- ") or re.sub(r"\s+", " ", cell) in text
        assert card.css_first("input[type=checkbox]").attributes["aria-label"] == row.name


def test_card_has_roll_facts_and_texts():
    talent = build_card(table("psiops.talents"), table("psiops.talents").rows[0])
    assert (talent.name, talent.corner, talent.facts) == ("Attribute boost", "11", ())
    assert [head for head, _ in talent.texts] == [""]
    rifle = build_card(table("psiops.weapons"), table("psiops.weapons").row("assault-rifle"))
    assert rifle.corner == "" and ("Damage", "+2") in rifle.facts
    drive = build_card(
        table("psiops.drives"), max(table("psiops.drives").rows, key=lambda row: len("".join(row.cells)))
    )
    assert [bool(head) for head, _ in drive.texts] == [True, True]  # two texts, each with a heading


def test_reference_shows_rule_docstrings_and_tables():
    parsed = render_paper("::: paper xmas reference=test,xmas.bands,enemies")
    assert texts(parsed, ".fb-paper-reference .fb-paper-title")[1:] == [table("xmas.bands").title, "Enemies"]
    rows = [*table("xmas.bands").rows, *table("xmas.enemies").rows]
    assert len(parsed.css(".fb-paper-rows tbody tr")) == len(rows)
    assert texts(parsed, ".fb-paper-box > p:not(.fb-paper-title)")[0].endswith(".")
    first_cells = texts(parsed, ".fb-paper-rows td:first-child")
    assert first_cells[:4] == ["≤6", "7–9", "10–11", "12+"] and first_cells[4] == "Cannon Fodder"
    links = [node.attributes["href"] for node in parsed.css(".fb-paper-reference a")]
    assert all(link.startswith("../../xmas/") for link in links)


@pytest.mark.parametrize("slug", ["combat", "psiops", "puml", "sideworld", "xmas"])
def test_paper_block_has_a_blank_sheet_of_each_kind(slug):
    play = find_play(slug)
    expected = [kind.id for kind in play.sheets.values() if kind is not play.fight_rules.board]
    assert [
        node.attributes["data-sheet"] for node in render_paper(f"::: paper {slug}").css(".fb-paper-sheet")
    ] == expected


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("::: paper psiops cards=talents,nothing", "cards: "),
        ("::: paper psiops reference=nothing", "reference: "),
        ("::: paper nowhere", "nowhere"),
        ("::: paper psiops size=4", "size: not an option"),
    ],
)
def test_unknown_cards_or_references_are_rejected(line, said):
    with pytest.raises(RulesError, match=said):
        render_paper(line)


def test_reference_prints_paragraphs_for_players_only():
    parsed = render_paper("::: paper sideworld reference=to-hit,unarmed")
    to_hit, unarmed = texts(parsed, ".fb-paper-box > p:not(.fb-paper-title)")
    assert "A target that parries first Saves with Reactions" in to_hit
    assert "Reading" not in to_hit and "outermost layer" not in to_hit
    assert "Strength" in unarmed and "delivered" not in unarmed  # an outcome's name
