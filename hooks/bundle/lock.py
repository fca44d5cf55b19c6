"""The site's own Pyodide lock file: our wheels with checksums, and nothing that is not served here."""

import json
import subprocess
import sys
from pathlib import Path

from .. import artifact_cache


def write(stock: Path, wheels: list[Path], folder: Path) -> Path:
    """The lock file for the wheels, with the stock lock's word on Python and ABI; its name says of what it is made."""
    base = json.dumps({"info": json.loads(stock.read_text())["info"], "packages": {}})
    names = "".join(sorted(wheel.name for wheel in wheels))  # each holds a digest

    def make(part: Path) -> None:
        empty = part.with_name("base.json")
        empty.write_text(base, encoding="utf-8")
        subprocess.run(
            [
                Path(sys.executable).with_name("pyodide"),
                "lockfile",
                "add-wheels",
                "--input",
                empty,
                "--output",
                part,
                "--base-path",
                wheels[0].parent,
                *wheels,
            ],
            check=True,
            capture_output=True,
            text=True,
        )

    return artifact_cache.build_once(
        folder / f"pyodide-lock-{artifact_cache.compute_digest(base.encode(), names.encode())}.json", make
    )
