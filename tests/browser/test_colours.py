"""Light, dark or system colours: applied from the first paint and stored."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.chromium

PATH = "/psiops/combat/"


def scheme(page):
    return page.locator("body").get_attribute("data-md-color-scheme")


def browser_color_scheme(page):
    """Return the schemes for which the browser draws its own controls."""
    return page.locator('meta[name="color-scheme"]').get_attribute("content")


def press_scheme_switch(page, fb, name):
    """Press the button in the header that is labelled with its effect."""
    fb.press(page.get_by_title(name))


@pytest.mark.parametrize("preferred", ["light", "dark"])
def test_first_visit_uses_system_colours_before_modules_load(make_page, console_guard, preferred):
    console_guard.expect_errors()  # the aborted files
    page = make_page("phone", color_scheme=preferred)
    page.route(re.compile(r"bundle.*\.js|/js/entry/main\.js"), lambda route: route.abort())
    page.goto(PATH)
    assert scheme(page) == {"light": "default", "dark": "slate"}[preferred]
    assert browser_color_scheme(page) == "light dark"


def test_chosen_colour_scheme_is_applied_and_stored(make_page, fb, size):
    page = make_page(size, color_scheme="dark")
    page.goto(PATH)
    press_scheme_switch(page, fb, "Use light colours")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    assert browser_color_scheme(page) == "light"
    expect(page.get_by_title("Use dark colours")).to_be_visible()
    page.reload()
    expect(page.get_by_title("Use dark colours")).to_be_visible()
    assert (scheme(page), browser_color_scheme(page)) == ("default", "light")
    press_scheme_switch(page, fb, "Use dark colours")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    assert browser_color_scheme(page) == "dark"
    press_scheme_switch(page, fb, "Follow the system")
    page.emulate_media(color_scheme="light")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    assert browser_color_scheme(page) == "light dark"
    expect(page.locator("body")).not_to_have_attribute("data-md-color-switching", "")


def test_colour_switch_works_by_keyboard_and_shows_its_state(make_page):
    page = make_page("desktop", color_scheme="light")
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


def test_colour_choice_applies_to_other_tabs(make_page, fb):
    page = make_page("desktop", color_scheme="light")
    page.goto(PATH)
    other = page.context.new_page()
    other.goto("/dice/")
    press_scheme_switch(page, fb, "Use light colours")
    press_scheme_switch(page, fb, "Use dark colours")
    expect(other.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


@pytest.mark.trial
@pytest.mark.parametrize("kept", ['"x"', "{", '{"index": 99}', '{"index": "length"}'])
def test_corrupt_stored_colour_choice_falls_back_to_the_system(make_page, console_guard, kept):
    console_guard.expected.append("JSON")  # the theme parses the stored value
    page = make_page("desktop", color_scheme="dark")
    page.goto(PATH)
    page.evaluate("kept => localStorage.setItem('/.__palette', kept)", kept)
    page.reload()
    expect(page.get_by_role("radio", name="Follow the system")).to_be_checked()
    assert scheme(page) == "slate"
