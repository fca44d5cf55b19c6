"""Light, dark, or as the system says: from the first paint on, and kept."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.chromium

PATH = "/psiops/combat/"


def scheme(page):
    return page.locator("body").get_attribute("data-md-color-scheme")


def of_the_browser(page):
    """What the browser's own parts are drawn for."""
    return page.locator('meta[name="color-scheme"]').get_attribute("content")


def press_the_switch(page, fb, name):
    """The button at the top, which is called by what it does."""
    fb.press(page.get_by_title(name))


@pytest.mark.parametrize("preferred", ["light", "dark"])
def test_a_first_visit_has_the_systems_colours_before_any_module_is_there(new_page, watch, preferred):
    watch.expect_trouble()  # what does not load
    page = new_page("phone", color_scheme=preferred)
    page.route(re.compile(r"bundle.*\.js|/js/page/main\.js"), lambda route: route.abort())
    page.goto(PATH)
    assert scheme(page) == {"light": "default", "dark": "slate"}[preferred]
    assert of_the_browser(page) == "light dark"


@pytest.mark.every_size
def test_what_is_chosen_is_shown_and_kept(new_page, fb, size):
    page = new_page(size, color_scheme="dark")
    page.goto(PATH)
    press_the_switch(page, fb, "Use light colours")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    assert of_the_browser(page) == "light"
    expect(page.get_by_title("Use dark colours")).to_be_visible()
    page.reload()
    expect(page.get_by_title("Use dark colours")).to_be_visible()
    assert (scheme(page), of_the_browser(page)) == ("default", "light")
    press_the_switch(page, fb, "Use dark colours")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    assert of_the_browser(page) == "dark"
    press_the_switch(page, fb, "Follow the system")
    page.emulate_media(color_scheme="light")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    assert of_the_browser(page) == "light dark"
    expect(page.locator("body")).not_to_have_attribute("data-md-color-switching", "")


def test_the_switch_is_worked_by_keys_and_says_what_is_on(new_page):
    page = new_page("desktop", color_scheme="light")
    page.goto(PATH)
    system, light, dark = (
        page.get_by_role("radio", name=name) for name in ("Follow the system", "Use light colours", "Use dark colours")
    )
    expect(system).to_be_checked()
    system.focus()
    page.keyboard.press("ArrowDown")
    expect(light).to_be_checked()
    page.keyboard.press("Enter")
    expect(dark).to_be_checked()
    expect(dark).to_be_focused()
    assert scheme(page) == "slate"


def test_tabs_have_the_same_colours(new_page, fb):
    page = new_page("desktop", color_scheme="light")
    page.goto(PATH)
    other = page.context.new_page()
    other.goto("/dice/")
    press_the_switch(page, fb, "Use light colours")
    press_the_switch(page, fb, "Use dark colours")
    expect(other.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


@pytest.mark.parametrize("kept", ['"x"', "{", '{"index": 99}', '{"index": "length"}'])
def test_what_is_kept_amiss_is_as_the_system_says(new_page, watch, kept):
    watch.expected.append("JSON")  # the theme's own reading of it
    page = new_page("desktop", color_scheme="dark")
    page.goto(PATH)
    page.evaluate("kept => localStorage.setItem('/.__palette', kept)", kept)
    page.reload()
    expect(page.get_by_role("radio", name="Follow the system")).to_be_checked()
    assert scheme(page) == "slate"
