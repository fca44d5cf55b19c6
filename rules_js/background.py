"""Proofs in the background: python -m rules_js.background CACHE.

It ends with its standard input, and so with the process that has started it.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread

from rules_py.checking.exceptions import AuthorError
from rules_support.node import PROJECT

from .build import build_rules


class BackgroundProof:
    """A process that compiles and proves the rules, so that a later build finds them in its cache."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    def restart(self, cache: Path) -> None:
        """Prove the rules as they are now, instead of those of an earlier call."""
        self.stop()
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__, cache], cwd=PROJECT, stdin=subprocess.PIPE, start_new_session=True
        )

    def stop(self) -> None:
        """End the process, and those that it has started."""
        if self.process:
            self.process.communicate()


def _end_with_input() -> None:
    os.read(sys.stdin.fileno(), 1)  # the file object's lock would outlast the interpreter
    os.killpg(0, signal.SIGTERM)


if __name__ == "__main__":
    os.nice(10)  # builds and readers come first
    Thread(target=_end_with_input, daemon=True).start()
    try:
        build_rules(Path(sys.argv[1]))
    except AuthorError as error:
        sys.exit(str(error))
