"""Debian's WebKitGTK, controlled by its WebDriver on a virtual screen."""

import json
import os
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any, override

from selenium import webdriver
from selenium.common.exceptions import JavascriptException, NoSuchFrameException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.support.wait import WebDriverWait
from urllib3.exceptions import ReadTimeoutError

from tests.engines.collected_errors import COLLECTED, CollectingFiles
from tests.engines.reader import FIND_VISIBLE, TIMEOUT, Reader, build_call

DRIVER_TIMEOUT = 2 * TIMEOUT + 10
"""Timeout in seconds for any driver command, including a script's running time."""

RETRY_AFTER = 5
"""Seconds after which the test asks an unresponsive page again."""

BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), Path("MiniBrowser"))


class WebKit(Reader):
    """A window with a fresh session."""

    PROGRAMS = ("WebKitWebDriver", "Xvfb")
    FILES = CollectingFiles

    def __init__(self, origin: str, waits: bool = True):
        """Start the browser; with `waits`, opening a page waits until it has loaded."""
        super().__init__(origin)
        self._waits = waits
        shown, number = os.pipe()
        self._screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(number), "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
            pass_fds=[number],
            stderr=subprocess.DEVNULL,
        )
        os.close(number)
        with os.fdopen(shown) as told:
            display = f":{told.readline().strip()}"
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(BROWSER)
        options.add_argument("--automation")
        options.page_load_strategy = "normal" if waits else "none"
        self._service = webdriver.WebKitGTKService(
            "/usr/bin/WebKitWebDriver",
            env=os.environ
            | {
                "DISPLAY": display,
                "GDK_BACKEND": "x11",
                "LIBGL_ALWAYS_SOFTWARE": "1",
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            },
        )  # a container has no namespaces for a sandbox
        self._service.start()
        # Selenium's WebKitGTK class has no timeout.
        self._line = ClientConfig(self._service.service_url, timeout=DRIVER_TIMEOUT)
        self._driver = webdriver.Remote(RemoteConnection(client_config=self._line), options=options)
        self._driver.set_script_timeout(2 * TIMEOUT)
        self._driver.set_page_load_timeout(2 * TIMEOUT)

    @override
    def open(self, path: str) -> None:
        self._driver.execute_script("window.isLeft = true;")
        self._driver.get(self.origin + path)
        if self._waits:  # the driver may confuse the page being left with the opened page
            self.wait_until_loaded("!window.isLeft")

    def go_back(self) -> None:
        """Go back to the previous page."""
        self._driver.back()

    def wait_until_loaded(self, condition: str, state: str = "complete") -> None:
        """Wait until a page has reached a loading state and an expression holds in it."""
        # A command sent to a page that is being left is rejected or never answered.
        on_its_way = [NoSuchFrameException, ReadTimeoutError]
        self._line.timeout = RETRY_AFTER
        try:
            WebDriverWait(self._driver, TIMEOUT, ignored_exceptions=on_its_way).until(
                lambda driver: driver.execute_script(
                    f"return document.readyState === '{state}' && Boolean({condition})"
                )
            )
        finally:
            self._line.timeout = DRIVER_TIMEOUT

    @override
    def run(self, function: str, *args: Any) -> Any:
        answer = self._driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            f"{build_call(function, args)}.then((json) => done({{ json }}), "
            "(error) => done({ error: String(error) }));"
        )
        if "error" in answer:
            raise AssertionError(answer["error"])
        return json.loads(answer["json"])

    @override
    def press_now(self, selector: str) -> None:
        try:
            target = self._driver.execute_script(f"return ({FIND_VISIBLE})({json.dumps(selector)});")
        except JavascriptException as error:
            raise AssertionError(error.msg) from error
        target.click()

    @override
    def type(self, text: str) -> None:
        ActionChains(self._driver).send_keys(text).perform()

    @override
    def close(self) -> None:
        try:
            self.errors += json.loads(self._driver.execute_script(COLLECTED))
        finally:
            self._line.timeout = RETRY_AFTER
            with suppress(ReadTimeoutError):
                self._driver.quit()
            self._service.stop()
            self._screen.terminate()
            self._screen.wait(TIMEOUT)
