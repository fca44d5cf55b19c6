"""What a page says of itself to machines: the way to it, and its game."""

import json

from hooks.json_ld import Game, Site, build_json_ld

SITE = Site("Fieldbook", "Rules that roll.", "https://example.org/book/")
MOON = Game("Moonbase", "Six people, one airlock.", "https://example.org/book/moonbase/", "Moonbase by A. Person")


def graph(*told, **more):
    said = json.loads(build_json_ld(SITE, *told, **more))
    assert said["@context"] == "https://schema.org"
    return {each["@type"]: each for each in said["@graph"]}


def steps(found):
    return [(each["position"], each["name"], each["item"]) for each in found["BreadcrumbList"]["itemListElement"]]


def test_a_page_of_a_game_is_below_its_game():
    found = graph("Leaks", "How it leaks.", MOON.address + "leaks/", MOON)
    assert steps(found) == [
        (1, "Fieldbook", SITE.address),
        (2, "Moonbase", MOON.address),
        (3, "Leaks", MOON.address + "leaks/"),
    ]
    assert found["WebPage"]["about"] == {"@id": MOON.address + "#game"} and "Game" not in found


def test_a_games_first_page_is_where_the_game_is_told_of():
    found = graph("Moonbase", "All of it.", MOON.address, MOON)
    assert steps(found) == [(1, "Fieldbook", SITE.address), (2, "Moonbase", MOON.address)]
    assert found["Game"] | {"@id": 0} == {
        "@type": "Game",
        "@id": 0,
        "name": "Moonbase",
        "url": MOON.address,
        "description": MOON.description,
        "creditText": MOON.credit,
    }
    assert found["Game"]["@id"] == found["WebPage"]["about"]["@id"]


def test_the_sites_first_page_has_no_way_to_it():
    found = graph("Fieldbook", "Rules that roll.", SITE.address)
    assert set(found) == {"WebSite", "WebPage"} and found["WebSite"]["description"] == SITE.description


def test_nothing_in_it_ends_the_element_that_holds_it():
    text = build_json_ld(SITE, "</script><script>alert(1)", '<!-- & "so on"', SITE.address + "a/")
    assert "<" not in text and json.loads(text)["@graph"][1]["name"] == "</script><script>alert(1)"
