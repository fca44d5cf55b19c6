"""The browser tests in Debian's Firefox: differences of its driver, and features that it lacks.

Tests that need a missing feature have the mark `chromium`. The missing features are media other than the screen's own
(dark, print, reduced motion, forced colours), touch, disabled scripts, downloads, the clipboard's text, focus in two
tabs at once or after a Tab beyond a page's end, going back over a replaced address, scripts of a test in a worker, the
number of restyled elements, and `navigator.connection`.
"""

import os
from pathlib import Path

from playwright.sync_api import Browser, Locator, Playwright

IN_FIREFOX = os.environ.get("ENGINE") == "firefox"

MOTION = "no-preference" if IN_FIREFOX else "reduce"
"""The readers' preference: in Chromium, the frames of animations took a tenth of the time of all tests."""

SERVICE_WORKER_ERROR = "A ServiceWorker intercepted the request"
"""Firefox's message about a file whose loading the reader interrupted by leaving the page, or that failed for good.

Tests notice the latter only by its consequences.
"""

PROGRAM = Path(__file__).parents[2] / "tools" / "firefox-for-playwright"


def launch(playwright: Playwright) -> Browser:
    Locator.fill = _fill_by_keyboard
    return playwright.firefox.launch(
        channel="moz-firefox", executable_path=PROGRAM, firefox_user_prefs={"ui.useOverlayScrollbars": 1}
    )  # as on phones


def _fill_by_keyboard(field: Locator, value: str) -> None:
    """Type a value with the keyboard, because Firefox lets no script select text in number fields."""
    field.focus()
    field.press("Control+a")
    if value:
        field.page.keyboard.type(value)
    else:
        field.press("Delete")
