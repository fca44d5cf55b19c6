"""A site with two of the games: shared pages name no other, and blocks of the others are left out."""

from pathlib import Path

import pytest

import rules_py
from rules_py.checking.exceptions import AuthorError
from rules_py.checking.session import Session
from rules_py.discovery import CHOSEN_GAMES, find_left_out
from rules_site.game_pages import choose_games, is_left_out, list_game_pages
from rules_site.page_checks.blocks import check_blocks
from rules_site.page_checks.page_files import list_pages, read_page
from tests.rules_markdown.conftest import read_html, render_html
from tests.rules_py import new_games

DOCS = Path(__file__).parents[2] / "docs"
CHOSEN = ("puml", "xmas")


@pytest.fixture
def two_games(monkeypatch):
    monkeypatch.setenv(CHOSEN_GAMES, "")  # restored afterwards
    choose_games(CHOSEN)


def test_only_the_chosen_games_are_offered(two_games):
    assert rules_py.systems() == CHOSEN and find_left_out() == {"combat", "psiops", "sideworld"}
    with pytest.raises(rules_py.UnknownIdError, match="games: puml, xmas"):
        rules_py.roll("psiops.action")
    assert is_left_out("psiops/index.md") and not is_left_out("puml/index.md") and not is_left_out("index.md")


@pytest.mark.parametrize("name", ["index", "compare", "files", "licences", "dice", "screen", "how-a-rule-reaches-you"])
def test_shared_pages_have_nothing_of_other_games(two_games, name):
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8").split("---\n", 2)[2]
    shown = render_html(text, path=f"docs/{name}.md", root="../", extensions=("md_in_html",))
    assert [game for game in ("PSIOPS", "Sideworld", "COMBAT!", "psiops", "sideworld") if game in shown] == []


def test_a_section_of_other_games_is_left_out_with_its_heading(two_games):
    out = "::: roller psiops.action"
    text = f"## Try it\n\n{out}\n\n## Both\n\n{out}\n\nText.\n\n## Here\n\n::: table puml.bands"
    page = read_html(render_html(text, path="docs/index.md"))
    assert [element.text for element in page.all("h2")] == ["Both", "Here"]


def test_comparison_has_the_cards_of_the_games_that_are_there(two_games):
    text = (DOCS / "compare.md").read_text(encoding="utf-8").split("---\n", 2)[2]
    page = read_html(render_html(text, path="docs/compare.md", root="../"))
    titles = [element.text for element in page.all("h3")]
    assert any("PUML" in title for title in titles) and any("X-M.A.S." in title for title in titles)


def test_one_game_needs_no_list(two_games):
    choose_games("puml")
    assert rules_py.systems() == ("puml",)


def test_check_reports_nothing_about_games_that_are_left_out(two_games):
    session = Session("", DOCS)
    pages = list_pages(session)
    assert DOCS / "compare.md" in pages and DOCS / "psiops/index.md" not in pages
    check_blocks(session, read_page(session, DOCS / "compare.md"))
    assert session.report.problems == []


def test_games_that_are_not_installed_cannot_be_chosen(monkeypatch):
    monkeypatch.setenv(CHOSEN_GAMES, "xmas")
    with pytest.raises(AuthorError, match="games: got 'moon', takes combat, psiops, puml, sideworld, xmas"):
        choose_games(["moon"])


def test_no_page_counts_the_games():
    files = [*DOCS.glob("*.md"), DOCS.parent / "mkdocs.yml", DOCS.parent / "README.md", DOCS.parent / "pyproject.toml"]
    assert [
        path.name
        for path in files
        if "five games" in (text := path.read_text("utf-8").lower()) or "five tabletop" in text
    ] == []


def test_pages_of_an_installed_game_are_below_its_name(tmp_path):
    with new_games.install(tmp_path, "newsite") as answers:
        found = list_game_pages()
        pages = tmp_path / answers.package / "pages"
        assert found["newsite/index.md"] == pages / "index.md" and found["newsite/.meta.yml"] == pages / ".meta.yml"
        assert len(found) == len(list(pages.iterdir()))
