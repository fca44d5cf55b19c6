"""After one visit everything works with no connection."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect


def test_every_page_opens(cut_off, first):
    page = cut_off()
    places = sorted(path.relative_to(first).as_posix().removesuffix("index.html") for path in first.rglob("index.html"))
    assert len(places) > 10
    for place in places:
        page.goto("/" + place)
        expect(page.locator("article h1").first).to_be_visible()
        assert page.evaluate("[...document.styleSheets].every((sheet) => sheet.cssRules.length)")


def test_rolls_and_odds_of_games_that_were_not_visited(cut_off, fb):
    page = cut_off()
    page.goto("/psiops/")
    page.evaluate("window.kept = true")
    roller = fb.Roller(page, "psiops.action")
    roller.roll()
    roller.open_odds()
    roller.more("Attribute")
    expect(roller.odds.locator(".fb-odds-body tbody tr").first).to_be_visible()
    assert roller.odds_rows()
    worker = fb.python(page)
    fb.go_to(page, "/puml/")  # by the site's own links, without loading the page anew
    fb.Roller(page, "puml.action").roll()
    assert page.evaluate("window.kept === true") and fb.python(page) == worker


def test_a_roll_in_the_very_tab_of_the_first_visit(kept, host, fb):
    page = kept()  # Python has not started yet
    host.is_dead = True
    fb.go_to(page, "/dice/")
    fb.Roller(page, "dice").roll()


def test_a_shared_roll_opens(cut_off, fb):
    page = cut_off()
    page.goto("/dice/?roll=roller-dice&notation=2d6&faces=3%2C4#roller-dice")
    expect(fb.Roller(page, "dice").headline).to_have_text("7", timeout=fb.START)


def test_search(cut_off, fb, size):
    page = cut_off(size)
    page.goto("/psiops/")
    if size == "phone":
        fb.press(page.locator("label.md-header__button[for='__search']"))
    field = page.get_by_role("textbox", name="Search")
    fb.press(field)
    field.press_sequentially("stress")
    found = page.locator(".md-search-result__link").first
    expect(found).to_be_visible()
    fb.press(found)
    expect(page).to_have_url(re.compile(r"\?h=stress"))
    expect(page.locator(".md-content h1")).to_be_visible()


@pytest.mark.parametrize("typed", ["/psiops", "/psiops/index.html"])
def test_an_address_as_people_type_it(cut_off, typed):
    page = cut_off()
    page.goto(typed)
    assert urlsplit(page.url).path == "/psiops/"


def test_a_page_that_is_not_there(cut_off, watch):
    watch.expect_trouble()  # browsers report every page with this status
    page = cut_off()
    assert page.goto("/nowhere/").status == 404
    expect(page.locator("article h1")).to_contain_text("404")
