"""A reader's settings and results: they survive page changes and reloads."""

import re

import pytest
from playwright.sync_api import Page, expect

from rules_py.registry import games
from rules_py.rendering.numbers import format_percent

ACTION = "psiops.action"
CHARACTER = "psiops.character"


def visit_and_return(page: Page, fb, link: str) -> None:
    """Follow a link of the site and return by another link, without the back button."""
    before = page.evaluate("location.pathname")
    for path in (link, before):
        page.evaluate(
            """path => {
            document.querySelector("article").dataset.left = ""; // the address changes before the page does
            [...document.querySelectorAll(".fb-menu a")].find((each) => each.pathname === path).click();
        }""",
            path,
        )
        expect(page.locator("article:not([data-left]) h1")).to_be_visible()


def test_roller_fields_survive_page_change_and_reload_unless_a_link_has_others(page, fb):
    page.goto("/psiops/playing/")
    roller = fb.Roller(page, ACTION)
    roller.increase("attribute", 2)
    fb.press(roller.param("advantage"))
    wanted = roller.values()
    assert wanted["attribute"] == "2" and wanted["advantage"] == "true"
    visit_and_return(page, fb, "/psiops/stress/")
    assert page.evaluate("location.search") == ""
    assert roller.values() == wanted
    page.reload()
    expect(page.locator("fb-roller:defined").first).to_be_attached()
    assert roller.values() == wanted
    page.goto(f"/psiops/playing/?roll={ACTION}&modifier=1")
    expect(fb.Roller(page, ACTION).param("modifier")).to_have_value("1")
    expect(fb.Roller(page, ACTION).param("attribute")).to_have_value("0")


@pytest.mark.trial
def test_calculator_set_up_survives_with_numbers_and_address(page, fb):
    page.goto("/psiops/calc/?armor=1")
    fb.press(page.locator('.fb-stepper:has([name="attribute"]) [data-step="1"]'))
    calculator = games.find_calculator("psiops.calc")
    panel, odds = calculator.answer(calculator.check({"armor": 1, "attribute": 1}))[0]
    first = page.locator(".fb-panel").first.locator("dd").first
    expect(first).to_have_text(format_percent(panel.chances[0].compute_probability(odds)), timeout=fb.START)
    visit_and_return(page, fb, "/psiops/stress/")
    expect(page.locator('[name="attribute"]')).to_have_value("1")
    expect(page.locator('[name="armor"]')).to_have_value("1")
    expect(first).to_have_text(format_percent(panel.chances[0].compute_probability(odds)))
    assert page.evaluate("location.search") in ("?attribute=1&armor=1", "?armor=1&attribute=1")


def test_last_rolled_character_is_stored_and_the_page_says_so(page, fb):
    page.goto("/psiops/character/")
    roller = fb.Roller(page, CHARACTER)
    roller.roll()
    wanted = roller.result.inner_text()
    assert "on this device until" in wanted
    page.reload()
    expect(roller.result).to_have_text(re.compile("on this device until"))
    assert roller.result.inner_text() == wanted
    later = page.context.new_page()
    later.goto("/psiops/character/")
    expect(fb.Roller(later, CHARACTER).result).to_contain_text("on this device until")
    assert fb.Roller(later, CHARACTER).result.inner_text() == wanted
    roller.roll()
    page.reload()
    expect(roller.result).to_contain_text("on this device until")
    assert roller.result.inner_text() != wanted, "a new one takes its place"


@pytest.mark.trial
def test_shared_character_replaces_no_stored_one_and_is_no_roll_of_the_reader(make_page, fb):
    page = make_page("desktop")
    page.goto("/psiops/character/")
    roller = fb.Roller(page, CHARACTER)
    roller.roll()
    wanted = roller.result.inner_text()
    faces = page.evaluate(
        "name => JSON.parse(localStorage.getItem(name)).answer.roll.faces", f"fieldbook:last:{CHARACTER}"
    )
    others = ",".join(map(str, [3, *faces[1:]] if faces[0] != 3 else [1, *faces[1:]]))
    page.goto(f"/psiops/character/?roll={CHARACTER}&faces={others}#{CHARACTER}")
    expect(roller.headline).to_be_visible(timeout=fb.START)
    page.reload()
    expect(roller.headline).to_be_visible(timeout=fb.START)
    expect(roller.result).not_to_contain_text("on this device until")
    page.goto("/psiops/character/")
    expect(roller.result).to_contain_text("on this device until")
    assert roller.result.inner_text() == wanted
    page.goto("/dice/")
    expect(page.locator(".fb-past li")).to_have_count(1)  # the reader has rolled once, whatever was shown again


@pytest.mark.trial
def test_other_rollers_store_no_result(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/playing/")
    roller = fb.Roller(warm_desktop, ACTION)
    roller.roll()
    expect(roller.result).not_to_contain_text("on this device")
    assert warm_desktop.evaluate("name => localStorage.getItem(name)", f"fieldbook:last:{ACTION}") is None
