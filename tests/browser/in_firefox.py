"""The browser tests in Debian's Firefox: what its driver does otherwise than Chromium's, and what it can't do at all.

Tests that take what it lacks have the mark `chromium`: a medium other than the screen's own (dark, print, less motion,
forced colours), fingers, scripts switched off, downloads, the clipboard's text, the focus in two tabs at once or after
a Tab beyond a page's end, the way back over an address that was replaced, scripts of a test in a worker, how much is
styled anew, and `navigator.connection`.
"""

import os
from pathlib import Path

from playwright.sync_api import Browser, Locator, Playwright

IN_FIREFOX = os.environ.get("ENGINE") == "firefox"
SERVICE_WORKER_ERROR = "A ServiceWorker intercepted the request"
"""What Firefox says of a file that was on its way when the reader left the page, and of one that failed for good: there
no test hears of that but by what then does not work."""

PROGRAM = Path(__file__).parents[2] / "tools" / "firefox-for-playwright"


def launch(playwright: Playwright) -> Browser:
    Locator.fill = _fill_by_keyboard
    return playwright.firefox.launch(
        channel="moz-firefox", executable_path=PROGRAM, firefox_user_prefs={"ui.useOverlayScrollbars": 1}
    )  # as on phones


def _fill_by_keyboard(field: Locator, value: str) -> None:
    """As a reader's keys do it: Firefox has no selection in fields for numbers that scripts could set."""
    field.focus()
    field.press("Control+a")
    if value:
        field.page.keyboard.type(value)
    else:
        field.press("Delete")
