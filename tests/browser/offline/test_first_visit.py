"""The first visit: caching doesn't disturb it, downloads nothing twice, and ends with one unobtrusive notice."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ENABLE_SAVE_DATA

WORKER = ("/service-worker.js", 200)


@pytest.mark.trial
def test_precache_reuses_files_already_downloaded(visit_and_cache, host):
    visit_and_cache(path="/dice/")
    assert not {path for (path, status), times in host.answers.items() if status == 200 and times > 1}


@pytest.mark.trial
def test_offline_readiness_is_shown_without_a_word_and_without_any_of_python(visit_and_cache, host, fb, offline, size):
    page = visit_and_cache(size)
    assert not [path for path, _ in host.answers if "/assets/python/" in path]
    assert not [url for url in offline.cached_urls(page) if "/assets/python/" in url]
    expect(page.locator(".md-footer .fb-ready")).to_have_text("Ready offline")
    expect(page.locator(".fb-live", has_text="Ready offline")).to_have_count(0)
    expect(offline.notice(page)).to_have_count(0)
    fb.go_to(page, "/dice/")
    expect(offline.ready_note(page)).to_have_count(1)
    page.goto("/licences/")
    expect(offline.ready_note(page)).to_have_count(1)


@pytest.fixture
def data_saver_page(make_reader):
    """Open the page of a reader whose browser asks sites to save data."""
    context = make_reader("phone")
    context.add_init_script(ENABLE_SAVE_DATA)
    page = context.new_page()
    page.goto("/dice/")
    return page


@pytest.mark.trial
def test_reader_with_data_saver_chooses_offline_use(data_saver_page, host, fb, offline):
    ask = data_saver_page.get_by_role("button", name="Save for offline use")
    expect(ask).to_be_visible()
    fb.go_to(data_saver_page, offline.QUIET)
    expect(ask).to_be_visible()
    assert ask.bounding_box()["height"] >= 44
    assert offline.count_registrations(data_saver_page) == 0 and WORKER not in host.answers
    fb.press(ask)
    expect(offline.ready_note(data_saver_page)).to_contain_text("Ready offline", timeout=fb.START)
    expect(fb.live_region(data_saver_page)).to_have_text("Ready offline.")
    expect(ask).to_have_count(0)
    host.is_unreachable = True
    data_saver_page.goto("/dice/")
    fb.Roller(data_saver_page, "dice").roll()
    expect(data_saver_page.locator(".fb-keep")).to_have_count(0)


@pytest.mark.trial
def test_failed_offline_save_can_be_retried(data_saver_page, host, fb, offline, console_guard):
    console_guard.expect_errors()  # the host is unreachable
    ask = data_saver_page.locator(".fb-keep")
    expect(ask).to_be_visible()
    host.is_unreachable = True
    ask.press("Enter")
    expect(ask).to_have_text("Couldn't be saved: try again")
    host.is_unreachable = False
    ask.press("Enter")
    expect(offline.ready_note(data_saver_page)).to_contain_text("Ready offline", timeout=fb.START)
