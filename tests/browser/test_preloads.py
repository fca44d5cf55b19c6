"""Modules of a page: its HTML names them all, so that none is discovered only after another one has run."""

import json
import re
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boards import BoardPage
from tests.browser.conftest import ENABLE_SAVE_DATA
from tests.browser.opened_sheets import EMPTY_PAGE, WHOLE

MODULE = re.compile(r"/assets/(js|rules|vendor)/.*\.js$")
NOTE_QUESTIONS = """(() => {
    window.questions = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...others) {
        window.questions.push(...(message.argumentList ?? []).map(({ value }) => String(value)));
        return post.call(this, message, ...others);
    };
})()"""
"""Script that notes the values of all messages to workers, such as the names of questions."""

OFFLINE = "/assets/js/entry/offline.js"
"""The script for offline use."""

STRESS, ROLL = "/psiops/stress/", "psiops.stress"


def record_requests(page: Page) -> list[str]:
    """Return a list that receives the path of every request."""
    paths: list[str] = []
    page.on("request", lambda request: paths.append(urlsplit(request.url).path))
    return paths


def test_the_rules_are_requested_before_the_main_script_has_arrived(page, fb):
    main = fb.HeldRequests(page, "**/entry/main.js")
    with ExitStack() as expected:
        for name in ("runtime", "core", r"psiops\.stress"):
            expected.enter_context(page.expect_request(re.compile(rf"/assets/rules/[^/]+/{name}\.js$")))
        page.goto(STRESS, wait_until="commit")
    main.release()
    fb.Roller(page, ROLL).roll()


def test_every_module_is_named_by_the_page(page, fb, each_path):
    """No module is discovered only after another one has run, except for one that waits until the page rests.

    With data saver, no other is loaded in advance.
    """
    page.add_init_script(ENABLE_SAVE_DATA)
    requests = record_requests(page)
    page.goto(each_path)
    fb.wait_until_loaded(page)
    named = page.evaluate("""async () => {
        const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
        return [...page.querySelectorAll("script[src], link[rel=modulepreload]")].map((each) =>
          new URL(each.getAttribute("src") ?? each.getAttribute("href"), location.href).pathname);
    }""")
    assert {path for path in requests if MODULE.search(path)} <= {*named, OFFLINE}


@pytest.mark.chromium
def test_a_page_without_scripts_loads_no_modules(make_page):
    page = make_page("phone", java_script_enabled=False)
    requests = record_requests(page)
    page.goto(STRESS)
    assert [path for path in requests if MODULE.search(path)] == []


def test_scripts_are_requested_before_the_styles_have_arrived(page, fb):
    """The parser waits for the styles before it finds the scripts at the end of the page."""
    styles = fb.HeldRequests(page, "**/*.css")
    with ExitStack() as expected:
        for name in ("entry/bootstrap", "entry/main"):
            expected.enter_context(page.expect_request(re.compile(rf"/{name}\.js$")))
        page.goto(STRESS, wait_until="commit")
    styles.release()
    fb.Roller(page, ROLL).roll()


def test_a_page_rolls_before_the_theme_s_script_has_arrived_and_changes_without_a_load_afterwards(page, fb):
    theme = fb.HeldRequests(page, re.compile(r"/bundle\.\w+\.min\.js$"))
    with page.expect_request(re.compile(r"/bundle\.\w+\.min\.js$")):
        page.goto(STRESS, wait_until="commit")
    fb.Roller(page, ROLL).roll()
    with page.expect_response("**/sitemap.xml") as sitemap:
        theme.release()
    sitemap.value.finished()
    page.evaluate("window.isSameDocument = true")
    fb.follow_link_to(page, "/psiops/combat/")
    assert page.evaluate("window.isSameDocument")
    fb.Roller(page, "psiops.attack").roll()


def test_the_search_engine_loads_when_the_reader_searches(page, fb):
    requests = record_requests(page)
    page.goto(STRESS)
    fb.wait_until_loaded(page)
    assert not any("entry/search-engine" in path for path in requests)
    fb.press(page.locator("[data-opens=search]:visible, .fb-search-open:visible").first)
    page.locator("fb-search input").fill("talent")
    expect(page.locator(".fb-finds a").first).to_be_visible()
    assert any("entry/search-engine" in path for path in requests)


def test_the_files_of_sheets_and_fights_are_requested_before_the_main_script_has_arrived(page, fb):
    main = fb.HeldRequests(page, "**/entry/main.js")
    with ExitStack() as expected:
        for name in ("entry/rules-worker", r"assets/rules/[^/]+/(runtime|core|play|fights|xmas-play|xmas\.combat)"):
            expected.enter_context(page.expect_request(re.compile(rf"/{name}\.js$")))
        page.goto("/xmas/fight/", wait_until="commit")
    main.release()
    BoardPage(page, fb).join("Operator")


def test_the_rules_of_forecasts_load_once_somebody_joins_a_fight(page, fb):
    requests = record_requests(page)
    page.goto("/xmas/fight/")
    board = BoardPage(page, fb)
    expect(board.root).to_contain_text("Who fights?", timeout=fb.START)
    page.wait_for_load_state("networkidle")
    assert not [path for path in requests if path.endswith(("/forecast.js", "/chances.js", "/odds.js"))]
    with page.expect_request(re.compile("/forecast.js$")), page.expect_request(re.compile("/fight-chances.js$")):
        board.join("Operator")
    assert not [path for path in requests if path.endswith(("/odds.js", "/sheets.js"))]


def test_a_touched_piece_is_asked_about_once_before_the_finger_leaves_it(page, fb):
    page.add_init_script(NOTE_QUESTIONS)
    page.goto("/xmas/fight/")
    board = BoardPage(page, fb)
    board.join("Operator")
    board.join("Grunt", count=2)
    other = board.root.locator(".fb-board-side label:has(input:not(:checked))").first
    value = other.locator("input").get_attribute("data-view")
    other.hover()
    page.evaluate("window.questions = []")
    page.mouse.down()
    page.wait_for_function("() => window.questions.includes('fight')")
    page.mouse.up()
    board.wait()
    expect(board.root.locator(f".fb-board-side input[data-view={json.dumps(value)}]")).to_be_checked()
    assert page.evaluate("window.questions.filter((each) => each === 'fight').length") == 1


def test_the_first_listed_sheet_is_asked_about_before_the_tap_that_opens_it(page, fb):
    page.add_init_script(NOTE_QUESTIONS)
    page.goto(EMPTY_PAGE)
    page.evaluate("""async () => {
        const { keep } = await import("/assets/js/lib/store.js");
        const data = { sheet: "xmas.operator", fields: { name: "Bo" }, derived: {} };
        await keep.add("sheets", { game: "xmas", name: "Bo", data });
    }""")
    page.goto("/")
    page.wait_for_function("() => window.questions.includes('open_sheet')")
    fb.press(page.locator("fb-continue a").first)
    expect(page.locator(WHOLE).first).to_be_attached(timeout=fb.START)
    questions = page.evaluate("window.questions")
    assert questions.count("open_sheet") == 2  # about its first panel, and about all of them once it is on show
    assert len([each for each in questions if each.endswith(",first")]) == 1
