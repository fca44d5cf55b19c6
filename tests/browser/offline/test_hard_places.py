"""Browsers without a cache, with an incomplete one, or with a deleted one: the page works and the cache is repaired."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

DELETE_CACHES = "async () => { for (const name of await caches.keys()) await caches.delete(name); }"
SOME_IS_CACHED = """async () => {
  for (const name of await caches.keys()) if ((await (await caches.open(name)).keys()).length > 20) return true;
}"""

UNSAVABLE = "Online only: this browser can't save pages here"
NOT_ALLOWED = "Online only: the host of this page or this browser's settings don't let it save pages"
STORAGE_FAILURES = {
    "none": ("Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })", UNSAVABLE),
    "refused": (
        "for (const name of navigator.serviceWorker ? ['register', 'getRegistration'] : []) "
        "navigator.serviceWorker[name] = async () => { throw new DOMException('no', 'SecurityError') }",
        NOT_ALLOWED,
    ),
}
"""Scripts that make a service worker impossible, each with the note in the footer."""


@pytest.mark.parametrize("way", STORAGE_FAILURES)
def test_private_window_works_and_footer_says_online_only(make_reader, host, fb, offline, way):
    script, note = STORAGE_FAILURES[way]
    context = make_reader("phone")
    context.add_init_script(script)
    page = context.new_page()
    page.goto("/dice/")
    fb.Roller(page, "dice").roll()
    for _ in range(2):
        expect(offline.ready_note(page)).to_have_text(note)
        expect(offline.notice(page)).to_have_count(0)
        expect(page.locator(".fb-keep")).to_have_count(0)
        fb.go_to(page, "/licences/")
    assert not [path for path, _ in host.answers if path.startswith("/puml/")], "it fetched what it can't save"


HOST_FAILURES = {
    "missing file": "Online only: the host doesn't send a file for offline use (service-worker.js)",
    "wrong type": "Online only: the host sends service-worker.js as application/octet-stream, but browsers run only "
    "text/javascript",
    "policy": NOT_ALLOWED,
    "script that fails": "Online only: this browser couldn't save the site for offline use",
}
"""The note in the footer for each way in which a host keeps a service worker from being registered."""


@pytest.mark.examples(1)
@pytest.mark.parametrize("way", HOST_FAILURES)
def test_footer_says_why_the_host_keeps_the_site_online(make_reader, host, offline, console_guard, tmp_path, way):
    console_guard.expect_errors()
    for each in host.folder.iterdir():
        (tmp_path / each.name).symlink_to(each)
    script, headers = tmp_path / "service-worker.js", tmp_path / "_headers"
    if way == "policy":
        console_guard.expect_csp_violation()
        text = headers.read_text(encoding="utf-8")
        headers.unlink()
        headers.write_text(text.replace("worker-src 'self'", "worker-src 'none'"), encoding="utf-8")
        assert headers.read_text(encoding="utf-8") != text
    elif way == "wrong type":
        host.types = {script.name: "application/octet-stream"}
    else:
        script.unlink()
        if way == "script that fails":
            script.write_text("throw new Error('broken');", encoding="utf-8")
    host.folder = tmp_path
    page = make_reader("phone").new_page()
    page.goto("/licences/")
    expect(offline.ready_note(page)).to_have_text(HOST_FAILURES[way])


def set_quota(page, origin, bytes_of_room=None):
    room = {} if bytes_of_room is None else {"quotaSize": bytes_of_room}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": origin, **room})


HAS_GIVEN_UP = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return !registration || !(registration.installing || registration.waiting || registration.active);
}"""


NOTHING_CACHED = """async () => {
  const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)));
  return (await Promise.all(caches.map((cache) => cache.keys()))).every((entries) => entries.length === 0);
}"""
"""Script that returns True if all caches are empty, which happens shortly after the failed installation."""


@pytest.mark.trial
@pytest.mark.chromium
@pytest.mark.parametrize("bytes_of_room", [100_000, 3_000_000])
def test_full_disk_leaves_no_cache_and_no_notice(make_reader, host, origin, fb, offline, bytes_of_room):
    page = make_reader("phone").new_page()
    page.goto("about:blank")
    set_quota(page, origin, bytes_of_room)
    with page.context.expect_event("serviceworker", timeout=fb.START):
        page.goto("/dice/")
        fb.Roller(page, "dice").roll()
    fb.wait_until(page, HAS_GIVEN_UP, timeout=fb.START)
    fb.wait_until(page, NOTHING_CACHED, timeout=fb.START)
    expect(offline.notice(page)).to_have_count(0)
    assert not [path for (path, status) in host.answers if path.startswith("/psiops/")], "it fetched what has no room"


@pytest.mark.trial
def test_install_that_exceeds_quota_frees_its_cache(make_reader, origin, fb, offline):
    """The browser reported more quota than it has."""
    page = make_reader("phone").new_page()
    page.goto("about:blank")
    set_quota(page, origin, 3_000_000)
    page.context.on("serviceworker", lambda worker: worker.evaluate("navigator.storage.estimate = undefined"))
    with page.context.expect_event("serviceworker", timeout=fb.START):
        page.goto(offline.QUIET)
    fb.wait_until(page, HAS_GIVEN_UP, timeout=fb.START)
    expect(offline.notice(page)).to_have_count(0)
    assert offline.cached_urls(page) == set()


@pytest.mark.trial
def test_interrupted_install_resumes_with_the_missing_files(make_reader, host, fb, offline, console_guard):
    console_guard.expect_errors()  # the host is unreachable for a while
    page = make_reader("desktop").new_page()
    page.goto(offline.QUIET)
    fb.wait_until(page, SOME_IS_CACHED, timeout=fb.START)
    host.is_unreachable = True
    fb.wait_until(page, HAS_GIVEN_UP, timeout=fb.START)
    begun = offline.cached_urls(page)
    assert begun
    host.is_unreachable = False
    host.answers.clear()
    page.goto("/authoring/")
    expect(offline.ready_note(page)).to_contain_text("Ready offline", timeout=fb.START)
    assert begun < offline.cached_urls(page)
    used_by_the_page = set(page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)"))
    fetched_again = {path for path, _ in host.answers} & {urlsplit(url).path for url in begun}
    assert not fetched_again - {urlsplit(url).path for url in used_by_the_page}


@pytest.mark.trial
def test_rolls_survive_cache_deletion_and_next_visit_restores_it(visit_and_cache, host, fb, offline):
    page = visit_and_cache(path="/dice/")
    whole = offline.cached_urls(page)
    page.goto("/dice/")
    fb.Roller(page, "dice").roll()
    page.evaluate(DELETE_CACHES)
    fb.Roller(page, "dice").roll()
    fb.go_to(page, "/psiops/")
    fb.Roller(page, "psiops.action").roll()
    stop_service_workers(page)
    page.goto(offline.QUIET)
    wait_until_cached(page, whole, offline, fb)
    host.is_unreachable = True
    page.goto("/puml/")
    fb.Roller(page, "puml.action").roll()


@pytest.mark.trial
def test_damaged_cache_is_repaired(visit_and_cache, host, fb, offline, console_guard):
    console_guard.expect_errors()  # the first page gets corrupt files
    page = visit_and_cache()
    whole = offline.cached_urls(page)
    page.evaluate("""async () => {
        const cache = await caches.open((await caches.keys())[0]);
        for (const { url } of await cache.keys()) {
          if (/psiops|\\.wasm/.test(url)) await cache.delete(url);
          if (/puml|main\\.js|\\.zip/.test(url)) await cache.put(url, new Response('rubbish'));
        }
    }""")
    stop_service_workers(page)
    page.goto("/dice/")
    wait_until_cached(page, whole, offline, fb)
    host.is_unreachable = True
    page.goto("/puml/")
    fb.Roller(page, "puml.action").roll()


@pytest.mark.trial
def test_missing_cached_file_is_fetched_and_cached_again(visit_and_cache, fb, offline):
    page = visit_and_cache()
    whole = offline.cached_urls(page)
    page.evaluate("""async () => {
        const cache = await caches.open((await caches.keys())[0]);
        for (const { url } of await cache.keys())
          if (/site\\.css|bundle\\.|\\/dice\\/\\?/.test(url)) await cache.delete(url);
    }""")
    page.goto("/dice/")
    wait_until_cached(page, whole, offline, fb)


@pytest.mark.trial
def test_lost_cache_never_mixes_two_builds(visit_and_cache, host, second_build, fb, offline):
    page = visit_and_cache()
    host.folder = second_build
    page.evaluate(DELETE_CACHES)
    page.goto("/dice/")
    expect(page.locator("article")).to_contain_text("Tap any die and it rolls")
    roller = fb.Roller(page, "dice")
    roller.roll()
    expect(roller.steps.first).to_contain_text("The sum of")


def stop_service_workers(page):
    """Stop all service workers, as a browser does after some time without events."""
    client = page.context.new_cdp_session(page)
    client.send("ServiceWorker.enable")
    client.send("ServiceWorker.stopAllWorkers")


def wait_until_cached(page, whole, offline, fb):
    """Wait until everything is cached again without corrupt files."""
    fb.wait_until(
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
    assert offline.cached_urls(page) == whole
