"""A browser that keeps nothing, keeps half, or throws away what it kept: the page works, and the rest heals."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

FORGET = "async () => { for (const name of await caches.keys()) await caches.delete(name); }"
SOME_IS_CACHED = """async () => {
  for (const name of await caches.keys()) if ((await (await caches.open(name)).keys()).length > 20) return true;
}"""

NO_KEEPING = {
    "none": "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })",
    "refused": "for (const name of navigator.serviceWorker ? ['register', 'getRegistration'] : []) "
    "navigator.serviceWorker[name] = async () => { throw new DOMException('no', 'SecurityError') }",
}


@pytest.mark.parametrize("way", NO_KEEPING)
def test_a_private_window_works_and_says_at_its_foot_that_nothing_is_kept(reader, host, fb, offline, way):
    context = reader("phone")
    context.add_init_script(NO_KEEPING[way])
    page = context.new_page()
    page.goto("/dice/")
    fb.Roller(page, "dice").roll()
    for _ in range(2):
        expect(offline.ready(page)).to_have_text("Online only: this browser keeps no pages here")
        expect(offline.notice(page)).to_have_count(0)
        expect(page.locator(".fb-keep")).to_have_count(0)
        fb.go_to(page, "/licences/")
    assert ("/service-worker.js", 200) not in host.answers


def quota(page, origin, bytes_of_room=None):
    room = {} if bytes_of_room is None else {"quotaSize": bytes_of_room}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": origin, **room})


GIVEN_UP = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return !registration || !(registration.installing || registration.waiting || registration.active);
}"""


NOTHING_CACHED = """async () => {
  const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)));
  return (await Promise.all(caches.map((cache) => cache.keys()))).every((entries) => entries.length === 0);
}"""
"""Room is given back a moment after the worker has given up."""


@pytest.mark.chromium
@pytest.mark.parametrize("bytes_of_room", [100_000, 3_000_000])
def test_where_there_is_no_room_nothing_is_kept_or_said(reader, host, origin, fb, offline, bytes_of_room):
    page = reader("phone").new_page()
    page.goto("about:blank")
    quota(page, origin, bytes_of_room)
    with page.context.expect_event("serviceworker", timeout=fb.START):
        page.goto("/dice/")
        fb.Roller(page, "dice").roll()
    fb.until(page, GIVEN_UP, timeout=fb.START)
    fb.until(page, NOTHING_CACHED, timeout=fb.START)
    expect(offline.notice(page)).to_have_count(0)
    assert not [path for (path, status) in host.answers if path.startswith("/psiops/")], "it fetched what has no room"


@pytest.mark.trial
def test_room_that_runs_out_in_the_middle_is_given_back(reader, origin, fb, offline):
    """The browser promised more room than it has."""
    page = reader("phone").new_page()
    page.goto("about:blank")
    quota(page, origin, 3_000_000)
    page.context.on("serviceworker", lambda worker: worker.evaluate("navigator.storage.estimate = undefined"))
    with page.context.expect_event("serviceworker", timeout=fb.START):
        page.goto(offline.QUIET)
    fb.until(page, GIVEN_UP, timeout=fb.START)
    expect(offline.notice(page)).to_have_count(0)
    assert offline.cached(page) == set()


@pytest.mark.trial
def test_an_install_that_was_cut_off_goes_on_where_it_ended(reader, host, fb, offline, watch):
    watch.expect_trouble()  # the line is dead for a while
    page = reader("desktop").new_page()
    page.goto(offline.QUIET)
    fb.until(page, SOME_IS_CACHED, timeout=fb.START)
    host.is_dead = True
    fb.until(page, GIVEN_UP, timeout=fb.START)
    begun = offline.cached(page)
    assert begun
    host.is_dead = False
    host.answers.clear()
    page.goto("/authoring/")
    expect(offline.ready(page)).to_contain_text("Ready offline", timeout=fb.START)
    assert begun < offline.cached(page)
    used_by_the_page = set(page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)"))
    fetched_again = {path for path, _ in host.answers} & {urlsplit(url).path for url in begun}
    assert not fetched_again - {urlsplit(url).path for url in used_by_the_page}


@pytest.mark.trial
def test_rolls_go_on_when_the_cache_is_deleted_and_the_next_visit_heals_it(kept, host, fb, offline):
    page = kept(path="/dice/")
    whole = offline.cached(page)
    page.goto("/dice/")
    fb.Roller(page, "dice").roll()
    page.evaluate(FORGET)
    fb.Roller(page, "dice").roll()
    fb.go_to(page, "/psiops/")
    fb.Roller(page, "psiops.action").roll()
    stop_service_workers(page)
    page.goto(offline.QUIET)
    wait_for(page, whole, offline, fb)
    host.is_dead = True
    page.goto("/puml/")
    fb.Roller(page, "puml.action").roll()


@pytest.mark.trial
def test_a_cache_with_holes_and_rubbish_heals(kept, host, fb, offline, watch):
    watch.expect_trouble()  # the first page is fed rubbish
    page = kept()
    whole = offline.cached(page)
    page.evaluate("""async () => {
        const cache = await caches.open((await caches.keys())[0]);
        for (const { url } of await cache.keys()) {
          if (/psiops|\\.wasm/.test(url)) await cache.delete(url);
          if (/puml|main\\.js|\\.zip/.test(url)) await cache.put(url, new Response('rubbish'));
        }
    }""")
    stop_service_workers(page)
    page.goto("/dice/")
    wait_for(page, whole, offline, fb)
    host.is_dead = True
    page.goto("/puml/")
    fb.Roller(page, "puml.action").roll()


@pytest.mark.trial
def test_a_missing_file_is_fetched_checked_and_kept_at_once(kept, fb, offline):
    page = kept()
    whole = offline.cached(page)
    page.evaluate("""async () => {
        const cache = await caches.open((await caches.keys())[0]);
        for (const { url } of await cache.keys())
          if (/site\\.css|bundle\\.|\\/dice\\/\\?/.test(url)) await cache.delete(url);
    }""")
    page.goto("/dice/")
    wait_for(page, whole, offline, fb)


@pytest.mark.trial
def test_a_cache_that_is_lost_when_the_host_has_the_next_build_mixes_nothing(kept, host, second, fb, offline):
    page = kept()
    host.folder = second
    page.evaluate(FORGET)
    page.goto("/dice/")
    expect(page.locator("article")).to_contain_text("Tap any die and it rolls")
    roller = fb.Roller(page, "dice")
    roller.roll()
    expect(roller.steps.first).to_contain_text("adds up to")


def stop_service_workers(page):
    """As a browser does when nobody needed them for a while."""
    client = page.context.new_cdp_session(page)
    client.send("ServiceWorker.enable")
    client.send("ServiceWorker.stopAllWorkers")


def wait_for(page, whole, offline, fb):
    """Wait until everything is kept again, and nothing of it is rubbish."""
    fb.until(
        page,
        """async () => {
        let kept = 0;
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const request of await cache.keys()) {
            const answer = await cache.match(request);
            if (!answer) return false; // just now it is fetched again
            if ((await answer.blob()).size === 'rubbish'.length) return false;
            kept += 1;
          }
        }
        return kept === COUNT;
    }""".replace("COUNT", str(len(whole))),
        timeout=2 * fb.START,
    )
    assert offline.cached(page) == whole
