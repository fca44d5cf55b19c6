"""`::: fight`: the page itself lists the sheets that can join, so that a fight can begin before Python loads."""

import json
import re

import pytest

import rules_py
from rules_markdown.icons import BOARD_ICONS, GAME_ICONS
from rules_py.play.icons import ICONS
from rules_py.registry.play import find_play
from tests.rules_markdown.conftest import render_html


@pytest.mark.parametrize("slug", [slug for slug in rules_py.systems() if find_play(slug).fight_rules])
def test_fight_block_has_free_places_on_both_sides(render, slug):
    page = render(f"::: fight {slug}")
    joins = [json.loads(each["data-act"]) for each in page.all("button", "fb-piece") if "data-act" in each]
    rules = find_play(slug).fight_rules
    fighting = [kind.id for kind in rules.sides_by_sheet if rules.sides_for(kind)[0] not in rules.bystander_sides]
    assert {each["act"] for each in joins} == {"join"}
    assert {each["sheet"] for each in joins} == set(fighting)


def test_board_has_an_icon_for_each_name_that_games_and_the_board_use(render):
    """The sprite is drawn once on the page, and each icon of the board refers to it."""
    html = render_html("::: fight psiops")
    drawn = set(re.findall(r'<symbol id="fb-i-([a-z-]+)"', html))
    assert drawn == {*GAME_ICONS, *BOARD_ICONS}
    assert set(GAME_ICONS) == set(ICONS)
    assert set(re.findall(r'xlink:href="#fb-i-([a-z-]+)"', html)) <= drawn


def test_character_in_use_does_not_fill_the_forms_of_a_fight():
    """The fight fills them; a form that waits for the character keeps its fields hidden."""
    rollers = re.findall(r"<fb-roller[^>]*>", render_html("::: fight psiops"))
    assert rollers and not [each for each in rollers if " fills" in each]
    assert " fills" in re.findall(r"<fb-roller[^>]*>", render_html("::: roller psiops.attack"))[0]
