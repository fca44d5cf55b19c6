"""The pages of a game that `new` has written: each block of them is rendered."""

import re

import pytest

from rules_markdown.block_kinds import KINDS
from tests.rules_markdown.conftest import read_html, render_html
from tests.rules_py import new_games


@pytest.mark.parametrize(("slug", "kind"), [("newpages", "rules"), ("newtables", "tables")])
def test_pages_of_a_new_game_are_rendered(tmp_path, slug, kind):
    with new_games.install(tmp_path, slug, kind=kind) as answers:
        shown = set()
        for path in sorted(new_games.find_pages(answers, tmp_path).glob("*.md")):
            text = path.read_text(encoding="utf-8").split("---\n", 2)[2]
            page = read_html(render_html(text, path=f"docs/{slug}/{path.name}", extensions=("md_in_html",)))
            shown |= set(re.findall(r"^::: ([\w-]+)", text, re.MULTILINE))
            assert page.one("h1").text
        assert shown == (set(KINDS) - {"messages", "notation"} if kind == "rules" else {"table", "files", "licence"})
