"""Every example of every game is true."""

from pathlib import Path

import pytest

import rules_py
from rules_py.registry.examples import find_differences, list_examples

EXAMPLES = {slug: list_examples(slug) for slug in rules_py.systems()}
LEAST_EXAMPLES = {slug: 60 if Path(__file__).with_name(slug).is_dir() else 1 for slug in rules_py.systems()}
"""The least number of examples of each game."""


@pytest.mark.parametrize("slug", EXAMPLES)
def test_examples_are_true(slug):
    assert {each.location: found for each in EXAMPLES[slug] if (found := find_differences(each))} == {}


@pytest.mark.parametrize("slug", LEAST_EXAMPLES)
def test_a_game_has_examples_of_its_clauses(slug):
    assert len(EXAMPLES[slug]) >= LEAST_EXAMPLES[slug]
