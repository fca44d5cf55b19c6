"""Pages link to their source and to a report of a wrong rule, if the site names a repository."""

from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest
from jinja2 import Environment, FileSystemLoader
from selectolax.lexbor import LexborHTMLParser

OVERRIDES = Path(__file__).parents[2] / "overrides"
EDIT = "https://github.com/moonbase/rules/edit/main/docs/moon/doors.md"
ADDRESS = "https://example.org/rules/moon/doors/"


def list_links(repo_url: str, edit_url: str = "", game: str = "moon", **extra: str) -> dict[str, str]:
    """Render the links of a page and return them by their words."""
    environment = Environment(loader=FileSystemLoader(OVERRIDES))
    page = SimpleNamespace(edit_url=edit_url, meta={"game": game}, canonical_url=ADDRESS, url="moon/doors/")
    config = SimpleNamespace(repo_url=repo_url, extra=extra)
    html = environment.get_template("partials/mend.html").render(page=page, config=config)
    return {link.text(): link.attributes["href"] or "" for link in LexborHTMLParser(html).css("a")}


def test_page_of_a_game_links_to_its_source_and_to_a_report():
    links = list_links("https://github.com/moonbase/rules/", EDIT)
    assert links["Edit this page"] == EDIT
    report = urlsplit(links["This rule is wrong"])
    assert (report.netloc, report.path) == ("github.com", "/moonbase/rules/issues/new")
    assert parse_qs(report.query) == {"template": ["wrong-rule.yml"], "page": [ADDRESS]}


def test_report_has_the_name_of_a_form_and_a_field_that_the_repository_has():
    form = (OVERRIDES.parent / ".github" / "ISSUE_TEMPLATE" / "wrong-rule.yml").read_text()
    assert "id: page" in form


def test_another_host_gives_the_address_of_its_form():
    links = list_links(
        "https://codeberg.org/m/r", wrong_rule="https://codeberg.org/m/r/issues/new?title=Wrong&body={page}"
    )
    assert parse_qs(urlsplit(links["This rule is wrong"]).query)["body"] == [ADDRESS]


@pytest.mark.parametrize(
    ("repo_url", "edit_url", "game", "words"),
    [
        ("", "", "moon", []),
        ("https://codeberg.org/m/r", "", "moon", []),
        ("https://github.com/m/r", EDIT, "", ["Edit this page"]),
    ],
)
def test_page_has_only_the_links_that_lead_somewhere(repo_url, edit_url, game, words):
    assert list(list_links(repo_url, edit_url, game)) == words
