"""The lean runtime lacks functions that were never called; if one is called, the full runtime gives the same answer."""

import json
import re
import shutil

import pytest
from playwright.sync_api import expect

from hooks.bundle.frontend import DOCS, bundle_module

pytestmark = [pytest.mark.reads_on, pytest.mark.in_python]

MANIFEST = "assets/runtime/runtime.json"
MANY_DICE = "60d6"
"""Enough dice that some show a 6 and no two rolls are the same."""

ANSWERED = "const text = rules.ask(TURN, question, id, ...args) ?? null;"
SIXES_LACK = """const text = rules.ask(TURN, question, id, ...args) ?? null;
      if (files.isLean && text?.includes('"faces": [')) {
        const { faces } = JSON.parse(text).roll;
        console.log(`lost: ${faces}`);
        if (faces.includes(6)) missed.value = 1; // as a function does that is left out
      }"""


@pytest.fixture
def manifest(site_folder):
    return json.loads((site_folder / MANIFEST).read_text())


@pytest.fixture(scope="module")
def failing_worker(tmp_path_factory):
    """Build the worker's script so that Python lacks a function whenever a die shows a 6."""
    scripts = tmp_path_factory.mktemp("site") / "js"
    shutil.copytree(DOCS / "assets" / "js", scripts)
    worker = scripts / "entry" / "worker.js"
    source = worker.read_text()
    assert ANSWERED in source
    worker.write_text(source.replace(ANSWERED, SIXES_LACK))
    return bundle_module(worker)


@pytest.fixture
def page_lacking_functions(make_page, console_guard, failing_worker):
    """Return a page with this worker, which records its requests and the lost rolls."""
    page = make_page("phone")
    page.route("**/entry/worker.js", lambda route: route.fulfill(body=failing_worker, content_type="text/javascript"))
    console_guard.expect_full_runtime()
    page.fetched, page.lost = [], []
    page.context.on("request", lambda request: page.fetched.append(request.url))
    page.context.on("console", lambda message: page.lost.append(message.text))
    return page


def roll_many(page, fb):
    page.goto("/dice/")
    roller = fb.Roller(page, "dice")
    roller.param("notation").fill(MANY_DICE)
    roller.roll()
    return [int(re.match(r"\d+", text)[0]) for text in roller.result.locator(".fb-face").all_text_contents()]


def has_started_on(page, runtime):
    return any(f"/{runtime['pyodide']}pyodide.asm.wasm" in url for url in page.fetched)


def test_full_runtime_repeats_a_failed_roll_with_the_same_faces(page_lacking_functions, fb, manifest):
    shown = roll_many(page_lacking_functions, fb)
    (lost,) = [text.removeprefix("lost: ") for text in page_lacking_functions.lost if text.startswith("lost: ")]
    assert 6 in shown
    assert shown == [int(face) for face in lost.split(",")]
    assert has_started_on(page_lacking_functions, manifest)
    assert has_started_on(page_lacking_functions, manifest["full"])


@pytest.mark.trial
def test_fallback_is_announced_once_and_later_starts_use_full_runtime(page_lacking_functions, fb, manifest):
    roll_many(page_lacking_functions, fb)
    notice = page_lacking_functions.locator("fb-notice")
    expect(notice).to_contain_text("Downloading the full Python runtime (one time only)")
    page_lacking_functions.fetched.clear()
    page_lacking_functions.lost.clear()
    roll_many(page_lacking_functions, fb)
    assert not [text for text in page_lacking_functions.lost if text.startswith("lost: ")]
    assert not has_started_on(page_lacking_functions, manifest)
    assert has_started_on(page_lacking_functions, manifest["full"])
    expect(notice).to_have_count(0)


@pytest.mark.trial
def test_new_pyodide_version_tries_the_lean_runtime_again(page_lacking_functions, fb, manifest):
    page_lacking_functions.goto("/licences/")
    page_lacking_functions.evaluate("localStorage.setItem('lacking-runtime', JSON.stringify('pyodide-of-yore/'))")
    page_lacking_functions.fetched.clear()
    page_lacking_functions.unroute("**/entry/worker.js")
    roll_many(page_lacking_functions, fb)
    assert has_started_on(page_lacking_functions, manifest)
    assert not has_started_on(page_lacking_functions, manifest["full"])


@pytest.mark.trial
def test_failing_lean_start_falls_back_to_the_full_runtime(make_page, fb, console_guard, site_folder, manifest):
    """The loaded module lacks functions that the start itself needs."""
    console_guard.expect_errors()
    console_guard.expect_full_runtime()
    page = make_page("phone")
    page.fetched = []
    page.context.on("request", lambda request: page.fetched.append(request.url))

    def trapping(route):
        route.fulfill(
            body="export default async () => { throw new WebAssembly.RuntimeError('unreachable'); };",
            content_type="text/javascript",
        )

    page.route(f"**/{manifest['pyodide']}pyodide.asm.js", trapping)
    assert len(roll_many(page, fb)) == 60
    assert has_started_on(page, manifest["full"])
