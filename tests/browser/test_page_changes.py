"""From page to page by the site's own links: Python stays, and what is on the new page works."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def fetched(page):
    """What the page asked for, as paths."""
    found = []
    page.on("request", lambda request: found.append(request.url.rpartition("/")[2].removesuffix(".gz")))
    return found


def test_python_lives_on_across_page_changes(page, fb, fetched):
    page.goto("/psiops/")
    fb.Roller(page, "psiops.action").roll()
    worker = fb.python(page)
    assert len(worker) == 1 and fetched.count("pyodide.asm.wasm") == 1

    fb.press(page.locator("article").get_by_role("link", name="Psionic talents", exact=True))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Psionic talents")
    talents = fb.Table(page, "psiops.talents")
    talents.roll()
    expect(talents.current).to_have_count(1)
    fb.Roller(page, "psiops.psionic").roll()

    fb.press(page.locator("article").get_by_role("link", name="rendezvous").first)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Harm")
    fb.Roller(page, "psiops.dying").roll()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Psionic talents")
    fb.Chip(page.locator("#talents-15 fb-die")).roll()
    fb.Table(page, "psiops.talents").roll()

    assert fb.python(page) == worker
    assert fetched.count("pyodide.asm.wasm") == 1
    assert fetched.count("worker.js") == 1


def test_a_roll_asked_for_before_the_change_does_no_harm_after_it(new_page, fb):
    page = new_page("desktop")
    held = fb.Held(page, "**/pyodide.asm.wasm*")
    page.goto("/psiops/")
    roller = fb.Roller(page, "psiops.action")
    fb.press(roller.button)
    expect(roller.result.locator("fb-status")).to_contain_text("Your roll is in line")
    fb.go_to(page, "/psiops/stress/")
    panic = fb.Table(page, "psiops.panic")
    expect(panic.result).to_be_hidden()
    fb.press(panic.button)
    expect(panic.result).to_contain_text("Your roll is in line")
    held.release()
    expect(panic.headline).to_be_visible(timeout=fb.START)
    assert len(fb.python(page)) == 1


def test_a_page_without_dice_starts_nothing_and_the_next_one_does(new_page, fb):
    page = new_page("desktop")
    page.goto("/psiops/attribution/")
    expect(page.locator("article")).to_be_visible()
    fb.go_to(page, "/psiops/drives/")
    fb.Table(page, "psiops.drives").roll()
    assert len(fb.python(page)) == 1


def test_the_menu_leads_on_and_the_new_page_rolls(warm_page, fb):
    fb.go_to(warm_page, "/psiops/")
    warm_page.evaluate("window.kept = true")
    menu = warm_page.locator(".md-sidebar--primary")
    if warm_page.viewport_size["width"] < 600:
        fb.press(warm_page.locator("label.md-header__button[for='__drawer']"))
    fb.press(menu.get_by_role("link", name="Stress", exact=True))
    expect(warm_page.get_by_role("heading", level=1)).to_contain_text("Stress")
    assert warm_page.evaluate("window.kept === true"), "the link loaded the page anew"
    stress = fb.Roller(warm_page, "psiops.stress")
    stress.roll()
    expect(stress.headline).to_be_visible()


def test_a_page_seen_twice_comes_back_untouched(warm_desktop, fb):
    fb.go_to(warm_desktop, "/psiops/")
    roller = fb.Roller(warm_desktop, "psiops.action")
    roller.more("Attribute")
    roller.roll()
    fb.go_to(warm_desktop, "/psiops/drives/")
    fb.go_to(warm_desktop, "/psiops/")
    expect(roller.result).to_be_empty()
    expect(roller.param("attribute")).to_have_value("0")
