"""Chromium on a quarter of one core, driven by Playwright: a phone of some years ago.

Where no control group can be made, only what the page itself does is slowed down, by the browser.
"""

import json
from functools import cache
from typing import Any, override

from playwright.sync_api import ConsoleMessage, Playwright, sync_playwright

from tests.browser.conftest import ARGUMENTS, POLICY_REPORT, PROJECT, SIZES, printed
from tests.engines.reader import FIRST_SEEN, PATIENCE, Reader, called

IN_TIME = 0  # no end: readers wait by what they see


STARTS_ONCE = """
    let hasStarted = false;
    window.Worker = class extends Worker {
      constructor(address, ...how) {
        super(address, ...how);
        if (!String(address).endsWith("/worker.js")) return;
        if (hasStarted) setTimeout(() => { throw new Error(`Python was started again on ${location}`); });
        hasStarted = true;
      }
    };
"""
"""Makes a second start on one page an error of that page."""


class SlowPhone(Reader):
    """A fresh profile, on which nothing may be given up or begun again for being slow."""

    @override
    @classmethod
    def missing(cls) -> str:
        return "" if printed("find-browser", "for-tests") else "There is no Chromium: run `make browser`."

    def __init__(self, origin: str):
        super().__init__(origin)
        whole = bool(printed("slow-browser", "--version"))
        browser = PROJECT / "tools" / "slow-browser" if whole else printed("find-browser", "for-tests")
        self._browser = playwright().chromium.launch(executable_path=browser, args=ARGUMENTS, timeout=PATIENCE * 1000)
        context = self._browser.new_context(**SIZES["phone"])
        context.set_default_timeout(IN_TIME)
        context.set_default_navigation_timeout(IN_TIME)
        context.add_init_script(STARTS_ONCE)
        self._page = context.new_page()
        if not whole:
            context.new_cdp_session(self._page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        self._page.on("pageerror", lambda error: self.errors.append(str(error)))
        self._page.on("console", self._told)

    def _told(self, message: ConsoleMessage) -> None:
        """A policy's report is no error of the page; what else the console says is no news where tests break things."""
        if message.type == "error" and POLICY_REPORT.search(message.text):
            self.errors.append(message.text)

    @override
    def open(self, path: str) -> None:
        self._page.goto(self.origin + path)

    @override
    def run(self, function: str, *args: Any) -> Any:
        return json.loads(self._page.evaluate(called(function, args)))

    @override
    def press_now(self, selector: str) -> None:
        self._page.evaluate_handle(f"({FIRST_SEEN})({json.dumps(selector)})").as_element().tap()

    @override
    def type(self, text: str) -> None:
        self._page.keyboard.type(text)

    @override
    def close(self) -> None:
        self._browser.close()


@cache
def playwright() -> Playwright:
    """One driver for all that are open; it ends with the process."""
    return sync_playwright().start()
