"""What a page loads of the site's own: its modules and style sheets, each kind as one file.

A page asks once for what is written in many files, and comments stay at home.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .. import artifact_cache

PROJECT = Path(__file__).parents[2]
DOCS = PROJECT / "docs"
ESBUILD = PROJECT / "node_modules" / ".bin" / "esbuild"
SOURCES = ("assets/css/", "assets/js/")
"""Folders of docs whose files go into the site only as these."""

SCRIPTS = (
    "assets/js/entry/main.js",
    "assets/js/entry/worker.js",
    "assets/js/entry/play.js",
    "assets/js/entry/tray.js",
    "assets/js/entry/screen.js",
    "assets/js/entry/paper.js",
    "assets/js/entry/preview.js",
    "assets/js/lib/store.js",
    "assets/js/components/dice-odds.js",
    "assets/js/components/table-tools.js",
)
"""The scripts that browsers load. All have the same path depth, because modules resolve addresses against their
script's own."""

SHARED_SCRIPTS = {
    "#shared": "assets/js/entry/main.js",
    "#play": "assets/js/entry/play.js",
    "#tray": "assets/js/entry/tray.js",
    "#screen": "assets/js/entry/screen.js",
    "#paper": "assets/js/entry/paper.js",
    "#preview": "assets/js/entry/preview.js",
    "#store": "assets/js/lib/store.js",
    "#dice-odds": "assets/js/components/dice-odds.js",
    "#table-tools": "assets/js/components/table-tools.js",
}
"""The script that a module imports by each name. It stays a script apart, so that the page has one copy of its modules.
package.json says which module each name is for TypeScript and Node."""

BOOTSTRAP_SCRIPT = "assets/js/entry/bootstrap.js"
"""Runs before everything else, the theme too; all of it in one file, as it is no module."""

STYLES = {"assets/css/all.css": "assets/css/site.css"}

BROWSER_TARGETS = ("chrome111", "edge111", "firefox121", "safari16.4")
"""The browsers that scripts and styles are written for; lib/unsupported-browser.js and the README name the same."""

BOOTSTRAP_TARGETS = ("es2017",)
"""What bootstrap.js is written in: browsers that roll nothing still read what it says."""


def write(folder: Path) -> dict[str, Path]:
    """Site path → file in a folder of `folder` named by a digest of all; addresses in the sources stay as they are.

    Raises:
        FileNotFoundError: set-up is not complete; the message says what to run.
        subprocess.CalledProcessError: an import leads nowhere.
    """
    if not ESBUILD.is_file():
        raise FileNotFoundError("node_modules/.bin/esbuild is missing: run `make setup`")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".") as new:  # as deep as it will lie, for source maps
        _run_esbuild(Path(new), {**{script: script for script in SCRIPTS}, **STYLES}, "esm", BROWSER_TARGETS)
        _run_esbuild(Path(new), {BOOTSTRAP_SCRIPT: BOOTSTRAP_SCRIPT}, "iife", BOOTSTRAP_TARGETS)
        found = {path.relative_to(new).as_posix(): path for path in list_files(Path(new))}
        digest = artifact_cache.compute_digest(
            *(part for place, path in found.items() for part in (place.encode(), path.read_bytes()))
        )
        made = artifact_cache.build_once(folder / digest, lambda part: shutil.copytree(new, part))
    return {place: made / place for place in found}


def _run_esbuild(folder: Path, sources: dict[str, str], output_format: str, targets: Sequence[str]) -> None:
    """What each source becomes, at its place in `folder`."""
    entries = [f"{Path(made).with_suffix('')}={DOCS / source}" for source, made in sources.items()]
    subprocess.run(
        [
            ESBUILD,
            *entries,
            "--bundle",
            "--minify",
            "--sourcemap",
            "--log-level=warning",
            f"--format={output_format}",
            f"--target={','.join(targets)}",
            f"--outdir={folder}",
            *(f"--external:{place}" for place in ("../../vendor/*", "../fonts/*")),
            *_list_shared_script_options(),
        ],
        check=True,
    )


def _list_shared_script_options() -> list[str]:
    """Return esbuild's options that import the shared scripts from the folders next to a script's own."""
    addresses = {name: script.replace("assets/js/", "../") for name, script in SHARED_SCRIPTS.items()}
    aliases = [f"--alias:{name}={address}" for name, address in addresses.items()]
    return [*aliases, *(f"--external:{address}" for address in addresses.values())]


def bundle_module(script: Path) -> str:
    """One module, such as a changed copy of one of ours, with all that it imports but what the site serves apart.

    Raises:
        subprocess.CalledProcessError: an import leads nowhere.
    """
    packages = os.environ | {"NODE_PATH": str(PROJECT / "node_modules")}
    return subprocess.run(
        [ESBUILD, script, "--bundle", "--format=esm", "--external:../../vendor/*", "--log-level=warning"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env=packages,
    ).stdout


def list_files(folder: Path) -> list[Path]:
    """All files below a folder, in order."""
    return sorted(path for path in folder.rglob("*") if path.is_file())
