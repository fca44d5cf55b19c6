"""Structured data of a page: its breadcrumbs and its game."""

import json

from rules_site.json_ld import Game, Site, build_json_ld

SITE = Site("Fieldbook", "Rules that roll.", "https://example.org/book/")
MOON = Game("Moonbase", "Six people, one airlock.", "https://example.org/book/moonbase/", "Moonbase by A. Person")


def build_graph(*told, **more):
    said = json.loads(build_json_ld(SITE, *told, **more))
    assert said["@context"] == "https://schema.org"
    return {each["@type"]: each for each in said["@graph"]}


def breadcrumbs(found):
    return [(each["position"], each["name"], each["item"]) for each in found["BreadcrumbList"]["itemListElement"]]


def test_breadcrumbs_of_a_game_page_include_its_game():
    found = build_graph("Leaks", "How it leaks.", MOON.address + "leaks/", MOON)
    assert breadcrumbs(found) == [
        (1, "Fieldbook", SITE.address),
        (2, "Moonbase", MOON.address),
        (3, "Leaks", MOON.address + "leaks/"),
    ]
    assert found["WebPage"]["about"] == {"@id": MOON.address + "#game"} and "Game" not in found


def test_game_home_page_describes_the_game():
    found = build_graph("Moonbase", "All of it.", MOON.address, MOON)
    assert breadcrumbs(found) == [(1, "Fieldbook", SITE.address), (2, "Moonbase", MOON.address)]
    assert found["Game"] | {"@id": 0} == {
        "@type": "Game",
        "@id": 0,
        "name": "Moonbase",
        "url": MOON.address,
        "description": MOON.description,
        "creditText": MOON.credit,
    }
    assert found["Game"]["@id"] == found["WebPage"]["about"]["@id"]


def test_site_home_page_has_no_breadcrumbs():
    found = build_graph("Fieldbook", "Rules that roll.", SITE.address)
    assert set(found) == {"WebSite", "WebPage"} and found["WebSite"]["description"] == SITE.description


def test_json_ld_escapes_closing_script_tags():
    text = build_json_ld(SITE, "</script><script>alert(1)", '<!-- & "so on"', SITE.address + "a/")
    assert "<" not in text and json.loads(text)["@graph"][1]["name"] == "</script><script>alert(1)"
