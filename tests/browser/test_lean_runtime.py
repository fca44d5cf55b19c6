"""Python starts on a runtime that lacks what was never called; where that is called, the full one answers the same."""

import json
import re
import shutil

import pytest
from playwright.sync_api import expect

from hooks.bundle.page import DOCS, bundled

pytestmark = pytest.mark.reads_on

MANIFEST = "assets/runtime/runtime.json"
MANY = "60d6"
"""So many dice that some of them show a 6, and never twice the same."""

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
def lacking_worker(tmp_path_factory):
    """The worker's script, as the build makes it, whose Python lacks something whenever a die shows a 6."""
    scripts = tmp_path_factory.mktemp("site") / "js" / "python"
    shutil.copytree(DOCS / "assets" / "js" / "python", scripts)
    worker = scripts / "worker.js"
    source = worker.read_text()
    assert ANSWERED in source
    worker.write_text(source.replace(ANSWERED, SIXES_LACK))
    return bundled(worker)


@pytest.fixture
def visit(new_page, watch, lacking_worker):
    """A reader whose Python lacks something whenever a die shows a 6, and what is fetched and lost meanwhile."""
    page = new_page("phone")
    page.route("**/python/worker.js", lambda route: route.fulfill(body=lacking_worker, content_type="text/javascript"))
    watch.expect_full_runtime()
    page.fetched, page.lost = [], []
    page.context.on("request", lambda request: page.fetched.append(request.url))
    page.context.on("console", lambda message: page.lost.append(message.text))
    return page


def roll_many(page, fb):
    page.goto("/dice/")
    roller = fb.Roller(page, "dice")
    roller.param("notation").fill(MANY)
    roller.roll()
    return [int(re.match(r"\d+", text)[0]) for text in roller.result.locator(".fb-face").all_text_contents()]


def starts_on(page, runtime):
    return any(f"/{runtime['pyodide']}pyodide.asm.wasm" in url for url in page.fetched)


def test_a_roll_that_the_lean_runtime_cannot_do_falls_on_the_full_one_as_it_fell(visit, fb, manifest):
    shown = roll_many(visit, fb)
    (lost,) = [text.removeprefix("lost: ") for text in visit.lost if text.startswith("lost: ")]
    assert 6 in shown
    assert shown == [int(face) for face in lost.split(",")]
    assert starts_on(visit, manifest)
    assert starts_on(visit, manifest["full"])


@pytest.mark.trial
def test_it_is_said_once_and_the_device_starts_on_the_full_one_from_then_on(visit, fb, manifest):
    roll_many(visit, fb)
    notice = visit.locator("fb-notice")
    expect(notice).to_contain_text("This needs all of Python, which is fetched once")
    visit.fetched.clear()
    visit.lost.clear()
    roll_many(visit, fb)
    assert not [text for text in visit.lost if text.startswith("lost: ")]
    assert not starts_on(visit, manifest)
    assert starts_on(visit, manifest["full"])
    expect(notice).to_have_count(0)


@pytest.mark.trial
def test_the_next_version_is_tried_again(visit, fb, manifest):
    visit.goto("/licences/")
    visit.evaluate("localStorage.setItem('lacking-runtime', JSON.stringify('pyodide-of-yore/'))")
    visit.fetched.clear()
    visit.unroute("**/python/worker.js")
    roll_many(visit, fb)
    assert starts_on(visit, manifest)
    assert not starts_on(visit, manifest["full"])


@pytest.mark.trial
def test_a_start_that_lacks_something_goes_on_with_the_full_runtime(new_page, fb, watch, site_folder, manifest):
    """The module that comes is too lean even to start."""
    watch.expect_trouble()
    watch.expect_full_runtime()
    page = new_page("phone")
    page.fetched = []
    page.context.on("request", lambda request: page.fetched.append(request.url))

    def trapping(route):
        route.fulfill(
            body="export default async () => { throw new WebAssembly.RuntimeError('unreachable'); };",
            content_type="text/javascript",
        )

    page.route(f"**/{manifest['pyodide']}pyodide.asm.js", trapping)
    assert len(roll_many(page, fb)) == 60
    assert starts_on(page, manifest["full"])
