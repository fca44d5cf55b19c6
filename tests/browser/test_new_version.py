"""A tab that was open before a deploy, without a service worker: its reader is offered the new version of the site."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.served_site import serve_site

PAGE = "/psiops/combat/"
RUNTIME = "assets/runtime"
MAIN = "assets/js/entry/main.js"
LONG_AGO, DAY = 1_700_000_000, 24 * 60 * 60
"""Time of the first build: browsers treat files this old as fresh and don't request them again on a reload."""


OLD_FOLDER, OLD_LOADER = "pyodide-old/", "old-loader.js"


def next_build(folder: Path) -> None:
    """Turn a site into another build of it: wheels have other names, and the main script is another."""
    runtime = folder / RUNTIME
    for wheel in runtime.glob("rules_py_*.whl"):
        name = wheel.name.replace("-py3-", "0-py3-")
        wheel.rename(runtime / name)
        for listing in ("runtime.json", "pyodide-lock.json"):
            path = runtime / listing
            path.write_text(path.read_text().replace(wheel.name, name))
    with (folder / MAIN).open("a") as script:
        script.write('\ndocument.documentElement.dataset.build = "next";\n')


def former_build(folder: Path) -> None:
    """Turn a site into an earlier build of it, whose worker asks for a file that later builds name otherwise."""
    runtime, worker = folder / RUNTIME, folder / "assets/js/entry/worker.js"
    manifest = (runtime / "runtime.json").read_text()
    lean = json.loads(manifest)["pyodide"]
    (runtime / "runtime.json").write_text(manifest.replace(lean, OLD_FOLDER))
    (runtime / lean).rename(runtime / OLD_FOLDER)
    (runtime / OLD_FOLDER / "pyodide.js").rename(runtime / OLD_FOLDER / OLD_LOADER)
    assert "pyodide.js" in worker.read_text()
    worker.write_text(worker.read_text().replace("pyodide.js", OLD_LOADER))


class Deploys:
    """A host's folder, which has one build of the site after the other."""

    def __init__(self, site: Path, folder: Path):
        self.site, self.live, self.count = site, folder / "live", 0

    def put(self, change: Callable[[Path], None] = lambda _: None) -> None:
        """Replace what the host has by a changed copy of the site, made a day later."""
        made = self.live.with_name(f"build-{self.count}")
        shutil.copytree(self.site, made, ignore=shutil.ignore_patterns("*.png", "*.map", "service-worker.js"))
        change(made)
        for path in made.rglob("*"):
            os.utime(path, (LONG_AGO + self.count * DAY,) * 2)
        self.live.unlink(missing_ok=True)
        self.live.symlink_to(made)
        self.count += 1


@pytest.fixture
def deploys(site_folder, tmp_path) -> Deploys:
    return Deploys(site_folder, tmp_path)


@pytest.fixture
def tab(deploys, make_page, console_guard) -> Iterator[Page]:
    """Open a tab for a reader without a service worker."""
    console_guard.expect_errors()  # files are gone
    with serve_site(deploys.live) as host:
        console_guard.origins.add(host.origin)
        yield make_page("phone", base_url=host.origin)


@pytest.mark.in_python
def test_the_new_version_is_offered_and_its_rolls_work(tab, deploys, fb):
    deploys.put()
    tab.goto("/dice/")
    fb.Roller(tab, "dice").roll()
    fb.go_to(tab, PAGE)
    roller = fb.Roller(tab, "psiops.attack")
    roller.increase("attribute")

    deploys.put(next_build)
    tab.evaluate("document.documentElement.dataset.build = 'first'")
    fb.press(roller.button)
    expect(roller.error).to_have_text(
        "This couldn't be worked out: there is a new version of this site; reload the page to go on."
    )
    expect(tab.locator("fb-notice").get_by_role("button", name="New version: reload", exact=True)).to_be_visible()
    expect(tab.locator("html")).to_have_attribute("data-build", "first")
    assert roller.values()["attribute"] == "1"

    fb.press(roller.result.get_by_role("button", name="Reload"))
    expect(tab.locator("html")).to_have_attribute("data-build", "next")
    assert roller.values()["attribute"] == "1"
    roller.roll()
    expect(roller.error).to_have_count(0)


@pytest.mark.chromium
@pytest.mark.trial
def test_a_start_with_an_old_script_from_the_browsers_cache_works_when_tried_again(tab, deploys, fb):
    deploys.put(former_build)
    tab.goto(PAGE)
    fb.Roller(tab, "psiops.attack").roll()
    deploys.put()
    tab.goto(PAGE)
    roller = fb.Roller(tab, "psiops.attack")
    fb.press(roller.button)
    expect(roller.result).to_contain_text(f"a file couldn't be downloaded ({OLD_LOADER})")
    fb.press(roller.result.get_by_role("button", name="Try again"))
    expect(roller.headline).to_be_visible(timeout=fb.START)
