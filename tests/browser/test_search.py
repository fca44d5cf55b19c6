"""The search, and when its index is fetched."""

import re

import pytest
from playwright.sync_api import expect

INDEX = "**/search_index.json"


def turn_to_search(page, fb):
    if page.viewport_size["width"] < 600:
        fb.press(page.locator("label.md-header__button[for='__search']"))
    fb.press(page.get_by_role("textbox", name="Search"))


def index_requests(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "search_index.json" in request.url else None)
    return asked


def test_reading_and_rolling_do_not_fetch_the_index(page, fb):
    asked = index_requests(page)
    page.goto("/psiops/")
    fb.Chip(page.locator("article fb-die").first).roll()
    page.wait_for_load_state("networkidle")
    fb.go_to(page, "/psiops/stress/")
    page.wait_for_load_state("networkidle")
    assert asked == []


def test_the_search_fetches_it_once_and_finds(page, fb):
    asked = index_requests(page)
    page.goto("/psiops/")
    with page.expect_response(INDEX):
        turn_to_search(page, fb)
    page.get_by_role("textbox", name="Search").press_sequentially("stress")
    found = page.locator(".md-search-result__link").first
    expect(found).to_be_visible()
    fb.press(found)
    expect(page).to_have_url(re.compile(r"\?h=stress"))
    expect(page.locator("article mark:visible").first).to_be_visible()
    assert len(asked) == 1


@pytest.mark.parametrize("key", ["/", "s"])
def test_the_key_that_opens_the_search_fetches_it(new_page, key):
    page = new_page("desktop")
    page.goto("/psiops/")
    with page.expect_response(INDEX):
        page.keyboard.press(key)
    expect(page.get_by_role("textbox", name="Search")).to_be_focused()


def test_a_shared_find_has_its_words_marked(page):
    with page.expect_response(INDEX):
        page.goto("/psiops/stress/?h=stress")
    expect(page.locator("article mark:visible").first).to_be_visible()
