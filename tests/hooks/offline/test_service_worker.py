"""The service worker's list of a finished site, and the one script that is written from it."""

import base64
import hashlib
import json

import pytest

from hooks import offline
from hooks.offline import precache_list, service_worker

FILES = {
    "index.html": "home",
    "dice/index.html": "dice",
    "404.html": "nothing",
    "sitemap.xml": "<urlset/>",
    "assets/js/main.js": "main",
    "assets/js/main.js.map": "{}",
    "assets/runtime/python.wasm": "wasm",
    "assets/runtime/python.wasm.gz": "smaller",
    "assets/images/screenshots/wide.jpg": "picture",
}


@pytest.fixture
def site(tmp_path):
    for place, text in FILES.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(text)
    return tmp_path


def by_url(site):
    return {entry["url"]: entry for entry in precache_list.list_precache_entries(site)}


def test_pages_are_listed_by_directory_and_what_no_page_asks_for_is_not_listed(site):
    assert set(by_url(site)) == {
        "./",
        "dice/",
        "404.html",
        "sitemap.xml",
        "assets/js/main.js",
        "assets/runtime/python.wasm",
    }


def test_an_entry_has_the_files_size_and_checksum(site):
    body = FILES["dice/index.html"].encode()
    entry = by_url(site)["dice/"]
    assert entry["size"] == len(body)
    assert entry["integrity"] == "sha256-" + base64.b64encode(hashlib.sha256(body).digest()).decode()


def test_the_full_runtime_is_for_later(site):
    full = "assets/runtime/python.wasm"
    entry = by_url(site)[full]
    assert precache_list.list_deferred_entries(site) == []
    (site / "assets" / "runtime" / "runtime.json").write_text(json.dumps({"fallback": ["python.wasm"]}))
    assert precache_list.list_deferred_entries(site) == [entry]
    assert full not in by_url(site)
    script = offline.write(site).read_text()
    assert entry["revision"] in script


def test_what_hosts_write_anew_is_kept_without_a_checksum(site):
    entry = by_url(site)["sitemap.xml"]
    assert entry["revision"] and "integrity" not in entry


def test_a_change_gives_that_entry_another_revision_and_no_other(site):
    before = by_url(site)
    (site / "dice" / "index.html").write_text("more dice")
    after = by_url(site)
    assert {url for url in before if before[url] != after[url]} == {"dice/"}


def test_the_script_has_everything_in_it_and_is_not_in_its_own_list(site):
    script = offline.write(site).read_text()
    assert "importScripts" not in script and not script.lstrip().startswith("import ")
    assert all(entry["revision"] in script for entry in precache_list.list_precache_entries(site))
    assert offline.write(site).read_text() == script, "browsers would see an update of a site that is the same"


def test_a_changed_site_has_another_script(site):
    before = offline.write(site).read_text()
    (site / "assets" / "js" / "main.js").write_text("other")
    assert offline.write(site).read_text() != before


def test_live_reload_has_one_that_goes_away_and_keeps_nothing(site):
    script = offline.write_unregister_script(site).read_text()
    assert "unregister" in script and "precache" not in script


def test_without_set_up_it_says_what_to_run(site, monkeypatch):
    monkeypatch.setattr(service_worker, "ESBUILD", site / "esbuild")
    with pytest.raises(FileNotFoundError, match="run `make setup`"):
        offline.write(site)
