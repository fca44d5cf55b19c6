"""Modules of a page: its HTML names them all, so that none is discovered only after another one has run."""

import re
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ENABLE_SAVE_DATA

MODULE = re.compile(r"/assets/(js|rules|vendor)/.*\.js$")
STRESS, ROLL = "/psiops/stress/", "psiops.stress"


def record_requests(page: Page) -> list[str]:
    """Return a list that receives the path of every request."""
    paths: list[str] = []
    page.context.on("request", lambda request: paths.append(urlsplit(request.url).path))
    return paths


def test_the_rules_are_requested_before_the_main_script_has_arrived(page, fb):
    main = fb.HeldRequests(page, "**/entry/main.js")
    with ExitStack() as expected:
        for name in ("runtime", "core", r"psiops\.stress"):
            expected.enter_context(page.expect_request(re.compile(rf"/assets/rules/[^/]+/{name}\.js$")))
        page.goto(STRESS, wait_until="commit")
    main.release()
    fb.Roller(page, ROLL).roll()


@pytest.mark.examples(3)
def test_every_module_is_named_by_the_page(page, fb, each_path):
    """No module is discovered only after another one has run; with data saver, none is loaded in advance."""
    page.add_init_script(ENABLE_SAVE_DATA)
    requests = record_requests(page)
    page.goto(each_path)
    fb.wait_until_loaded(page)
    named = page.evaluate("""async () => {
        const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
        return [...page.querySelectorAll("script[src], link[rel=modulepreload]")].map((each) =>
          new URL(each.getAttribute("src") ?? each.getAttribute("href"), location.href).pathname);
    }""")
    assert {path for path in requests if MODULE.search(path)} <= set(named)


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
        for name in ("entry/bootstrap", r"bundle\.\w+\.min", "entry/main"):
            expected.enter_context(page.expect_request(re.compile(rf"/{name}\.js$")))
        page.goto(STRESS, wait_until="commit")
    styles.release()
    fb.Roller(page, ROLL).roll()


def test_the_search_engine_loads_when_the_reader_searches(page, fb):
    requests = record_requests(page)
    page.goto(STRESS)
    fb.wait_until_loaded(page)
    assert not any("entry/search-engine" in path for path in requests)
    fb.press(page.locator("[data-opens=search]:visible, .fb-search-open:visible").first)
    page.locator("fb-search input").fill("talent")
    expect(page.locator(".fb-finds a").first).to_be_visible()
    assert any("entry/search-engine" in path for path in requests)
