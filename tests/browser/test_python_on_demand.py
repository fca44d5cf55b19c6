"""Python loads only for a request that needs it, or while the reader rests at an unmetered line."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PYTHON_FILES

STRESS, ROLL = "/psiops/stress/", "psiops.stress"
LONG = 60_000
"""Milliseconds after which a reader who does nothing rests."""

UNMETERED = "{ saveData: false, effectiveType: '4g', type: 'wifi' }"
OTHER_LINES = {
    "Save-Data": "{ saveData: true, effectiveType: '4g', type: 'wifi' }",
    "metered": "{ saveData: false, effectiveType: '4g', type: 'cellular' }",
    "slow": "{ saveData: false, effectiveType: '3g' }",
    "not revealed": "undefined",
}

NOTE_STATUS = """() => {
    window.noted = [];
    const note = () => {
      for (const status of document.querySelectorAll("fb-status:not(:empty)")) window.noted.push(status.innerText);
      const said = document.querySelector(".fb-live")?.textContent;
      if (said) window.noted.push(said);
    };
    note();
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Script that notes everything that status lines show and screen readers hear."""


def record_requests(page: Page) -> list[str]:
    """Return a list that receives the path of every request."""
    paths: list[str] = []
    page.context.on("request", lambda request: paths.append(urlsplit(request.url).path))
    return paths


def set_line(page: Page, connection: str) -> None:
    page.add_init_script(f"Object.defineProperty(navigator, 'connection', {{ value: {connection} }})")


def open_resting(page: Page, path: str) -> None:
    """Open a page and let the time pass in which its reader does nothing."""
    page.clock.install()
    page.goto(path)
    expect(page.locator("fb-roller:defined").first).to_be_attached()
    page.clock.run_for(LONG)


@pytest.mark.reads_on
@pytest.mark.parametrize("connection", OTHER_LINES.values(), ids=OTHER_LINES.keys())
def test_a_reader_who_rolls_and_rests_never_gets_python_over_such_a_line(make_page, fb, connection):
    page = make_page("phone")
    set_line(page, connection)
    requests = record_requests(page)
    open_resting(page, STRESS)
    fb.Roller(page, ROLL).roll()
    page.clock.run_for(LONG)
    fb.wait_until_loaded(page)
    assert [path for path in requests if PYTHON_FILES.search(path)] == []


@pytest.mark.reads_on
def test_python_starts_while_a_reader_rests_at_an_unmetered_line(make_page):
    page = make_page("phone")
    set_line(page, UNMETERED)
    with page.context.expect_event("request", lambda request: "/assets/runtime/" in request.url):
        open_resting(page, STRESS)


@pytest.mark.reads_on
def test_python_does_not_start_on_a_page_without_forms(make_page, fb):
    page = make_page("phone")
    set_line(page, UNMETERED)
    requests = record_requests(page)
    page.clock.install()
    page.goto("/licences/")
    expect(page.locator("fb-search:defined")).to_be_attached()
    page.clock.run_for(LONG)
    fb.wait_until_loaded(page)
    assert [path for path in requests if PYTHON_FILES.search(path)] == []


@pytest.mark.reads_on
def test_nothing_mentions_a_start_that_no_request_waits_for(make_page, fb):
    page = make_page("phone")
    set_line(page, UNMETERED)
    python = fb.HeldRequests(page, "**/pyodide.asm.wasm*")
    rules = fb.HeldRequests(page, "**/assets/rules/**")
    with page.context.expect_event("request", lambda request: ".asm.wasm" in request.url):
        open_resting(page, STRESS)
    page.evaluate(NOTE_STATUS)
    roller = fb.Roller(page, ROLL)
    fb.press(roller.button)
    expect(roller.result).to_have_attribute("aria-busy", "true")
    page.clock.run_for(LONG)  # the start is slow
    rules.release()
    expect(roller.headline).to_be_visible()
    expect(fb.live_region(page)).not_to_be_empty()
    spoken = fb.live_region(page).text_content()
    assert set(page.evaluate("window.noted")) <= {spoken}
    python.release()


@pytest.mark.reads_on
@pytest.mark.in_python
def test_a_failed_start_is_reported_to_a_waiting_reader_only(make_page, fb, console_guard):
    console_guard.expect_errors()
    page = make_page("phone")
    set_line(page, UNMETERED)
    page.route("**/runtime.json", lambda route: route.fulfill(status=404, body="gone"))
    open_resting(page, STRESS)
    fb.wait_until(page, FAILED_ONCE)
    expect(page.locator(".fb-live:not(:empty)")).to_have_count(0)
    roller = fb.Roller(page, ROLL)
    fb.press(roller.button)
    expect(roller.result).to_contain_text("The dice couldn't start")
    expect(fb.live_region(page)).to_contain_text("couldn't start")
    page.unroute("**/runtime.json")
    fb.press(roller.result.get_by_role("button", name="Try again"))
    expect(roller.headline).to_be_visible(timeout=fb.START)


FAILED_ONCE = """async () => {
    const { runtime: { state } } = await import("/assets/js/entry/main.js");
    return state.workers > 0 && state.phase === "idle";
}"""
