"""From one build to the next: the old version whole until the reader says reload, then the new one whole."""

import shutil

import pytest
from playwright.sync_api import expect

from hooks import offline as builder

OLD_PAGE, OLD_RULE = "Tap a die and it rolls", "comes to"
NEW_PAGE, NEW_RULE = "Tap any die and it rolls", "adds up to"


def test_the_reader_says_when_and_then_every_tab_goes_on_with_all_of_it(kept, host, second, fb, offline):
    page = kept()
    before = offline.cached(page)
    host.folder = second
    page.goto("/dice/")
    other = page.context.new_page()
    other.goto(offline.QUIET)
    news = page.get_by_role("button", name="New version: reload", exact=True)
    expect(news).to_be_visible(timeout=fb.START)
    expect(page.locator("article")).to_contain_text(OLD_PAGE)
    roller = fb.Roller(page, "dice")
    roller.roll()
    expect(roller.steps.first).to_contain_text(OLD_RULE)

    expect(offline.notice(other)).to_contain_text("New version", timeout=fb.START)
    for tab in (page, other):
        tab.evaluate("document.documentElement.dataset.old = true")
        tab.evaluate("sessionStorage.loads = 0")
        tab.context.add_init_script("sessionStorage.loads = Number(sessionStorage.loads) + 1")
    page.bring_to_front()
    news.press("Enter")
    for tab in (page, other):
        expect(tab.locator("html:not([data-old])")).to_be_attached()
    expect(page.locator("article")).to_contain_text(NEW_PAGE)
    roller = fb.Roller(page, "dice")
    roller.roll()
    expect(roller.steps.first).to_contain_text(NEW_RULE)
    assert [tab.evaluate("sessionStorage.loads") for tab in (page, other)] == ["2", "2"]  # two init scripts, one load
    expect(page.locator("fb-notice")).to_have_count(0)

    listed = {
        entry["url"].removeprefix("./"): entry["revision"]
        for entry in builder.precache_list.list_precache_entries(second)
    }
    later = {entry["url"] for entry in builder.precache_list.list_deferred_entries(second)}
    after = {url.removeprefix(page.url.removesuffix("dice/")) for url in offline.cached(page)}
    assert after == {f"{url}?__WB_REVISION__={revision}" for url, revision in listed.items()} | later
    assert before != offline.cached(page)


def test_the_update_fetches_what_changed_and_nothing_else(kept, host, first, second, fb, offline):
    page = kept()
    host.folder = second
    host.answers.clear()
    page.goto(offline.QUIET)
    expect(offline.notice(page)).to_contain_text("New version", timeout=fb.START)
    fetched = {path.strip("/") for (path, status) in host.answers if status == 200}
    changed = {
        path.relative_to(second).as_posix().removesuffix("index.html").strip("/")
        for path in second.rglob("*")
        if path.is_file()
        and not ((old := first / path.relative_to(second)).is_file() and old.read_bytes() == path.read_bytes())
    }
    assert fetched <= changed


def test_news_hide_neither_the_title_nor_anything_else(kept, host, second, fb, offline):
    page = kept("phone")
    host.folder = second
    page.goto("/authoring/")
    expect(offline.notice(page)).to_contain_text("New version", timeout=fb.START)
    page.evaluate("scrollTo(0, 900)")
    title = page.locator(".md-header__topic .md-ellipsis").get_by_text("Write a game")
    expect(title).to_be_in_viewport()
    shown = offline.notice(page).bounding_box()
    box = title.bounding_box()
    header = page.locator(".md-header").bounding_box()
    assert box["width"] >= 40 and box["x"] + box["width"] <= shown["x"] + 1
    assert shown["y"] >= header["y"] and shown["y"] + shown["height"] <= header["y"] + header["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_news_can_be_put_away_and_comes_again_with_the_next_visit(kept, host, second, fb, offline):
    page = kept()
    host.folder = second
    page.goto(offline.QUIET)
    close = page.get_by_role("button", name="Dismiss: New version: reload")
    expect(close).to_be_visible(timeout=fb.START)
    close.press("Enter")
    expect(offline.notice(page)).to_have_count(0)
    page.goto("/authoring/")
    expect(offline.notice(page)).to_contain_text("New version", timeout=fb.START)


@pytest.mark.trial
def test_live_reload_at_the_same_address_gets_rid_of_what_was_kept(kept, host, first, fb, offline, tmp_path):
    """What `mkdocs serve` serves: pages that name no manifest, and a service worker that goes away."""
    page = kept()
    (tmp_path / "licences").mkdir()
    (tmp_path / "licences" / "index.html").write_text('<!doctype html><link rel="icon" href="data:,"><h1>Live</h1>')
    builder.write_unregister_script(tmp_path)
    shutil.copy(first / "_headers", tmp_path)
    host.folder = tmp_path
    page.goto(offline.QUIET)
    expect(page.get_by_role("heading", name="Live")).to_be_visible(timeout=fb.START)
    assert offline.registrations(page) == 0 and offline.cached(page) == set()
