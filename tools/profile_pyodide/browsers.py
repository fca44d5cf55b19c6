"""Profiling in browsers: requests to the site's own worker."""

import http.server
import queue
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from tests.pyodide.random_requests import questions
from tools.profile_pyodide.called import CalledFunctions

PROJECT = Path(__file__).parents[2]
COUNTERS = PROJECT / "hooks" / "bundle" / "trim" / "counters.mjs"
PAGE = Path(__file__).with_name("page.html")
WORKER = "/assets/js/entry/worker.js"
REQUEST_COUNT = 300
TIMEOUT = 600
"""Seconds that a browser may take."""

BEFORE_WORKER = """import { watchInstances } from "/counters.mjs";
const called = watchInstances();
"""
AFTER_WORKER = """
const channel = new BroadcastChannel("called");
channel.addEventListener("message", ({ data }) => {
  if (data !== "which?") return;
  const library = JSON.parse(python.runPython("import json, sys; json.dumps(sorted(sys.called_functions))"));
  channel.postMessage({ functions: called(), library });
});
"""
WITHOUT_JSPI = "for (const name of ['Suspending', 'promising', 'SuspendError']) delete WebAssembly[name];\n"

ENGINES = {
    "Chromium": lambda profile: [
        find_browser("find-browser"),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={profile}",
    ],
}


def profile_browsers(site: Path) -> Iterator[tuple[str, CalledFunctions]]:
    """Yield the functions called in each browser, with JSPI if the browser supports it, and without."""
    for engine, command in ENGINES.items():
        for without_jspi in (False, True):
            yield f"{engine}{' without JSPI' * without_jspi}", profile_browser(command, site, without_jspi)


def profile_browser(command: Callable[[str], list[str]], site: Path, without_jspi: bool) -> CalledFunctions:
    """Run the requests in a browser and return the functions that were called.

    Raises:
        queue.Empty: the browser sent no result in time.
    """
    called: queue.Queue[str] = queue.Queue()
    handler = partial(Handler, called, without_jspi, directory=str(site))
    with (
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = subprocess.Popen(
            [*command(profile), f"http://127.0.0.1:{server.server_port}/"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            return CalledFunctions.from_json(called.get(timeout=TIMEOUT))
        finally:
            browser.terminate()
            browser.wait()
            server.shutdown()


class Handler(http.server.SimpleHTTPRequestHandler):
    """A server of the runtime's files, the page with the requests and a counting worker; it receives the result."""

    extensions_map: ClassVar = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".json": "application/json",
    }

    def __init__(self, reports: "queue.Queue[str]", without_jspi: bool, *args: Any, **kwargs: Any):
        self.reports, self.without_jspi = reports, without_jspi
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:
        made = {
            "/": lambda: PAGE.read_text(encoding="utf-8"),
            "/counters.mjs": lambda: COUNTERS.read_text(encoding="utf-8"),
            "/questions.json": lambda: questions(REQUEST_COUNT, 2),
            WORKER: lambda: (
                BEFORE_WORKER
                + WITHOUT_JSPI * self.without_jspi
                + Path(self.directory + WORKER).read_text(encoding="utf-8")
                + AFTER_WORKER
            ),
        }
        if self.path not in made:
            super().do_GET()
            return
        body = made[self.path]().encode()
        self.send_response(200)
        kind = Path(self.path).suffix
        self.send_header("Content-Type", self.extensions_map.get(kind, "text/html"))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.reports.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def find_browser(script: str) -> str:
    """Return a browser's path, as printed by the script that finds it."""
    return subprocess.run([PROJECT / "tools" / script], capture_output=True, text=True, check=True).stdout.strip()
