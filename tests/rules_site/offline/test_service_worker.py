"""The precache list of a built site, and the service worker generated from it."""

import base64
import hashlib

import pytest

from rules_site import offline
from rules_site.offline import precache_list, service_worker

FILES = {
    "index.html": "home",
    "dice/index.html": "dice",
    "404.html": "nothing",
    "sitemap.xml": "<urlset/>",
    "assets/js/main.js": "main",
    "assets/js/main.js.map": "{}",
    "assets/rules/0123/psiops.js": "rules",
    "assets/python/0123/pyodide.asm.wasm": "wasm",
    "assets/images/screenshots/wide.jpg": "picture",
    "data/index.html": "your data",
    "data/psiops.json": "{}",
    "data/psiops/panic.csv": "d6",
    "data/psiops/panic.foundry.json": "{}",
}


@pytest.fixture
def site(tmp_path):
    for place, text in FILES.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(text)
    return tmp_path


def entries_by_url(site):
    return {entry["url"]: entry for entry in precache_list.list_precache_entries(site)}


def test_precache_list_has_directory_urls_and_no_excluded_files(site):
    assert set(entries_by_url(site)) == {
        "./",
        "dice/",
        "data/",
        "404.html",
        "sitemap.xml",
        "assets/js/main.js",
        "assets/rules/0123/psiops.js",
    }


def test_precache_entry_has_size_and_checksum(site):
    body = FILES["dice/index.html"].encode()
    entry = entries_by_url(site)["dice/"]
    assert entry["size"] == len(body)
    assert entry["integrity"] == "sha256-" + base64.b64encode(hashlib.sha256(body).digest()).decode()


def test_python_is_not_precached_but_known(site):
    wasm = "assets/python/0123/pyodide.asm.wasm"
    assert precache_list.list_python_files(site) == [wasm]
    assert wasm not in entries_by_url(site)
    assert wasm in offline.write(site).read_text()


def test_host_modified_files_are_precached_without_checksum(site):
    entry = entries_by_url(site)["sitemap.xml"]
    assert entry["revision"] and "integrity" not in entry


def test_changed_file_changes_only_its_own_revision(site):
    before = entries_by_url(site)
    (site / "dice" / "index.html").write_text("more dice")
    after = entries_by_url(site)
    assert {url for url in before if before[url] != after[url]} == {"dice/"}


def test_service_worker_is_one_reproducible_script(site):
    script = offline.write(site).read_text()
    assert "importScripts" not in script and not script.lstrip().startswith("import ")
    assert all(entry["revision"] in script for entry in precache_list.list_precache_entries(site))
    assert offline.write(site).read_text() == script, "browsers would see an update of a site that is the same"


def test_changed_site_changes_the_service_worker(site):
    before = offline.write(site).read_text()
    (site / "assets" / "js" / "main.js").write_text("other")
    assert offline.write(site).read_text() != before


def test_live_reload_service_worker_unregisters_itself(site):
    script = offline.write_unregister_script(site).read_text()
    assert "unregister" in script and "precache" not in script


def test_missing_esbuild_names_the_setup_command(site, monkeypatch):
    monkeypatch.setattr(service_worker, "ESBUILD", site / "esbuild")
    with pytest.raises(FileNotFoundError, match="run `make setup`"):
        offline.write(site)
