"""A disk of 60 MB with the profile of the browser: the page says what does not fit, and nothing stored is lost."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ACTION, ARGUMENTS, SIZES, run_tool

SIZE = "60m"
WORDS = re.compile("This device is out of storage|Your browser couldn't reach your saved data just now")
ADD_SHEETS = """async ({ count, size }) => {
    const { keep } = await import(new URL("/assets/js/lib/store.js", location.href));
    const note = crypto.getRandomValues(new Uint8Array(size)).join("");
    for (let at = 0; at < count && keep.trouble === ""; at += 1)
        await keep.add("sheets", { game: "xmas", name: `Filler ${at}`, data: { note } });
    return keep.trouble;
}"""
"""Script that stores large sheets until the browser refuses one, and returns the trouble."""


@pytest.fixture
def disk() -> Iterator[Path]:
    """Mount a small disk, which takes root."""
    folder = Path(tempfile.mkdtemp(prefix="small-disk-"))
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", folder], check=True)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)
    folder.rmdir()


@pytest.fixture
def open_profile(disk, host, origin, browser, session_guard):
    """Return a function that opens a page of the browser whose profile is on the small disk."""
    contexts = []

    def open_page() -> Page:
        for context in contexts:
            context.close()
        contexts[:] = [
            browser.browser_type.launch_persistent_context(
                disk / "profile",
                executable_path=run_tool("find-browser", "for-tests"),
                args=ARGUMENTS,
                base_url=origin,
                service_workers="allow",
                **SIZES["phone"],
            )
        ]
        contexts[0].set_default_timeout(ACTION)
        return contexts[0].new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.trial
@pytest.mark.chromium
def test_full_disk_is_told_and_keeps_what_was_stored(open_profile, disk, fb):
    page = open_profile()
    page.goto("/xmas/characters/")
    page.evaluate(
        """async () => {
        const { keep } = await import(new URL("/assets/js/lib/store.js", location.href));
        await keep.add("sheets", { game: "xmas", name: "Rudolf", data: { note: "first" } });
    }"""
    )
    filler = disk / "filler"
    with filler.open("wb") as file:
        file.write(b"x" * max(0, shutil.disk_usage(disk).free - 4_000_000))
    trouble = page.evaluate(ADD_SHEETS, {"count": 400, "size": 60_000})
    assert trouble in ("full", "failing")  # it depends on the file that Chromium can't write
    expect(page.locator("fb-sheets").get_by_text(WORDS).first).to_be_visible()
    expect(page.locator(".fb-ready:not(:text('has no room to keep the site offline'))")).to_have_count(0)
    page.goto("/dice/")
    fb.Roller(page, "dice").roll()

    page = open_profile()  # the browser starts again on the full disk
    page.goto("/xmas/characters/")
    expect(page.locator("fb-sheets").get_by_text("Rudolf", exact=True)).to_be_attached()
    filler.unlink()
    page = open_profile()
    page.goto("/xmas/characters/")
    expect(page.locator("fb-sheets").get_by_text("Rudolf", exact=True)).to_be_attached()
    assert page.evaluate(ADD_SHEETS, {"count": 1, "size": 10}) == ""
