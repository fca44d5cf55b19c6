"""Contexts and pages that tests use in turn: nothing of an earlier test is left, and a changed one is replaced."""

import pytest

from tests.browser.conftest import ReusedContext

STORE = """async () => {
    localStorage.setItem("of", "an earlier test");
    sessionStorage.setItem("of", "an earlier test");
    document.cookie = "of=earlier";
    await new Promise((done) => { indexedDB.open("earlier", 1).onsuccess = done; });
    await (await caches.open("earlier")).put("/earlier", new Response("earlier"));
}"""
FIND_STORED = """async () => [
    localStorage.length, sessionStorage.length, document.cookie,
    (await indexedDB.databases()).length, (await caches.keys()).length,
]"""

CHANGES = {
    "a route": lambda context: context.route("**/*", lambda route: route.continue_()),
    "a permission": lambda context: context.grant_permissions(["clipboard-read"]),
    "a listener": lambda context: context.on("request", lambda request: None),
    "a script": lambda context: context.add_init_script("0"),
    "a clock": lambda context: context.pages[0].clock.install(),
    "no network": lambda context: context.set_offline(True),
}

PAGE_CHANGES = {
    "a listener": lambda page: page.once("request", lambda request: None),
    "a script": lambda page: page.add_init_script("0"),
    "a function": lambda page: page.expose_function("add", lambda one: one),
    "a closed page": lambda page: page.close(),
}


@pytest.fixture
def reused(make_context):
    reused = ReusedContext(make_context("phone", has_fonts=False))
    yield reused
    reused.context.close()


@pytest.mark.chromium
def test_a_cleared_context_has_nothing_of_an_earlier_page(reused):
    page = reused.page
    other = reused.context.new_page()
    page.evaluate(STORE)
    assert page.evaluate(FIND_STORED) == [1, 1, "of=earlier", 1, 1]
    reused.clear()
    assert other.is_closed() and reused.page is page and not reused.is_changed
    assert page.evaluate(FIND_STORED) == [0, 0, "", 0, 0]


LOOK = """() => [
    innerWidth, matchMedia("print").matches,
    ...["color-scheme: dark", "reduced-motion: reduce", "contrast: more"].map((each) =>
        matchMedia(`(prefers-${each})`).matches),
    matchMedia("(forced-colors: active)").matches,
]"""
"""Script that lists what a page's size and media are."""


@pytest.mark.chromium
def test_changes_of_a_page_are_undone(reused):
    page, heard = reused.page, []
    page.goto("/licences/")
    before = page.evaluate(LOOK)
    page.on("request", lambda request: heard.append(request.url))
    page.route("**/*", lambda route: (heard.append(route.request.url), route.continue_()))
    page.set_viewport_size({"width": 300, "height": 300})
    page.emulate_media(
        media="print", color_scheme="dark", reduced_motion="no-preference", forced_colors="active", contrast="more"
    )
    assert all(now != then for now, then in zip(page.evaluate(LOOK), before, strict=True))
    reused.clear()
    heard.clear()
    page.goto("/licences/")
    assert reused.page is page and page.evaluate(LOOK) == before and heard == []


@pytest.mark.chromium
def test_each_lasting_change_is_noticed(reused):
    for what, change in CHANGES.items():
        reused.is_changed = False
        change(reused.context)
        assert reused.is_changed, what


@pytest.mark.chromium
def test_a_changed_page_is_replaced(reused):
    for what, change in PAGE_CHANGES.items():
        page = reused.page
        change(page)
        reused.clear()
        assert page.is_closed() and reused.context.pages == [reused.page], what
    assert not reused.is_changed
