"""Behaviour specific to WebKit: its page cache restores a page in the state in which the reader left it."""

import pytest

from tests.browser.conftest import SITE
from tests.browser.served_site import serve_site
from tests.engines.webkit import WebKit

ROLLER = 'fb-roller[mechanic="psiops.action"]'
NO_PAGE = "/assets/images/icon.svg"
HAS_STYLES = "[...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)"


@pytest.fixture
def host():
    with serve_site(SITE, WebKit.FILES) as host:
        yield host


@pytest.fixture
def reader(host):
    reader = WebKit(host.origin, waits=False)
    yield reader
    reader.close()
    assert reader.errors == []


def leave_page(reader):
    reader.open(NO_PAGE)
    reader.wait_until_loaded(f"location.pathname === '{NO_PAGE}'")


def test_page_left_before_its_scripts_ran_rolls_after_back(reader, host):
    """Scripts never run in a page that was restored from the page cache."""
    host.stalled_path = "assets/js/entry/main.js"
    try:
        reader.open("/psiops/")
        reader.wait_until_loaded("!customElements.get('fb-search')", state="interactive")
        reader.run("() => { window.wasLeft = true; }")
        leave_page(reader)
    finally:
        host.stalled_path = ""
        host.stall_released.set()
    reader.go_back()
    reader.wait_until_loaded("!window.wasLeft && customElements.get('fb-search')")
    assert reader.press_and_wait(f"{ROLLER} .fb-roll", f"{ROLLER} .fb-result > .fb-headline")


def test_page_restored_from_page_cache_keeps_its_roll_and_rolls_again(reader):
    reader.open("/psiops/")
    reader.wait_until_loaded("customElements.get('fb-search')")
    answer = f"{ROLLER} .fb-result > .fb-headline"
    before = reader.press_and_wait(f"{ROLLER} .fb-roll", answer)
    reader.run("() => addEventListener('pageshow', ({ persisted }) => { window.wasKept = persisted; })")
    reader.wait_until_loaded(HAS_STYLES)  # the first roll brings the tray's; leaving the page would cancel it
    leave_page(reader)
    reader.go_back()
    reader.wait_until_loaded("window.wasKept")
    assert reader.wait_for_text(answer) == before
    assert reader.press_and_wait(f"{ROLLER} .fb-roll", answer)
