"""Chromium emulating a phone, with fresh profiles on disk so that its caches work as they do for readers."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize

from bench.project import PROJECT

SCREEN: ViewportSize = {"width": 390, "height": 844}
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]
IN_PAGE = Path(__file__).with_name("in_page.js")
TIMEOUT = 180_000
"""In milliseconds; a slow connection takes most of a minute."""

UNREGISTERED = "navigator.serviceWorker.register = () => new Promise(() => {})"
"""Script that leaves the registration of a service worker open, as a page asks the host why a registration fails."""


@contextmanager
def fresh_profile(
    playwright: Playwright,
    service_workers: Literal["allow", "block"] = "block",
    browser: str | None = None,
) -> Iterator[BrowserContext]:
    """Open a phone with an empty profile.

    Args:
        playwright: the driver.
        service_workers: "allow" to measure with the service worker.
        browser: the path of another browser than `find_chromium` finds.
    """
    with tempfile.TemporaryDirectory(prefix="bench-profile-", ignore_cleanup_errors=True) as folder:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=browser or find_chromium(),
            args=ARGUMENTS,
            timeout=TIMEOUT,
            service_workers=service_workers,
            viewport=SCREEN,
            has_touch=True,
            is_mobile=True,
        )
        try:
            yield _prepare_context(context, service_workers)
        finally:
            context.close()


@contextmanager
def launch(playwright: Playwright) -> Iterator[Browser]:
    """Launch a browser for many short visits; its phones cache in memory."""
    browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def new_phone(browser: Browser) -> Iterator[BrowserContext]:
    """Open a phone with empty caches in a running browser."""
    context = browser.new_context(service_workers="block", viewport=SCREEN, has_touch=True, is_mobile=True)
    try:
        yield _prepare_context(context, "block")
    finally:
        context.close()


def find_chromium() -> str:
    """Return the path of Chromium."""
    found = subprocess.run([PROJECT / "tools" / "find-browser"], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def find_slow_chromium() -> str | None:
    """Return the path of a Chromium that has a quarter of a core, or None if this machine can't limit it."""
    browser = PROJECT / "tools" / "slow-browser"
    found = subprocess.run([browser, "--version"], capture_output=True, check=False)
    return None if found.returncode else str(browser)


def _prepare_context(context: BrowserContext, service_workers: Literal["allow", "block"]) -> BrowserContext:
    context.set_default_timeout(TIMEOUT)
    context.add_init_script(path=IN_PAGE)
    if service_workers == "block":
        context.add_init_script(UNREGISTERED)
    return context


@contextmanager
def open_tab(context: BrowserContext) -> Iterator[Page]:
    """Open a tab and close it on exit."""
    page = context.new_page()
    try:
        yield page
    finally:
        page.close()
