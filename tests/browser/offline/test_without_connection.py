"""Offline use: after one visit everything works without a connection, and a later visit requests next to nothing."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from rules_site.pages import list_page_files


def test_later_visit_only_requests_the_service_worker_and_says_little(host, cached_visitors, fb, offline):
    page = cached_visitors("desktop").new_page()
    host.answers.clear()
    page.goto("/psiops/")
    fb.Roller(page, "psiops.action").roll()
    assert {path for path, _ in host.answers} <= {"/service-worker.js"}
    assert not [url for url in offline.cached_urls(page) if "/assets/python/" in url]
    expect(page.locator(".md-footer .fb-ready")).to_have_text("Ready offline")
    expect(page.locator(".fb-live", has_text="Ready offline")).to_have_count(0)
    expect(offline.notice(page)).to_have_count(0)
    page.close()


def test_every_page_opens_offline(open_offline_page, first_build):
    page = open_offline_page()
    pages = [path.relative_to(first_build).as_posix() for path in list_page_files(first_build)]
    places = [path.removesuffix("index.html") for path in pages if path.endswith("index.html")]
    assert len(places) > 10
    page.goto("/")
    assert (
        page.evaluate(
            """async (places) => {
        const lacking = [];
        for (const place of places) {
            const answer = await fetch(place).catch(String);
            if (!answer.ok || !(await answer.text()).includes("<h1")) lacking.push(place);
        }
        return lacking;
    }""",
            ["/" + place for place in places],
        )
        == []
    )
    game = next(each for each in places if f"{each}calc/" in places)
    for place in ("compare/", "psiops/paper/", "psiops/screen/", game):
        page.goto("/" + place)
        expect(page.locator("article h1").first).to_be_visible()
        assert page.evaluate("[...document.styleSheets].every((sheet) => sheet.cssRules.length)")
        if place == "psiops/screen/":
            expect(page.locator(".fb-tile-move").first).to_be_visible()
        if place == "psiops/paper/":
            expect(page.locator("fb-paper.fb-paper--ready")).to_be_visible()


@pytest.mark.trial
def test_unvisited_games_roll_and_show_odds_offline(open_offline_page, fb):
    page = open_offline_page()
    page.goto("/psiops/")
    page.evaluate("window.kept = true")
    roller = fb.Roller(page, "psiops.action")
    roller.roll()
    roller.open_odds()
    roller.increase("attribute")
    body = roller.odds.locator(".fb-odds-body")
    expect(body).not_to_have_attribute("aria-busy", "true", timeout=fb.START)  # the page's own odds show until then
    expect(body.locator("tbody tr").first).to_be_visible()
    workers = page.workers
    fb.go_to(page, "/puml/")  # by the site's own links, without loading the page again
    fb.Roller(page, "puml.action").roll()
    assert page.evaluate("window.kept === true") and page.workers == workers


@pytest.mark.trial
def test_tab_of_the_first_visit_rolls_offline(visit_and_cache, host, fb):
    page = visit_and_cache()
    host.is_unreachable = True
    fb.go_to(page, "/dice/")
    fb.Roller(page, "dice").roll()


def test_shared_roll_opens_offline(open_offline_page, fb):
    page = open_offline_page()
    page.goto("/dice/?roll=roller-dice&notation=2d6&faces=3%2C4#roller-dice")
    expect(fb.Roller(page, "dice").headline).to_have_text("2d6: 7", timeout=fb.START)


@pytest.mark.trial
def test_search_works_offline(open_offline_page, fb, size):
    page = open_offline_page(size)
    page.goto("/psiops/")
    fb.press(page.get_by_role("button", name="Search"))
    page.get_by_role("searchbox", name="Search the rules").press_sequentially("stress")
    found = page.locator(".fb-find > a").first
    expect(found).to_be_visible()
    fb.press(found)
    expect(page).to_have_url(re.compile(r"/psiops/stress/"))
    expect(page.locator(".md-content h1")).to_be_visible()


@pytest.mark.parametrize("typed", ["/psiops", "/psiops/index.html"])
def test_typed_address_without_slash_or_with_index_html_opens_offline(open_offline_page, typed):
    page = open_offline_page()
    page.goto(typed)
    assert urlsplit(page.url).path == "/psiops/"


def test_missing_page_shows_404_offline(open_offline_page, console_guard):
    console_guard.expect_errors()  # browsers report every page with status 404
    page = open_offline_page()
    assert page.goto("/nowhere/").status == 404
    expect(page.locator("article h1")).to_contain_text("No such page")


def test_character_is_created_edited_and_stored_offline(open_offline_page, fb):
    page = open_offline_page()
    page.goto("/xmas/characters/")
    sheets = page.locator("fb-sheets")
    fb.press(sheets.get_by_role("button", name="New operator"))
    sheets.locator('.fb-step-body [name="name"]').fill("Nick", timeout=fb.START)
    expect(sheets.locator("h3.fb-sheet-name")).to_have_text("Nick", timeout=fb.START)
    fb.press(sheets.locator(".fb-plate-more"))
    fb.press(sheets.get_by_role("button", name="Edit as a form"))
    sheets.locator('.fb-sheet-form [name="name"]').fill("Nicola", timeout=fb.START)
    expect(sheets.locator("h3.fb-sheet-name")).to_have_text("Nicola", timeout=fb.START)
    page.reload()
    expect(sheets.locator("h3.fb-sheet-name")).to_have_text("Nicola", timeout=fb.START)
    expect(sheets.locator(".fb-gauge").first).to_be_visible(timeout=fb.START)


def test_fight_is_played_stored_and_undone_offline(open_offline_page, fb):
    page = open_offline_page()
    page.goto("/xmas/fight/")
    root = page.locator("fb-fight")
    for name in ("Add: Operator", "Add: Grunt"):
        fb.press(root.get_by_role("button", name=name, exact=True))
        expect(root.locator(".fb-piece:not([data-free])")).to_have_count(1 if "Op" in name else 2, timeout=fb.START)
    fb.press(root.locator(".fb-play"))
    undo = root.get_by_role("button", name=re.compile("^Undo: Operator: "))
    expect(undo).to_be_visible()
    told = root.locator(".fb-mat").inner_text()
    page.reload()
    expect(root.locator(".fb-mat")).to_have_text(told, use_inner_text=True, timeout=fb.START)
    fb.press(undo)
    expect(undo).to_have_count(0)
    expect(root.locator(".fb-piece:not([data-free])")).to_have_count(2)


START_PYTHON = """async () => {
    const { runtime } = await import("/assets/js/entry/main.js");
    await runtime.start();
    return runtime.state.phase;
}"""


@pytest.mark.trial
def test_python_that_a_reader_has_asked_for_starts_offline(visit_and_cache, host):
    page = visit_and_cache()
    assert page.evaluate(START_PYTHON) == "ready"
    host.is_unreachable = True
    page.goto("/dice/")
    assert page.evaluate(START_PYTHON) == "ready"
