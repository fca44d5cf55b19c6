"""Previews of the rules' sections next to the links that lead to them."""

import re

import pytest
from playwright.sync_api import expect

import rules_py
from tests.browser.axe import find_violations_in_sampled_schemes

COMBAT = "/psiops/combat/"
ACTION_ROLL = 'article a[href$="/playing/#roll-the-dice"]'


def preview_panel(page):
    return page.locator(".fb-preview")


def test_hovering_a_link_previews_its_section_which_can_roll(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    warm_desktop.locator(ACTION_ROLL).first.hover()
    preview = preview_panel(warm_desktop)
    expect(preview.locator(".fb-preview-title")).to_have_text("Roll the dice")
    fb.press(preview.locator('fb-roller[mechanic="psiops.action"] .fb-actions .fb-roll'))
    expect(preview.locator(".fb-result .fb-headline").first).to_be_visible(timeout=fb.START)
    assert find_violations_in_sampled_schemes(warm_desktop, ".fb-preview") == []
    assert warm_desktop.url.endswith(COMBAT)
    assert (
        warm_desktop.evaluate("""() => {
        const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
        return ids.filter((id, at) => ids.indexOf(id) !== at);
    }""")
        == []
    )
    warm_desktop.keyboard.press("Escape")
    expect(preview).to_have_count(0)


def test_moving_the_pointer_away_closes_the_preview(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    link = warm_desktop.locator(ACTION_ROLL).first
    link.hover()
    preview = preview_panel(warm_desktop)
    expect(preview).to_be_visible()
    preview.hover()
    expect(preview).to_be_visible()
    warm_desktop.locator("h1").hover()
    expect(preview).to_have_count(0)


def test_preview_opens_and_closes_by_keyboard(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    link = warm_desktop.locator(ACTION_ROLL).first
    link.evaluate("link => link.focus({ focusVisible: true })")
    preview = preview_panel(warm_desktop)
    expect(preview).to_be_visible()
    warm_desktop.keyboard.press("Tab")
    expect(preview.locator(".fb-preview-title")).to_be_focused()
    warm_desktop.keyboard.press("Shift+Tab")
    expect(preview).to_have_count(0)
    expect(link).to_be_focused()


@pytest.mark.chromium
def test_long_press_previews_a_section_and_tap_follows_the_link(warm_phone, fb):
    fb.go_to(warm_phone, COMBAT)
    link = warm_phone.locator(ACTION_ROLL).first
    link.scroll_into_view_if_needed()
    warm_phone.evaluate("""() => {
        window.clicks = [];
        document.addEventListener("click", (event) => window.clicks.push(event.target.localName));
    }""")
    place = warm_phone.evaluate("scrollY")
    finger = warm_phone.context.new_cdp_session(warm_phone)
    x, y = link.evaluate("link => { const { x, y } = link.getClientRects()[0]; return [x + 4, y + 8]; }")
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    preview = preview_panel(warm_phone)
    expect(preview.locator("fb-roller")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    preview.locator(".fb-preview-close").click()
    expect(preview).to_have_count(0)
    assert warm_phone.evaluate("window.clicks") == ["button"]
    assert (warm_phone.evaluate("scrollY"), warm_phone.url.endswith(COMBAT)) == (place, True)
    link.tap()
    expect(warm_phone).to_have_url(re.compile("/playing/#roll-the-dice$"))
    expect(preview).to_have_count(0)


@pytest.mark.chromium
@pytest.mark.trial
def test_failed_preview_shows_an_error_and_tap_follows_the_link(phone, fb):
    phone.goto(COMBAT)
    link = phone.locator(ACTION_ROLL).first
    link.scroll_into_view_if_needed()
    phone.route(
        "**/psiops/playing/",
        lambda route: route.fulfill(body="<!doctype html><title>Sign in</title>", content_type="text/html"),
    )
    finger = phone.context.new_cdp_session(phone)
    x, y = link.evaluate("link => { const { x, y } = link.getClientRects()[0]; return [x + 4, y + 8]; }")
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(phone.locator("fb-notice .fb-notice-words")).to_have_text(
        "The preview couldn't be loaded: the network sent something else; you may need to sign in to it. "
        "Tap the link to open its page"
    )
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.unroute("**/psiops/playing/")
    fb.press(link)
    expect(phone).to_have_url(re.compile("/playing/#roll-the-dice$"))


def test_preview_scrolls_to_the_linked_table_row(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/playing/")
    link = warm_desktop.locator('article a[href*="/talents/#talents-"]').first
    talent = link.get_attribute("href").partition("#")[2]
    link.hover()
    row = preview_panel(warm_desktop).locator("tr.fb-found")
    (name,) = (each.cells["name"] for each in rules_py.table("psiops.talents").rows if talent == f"talents-{each.key}")
    expect(row).to_contain_text(name)
    assert fb.is_in_view(row)


def test_preview_of_a_page_with_its_own_styles_loads_them(warm_desktop, fb):
    fb.go_to(warm_desktop, COMBAT)
    warm_desktop.locator("article h1").evaluate("""heading => {
        const link = document.createElement("a");
        link.href = "../fight/#fight";
        link.textContent = "The fight";
        heading.after(link);
    }""")
    warm_desktop.get_by_role("link", name="The fight", exact=True).hover()
    styles = preview_panel(warm_desktop).locator("link[rel=stylesheet]")
    expect(styles).to_have_attribute("href", re.compile(r"^http.+/assets/css/fight\.css$"))


@pytest.mark.chromium
@pytest.mark.trial
def test_data_saver_disables_hover_previews(desktop):
    desktop.clock.install()
    desktop.add_init_script("""Object.defineProperty(navigator.connection, "saveData",
        { configurable: true, get: () => !window.hasPlenty })""")
    desktop.goto(COMBAT)
    link, preview = desktop.locator(ACTION_ROLL).first, preview_panel(desktop)
    for has_plenty in (False, True):
        desktop.evaluate("hasPlenty => { window.hasPlenty = hasPlenty; }", has_plenty)
        link.evaluate("link => { link.blur(); link.focus({ focusVisible: true }); }")
        desktop.clock.run_for(5000)
        link.evaluate("async ({ href }) => { await (await fetch(href)).text(); }")  # earlier requests are done
        desktop.clock.run_for(100)
        expect(preview).to_have_count(int(has_plenty))
