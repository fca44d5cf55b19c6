"""The assets of a live site: python -m rules_site.live.assets LIST, which compiles, bundles and proves the rules.

It reports in lines of JSON on standard output and ends with its standard input, and so with the server.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

from rules_py.checking.exceptions import AuthorError, describe_error
from rules_support.node import PROJECT

from .background import work_in_background
from .digests import compute_rules_digests, digest_files, list_files

PARTS = {"styles": "css", "scripts": "js"}
"""The folders of the front end's sources; a page takes new styles, and loads again for new scripts."""


def report(event: str, **about: Any) -> None:
    """Tell the server about an event."""
    print(json.dumps({"event": event} | about), flush=True)


def build(path: Path) -> None:
    """Build the assets, write their list into a file, and prove the rules that have changed."""
    from rules_js.build import build_rules
    from rules_site.bundle.assets import RULES_CACHE, build_site_files
    from rules_site.bundle.frontend import are_sources_here

    digests = compute_rules_digests()
    page = {name: digest_files(list_files(PROJECT / "page" / folder)) for name, folder in PARTS.items()}
    files = {place: str(file) for place, file in build_site_files(prove_rules=False).items()}
    found = {"files": files, "games": dict(digests.games), "core": digests.core} | page
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps(found), encoding="utf-8")
    new.replace(path)
    report("assets")
    if are_sources_here():
        build_rules(RULES_CACHE)
    report("proven")


def _end_with_input() -> None:
    os.read(sys.stdin.fileno(), 1)  # the file object's lock would outlast the interpreter
    os.killpg(0, signal.SIGTERM)


def main() -> None:
    """Build the assets in a group of processes of their own."""
    if "--background" in sys.argv:
        work_in_background()
    Thread(target=_end_with_input, daemon=True).start()
    try:
        build(Path(sys.argv[1]))
    except subprocess.CalledProcessError:
        report("failed", mistakes=[])  # the last line of its errors says why
    except (AuthorError, FileNotFoundError) as error:
        report("failed", mistakes=[str(error)])
    except Exception as error:
        report("failed", mistakes=[describe_error(error)])


if __name__ == "__main__":
    main()
