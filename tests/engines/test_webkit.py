"""Behaviour specific to WebKit: its page cache restores a page in the state in which the reader left it."""

import pytest

from tests.browser.conftest import SITE
from tests.browser.served_site import serve_site
from tests.engines.webkit import WebKit

ROLLER = 'fb-roller[mechanic="psiops.action"]'
NO_PAGE = "/assets/images/icon.svg"
LATE_STYLES = "/assets/css/manual-dice.css"


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
    leave_page(reader)
    reader.go_back()
    reader.wait_until_loaded("window.wasKept")
    assert reader.wait_for_text(answer) == before
    assert reader.press_and_wait(f"{ROLLER} .fb-roll", answer)


@pytest.mark.parametrize("is_back", [False, True])
def test_file_of_a_page_being_left_is_not_missing(reader, host, is_back):
    leave_page(reader)
    host.stalled_path = LATE_STYLES
    try:
        reader.open("/psiops/")
        reader.wait_until_loaded(f"document.querySelector(`link[href$='{LATE_STYLES}']`)")
        if is_back:
            reader.go_back()
        else:
            reader.open(NO_PAGE)
        reader.wait_until_loaded(f"location.pathname === '{NO_PAGE}'")
    finally:
        host.stalled_path = ""
        host.stall_released.set()


def test_missing_file_is_an_error_although_its_page_was_left_at_once(host):
    reader = WebKit(host.origin, waits=False)
    reader.open("/psiops/")
    reader.wait_until_loaded("customElements.get('fb-search')")
    reader.run("""() => new Promise((done) => {
        const link = document.createElement("link");
        document.head.append(Object.assign(link, { rel: "stylesheet", href: "/no.css", onerror: done }));
    })""")
    leave_page(reader)
    reader.close()
    assert reader.errors == [f"{host.origin}/no.css did not come on {host.origin}/psiops/"]
