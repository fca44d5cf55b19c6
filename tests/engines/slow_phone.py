"""Chromium on a quarter of one core, controlled by Playwright: a phone of some years ago.

If no control group can be created, the browser throttles only the page's CPU.
"""

import json
from functools import cache
from typing import Any, override

from playwright.sync_api import ConsoleMessage, Playwright, sync_playwright

from tests.browser.conftest import ARGUMENTS, POLICY_REPORT, PROJECT, SIZES, run_tool
from tests.engines.reader import FIND_VISIBLE, TIMEOUT, Reader, build_call

NO_TIMEOUT = 0  # in Playwright, 0 disables timeouts; the reader's waits have their own


FAIL_ON_RESTART = """
    let hasStarted = false;
    window.Worker = class extends Worker {
      constructor(address, ...how) {
        super(address, ...how);
        if (!String(address).endsWith("/rules-worker.js")) return;
        if (hasStarted) setTimeout(() => { throw new Error(`the worker was started again on ${location}`); });
        hasStarted = true;
      }
    };
"""
"""Script that turns a second start of the rules' worker on a page into a page error."""


class SlowPhone(Reader):
    """A fresh profile; slowness alone must not make the page give up or restart its worker."""

    @override
    @classmethod
    def describe_missing(cls) -> str:
        return "" if run_tool("find-browser", "for-tests") else "There is no Chromium: run `make browser`."

    def __init__(self, origin: str):
        super().__init__(origin)
        whole = bool(run_tool("slow-browser", "--version"))
        browser = PROJECT / "tools" / "slow-browser" if whole else run_tool("find-browser", "for-tests")
        self._browser = playwright().chromium.launch(executable_path=browser, args=ARGUMENTS, timeout=TIMEOUT * 1000)
        context = self._browser.new_context(**SIZES["phone"])
        context.set_default_timeout(NO_TIMEOUT)
        context.set_default_navigation_timeout(NO_TIMEOUT)
        context.add_init_script(FAIL_ON_RESTART)
        self._page = context.new_page()
        if not whole:
            context.new_cdp_session(self._page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        self._page.on("pageerror", lambda error: self.errors.append(str(error)))
        self._page.on("console", self._note_console)

    def _note_console(self, message: ConsoleMessage) -> None:
        """Collect console errors about the page's policy; tests that break things cause the others."""
        if message.type == "error" and POLICY_REPORT.search(message.text):
            self.errors.append(message.text)

    @override
    def open(self, path: str) -> None:
        self._page.goto(self.origin + path)

    @override
    def run(self, function: str, *args: Any) -> Any:
        return json.loads(self._page.evaluate(build_call(function, args)))

    @override
    def press_now(self, selector: str) -> None:
        self._page.evaluate_handle(f"({FIND_VISIBLE})({json.dumps(selector)})").as_element().tap()

    @override
    def type(self, text: str) -> None:
        self._page.keyboard.type(text)

    @override
    def close(self) -> None:
        self._browser.close()


@cache
def playwright() -> Playwright:
    """Start the Playwright driver that all browsers share; it ends with the process."""
    return sync_playwright().start()
