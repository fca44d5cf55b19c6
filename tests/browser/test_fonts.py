"""The site's fonts: they delay no roll on a first visit, and are there from the first paint on later ones."""

import re

import pytest

from tests.browser.test_preloads import record_requests

STRESS = "/psiops/stress/"
FONT = re.compile(r"/assets/fonts/.*\.woff2$")
ENGLISH = re.compile(r"/assets/fonts/.*-english-.*\.woff2$")
REFUSE_STORAGE = """Object.defineProperty(globalThis, "localStorage", {
    get() { throw new DOMException("Storage is blocked", "SecurityError"); },
});"""
READ_FAMILIES = """() => [document.body, document.querySelector("h1")]
    .map((each) => getComputedStyle(each).fontFamily.split(",")[0])"""
WAIT_FOR_FONTS = "async () => { await document.fonts.ready; return document.fonts.status === 'loaded'; }"

STAND_INS = ['"Text stand-in"', '"Heading stand-in"']
FONTS = ['"Atkinson Hyperlegible Next"', '"Barlow Condensed"']


@pytest.fixture
def first_visit(make_page):
    return make_page("phone", has_fonts=False)


def list_fonts(requests):
    return [path for path in requests if FONT.search(path)]


@pytest.mark.parametrize("storage", ["works", "is blocked"])
def test_a_first_visit_requests_its_fonts_once_the_page_has_loaded(first_visit, fb, storage):
    if storage == "is blocked":
        first_visit.add_init_script(REFUSE_STORAGE)
    requests = record_requests(first_visit)
    main = fb.HeldRequests(first_visit, "**/entry/main.js")
    first_visit.goto(STRESS, wait_until="commit")
    first_visit.locator("fb-die button").first.wait_for()
    assert first_visit.evaluate(READ_FAMILIES) == STAND_INS
    assert list_fonts(requests) == []
    main.release()
    fb.wait_until(first_visit, "() => document.documentElement.hasAttribute('data-fonts')")
    assert first_visit.evaluate(READ_FAMILIES) == FONTS
    fb.wait_until(first_visit, WAIT_FOR_FONTS)
    assert list_fonts(requests) != []


def test_a_later_visit_has_the_fonts_from_the_start(first_visit, fb):
    first_visit.goto(STRESS)
    fb.wait_until(first_visit, "() => localStorage.getItem('fieldbook:fonts')")
    requests = record_requests(first_visit)
    main = fb.HeldRequests(first_visit, "**/entry/main.js")
    with first_visit.expect_request(ENGLISH):
        first_visit.goto("/psiops/", wait_until="commit")
    first_visit.locator("fb-die button").first.wait_for()
    assert first_visit.evaluate(READ_FAMILIES) == FONTS
    assert list_fonts(requests)
    main.release()


def test_only_text_that_isn_t_english_loads_the_whole_fonts(first_visit, fb):
    requests = record_requests(first_visit)
    first_visit.goto("/psiops/")
    fb.wait_until(first_visit, "() => document.documentElement.hasAttribute('data-fonts')")
    fb.wait_until(first_visit, WAIT_FOR_FONTS)
    assert {bool(ENGLISH.search(path)) for path in list_fonts(requests)} == {True}
    with first_visit.expect_request(re.compile(r"/assets/fonts/atkinson-.*-latin-wght-normal\.woff2$")):
        first_visit.evaluate("document.querySelector('article p').append('Zoë')")


@pytest.mark.chromium
def test_a_page_without_scripts_has_the_fonts(make_page):
    page = make_page("phone", java_script_enabled=False)
    with page.expect_request(ENGLISH):
        page.goto(STRESS)
    assert page.evaluate(READ_FAMILIES) == FONTS
