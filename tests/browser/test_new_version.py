"""A tab that was open before a deploy, without a service worker: its reader is offered the new version of the site."""

import json
import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.served_site import served

PAGE = "/psiops/combat/"
RUNTIME = "assets/runtime"
MAIN = "assets/js/entry/main.js"
LONG_AGO, DAY = 1_700_000_000, 24 * 60 * 60
"""When the first build was made: browsers take what is as old for fresh, and don't ask for it again on a reload."""


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


@pytest.fixture
def builds(site_folder, tmp_path) -> list[Path]:
    """The site and its next build."""
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        shutil.copytree(site_folder, folder, ignore=shutil.ignore_patterns("*.png", "*.map", "service-worker.js"))
    next_build(folders[1])
    for folder, made in zip(folders, (LONG_AGO, LONG_AGO + DAY), strict=True):
        for path in folder.rglob("*"):
            os.utime(path, (made, made))
    return folders


def test_the_new_version_is_offered_and_its_rolls_work(builds, make_page, fb, console_guard, tmp_path):
    console_guard.expect_errors()  # a file is gone
    first, second = builds
    live = tmp_path / "live"
    live.symlink_to(first)
    with served(live) as host:
        console_guard.origins.add(host.origin)
        page = make_page("phone", base_url=host.origin)
        page.goto("/dice/")
        fb.Roller(page, "dice").roll()
        fb.go_to(page, PAGE)
        roller = fb.Roller(page, "psiops.attack")
        roller.increase("attribute")

        live.unlink()
        live.symlink_to(second)
        page.evaluate("document.documentElement.dataset.build = 'first'")
        fb.press(roller.button)
        expect(roller.error).to_have_text(
            "This could not be worked out: there is a new version of this site; reload the page to go on."
        )
        expect(page.locator("fb-notice").get_by_role("button", name="New version: reload", exact=True)).to_be_visible()
        expect(page.locator("html")).to_have_attribute("data-build", "first")
        assert roller.values()["attribute"] == "1"

        fb.press(roller.result.get_by_role("button", name="Reload"))
        expect(page.locator("html")).to_have_attribute("data-build", "next", timeout=fb.START)
        assert roller.values()["attribute"] == "1"
        roller.roll()
        expect(roller.error).to_have_count(0)
        assert json.loads((second / RUNTIME / "runtime.json").read_text())["games"]["psiops"] == page.evaluate(
            "performance.getEntriesByType('navigation')[0].type === 'reload' &&"
            " fetch('/assets/runtime/runtime.json').then((answer) => answer.json()).then(({ games }) => games.psiops)"
        )
