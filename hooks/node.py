"""Scripts that run in Node: what they print, or the sentence that says why they failed."""

import os
import subprocess
import sys
from pathlib import Path

from .author_errors import VERBOSE, AuthorError, find_last_line


def run_script(script: Path, *arguments: Path, text: str = "") -> str:
    """Standard output of a script that gets a text.

    Raises:
        FileNotFoundError: there is no Node.
        AuthorError: the script failed; its standard error, which may quote minified script, stays out of the sentence.
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
