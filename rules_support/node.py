"""Tools that run in Node, and the browsers that they write scripts for."""

import os
import subprocess
import sys
from pathlib import Path

from rules_py.checking.exceptions import VERBOSE, AuthorError, find_last_line

PROJECT = Path(__file__).parents[1]
ESBUILD = PROJECT / "node_modules" / ".bin" / "esbuild"
ESBUILD_VERSION = PROJECT / "node_modules" / "esbuild" / "package.json"
BROWSER_TARGETS = ("chrome111", "edge111", "firefox121", "safari16.4")
"""The minimum versions of browsers; lib/scripts-blocked.js and the README list the same."""


def run_script(script: Path, *arguments: Path, text: str = "") -> str:
    """Run a script with `text` as its standard input and return its standard output.

    Raises:
        FileNotFoundError: Node is not installed.
        AuthorError: the script failed; the message omits most of its standard error, which may quote minified code.
    """
    try:
        done = subprocess.run(["node", script, *arguments], input=text, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise FileNotFoundError("node is missing: install Node 20 or newer with npm") from None
    if os.environ.get(VERBOSE):
        sys.stderr.write(done.stderr)
    if done.returncode:
        raise AuthorError(f"{script.name} failed: {find_last_line(done.stderr)}")
    return done.stdout
