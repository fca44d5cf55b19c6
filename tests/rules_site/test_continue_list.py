"""Data of “Continue”: the pages that show a game's stored records, and the meters of its sheets."""

import json

from rules_site import continue_list

GAMES = {"xmas": {"name": "X-M.A.S.", "accent": {"light": "#000", "dark": "#fff"}}}
PAGES = {
    "xmas/crew/": '<p><fb-sheets id="sheets" game="xmas">',
    "xmas/fight/": '<fb-fight class="fb-fight" id="fight-now" game="xmas">',
    "xmas/later/": '<fb-fight game="xmas">',
    "screen/": '<fb-screen class="fb-screen" game="">',
    "xmas/rules/": "<p>fb-sheets</p>",
}


def test_each_store_has_the_first_page_that_shows_it():
    assert continue_list.find_pages(PAGES) == {
        "xmas": {"sheets": "xmas/crew/", "fights": "xmas/fight/"},
        "": {"screens": "screen/"},
    }


def test_a_game_s_page_has_only_its_data_and_the_home_page_all():
    pages = continue_list.find_pages(PAGES)
    about = json.loads(continue_list.build_data(pages, GAMES, "xmas"))
    assert list(about) == ["xmas"] and about["xmas"]["name"] == "X-M.A.S."
    assert about["xmas"]["meters"]["xmas.operator"] == ["boxes_left", "wound_boxes", "wound boxes left"]
    everything = json.loads(continue_list.build_data(pages, GAMES, ""))
    assert everything[""] == {"name": "", "accent": None, "pages": {"screens": "screen/"}, "meters": {}}
    assert everything["xmas"] == about["xmas"]
