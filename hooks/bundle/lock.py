"""The site's Pyodide lock file, which lists only our wheels, with checksums."""

import json
import subprocess
import sys
from pathlib import Path

from .. import artifact_cache


def write(stock: Path, wheels: list[Path], folder: Path) -> Path:
    """Write the lock file for the wheels, with the Python version and ABI of the stock lock file.

    The file's name includes a digest of its inputs.
    """
    base = json.dumps({"info": json.loads(stock.read_text())["info"], "packages": {}})
    names = "".join(sorted(wheel.name for wheel in wheels))  # each name includes a digest

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
