"""What WebKit alone does to a page: its page cache keeps one that was left as it was, whatever it was at."""

import pytest

from tests.browser.conftest import SITE
from tests.browser.served_site import served
from tests.engines.webkit import WebKit

ROLLER = 'fb-roller[mechanic="psiops.action"]'
NO_PAGE = "/assets/images/icon.svg"


@pytest.fixture
def host():
    with served(SITE, WebKit.FILES) as host:
        yield host


@pytest.fixture
def reader(host):
    reader = WebKit(host.origin, waits=False)
    yield reader
    reader.close()
    assert reader.errors == []


def leave(reader):
    reader.open(NO_PAGE)
    reader.arrives(f"location.pathname === '{NO_PAGE}'")


def test_a_page_that_was_left_before_its_scripts_ran_rolls_when_it_comes_back(reader, host):
    """They never run in a page that was kept."""
    host.holds_up = "assets/js/page/main.js"
    try:
        reader.open("/psiops/")
        reader.arrives("!customElements.get('fb-search')", state="interactive")
        reader.run("() => { window.wasLeft = true; }")
        leave(reader)
    finally:
        host.holds_up = ""
        host.goes_on.set()
    reader.back()
    reader.arrives("!window.wasLeft && customElements.get('fb-search')")
    assert reader.ask(f"{ROLLER} .fb-roll", f"{ROLLER} .fb-result > .fb-headline")


def test_a_page_that_was_left_with_a_roll_on_it_comes_back_as_it_was_and_rolls_on(reader):
    reader.open("/psiops/")
    reader.arrives("customElements.get('fb-search')")
    answer = f"{ROLLER} .fb-result > .fb-headline"
    before = reader.ask(f"{ROLLER} .fb-roll", answer)
    reader.run("() => addEventListener('pageshow', ({ persisted }) => { window.wasKept = persisted; })")
    leave(reader)
    reader.back()
    reader.arrives("window.wasKept")
    assert reader.see(answer) == before
    assert reader.ask(f"{ROLLER} .fb-roll", answer)
