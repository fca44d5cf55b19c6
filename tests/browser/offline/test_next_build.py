"""Changes from one build to the next: the old version stays complete until the reader reloads, then the new one."""

import shutil

import pytest
from playwright.sync_api import expect

from rules_site import offline as builder

OLD_PAGE, OLD_RULE = "Tap a die and it rolls", "The total of"
NEW_PAGE, NEW_RULE = "Tap any die and it rolls", "The sum of"


@pytest.mark.trial
def test_reload_button_moves_every_tab_to_the_next_build(visit_and_cache, host, next_build, fb, offline):
    page = visit_and_cache()
    before = offline.cached_urls(page)
    host.folder = next_build
    page.goto("/dice/")
    other = page.context.new_page()
    other.goto(offline.QUIET)
    news = page.get_by_role("button", name="Site changed: reload", exact=True)
    expect(news).to_be_visible(timeout=fb.START)
    expect(page.locator("article")).to_contain_text(OLD_PAGE)
    roller = fb.Roller(page, "dice")
    roller.roll()
    expect(roller.steps.first).to_contain_text(OLD_RULE)

    expect(offline.notice(other)).to_contain_text("Site changed", timeout=fb.START)
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
        for entry in builder.precache_list.list_precache_entries(next_build)
    }
    after = {url.removeprefix(page.url.removesuffix("dice/")) for url in offline.cached_urls(page)}
    assert after == {f"{url}?__WB_REVISION__={revision}" for url, revision in listed.items()}
    assert before != offline.cached_urls(page)


@pytest.mark.trial
def test_update_fetches_only_changed_files(visit_and_cache, host, first_build, second_build, fb, offline):
    page = visit_and_cache()
    host.folder = second_build
    host.answers.clear()
    page.goto(offline.QUIET)
    expect(offline.notice(page)).to_contain_text("Site changed", timeout=fb.START)
    fetched = {path.strip("/") for (path, status) in host.answers if status == 200}
    changed = {
        path.relative_to(second_build).as_posix().removesuffix("index.html").strip("/")
        for path in second_build.rglob("*")
        if path.is_file()
        and not (
            (old := first_build / path.relative_to(second_build)).is_file() and old.read_bytes() == path.read_bytes()
        )
    }
    assert fetched <= changed


@pytest.mark.trial
def test_update_notice_covers_nothing_on_the_page(visit_and_cache, host, second_build, fb, offline):
    page = visit_and_cache("phone")
    host.folder = second_build
    page.goto("/authoring/")
    expect(offline.notice(page)).to_contain_text("Site changed", timeout=fb.START)
    page.evaluate("scrollTo(0, 900)")
    title = page.locator(".md-header__topic .md-ellipsis").get_by_text("Write a game")
    expect(title).to_be_in_viewport()
    shown = offline.notice(page).bounding_box()
    box = title.bounding_box()
    header = page.locator(".md-header").bounding_box()
    assert box["width"] >= 40 and box["x"] + box["width"] <= shown["x"] + 1
    assert shown["y"] >= header["y"] and shown["y"] + shown["height"] <= header["y"] + header["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.trial
def test_dismissed_update_notice_returns_on_the_next_visit(visit_and_cache, host, second_build, fb, offline):
    page = visit_and_cache()
    host.folder = second_build
    page.goto(offline.QUIET)
    close = page.get_by_role("button", name="Dismiss: Site changed: reload")
    expect(close).to_be_visible(timeout=fb.START)
    close.press("Enter")
    expect(offline.notice(page)).to_have_count(0)
    page.goto("/authoring/")
    expect(offline.notice(page)).to_contain_text("Site changed", timeout=fb.START)


@pytest.mark.trial
def test_live_reload_build_unregisters_the_service_worker(visit_and_cache, host, first_build, fb, offline, tmp_path):
    """`mkdocs serve` serves pages without a manifest, and a service worker that unregisters itself."""
    page = visit_and_cache()
    (tmp_path / "licences").mkdir()
    (tmp_path / "licences" / "index.html").write_text('<!doctype html><link rel="icon" href="data:,"><h1>Live</h1>')
    builder.write_unregister_script(tmp_path)
    shutil.copy(first_build / "_headers", tmp_path)
    host.folder = tmp_path
    page.goto(offline.QUIET)
    expect(page.get_by_role("heading", name="Live")).to_be_visible(timeout=fb.START)
    assert offline.count_registrations(page) == 0 and offline.cached_urls(page) == set()
