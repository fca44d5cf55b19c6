"""Examples of fights on pages: folded at the end of the section whose anchor they name."""

import pytest

from rules_py.registry.examples import list_examples
from tests.rules_markdown.conftest import render_html

SECTIONS = """\
# Combat

## First { #attack }

You hit.

## Second { #second }

Nothing here.

By the authors.
"""


@pytest.fixture
def page(read):
    """Return a function that renders a page at an address as elements."""
    return lambda text, address="xmas/combat/": read(render_html(text, address=address))


def find_examples(rule: str):
    return [each for each in list_examples("xmas") if each.rule == rule]


def test_the_first_examples_are_at_the_end_of_their_section(page):
    shown = page(SECTIONS)
    order = [each.text if each.tag != "details" else "examples" for each in shown.children if not isinstance(each, str)]
    assert order == ["Combat", "First", "You hit.", "examples", "Second", "Nothing here.", "By the authors."]
    examples = shown.one("details", css="fb-examples")
    titles = [each.text for each in examples.all("strong")]
    assert titles == [each.title for each in find_examples("xmas/combat/#attack")][:2]
    assert "open" not in examples


def test_an_example_tells_the_situation_the_dice_and_what_follows(page):
    said = page(SECTIONS).one("details", css="fb-examples").text
    assert "Holly: QUICK 1, Weapons Pistol." in said
    assert "Holly: Attack against Captain. The dice show 2, 4 and 3." in said
    assert "Captain: Pain 2, Pain Threshold left 2, not out of the fight." in said


def test_examples_of_the_last_section_come_before_the_credit(page):
    shown = page(SECTIONS.replace("second", "firefights"))
    assert [each.tag for each in shown.children if not isinstance(each, str)][-3:] == ["p", "details", "p"]


def test_a_block_without_text_after_it_has_its_examples_below(page):
    shown = page("## Third { #third }\n\n::: roller xmas.attack\n".replace("third", "attack"))
    assert [each.tag for each in shown.children if not isinstance(each, str)][-1] == "details"


@pytest.mark.parametrize("address", ["", "xmas/harm/", "psiops/skills/", "authoring/"])
def test_other_pages_have_none(page, address):
    assert page(SECTIONS, address).all("details") == []


def test_a_heading_without_an_id_has_that_of_its_text(page):
    assert len(page("# Combat\n\n## Attack\n\nYou hit.\n").all("details")) == 1
    assert page("# Combat\n\n```\n## Attack\n```\n").all("details") == []
