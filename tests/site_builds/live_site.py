"""`mkdocs serve` of a site, as an author runs it."""

import json
import os
import queue
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

TIMEOUT = 120
"""Seconds allowed for a whole build on a busy machine."""


class DevelopmentServer:
    """The server of a site whose files tests change."""

    def __init__(self, site: Path, project: Path, port: int = 0) -> None:
        self.site, self.project = site, project
        self.port = port or find_port()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "-f", site / "mkdocs.yml", "-a", f"127.0.0.1:{self.port}"],
            cwd=project,
            env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._log_lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()
        self.url = ""

    def _listen(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self._log_lines.put(line)
        self._log_lines.put("")

    def wait_for_line(self, wanted: str) -> str:
        """Return the next line on the terminal with these words."""
        before = []
        while wanted not in (line := self._log_lines.get(timeout=TIMEOUT)):
            before.append(line)
            assert line, f"it ended without {wanted!r}: {''.join(before)}"
        return line

    def wait_until_served(self) -> None:
        """Wait for the address that the terminal names."""
        found = re.search(r"http://\S+", self.wait_for_line("Serving on"))
        assert found
        self.url = found[0]

    def get(self, path: str = "") -> str:
        """Return the content of an address."""
        with urllib.request.urlopen(self.url + path, timeout=TIMEOUT) as answer:
            return str(answer.read().decode())

    def show(self, path: str = "") -> str:
        """Return a page without the scripts of live pages."""
        return self.get(path).partition("<script data-live>")[0]

    def post(self, name: str, text: str) -> Any:
        """Return the answer to a request of a live page."""
        request = urllib.request.Request(f"{self.url}livereload/{name}", text.encode(), method="POST")
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return json.load(answer)

    def ask(self, question: str, *args: Any) -> Any:
        """Return the saved rules' answer to a question of a page."""
        return self.post("answer", json.dumps({"question": question, "args": args}))

    def write(self, path: Path, text: str) -> None:
        """Save a file atomically, as editors do."""
        new = path.with_name(f"{path.name}.new")
        new.write_text(text, encoding="utf-8")
        new.replace(path)

    def wait_for_news(self, wanted: Any, known: Any = None) -> dict[str, Any]:
        """Return the first news of an open page that fit."""
        end = time.monotonic() + TIMEOUT
        while not wanted(known := self.post("news?page=", known["state"] if known else "")):
            assert self.process.poll() is None
            assert time.monotonic() < end, f"the last news were {known}"
        return dict(known)

    def save(self, *texts: tuple[Path, str]) -> dict[str, Any]:
        """Save files, and return the news once pages show them."""
        known = self.post("news?page=", "")
        for path, text in texts:
            self.write(path, text)
        return self.wait_for_news(lambda news: news["version"] > known["version"] and not news["mistakes"], known)

    def stop(self) -> None:
        """End the server."""
        self.process.terminate()
        self.process.wait(TIMEOUT)


def find_port() -> int:
    """Return a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
