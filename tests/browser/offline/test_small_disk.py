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
MOST_CACHED = 1_000_000
"""Bytes that the browser's own files about an empty cache may take; the site has 14 times as many."""

WORDS = re.compile("This device is out of storage|Your browser couldn't reach your saved data just now")
ONLINE_ONLY = re.compile(
    r"^Online only: this device has no room to keep the site offline( \(\d+ MB\))?\. Free some space, then reload\.$"
)
"""The note in the footer, without the size if not even the service worker could be stored, which would measure it."""
ADD_SHEETS = """async ({ count, size }) => {
    const { keep } = await import(new URL("/assets/js/lib/store.js", location.href));
    const note = crypto.getRandomValues(new Uint8Array(size)).join("");
    for (let at = 0; at < count && keep.trouble === ""; at += 1)
        await keep.add("sheets", { game: "xmas", name: `Filler ${at}`, data: { note } });
    return keep.trouble;
}"""
"""Script that stores large sheets until the browser refuses one, and returns the trouble."""

LIST_SHEETS = """async () => {
    const { keep } = await import(new URL("/assets/js/lib/store.js", location.href));
    return (await keep.list("sheets")).map(({ name }) => name);
}"""
"""Script that returns the names of all stored sheets; the page shows the latest ones first."""

WAIT_FOR_COPY = """async () => {
    while (!Object.keys(localStorage).some((name) => name.startsWith("fieldbook:copy:sheets ")))
        await new Promise((done) => setTimeout(done, 50));
}"""
"""Script that waits until a sheet has its second copy."""


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
    page.evaluate(WAIT_FOR_COPY)
    page = open_profile()  # another day: the browser has written what it held in memory
    page.goto("/xmas/characters/")
    assert page.evaluate(LIST_SHEETS) == ["Rudolf"]
    filler = disk / "filler"
    with filler.open("wb") as file:
        file.write(b"x" * max(0, shutil.disk_usage(disk).free - 4_000_000))
    trouble = page.evaluate(ADD_SHEETS, {"count": 400, "size": 60_000})
    assert trouble in ("full", "failing")  # it depends on the file that Chromium can't write
    expect(page.locator("fb-sheets").get_by_text(WORDS).first).to_be_visible()
    page.goto("/dice/")
    fb.Roller(page, "dice").roll()
    expect(page.locator(".fb-ready")).to_have_text(ONLINE_ONLY, timeout=fb.START)
    cached = [each for each in (disk / "profile").rglob("CacheStorage/**/*") if each.is_file()]
    assert sum(each.stat().st_size for each in cached) < MOST_CACHED  # the room is left to what readers save

    page = open_profile()  # the browser starts again on the full disk
    page.goto("/xmas/characters/")
    assert "Rudolf" in page.evaluate(LIST_SHEETS)
    filler.unlink()
    page = open_profile()
    page.goto("/xmas/characters/")
    assert "Rudolf" in page.evaluate(LIST_SHEETS)
    assert page.evaluate(ADD_SHEETS, {"count": 1, "size": 10}) == ""
