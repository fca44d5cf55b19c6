"""The site's own Pyodide lock file: our wheels with checksums, and nothing that is not served here."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any


def write(stock: Path, wheels: list[Path], path: Path) -> Path:
    """Write the lock file for the wheels, with the stock lock's word on Python and ABI."""
    info = json.loads(stock.read_text())["info"]
    if path.exists() and _is_of(json.loads(path.read_text()), info, wheels):
        return path
    base = path.with_name("pyodide-lock-base.json")
    base.write_text(json.dumps({"info": info, "packages": {}}), encoding="utf-8")
    subprocess.run([Path(sys.executable).with_name("pyodide"), "lockfile", "add-wheels", "--input", base,
                    "--output", path, "--base-path", wheels[0].parent, *wheels],
                   check=True, capture_output=True, text=True)
    return path


def _is_of(lock: dict[str, Any], info: dict[str, str], wheels: list[Path]) -> bool:
    """Whether a lock is the one of these wheels (their names hold a digest) for this Pyodide."""
    return (info.items() <= lock["info"].items()
            and {each["file_name"] for each in lock["packages"].values()} == {wheel.name for wheel in wheels})
