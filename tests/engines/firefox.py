"""Debian's Firefox, controlled directly by WebDriver BiDi, without a separate driver."""

import collections
import json
import re
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any, override

import websocket

from tests.browser.in_firefox import SERVICE_WORKER_ERROR
from tests.engines.reader import FIND_VISIBLE, TIMEOUT, Reader, build_call

PREFERENCES = {
    "app.update.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.ipc.processPrelaunch.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


class Firefox(Reader):
    """A headless Firefox with a fresh profile."""

    PROGRAMS = ("firefox-esr",)

    def __init__(self, origin: str):
        super().__init__(origin)
        self._number = 0
        self._profile = tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        Path(self._profile.name, "user.js").write_text("".join(lines), encoding="utf-8")
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", self._profile.name]
        self._browser = subprocess.Popen(
            [*command, "--remote-debugging-port", "0"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        address = next(found[1] for line in self._browser.stderr if (found := re.search(r"(ws://\S+)", line)))
        # Drain the rest of stderr, because the browser blocks once the pipe is full.
        threading.Thread(target=collections.deque, args=(self._browser.stderr, 0), daemon=True).start()
        self._socket = websocket.create_connection(f"{address}/session", timeout=2 * TIMEOUT, suppress_origin=True)
        self._send("session.new", capabilities={})
        self._tab = self._send("browsingContext.getTree")["contexts"][0]["context"]
        self._send("browsingContext.setViewport", context=self._tab, viewport={"width": 390, "height": 844})
        self._send("session.subscribe", events=["log.entryAdded"])

    @override
    def open(self, path: str) -> None:
        self._send("browsingContext.navigate", context=self._tab, url=self.origin + path, wait="complete")

    @override
    def run(self, function: str, *args: Any) -> Any:
        return json.loads(self._evaluate(build_call(function, args))["value"])

    @override
    def press_now(self, selector: str) -> None:
        target = self._evaluate(f"({FIND_VISIBLE})({json.dumps(selector)})")
        element = {"type": "element", "element": {"sharedId": target["sharedId"]}}
        self._send(
            "input.performActions",
            context=self._tab,
            actions=[
                {
                    "type": "pointer",
                    "id": "mouse",
                    "actions": [
                        {"type": "pointerMove", "x": 0, "y": 0, "origin": element},
                        {"type": "pointerDown", "button": 0},
                        {"type": "pointerUp", "button": 0},
                    ],
                }
            ],
        )

    @override
    def type(self, text: str) -> None:
        keys = [{"type": way, "value": key} for key in text for way in ("keyDown", "keyUp")]
        self._send(
            "input.performActions", context=self._tab, actions=[{"type": "key", "id": "keyboard", "actions": keys}]
        )

    @override
    def close(self) -> None:
        try:
            self._evaluate("0")  # receive the page's last messages first
        finally:
            self._socket.close()
            self._browser.kill()
            self._browser.wait()
            self._profile.cleanup()

    def _evaluate(self, expression: str) -> dict[str, Any]:
        answer = self._send(
            "script.evaluate",
            expression=expression,
            target={"context": self._tab},
            awaitPromise=True,
            userActivation=True,
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return answer["result"]

    def _send(self, method: str, **params: Any) -> Any:
        """Send a command and return its answer; console errors received before it are collected."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv())
            if told.get("id") == self._number:
                if told["type"] == "error":
                    raise AssertionError(f"{method}: {told['message']}")
                return told["result"]
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.errors += [text] if SERVICE_WORKER_ERROR not in (text := told["params"]["text"]) else []
