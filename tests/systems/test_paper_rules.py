"""The printed rules on one page hold what a table needs to run a fight without the site.

`tests/systems/<slug>/paper.toml` lists the facts in our words, each with the phrases that have to be on the page.
"""

import tomllib
from functools import cache
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

import rules_py
from rules_markdown.block_kinds import KINDS
from rules_markdown.block_parser import MARK, parse_block
from rules_markdown.page import Page
from tests.cases import check_each
from tests.systems.rules_coverage.pages import DOCS, normalize

FOLDER = Path(__file__).parent


def read_facts(slug: str) -> dict[str, list[str]]:
    """Return the facts of a game's list with their phrases; none for a game without tests of its own."""
    if not (FOLDER / slug).is_dir():
        return {}
    return tomllib.loads((FOLDER / slug / "paper.toml").read_text(encoding="utf-8"))["facts"]


@cache
def load_reference(slug: str) -> str:
    """Return the text of a game's rules on one page, normalized."""
    lines = (DOCS / slug / "paper.md").read_text(encoding="utf-8").splitlines()
    (line,) = [line for line in lines if line.startswith(f"{MARK} paper ")]
    block = parse_block(line, KINDS)
    page = LexborHTMLParser(block.kind.render(block, Page(root="../../")))
    return normalize(page.css_first(".fb-paper-reference").text(separator=" "))


FACTS = [(slug, fact, phrases) for slug in rules_py.systems() for fact, phrases in read_facts(slug).items()]


@check_each("slug, fact, phrases", FACTS, [f"{slug}: {fact}" for slug, fact, _ in FACTS])
def test_the_one_page_rules_say_what_a_table_needs(slug, fact, phrases):
    assert phrases, fact
    missing = [phrase for phrase in phrases if normalize(phrase) not in load_reference(slug)]
    assert missing == []
