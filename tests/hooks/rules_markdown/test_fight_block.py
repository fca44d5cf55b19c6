"""`::: fight`: the page itself lists the sheets that can join, so that a fight can begin before Python loads."""

import json

import pytest

import rules_py
from rules_py.registry.play import find_play


@pytest.mark.parametrize("slug", [slug for slug in rules_py.systems() if find_play(slug).fight_rules])
def test_fight_block_lists_every_joinable_sheet(render, slug):
    page = render(f"::: fight {slug}")
    joins = [json.loads(each["data-act"]) for each in page.all("button", "fb-fight-add")]
    assert {each["act"] for each in joins} == {"join"}
    assert {each["sheet"] for each in joins} == {kind.id for kind in find_play(slug).fight_rules.sides_by_sheet}
