"""One run of Lighthouse over a page, in a browser of its own."""

import json
import os
import signal
import subprocess
from pathlib import Path

from bench.chromium import find_chromium
from bench.lighthouse.scores import MIN_SCORES, Report

HERE = Path(__file__).parent
LIGHTHOUSE = HERE / "node_modules" / "lighthouse" / "cli" / "index.js"


TIMEOUT = 180
"""Seconds that one run may take; a slow machine needs a third of them."""

MAX_ATTEMPTS = 5
"""Lighthouse asks for another run where Chromium's record of the page load was cut short."""


def run_lighthouse(url: str, reports: Path, name: str) -> Report:
    """What Lighthouse says of a page with its own settings: a phone, a slow line and a slow processor, both simulated.

    Args:
        url: the page's address.
        reports: the folder for all it says, as JSON and as a page for people.
        name: how their files' names begin.

    Raises:
        RuntimeError: it ended without a report; the message is its own.
    """
    reports.mkdir(parents=True, exist_ok=True)
    path = reports / f"{name}.report.json"
    path.unlink(missing_ok=True)
    for _ in range(MAX_ATTEMPTS):
        looking = subprocess.Popen(
            [
                "node",
                LIGHTHOUSE,
                url,
                "--quiet",
                "--output=json",
                "--output=html",
                f"--output-path={reports / name}",
                f"--only-categories={','.join(MIN_SCORES)}",
                "--no-enable-error-reporting",
                "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
            ],
            env=os.environ | {"CHROME_PATH": find_chromium()},
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            _, said = looking.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            looking.send_signal(signal.SIGINT)  # at which it ends its browser
            _, said = looking.communicate()
        if looking.returncode == 0 and path.is_file():
            found: Report = json.loads(path.read_text())
            return found
    raise RuntimeError(f"{url}: Lighthouse ended with status {looking.returncode}.\n{said}")
