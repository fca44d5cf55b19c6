"""The first visit is not disturbed, moves nothing twice, and ends with one quiet notice."""

import re

import pytest
from playwright.sync_api import expect

WORKER = ("/service-worker.js", 200)
SAVE_DATA = "Object.defineProperty(navigator.connection, 'saveData', { get: () => true })"


def test_nothing_is_kept_before_python_is_there(reader, host, fb, offline):
    page = reader("phone").new_page()
    held = fb.Held(page, re.compile(r"\.wasm"))
    page.goto("/dice/")
    roller = fb.Roller(page, "dice")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(re.compile(r"\d+ %"))
    page.wait_for_load_state("load")
    assert WORKER not in host.answers
    held.release()
    expect(roller.headline).to_be_visible(timeout=fb.START)
    expect(offline.notice(page)).to_contain_text("Ready offline", timeout=fb.START)


def test_what_the_visit_brought_is_not_fetched_twice(kept, host):
    kept(path="/dice/")
    assert not {path for (path, status), times in host.answers.items() if status == 200 and times > 1}


def test_a_later_visit_fetches_nothing_but_the_question_for_news(host, visitors, fb):
    page = visitors("desktop").new_page()
    host.answers.clear()
    page.goto("/psiops/")
    fb.Roller(page, "psiops.action").roll()
    assert {path for path, _ in host.answers} <= {"/service-worker.js"}
    page.close()


def test_the_notice_is_announced_lies_over_nothing_and_is_put_away(kept, fb, offline, size):
    page = kept(size)
    expect(fb.live(page)).to_have_text("Ready offline.")
    shown = offline.notice(page)
    assert shown.evaluate("""notice => {
        const header = document.querySelector('.md-header').getBoundingClientRect();
        const box = notice.getBoundingClientRect();
        return box.top >= header.top && box.bottom <= header.bottom && box.right <= innerWidth && box.left >= 0
          && document.documentElement.scrollWidth <= innerWidth;
    }""")
    close = page.get_by_role("button", name="Put away: Ready offline")
    box = close.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    close.press("Enter")
    expect(shown).to_have_count(0)
    page.goto("/dice/")
    expect(page.locator("fb-roller .fb-roll")).to_be_enabled()
    expect(shown).to_have_count(0)


@pytest.fixture
def saver(reader):
    """The page of a reader whose browser asks sites to save data."""
    context = reader("phone")
    context.add_init_script(SAVE_DATA)
    page = context.new_page()
    page.goto("/dice/")
    return page


def test_a_reader_who_saves_data_is_asked(saver, host, fb, offline):
    ask = saver.get_by_role("button", name="Keep for offline use")
    expect(ask).to_be_visible()
    fb.go_to(saver, offline.QUIET)
    expect(ask).to_be_visible()
    assert ask.bounding_box()["height"] >= 44
    assert offline.registrations(saver) == 0 and WORKER not in host.answers
    fb.press(ask)
    expect(offline.notice(saver)).to_contain_text("Ready offline", timeout=fb.START)
    expect(ask).to_have_count(0)
    host.is_dead = True
    saver.goto("/dice/")
    fb.Roller(saver, "dice").roll()
    expect(saver.locator(".fb-keep")).to_have_count(0)


def test_what_was_asked_for_in_vain_can_be_tried_again(saver, host, fb, offline, watch):
    watch.expect_trouble()  # the line is dead
    ask = saver.locator(".fb-keep")
    expect(ask).to_be_visible()
    host.is_dead = True
    ask.press("Enter")
    expect(ask).to_have_text("Could not be kept: try again")
    host.is_dead = False
    ask.press("Enter")
    expect(offline.notice(saver)).to_contain_text("Ready offline", timeout=fb.START)
