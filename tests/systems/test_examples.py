"""Every example of every game is true, and names a rule that is on the site's pages."""

import re
from pathlib import Path

import pytest

import rules_py
from rules_py.play.examples import Example
from rules_py.registry.examples import find_differences, list_examples
from tests.systems.rules_coverage.pages import DOCS, page_address, render

EXAMPLES = {slug: list_examples(slug) for slug in rules_py.systems()}

ID = re.compile(r'\sid="([^"]+)"')


@pytest.mark.parametrize(
    "example", [pytest.param(each, id=f"{slug}: {each.title}") for slug in EXAMPLES for each in EXAMPLES[slug]]
)
def test_an_example_is_true(example: Example):
    assert find_differences(example) == [], example.location


@pytest.mark.parametrize("slug", [slug for slug in EXAMPLES if EXAMPLES[slug]])
def test_every_example_names_a_rule_on_a_page(slug):
    pages = {page_address(slug, path): path for path in (DOCS / slug).glob("*.md")}
    named = {page for page, _, _ in (each.rule.partition("#") for each in EXAMPLES[slug])}
    anchors = {page: set(ID.findall(render(pages[page], page))) for page in named & pages.keys()}
    wrong = [
        f"{each.location}: {each.rule}"
        for each in EXAMPLES[slug]
        if each.rule.partition("#")[2] not in anchors.get(each.rule.partition("#")[0], ())
    ]
    assert wrong == []


LEAST_EXAMPLES = {slug: 60 if Path(__file__).with_name(slug).is_dir() else 1 for slug in rules_py.systems()}
"""The least number of examples of each game."""


@pytest.mark.parametrize("slug", LEAST_EXAMPLES)
def test_a_game_has_examples_of_its_clauses(slug):
    assert len(EXAMPLES[slug]) >= LEAST_EXAMPLES[slug]
