"""The site's service worker, and the script that unregisters it."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from . import precache_list

HERE = Path(__file__).parent
ESBUILD = HERE.parents[1] / "node_modules" / ".bin" / "esbuild"
NAME = "service-worker.js"


def write(site: Path) -> Path:
    """Write the service worker of a finished site as a single script.

    Raises:
        FileNotFoundError: set-up is not complete; the message says what to run.
    """
    if not ESBUILD.is_file():
        raise FileNotFoundError("node_modules/.bin/esbuild is missing: run `make setup`")
    with tempfile.TemporaryDirectory() as folder:
        lists = {
            "entries": precache_list.list_precache_entries(site),
            "python": precache_list.list_python_files(site),
        }
        listed = Path(folder) / "lists.json"
        listed.write_text(json.dumps(lists), encoding="utf-8")
        subprocess.run(
            [
                ESBUILD,
                HERE / "service-worker.js",
                "--bundle",
                "--minify",
                "--format=iife",
                "--target=es2022",
                '--define:process.env.NODE_ENV="production"',
                f"--alias:precache-list={listed}",
                f"--outfile={site / NAME}",
                "--log-level=warning",
            ],
            check=True,
        )
    return site / NAME


def write_unregister_script(site: Path) -> Path:
    """Write a script that unregisters the service worker of an earlier build at the same address."""
    return Path(shutil.copyfile(HERE / "unregister.js", site / NAME))
