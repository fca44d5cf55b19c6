"""One Lighthouse run over a page, in a separate browser."""

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
"""Seconds that one run may take; a slow machine needs a third of this."""

MAX_ATTEMPTS = 5
"""Lighthouse asks for another run when Chromium's trace of the page load was cut short."""


def run_lighthouse(url: str, reports: Path, name: str) -> Report:
    """Run Lighthouse on a page with its default settings: a phone with simulated network and CPU throttling.

    Args:
        url: the page's address.
        reports: the folder for the JSON and HTML reports.
        name: the prefix of the reports' file names.

    Raises:
        RuntimeError: Lighthouse wrote no report; the message includes its standard error.
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
            looking.send_signal(signal.SIGINT)  # on SIGINT, Lighthouse closes its browser
            _, said = looking.communicate()
        if looking.returncode == 0 and path.is_file():
            found: Report = json.loads(path.read_text())
            return found
    raise RuntimeError(f"{url}: Lighthouse ended with status {looking.returncode}.\n{said}")
