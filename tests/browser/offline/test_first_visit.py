"""The first visit is not disturbed, moves nothing twice, and ends with one quiet notice."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SAVES_DATA

WORKER = ("/service-worker.js", 200)


def test_nothing_is_kept_before_python_is_there(reader, host, fb, offline):
    page = reader("phone").new_page()
    held = fb.Held(page, re.compile(r"\.wasm"))
    page.goto("/dice/")
    roller = fb.Roller(page, "dice")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(re.compile(r"\d+%"))
    page.wait_for_load_state("load")
    assert WORKER not in host.answers
    held.release()
    expect(roller.headline).to_be_visible(timeout=fb.START)
    expect(offline.ready(page)).to_contain_text("Ready offline", timeout=fb.START)


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


@pytest.mark.every_size
def test_that_it_is_ready_is_announced_and_stands_at_the_foot_over_nothing(kept, fb, offline, size):
    page = kept(size)
    expect(fb.live(page)).to_have_text("Ready offline.")
    expect(page.locator(".md-footer .fb-ready")).to_have_text("Ready offline")
    expect(offline.notice(page)).to_have_count(0)
    fb.go_to(page, "/dice/")
    expect(offline.ready(page)).to_have_count(1)
    page.goto("/licences/")
    expect(offline.ready(page)).to_have_count(1)


@pytest.fixture
def saver(reader):
    """The page of a reader whose browser asks sites to save data."""
    context = reader("phone")
    context.add_init_script(SAVES_DATA)
    page = context.new_page()
    page.goto("/dice/")
    return page


def test_a_reader_who_saves_data_is_asked(saver, host, first, fb, offline):
    ask = saver.get_by_role("button", name="Save for offline use")
    expect(ask).to_be_visible()
    fb.go_to(saver, offline.QUIET)
    expect(ask).to_be_visible()
    assert ask.bounding_box()["height"] >= 44
    assert offline.registrations(saver) == 0 and WORKER not in host.answers
    fb.press(ask)
    expect(offline.ready(saver)).to_contain_text("Ready offline", timeout=fb.START)
    expect(ask).to_have_count(0)
    host.is_dead = True
    saver.goto("/dice/")
    fb.Roller(saver, "dice").roll()
    expect(saver.locator(".fb-keep")).to_have_count(0)
    full = json.loads((first / "assets/runtime/runtime.json").read_text())["full"]
    assert not [path for path, _ in host.answers if full["pyodide"] in path], "hardly anybody needs it"


def test_what_was_asked_for_in_vain_can_be_tried_again(saver, host, fb, offline, watch):
    watch.expect_trouble()  # the line is dead
    ask = saver.locator(".fb-keep")
    expect(ask).to_be_visible()
    host.is_dead = True
    ask.press("Enter")
    expect(ask).to_have_text("Could not be saved: try again")
    host.is_dead = False
    ask.press("Enter")
    expect(offline.ready(saver)).to_contain_text("Ready offline", timeout=fb.START)
