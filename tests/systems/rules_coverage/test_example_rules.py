"""Every example of every game names a rule that is on the site's pages."""

import re

import pytest

import rules_py
from rules_py.registry.examples import list_examples
from tests.systems.rules_coverage.pages import DOCS, page_address, render

ID = re.compile(r'\sid="([^"]+)"')


@pytest.mark.parametrize("slug", rules_py.systems())
def test_every_example_names_a_rule_on_a_page(slug):
    examples = list_examples(slug)
    pages = {page_address(slug, path): path for path in (DOCS / slug).glob("*.md")}
    named = {page for page, _, _ in (each.rule.partition("#") for each in examples)}
    anchors = {page: set(ID.findall(render(pages[page], page))) for page in named & pages.keys()}
    wrong = [
        f"{each.location}: {each.rule}"
        for each in examples
        if each.rule.partition("#")[2] not in anchors.get(each.rule.partition("#")[0], ())
    ]
    assert wrong == []
