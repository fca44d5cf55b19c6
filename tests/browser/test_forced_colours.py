"""Forced colours: active states, the focus and the height of bars are visible."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.in_firefox import MOTION

pytestmark = pytest.mark.chromium


@pytest.fixture(params=[pytest.param("light", marks=pytest.mark.trial), "dark"])
def forced_colours_page(warm_desktop, request):
    warm_desktop.emulate_media(forced_colors="active", color_scheme=request.param, reduced_motion="reduce")
    yield warm_desktop
    warm_desktop.emulate_media(forced_colors="none", color_scheme="light", reduced_motion=MOTION)


def changes_appearance(target: Locator, change: str) -> bool:
    """Return True if a change of an element changes its picture."""
    target.scroll_into_view_if_needed()
    before = target.screenshot(animations="disabled")
    target.evaluate(change)
    after = target.screenshot(animations="disabled")
    target.evaluate(change)  # and back
    return before != after


@pytest.mark.trial
def test_forced_colours_show_states_bars_marks_and_focus(forced_colours_page, fb):
    fb.go_to(forced_colours_page, "/psiops/combat/")
    attack = fb.Roller(forced_colours_page, "psiops.attack")
    attack.roll()
    attack.open_odds()
    bar = attack.odds.locator(".fb-bar").filter(visible=True).first
    expect(bar).to_be_visible()
    bar.evaluate("bar => bar.style.setProperty('--share', '0')")
    row = "row => row.toggleAttribute('aria-current')"
    on = "label => { const field = label.querySelector('input'); field.checked = !field.checked; }"
    words = "button => { button.style.fontSize = button.style.fontSize ? '' : '0'; }"
    unseen = [
        what
        for what, target, change in [
            ("a bar", bar, "bar => bar.style.setProperty('--share', 1 - bar.style.getPropertyValue('--share'))"),
            ("a toggle that is on", attack.root.locator(".fb-toggle").first, on),
            ("a choice", attack.root.locator(".fb-segments label:has(input:not(:checked))").first, on),
            ("the words of the button that rolls", attack.button, words),
            ("the row that was rolled", forced_colours_page.locator("fb-table tbody tr").first, row),
        ]
        if not changes_appearance(target, change)
    ]
    fb.go_to(forced_colours_page, "/psiops/calc/")
    drawn = forced_colours_page.locator("svg.fb-svg").first
    nothing = """svg => svg.querySelectorAll("KIND").forEach((each) => {
        each.style.opacity = each.style.opacity ? "" : "0";
    })"""
    unseen += [
        kind
        for kind in (".fb-svg-bar", ".fb-svg-label")
        if not changes_appearance(drawn, nothing.replace("KIND", kind))
    ]
    menu = forced_colours_page.get_by_role("navigation", name="Games and pages")
    gone = "each => { each.style.opacity = each.style.opacity ? '' : '0'; }"
    current = "link => { link.ariaCurrent = link.ariaCurrent ? null : 'page'; }"
    fb.press(forced_colours_page.get_by_role("button", name="Compare with this"))
    unseen += [
        what
        for what, target, change in [
            (
                "the key of a set-up",
                forced_colours_page.locator("li:has(> .fb-set-up-key)").first,
                gone.replace("each.", "KEY."),
            ),
            ("the menu's entry of the page", menu.get_by_role("link", name="Damage calculator"), current),
        ]
        if not changes_appearance(target, change.replace("KEY", "each.querySelector('.fb-set-up-key')"))
    ]
    forced_colours_page.get_by_role("button", name="Search").first.click()
    forced_colours_page.get_by_role("searchbox", name="Search the rules").fill("telekinesis")
    found = forced_colours_page.locator(".fb-find > a").first
    focus = "find => { find === document.activeElement ? find.blur() : find.focus({ focusVisible: true }); }"
    if not changes_appearance(found, focus):
        unseen.append("the focus on what was found")
    forced_colours_page.evaluate("document.querySelector('dialog.fb-search[open]').close()")
    assert unseen == []
